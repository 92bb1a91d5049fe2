"""An adapter to start from: two instructions on one wave, from given registers.

    assay adapter check 'python adapter.py'

execute() is where your implementation goes; PROTOCOL.md of Assay says what a case holds. The Python that runs this
needs Assay installed, as the messages are read by assay.harness.protocol.adapter."""
import struct

from assay.harness.protocol.adapter import Unsupported, serve

HELLO = {
    "name": "toy",
    "version": "1",
    "architectures": ["gfx906", "gfx1100"],
    "features": ["state", "registers", "deterministic"],
    "registers": ["s", "v"],                          # the files that are reported
}


class Wave:
    """Registers as they are named in cases: s0 … as integers, v0 … as lists of a word for each lane."""

    def __init__(self, lanes: int):
        self.lanes, self.exec = lanes, [0xFFFFFFFF, 0xFFFFFFFF]
        self.s = dict.fromkeys((f"s{n}" for n in range(106)), 0)
        self.v = {f"v{n}": [0] * lanes for n in range(256)}

    def give(self, name: str, value) -> None:
        """Sets a register of the state; what no instruction here reads is left aside."""
        if name in self.s:
            self.s[name] = value
        elif name in self.v:
            self.v[name] = list(struct.unpack(f"<{self.lanes}I", value))
        elif name in ("exec_lo", "exec_hi"):
            self.exec[name == "exec_hi"] = value

    def take(self, name: str):
        """A register as an answer holds it."""
        return self.s[name] if name in self.s else struct.pack(f"<{self.lanes}I", *self.v[name])


def execute(code: bytes, wave: Wave) -> None:
    """s_mov_b32 (SOP1: 101111101 sdst[22:16] op[15:8] ssrc0[7:0], op 0), v_mov_b32 (VOP1: 0111111 vdst[24:17] op[16:9]
    src0[8:0], op 1), both of constants 0..64; s_nop and s_endpgm."""
    for word, in struct.iter_unpack("<I", code):
        constant = (word & 255) - 128
        if word >> 16 == 0xBF80:
            continue
        if word >> 16 in (0xBF81, 0xBFB0):
            return
        if not 0 <= constant <= 64:
            raise Unsupported("operand", f"{word:#010x} has a source that is no constant")
        if word & 0xFF80FF00 == 0xBE800000 and word >> 16 & 127 < 106:
            wave.s[f"s{word >> 16 & 127}"] = constant
        elif word & 0xFE01FF00 == 0x7E000200:
            row = wave.v[f"v{word >> 17 & 255}"]
            for lane in range(wave.lanes):
                row[lane] = constant if wave.exec[lane // 32] >> lane % 32 & 1 else row[lane]
        else:
            raise Unsupported("instruction", f"{word:#010x} is not implemented")


def run(case: dict, seconds: float) -> dict:
    """The case of a `run` message -> the body of its `result`."""
    wave = Wave(case["wave"])
    for name, value in case["state"].items():
        wave.give(name, value)
    execute(case["code"][case["entry"]:], wave)
    return {"status": "ok", "waves": [{"registers": {name: wave.take(name) for name in case["observe"]["registers"]}}]}


if __name__ == "__main__":
    serve(HELLO, run)
