//! Library for adapters in Rust: put this file next to yours and call `serve`. PROTOCOL.md describes the messages. It
//! reads and writes MessagePack and needs only the standard library.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::io::{self, Read, Write};

pub type Map = BTreeMap<String, Value>;

/// A value inside a message.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Nil,
    Bool(bool),
    Number(u64), // negative ones as their bits
    Real(f64),
    Text(String),
    Bytes(Vec<u8>),
    List(Vec<Value>),
    Map(Map),
}

/// A feature that the target does not support: name of the operation, and reason.
pub struct Unsupported(pub String, pub String);

impl Value {
    /// The value under a key; `Nil` where there is none.
    pub fn get(&self, key: &str) -> &Value {
        match self {
            Value::Map(map) => map.get(key).unwrap_or(&Value::Nil),
            _ => &Value::Nil,
        }
    }
    /// What it holds, or nothing of that type.
    pub fn number(&self) -> u64 { if let Value::Number(n) = self { *n } else { 0 } }
    pub fn real(&self) -> f64 { if let Value::Real(x) = self { *x } else { 0.0 } }
    pub fn text(&self) -> &str { if let Value::Text(t) = self { t } else { "" } }
    pub fn bytes(&self) -> &[u8] { if let Value::Bytes(b) = self { b } else { &[] } }
    pub fn list(&self) -> &[Value] { if let Value::List(l) = self { l } else { &[] } }
    pub fn pairs(&self) -> Vec<(&String, &Value)> { if let Value::Map(m) = self { m.iter().collect() } else { vec![] } }
}

pub fn text(text: &str) -> Value { Value::Text(text.to_string()) }
pub fn texts(texts: &[&str]) -> Value { Value::List(texts.iter().map(|one| text(one)).collect()) }
pub fn map(pairs: Vec<(&str, Value)>) -> Value {
    Value::Map(pairs.into_iter().map(|(key, value)| (key.to_string(), value)).collect())
}

/// Answers the harness until it closes the pipe. `hello`: name, version, architectures, features …; `run` takes the
/// case of a `run` message and returns the body of a `result`. A panic becomes a result of status fault.
pub fn serve(hello: Value, run: impl Fn(&Value, f64) -> Result<Map, Unsupported>) -> io::Result<()> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut head = [0u8; 4];
    while input.read_exact(&mut head).is_ok() {
        let mut data = vec![0u8; u32::from_le_bytes(head) as usize];
        input.read_exact(&mut data)?;
        let message = decode(&mut &data[..])?;
        let answer = match message.get("type").text() {
            "hello" => greeting(&hello),
            _ => result(&hello, &message, &run),
        };
        let mut bytes = Vec::new();
        encode(&mut bytes, &answer);
        output.write_all(&(bytes.len() as u32).to_le_bytes())?;
        output.write_all(&bytes)?;
        output.flush()?;
    }
    Ok(())
}

fn greeting(hello: &Value) -> Value {
    let mut said: Map = hello.pairs().into_iter().map(|(key, value)| (key.clone(), value.clone())).collect();
    said.insert("type".into(), text("hello"));
    said.insert("protocol".into(), Value::List(vec![Value::Number(1)]));
    Value::Map(said)
}

fn result(hello: &Value, message: &Value, run: &impl Fn(&Value, f64) -> Result<Map, Unsupported>) -> Value {
    let arch = message.get("case").get("arch");
    let attempt = std::panic::AssertUnwindSafe(|| match hello.get("architectures").list().contains(arch) {
        true => run(message.get("case"), message.get("limit").real()),
        false => Err(Unsupported("arch".into(), format!("there is no {} here", arch.text()))),
    });
    let mut body = match std::panic::catch_unwind(attempt) {
        Ok(Ok(body)) => body,
        Ok(Err(Unsupported(operation, why))) => Map::from([
            ("status".into(), text("unsupported")),
            ("operation".into(), Value::Text(operation)),
            ("text".into(), Value::Text(why)),
        ]),
        Err(_) => Map::from([("status".into(), text("fault")), ("text".into(), text("it panicked"))]),
    };
    body.insert("type".into(), text("result"));
    body.insert("id".into(), message.get("id").clone());
    Value::Map(body)
}

fn take<'a>(data: &mut &'a [u8], size: usize) -> io::Result<&'a [u8]> {
    if size > data.len() {
        return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "a message ends early"));
    }
    let (front, rest) = data.split_at(size);
    *data = rest;
    Ok(front)
}

fn big(data: &mut &[u8], size: usize) -> io::Result<u64> {
    Ok(take(data, size)?.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)))
}

/// Removes the first value from the data and returns it.
pub fn decode(data: &mut &[u8]) -> io::Result<Value> {
    let c = take(data, 1)?[0];
    Ok(match c {
        0x00..=0x7f => Value::Number(c.into()),
        0x80..=0x8f => pairs(data, (c & 15).into())?,
        0x90..=0x9f => items(data, (c & 15).into())?,
        0xa0..=0xbf => string(data, (c & 31).into())?,
        0xc0 => Value::Nil,
        0xc2 | 0xc3 => Value::Bool(c == 0xc3),
        0xc4..=0xc6 => {
            let size = big(data, 1 << (c - 0xc4))? as usize;
            Value::Bytes(take(data, size)?.to_vec())
        }
        0xca => Value::Real(f32::from_bits(big(data, 4)? as u32).into()),
        0xcb => Value::Real(f64::from_bits(big(data, 8)?)),
        0xcc..=0xcf => Value::Number(big(data, 1 << (c - 0xcc))?),
        0xd0..=0xd3 => {
            let size = 1 << (c - 0xd0);
            let shift = 64 - 8 * size as u32;
            Value::Number((((big(data, size)? << shift) as i64) >> shift) as u64)
        }
        0xd9..=0xdb => { let size = big(data, 1 << (c - 0xd9))? as usize; string(data, size)? }
        0xdc | 0xdd => { let count = big(data, 2 << (c - 0xdc))? as usize; items(data, count)? }
        0xde | 0xdf => { let count = big(data, 2 << (c - 0xde))? as usize; pairs(data, count)? }
        0xe0..=0xff => Value::Number(c as i8 as i64 as u64),
        _ => return Err(io::Error::new(io::ErrorKind::InvalidData, format!("byte {c:#x} begins nothing"))),
    })
}

fn string(data: &mut &[u8], size: usize) -> io::Result<Value> {
    Ok(Value::Text(String::from_utf8_lossy(take(data, size)?).into_owned()))
}

fn items(data: &mut &[u8], count: usize) -> io::Result<Value> {
    (0..count).map(|_| decode(data)).collect::<io::Result<Vec<_>>>().map(Value::List)
}

fn pairs(data: &mut &[u8], count: usize) -> io::Result<Value> {
    let mut found = Map::new();
    for _ in 0..count {
        let key = decode(data)?.text().to_string();
        found.insert(key, decode(data)?);
    }
    Ok(Value::Map(found))
}

fn head(out: &mut Vec<u8>, code: u8, value: u64, size: usize) {
    out.push(code);
    out.extend_from_slice(&value.to_be_bytes()[8 - size..]);
}

/// Appends a value.
pub fn encode(out: &mut Vec<u8>, value: &Value) {
    match value {
        Value::Nil => out.push(0xc0),
        Value::Bool(b) => out.push(if *b { 0xc3 } else { 0xc2 }),
        Value::Number(n) => head(out, 0xcf, *n, 8),
        Value::Real(x) => head(out, 0xcb, x.to_bits(), 8),
        Value::Text(t) => { head(out, 0xdb, t.len() as u64, 4); out.extend_from_slice(t.as_bytes()) }
        Value::Bytes(b) => { head(out, 0xc6, b.len() as u64, 4); out.extend_from_slice(b) }
        Value::List(l) => { head(out, 0xdd, l.len() as u64, 4); l.iter().for_each(|one| encode(out, one)) }
        Value::Map(m) => {
            head(out, 0xdf, m.len() as u64, 4);
            m.iter().for_each(|(key, one)| { encode(out, &text(key)); encode(out, one) })
        }
    }
}
