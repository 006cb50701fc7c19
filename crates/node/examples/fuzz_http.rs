//! `./x fuzz http [SECONDS [SEED]]`: feeds almost valid messages to the HTTP parser, for the given time.
//!
//! Whatever the input, the parser must not panic, must terminate, and must emit the same events however the bytes are
//! split: all at once, one by one, or anywhere. A difference is printed with the input that causes it, and exits with
//! 1.

use hexloop_node::http_parser::{Event, Kind, Parser};
use std::time::{Duration, Instant};

const FRAGMENTS: &[&[u8]] = &[
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

/// A small xorshift generator, so that a seed reproduces a run.
struct Rng(u64);

impl Rng {
    fn next_below(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % below as u64) as usize
    }
}

fn input(rng: &mut Rng) -> Vec<u8> {
    let mut bytes = Vec::new();
    for _ in 0..1 + rng.next_below(12) {
        bytes.extend_from_slice(FRAGMENTS[rng.next_below(FRAGMENTS.len())]);
    }
    for _ in 0..rng.next_below(4) {
        let at = rng.next_below(bytes.len());
        match rng.next_below(4) {
            0 => bytes[at] = rng.next_below(256) as u8,
            1 => bytes.insert(at, rng.next_below(256) as u8),
            2 if bytes.len() > 1 => drop(bytes.remove(at)),
            _ => {
                let end = at + rng.next_below(bytes.len() - at + 1);
                let again = bytes[at..end].to_vec();
                bytes.splice(at..at, again);
            }
        }
    }
    bytes
}

/// What the parser emits for these bytes, fed in chunks of the lengths that `next_length` returns.
fn transcript(kind: Kind, lenient: u32, bytes: &[u8], mut next_length: impl FnMut() -> usize) -> String {
    let mut parser = Parser::new(kind, lenient, 16 * 1024);
    let (mut output, mut body) = (String::new(), Vec::new());
    let mut buffered: Vec<u8> = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        let (piece, after) = rest.split_at(next_length().clamp(1, rest.len()));
        rest = after;
        buffered.extend_from_slice(piece);
        loop {
            let before = (parser.at, output.len(), body.len());
            let event = parser.advance(&buffered);
            if let Event::Body { start, length } = event {
                body.extend_from_slice(&buffered[start..start + length]);
                continue;
            }
            if event == Event::NeedMore {
                break;
            }
            output.push_str(&format!("{:?} ", String::from_utf8_lossy(&body)));
            body.clear();
            match event {
                Event::Head => {
                    output.push_str(&head(&parser, &buffered));
                    parser.upgrade_accepted = parser.wants_upgrade();
                }
                Event::Error(error, _) => return format!("{output}{} {}", error.code, error.reason),
                Event::Upgraded(_) => return format!("{output}upgraded"),
                _ => output.push_str("complete "),
            }
            assert!(before != (parser.at, output.len(), body.len()), "the parser makes no progress");
        }
        // As in http.rs: only the bytes of an incomplete head are kept.
        if parser.is_in_head() {
            buffered.drain(..parser.origin);
        } else {
            buffered.clear();
        }
        parser.at = buffered.len();
        parser.origin = 0;
    }
    format!("{output}{:?} {:?}", String::from_utf8_lossy(&body), parser.finish())
}

fn head(parser: &Parser, buffered: &[u8]) -> String {
    let head = &buffered[parser.origin..];
    let text = |(start, end): (u32, u32)| String::from_utf8_lossy(&head[start as usize..end as usize]).into_owned();
    let fields: Vec<_> = parser.fields.iter().map(|field| (text(field.name), text(field.value))).collect();
    let facts = (parser.method, parser.status, parser.major, parser.minor, parser.should_keep_alive());
    format!("head {facts:?} {} {fields:?} {:?} ", text(parser.line), parser.flags)
}

fn main() {
    let mut numbers = std::env::args().skip(1).map(|argument| argument.parse::<u64>());
    let mut number =
        |otherwise: u64| numbers.next().map_or(otherwise, |number| number.expect("SECONDS and SEED are numbers"));
    let seconds = number(60);
    let seed = number(Instant::now().elapsed().as_nanos() as u64 ^ u64::from(std::process::id()) << 20 | 1).max(1);
    println!("seed {seed}, {seconds} s");
    let until = Instant::now() + Duration::from_secs(seconds);
    let mut rng = Rng(seed);
    let mut count = 0u64;
    while Instant::now() < until {
        for _ in 0..500 {
            let bytes = input(&mut rng);
            let kind = if rng.next_below(2) == 0 { Kind::Request } else { Kind::Response };
            let lenient = if rng.next_below(4) == 0 { 1023 } else { 0 };
            let whole = transcript(kind, lenient, &bytes, || usize::MAX);
            let single = transcript(kind, lenient, &bytes, || 1);
            let mut cuts = Rng(rng.next_below(usize::MAX >> 1) as u64 | 1);
            let pieces = transcript(kind, lenient, &bytes, || 1 + cuts.next_below(20));
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
