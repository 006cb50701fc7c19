//! `./x fuzz http [SECONDS [SEED]]`: messages that are nearly right, for as long as asked.
//!
//! Whatever comes, the parser must not panic, must come to an end, and must say the same however the bytes are cut: all at
//! once, one by one, or anywhere. A difference is printed with the bytes that make it, and ends the run with 1.

use hexloop_node::http_machine::{Event, Kind, Machine};
use std::time::{Duration, Instant};

const WORDS: &[&[u8]] = &[
    b"GET / HTTP/1.1\r\n",
    b"POST /a?b=c#d HTTP/1.1\r\n",
    b"CONNECT a:1 HTTP/1.0\r\n",
    b"GET http://u@h:1/p HTTP/1.1\r\n",
    b"HTTP/1.1 200 OK\r\n",
    b"HTTP/1.0 304\r\n",
    b"HTTP/1.1 101 Switching\r\n",
    b"Host: a\r\n",
    b"Content-Length: 3\r\n",
    b"Content-Length: 18446744073709551616\r\n",
    b"Transfer-Encoding: chunked\r\n",
    b"Transfer-Encoding: gzip, chunked\r\n",
    b"Connection: keep-alive, close, upgrade\r\n",
    b"Upgrade: x\r\n",
    b"A: b\r\n c\r\n",
    b"A:\r\n",
    b"\r\n",
    b"abc",
    b"3\r\nabc\r\n",
    b"3;a=\"b\\\"c\";d\r\nabc\r\n",
    b"0\r\n\r\n",
    b"0\r\nT: u\r\n\r\n",
    b"FFFFFFFFFFFFFFFFF\r\n",
    b"\0",
    b"\r",
    b"\n",
    b" ",
    b"\t",
    b":",
    b"\xff",
];

/// A small generator of numbers, so that a seed tells all.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % below as u64) as usize
    }
}

fn input(dice: &mut Dice) -> Vec<u8> {
    let mut bytes = Vec::new();
    for _ in 0..1 + dice.roll(12) {
        bytes.extend_from_slice(WORDS[dice.roll(WORDS.len())]);
    }
    for _ in 0..dice.roll(4) {
        let at = dice.roll(bytes.len());
        match dice.roll(4) {
            0 => bytes[at] = dice.roll(256) as u8,
            1 => bytes.insert(at, dice.roll(256) as u8),
            2 if bytes.len() > 1 => drop(bytes.remove(at)),
            _ => {
                let end = at + dice.roll(bytes.len() - at + 1);
                let again = bytes[at..end].to_vec();
                bytes.splice(at..at, again);
            }
        }
    }
    bytes
}

/// What the machine says of these bytes, fed in pieces of the lengths that `next_length` gives.
fn transcript(kind: Kind, lenient: u32, bytes: &[u8], mut next_length: impl FnMut() -> usize) -> String {
    let mut machine = Machine::new(kind, lenient, 16 * 1024);
    let (mut told, mut body) = (String::new(), Vec::new());
    let mut kept: Vec<u8> = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        let (piece, after) = rest.split_at(next_length().clamp(1, rest.len()));
        rest = after;
        kept.extend_from_slice(piece);
        loop {
            let before = (machine.at, told.len(), body.len());
            let event = machine.advance(&kept);
            if let Event::Body { start, length } = event {
                body.extend_from_slice(&kept[start..start + length]);
                continue;
            }
            if event == Event::Need {
                break;
            }
            told.push_str(&format!("{:?} ", String::from_utf8_lossy(&body)));
            body.clear();
            match event {
                Event::Head => {
                    told.push_str(&head(&machine, &kept));
                    machine.takes_over = machine.asks_for_upgrade();
                }
                Event::Fault(fault, _) => return format!("{told}{} {}", fault.code, fault.reason),
                Event::Upgraded(_) => return format!("{told}upgraded"),
                _ => told.push_str("complete "),
            }
            assert!(before != (machine.at, told.len(), body.len()), "the parser does not move on");
        }
        // As the parser's owner does: only a head under way is kept.
        if machine.is_in_head() {
            kept.drain(..machine.origin);
        } else {
            kept.clear();
        }
        machine.at = kept.len();
        machine.origin = 0;
    }
    format!("{told}{:?} {:?}", String::from_utf8_lossy(&body), machine.finish())
}

fn head(machine: &Machine, kept: &[u8]) -> String {
    let head = &kept[machine.origin..];
    let text = |(start, end): (u32, u32)| String::from_utf8_lossy(&head[start as usize..end as usize]).into_owned();
    let fields: Vec<_> = machine.fields.iter().map(|field| (text(field.name), text(field.value))).collect();
    let facts = (machine.method, machine.status, machine.major, machine.minor, machine.should_keep_alive());
    format!("head {facts:?} {} {fields:?} {:?} ", text(machine.line), machine.flags)
}

fn main() {
    let mut numbers = std::env::args().skip(1).map(|argument| argument.parse::<u64>());
    let mut number =
        |otherwise: u64| numbers.next().map_or(otherwise, |number| number.expect("SECONDS and SEED are numbers"));
    let seconds = number(60);
    let seed = number(Instant::now().elapsed().as_nanos() as u64 ^ u64::from(std::process::id()) << 20 | 1).max(1);
    println!("seed {seed}, {seconds} s");
    let until = Instant::now() + Duration::from_secs(seconds);
    let mut dice = Dice(seed);
    let mut count = 0u64;
    while Instant::now() < until {
        for _ in 0..500 {
            let bytes = input(&mut dice);
            let kind = if dice.roll(2) == 0 { Kind::Request } else { Kind::Response };
            let lenient = if dice.roll(4) == 0 { 1023 } else { 0 };
            let whole = transcript(kind, lenient, &bytes, || usize::MAX);
            let single = transcript(kind, lenient, &bytes, || 1);
            let mut cuts = Dice(dice.roll(usize::MAX >> 1) as u64 | 1);
            let pieces = transcript(kind, lenient, &bytes, || 1 + cuts.roll(20));
            if whole != single || whole != pieces {
                println!(
                    "{kind:?} {lenient} {:?}\n  whole:  {whole}\n  single: {single}\n  pieces: {pieces}",
                    bytes.escape_ascii().to_string()
                );
                std::process::exit(1);
            }
            count += 1;
        }
    }
    println!("{count} inputs, no difference");
}
