//! A minimal adapter: two instructions on one wave, with initial registers.
//!
//!     cargo build --release && assay adapter check target/release/adapter
//!
//! Put your implementation into `execute`. Assay's PROTOCOL.md describes the fields of a case, which adapter.rs reads.
mod adapter;

use adapter::{map, serve, text, texts, Map, Unsupported, Value};

/// The registers of a wave. A register of `v` has a word for each lane.
struct Wave {
    lanes: usize,
    exec: [u32; 2],
    s: [u32; 128],
    v: Vec<[u32; 64]>,
}

/// Splits the name of a numbered register: "s12" -> 's', 12.
fn parse_register(name: &str) -> Result<(char, usize), Unsupported> {
    let missing = || Unsupported(name.to_string(), "no such register".to_string());
    let number: usize = name.get(1..).and_then(|digits| digits.parse().ok()).ok_or_else(missing)?;
    match name.chars().next() {
        Some('s') if number < 106 => Ok(('s', number)),
        Some('v') if number < 256 => Ok(('v', number)),
        _ => Err(missing()),
    }
}

impl Wave {
    /// Sets a register of the initial state. Registers that no instruction here reads are ignored.
    fn set_register(&mut self, name: &str, value: &Value) -> Result<(), Unsupported> {
        match name {
            "exec_lo" | "exec_hi" => {
                self.exec[usize::from(name == "exec_hi")] = value.number() as u32;
                return Ok(());
            }
            "vcc_lo" | "vcc_hi" | "m0" | "scc" | "mode" => return Ok(()),
            _ => {}
        }
        match parse_register(name)? {
            ('v', number) => {
                for (lane, word) in value.bytes().chunks_exact(4).take(self.lanes).enumerate() {
                    self.v[number][lane] = u32::from_le_bytes([word[0], word[1], word[2], word[3]]);
                }
            }
            (_, number) => self.s[number] = value.number() as u32,
        }
        Ok(())
    }

    /// Returns a register in the format of results.
    fn read_register(&self, name: &str) -> Result<Value, Unsupported> {
        Ok(match parse_register(name)? {
            ('v', number) => Value::Bytes(self.v[number][..self.lanes].iter().flat_map(|w| w.to_le_bytes()).collect()),
            (_, number) => Value::Number(self.s[number].into()),
        })
    }

    /// Runs s_mov_b32 (SOP1: 101111101 sdst[22:16] op[15:8] ssrc0[7:0], op 0) and v_mov_b32 (VOP1: 0111111
    /// vdst[24:17] op[16:9] src0[8:0], op 1), both with constants 0..64, s_nop and s_endpgm.
    fn execute(&mut self, code: &[u8]) -> Result<(), Unsupported> {
        for bytes in code.chunks_exact(4) {
            let word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
            let constant = (word & 255).wrapping_sub(128);
            match word >> 16 {
                0xbf80 => continue,
                0xbf81 | 0xbfb0 => return Ok(()),
                _ if constant > 64 => {
                    return Err(Unsupported("operand".into(), format!("{word:08x} has a source that is not a constant")))
                }
                _ => {}
            }
            if word & 0xff80ff00 == 0xbe800000 && (word >> 16 & 127) < 106 {
                self.s[(word >> 16 & 127) as usize] = constant;
            } else if word & 0xfe01ff00 == 0x7e000200 {
                for lane in (0..self.lanes).filter(|lane| self.exec[lane / 32] >> (lane % 32) & 1 != 0) {
                    self.v[(word >> 17 & 255) as usize][lane] = constant;
                }
            } else {
                return Err(Unsupported("instruction".into(), format!("{word:08x} is not implemented")));
            }
        }
        Ok(())
    }
}

/// Runs the case of a `run` message and returns the body of its `result`.
fn run(case: &Value, _seconds: f64) -> Result<Map, Unsupported> {
    let lanes = case.get("wave").number() as usize;
    let mut wave = Wave { lanes, exec: [u32::MAX; 2], s: [0; 128], v: vec![[0; 64]; 256] };
    for (name, value) in case.get("state").pairs() {
        wave.set_register(name, value)?;
    }
    wave.execute(&case.get("code").bytes()[case.get("entry").number() as usize..])?;
    let mut registers = Map::new();
    for name in case.get("observe").get("registers").list() {
        registers.insert(name.text().to_string(), wave.read_register(name.text())?);
    }
    let wave = map(vec![("registers", Value::Map(registers))]);
    Ok(Map::from([("status".into(), text("ok")), ("waves".into(), Value::List(vec![wave]))]))
}

fn main() -> std::io::Result<()> {
    let hello = map(vec![
        ("name", text("toy")),
        ("version", text("1")),
        ("architectures", texts(&["gfx906", "gfx1100"])),
        ("features", texts(&["state", "registers", "deterministic"])),
        ("registers", texts(&["s", "v"])),
    ]);
    serve(hello, run)
}
