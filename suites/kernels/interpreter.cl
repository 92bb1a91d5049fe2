// A stack machine with a switch: each work item runs its own program, so that lanes part at every instruction.
enum { PUSH, ADD, SUB, MUL, XOR, SHIFT, SWAP, OVER, JUMP, DIVIDE, STORE, STOP };

kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void interpreter(global const uchar *programs, uint length, uint steps, global uint *results)
{
    uint i = (uint)get_global_id(0), at = 0, top = 1, stored = 0;
    uint stack[8] = {i, i + 1};
    global const uchar *code = programs + i * length;

#pragma nounroll
    for (uint step = 0; step < steps; step++) {
        uint op = code[at], b = stack[top & 7], a = stack[(top - 1) & 7];
        at = (at + 1) % length;
        if (op == STOP)
            break;
        switch (op) {
        case PUSH:   top++, stack[top & 7] = code[at], at = (at + 1) % length; break;
        case ADD:    top--, stack[top & 7] = a + b; break;
        case SUB:    top--, stack[top & 7] = a - b; break;
        case MUL:    top--, stack[top & 7] = a * b; break;
        case XOR:    top--, stack[top & 7] = a ^ b; break;
        case SHIFT:  top--, stack[top & 7] = a << (b & 31) | a >> 1; break;
        case SWAP:   stack[top & 7] = a, stack[(top - 1) & 7] = b; break;
        case OVER:   top++, stack[top & 7] = a; break;
        case JUMP:   top--, at = b & 1 ? (at + (a & 7)) % length : at; break;
        case DIVIDE: top--, stack[top & 7] = b ? a / b : 77; break;
        case STORE:  stored = stored * 31 + b; break;
        default:     stored ^= op << 24; break;
        }
    }
    results[2 * i] = stored;
    results[2 * i + 1] = stack[top & 7];
}
