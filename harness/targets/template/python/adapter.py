"""A minimal adapter: two instructions on one wave, with initial registers.

    assay adapter check 'python adapter.py'

Put your implementation into execute(). Assay's PROTOCOL.md describes the fields of a case. Assay must be installed,
because assay.harness.protocol.adapter reads the messages."""
import struct

from assay.harness.protocol.adapter import Unsupported, serve

HELLO = {
    "name": "toy",
    "version": "1",
    "architectures": ["gfx906", "gfx1100"],
    "features": ["state", "registers", "deterministic"],
    "registers": ["s", "v"],                          # the register files in results
}


class Wave:
    """Registers by their names in cases: s0 … are integers, v0 … are lists with a word for each lane."""

    def __init__(self, lanes: int):
        self.lanes, self.exec = lanes, [0xFFFFFFFF, 0xFFFFFFFF]
        self.s = dict.fromkeys((f"s{n}" for n in range(106)), 0)
        self.v = {f"v{n}": [0] * lanes for n in range(256)}

    def set_register(self, name: str, value) -> None:
        """Set a register of the initial state. Registers that no instruction here reads are ignored."""
        if name in self.s:
            self.s[name] = value
        elif name in self.v:
            self.v[name] = list(struct.unpack(f"<{self.lanes}I", value))
        elif name in ("exec_lo", "exec_hi"):
            self.exec[name == "exec_hi"] = value

    def read_register(self, name: str):
        """Return a register in the format of results."""
        return self.s[name] if name in self.s else struct.pack(f"<{self.lanes}I", *self.v[name])


def execute(code: bytes, wave: Wave) -> None:
    """Run s_mov_b32 (SOP1: 101111101 sdst[22:16] op[15:8] ssrc0[7:0], op 0) and v_mov_b32 (VOP1: 0111111 vdst[24:17]
    op[16:9] src0[8:0], op 1), both with constants 0..64, s_nop and s_endpgm. Raises Unsupported."""
    for word, in struct.iter_unpack("<I", code):
        constant = (word & 255) - 128
        if word >> 16 == 0xBF80:
            continue
        if word >> 16 in (0xBF81, 0xBFB0):
            return
        if not 0 <= constant <= 64:
            raise Unsupported("operand", f"{word:#010x} has a source that is not a constant")
        if word & 0xFF80FF00 == 0xBE800000 and word >> 16 & 127 < 106:
            wave.s[f"s{word >> 16 & 127}"] = constant
        elif word & 0xFE01FF00 == 0x7E000200:
            lanes = wave.v[f"v{word >> 17 & 255}"]
            for lane in range(wave.lanes):
                lanes[lane] = constant if wave.exec[lane // 32] >> lane % 32 & 1 else lanes[lane]
        else:
            raise Unsupported("instruction", f"{word:#010x} is not implemented")


def run(case: dict, seconds: float) -> dict:
    """Run the case of a `run` message; return the body of its `result`."""
    wave = Wave(case["wave"])
    for name, value in case["state"].items():
        wave.set_register(name, value)
    execute(case["code"][case["entry"]:], wave)
    registers = {name: wave.read_register(name) for name in case["observe"]["registers"]}
    return {"status": "ok", "waves": [{"registers": registers}]}


if __name__ == "__main__":
    serve(HELLO, run)
