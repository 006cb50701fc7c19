//! `binding('http')`: the parsers of HTTP/1, as numbers that `lib/http/parser.js` knows.
//!
//! ```text
//!   read ─▶ a lease of a receive buffer ─▶ Machine ─▶ httpEvent(), one macrotask a read ─▶ lib/http/parser.js ─▶ the request's handler
//!                                              ▲                                                    │
//!                                              └───────────────── next(): what comes after it ──────┘
//! ```
//!
//! A parser *consumes* a socket: what is read goes from the receive buffer straight into the machine and no chunk is made of
//! it. The parser owns the lease until all of it is parsed: handlers, ticks and promise jobs run meanwhile.
//! JavaScript is entered once a read, with the first event in shared numbers, and asks for the others with `next`, where
//! there are any: a request without a body is one event and one crossing. Texts are made when they are asked for; a URL
//! or a block of headers that is the same as the connection's last (keep-alive clients repeat themselves) is not made
//! again, for JavaScript has it.

mod body;
mod fault;
mod fields;
mod letters;
pub mod machine;
pub mod method;
mod start_line;

use super::Binding;
use super::net::{self, receive_buffer::Lease};
use crate::host::host;
use fault::Fault;
use hexloop_engine::{Call, Failure, Out, Root, SharedNumbers, Throw};
use machine::{Event, Kind, Machine};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// What JavaScript is told; `lib/http/parser.js` has the same list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    Need = 0,
    Head = 1,
    Body = 2,
    /// The same, but it is in no receive buffer: `takeBody`.
    OwnBody = 3,
    Complete = 4,
    Fault = 5,
    Upgraded = 6,
}

/// The third number of a head.
mod bit {
    pub const KEEP_ALIVE: u32 = 1;
    pub const UPGRADE: u32 = 2;
    pub const BODY: u32 = 4;
    /// The message has ended with its head.
    pub const COMPLETE: u32 = 8;
    pub const EXPECT: u32 = 16;
    pub const HOST: u32 = 32;
    pub const SAME_LINE: u32 = 64;
    pub const SAME_FIELDS: u32 = 128;
    /// There is more to ask for.
    pub const MORE: u32 = 256;
    /// The version begins here: ten times the major number, and the minor one.
    pub const VERSION_SHIFT: u32 = 16;
}

/// A longer URL or block of headers is not remembered.
const WORTH_REMEMBERING: usize = 2048;

/// Where the bytes are that are being read.
enum Fed {
    Nothing,
    Leased(Lease),
    /// With where in them the last read begins.
    Own(Vec<u8>, usize),
}

struct Parser {
    machine: Machine,
    fed: Fed,
    /// The bytes of a head that is not complete yet.
    kept: Vec<u8>,
    last_line: Vec<u8>,
    last_fields: Vec<u8>,
    own_body: (usize, usize),
    /// What is wrong, and at which byte of the last read.
    fault: Option<(Fault, usize)>,
    /// When the message began that is being read, on the loop's clock; 0 between messages.
    begun: f64,
    is_head_read: bool,
    /// The last event was a whole message, and the end of what was fed: nothing more need be asked.
    is_over: bool,
    is_released: bool,
}

type Shared = Rc<RefCell<Parser>>;

#[derive(Default)]
struct Table {
    parsers: Vec<Option<Shared>>,
    free: Vec<u32>,
}

thread_local! {
    static TABLE: RefCell<Table> = RefCell::default();
    static EVENT: OnceCell<SharedNumbers> = const { OnceCell::new() };
}

fn parser_of(id: u32) -> Option<Shared> {
    TABLE.with_borrow(|table| table.parsers.get(id as usize).cloned().flatten())
}

fn parser<'c>(call: &Call<'c>) -> Result<Shared, Failure<'c>> {
    let id = call.number(0)?;
    parser_of(id as u32).ok_or_else(|| Throw::error(format!("there is no parser with the number {id}")).into())
}

impl Parser {
    fn with_data<R>(&mut self, read: impl FnOnce(&mut Machine, &[u8]) -> R) -> R {
        match &self.fed {
            Fed::Nothing => read(&mut self.machine, &[]),
            Fed::Leased(lease) => read(&mut self.machine, lease.bytes()),
            Fed::Own(bytes, _) => read(&mut self.machine, bytes),
        }
    }

    /// Takes what was read. A head that has begun earlier goes on in memory of its own.
    fn feed_leased(&mut self, read: Lease) {
        self.settle();
        if self.kept.is_empty() {
            self.fed = Fed::Leased(read);
        } else {
            self.feed_own(read.bytes());
        }
    }

    /// Nobody reads on for now: what is left moves out of the receive buffer.
    fn end_lease(&mut self) {
        if let Fed::Leased(lease) = &self.fed {
            self.fed = if self.is_released { Fed::Nothing } else { Fed::Own(lease.bytes().to_vec(), 0) };
        }
    }

    fn feed_own(&mut self, data: &[u8]) {
        self.settle();
        let mut bytes = std::mem::take(&mut self.kept);
        let begins = bytes.len();
        bytes.extend_from_slice(data);
        self.fed = Fed::Own(bytes, begins);
    }

    fn settle(&mut self) {
        if std::mem::take(&mut self.is_over) {
            self.keep();
        }
    }

    /// Nothing of what was fed is left to read.
    fn is_spent(&self) -> bool {
        match &self.fed {
            Fed::Nothing => true,
            Fed::Leased(lease) => self.machine.at >= lease.bytes().len(),
            Fed::Own(bytes, _) => self.machine.at >= bytes.len(),
        }
    }

    fn is_done(&self) -> bool {
        matches!(self.fed, Fed::Nothing)
    }

    /// The next event, in the shared numbers.
    fn next(&mut self) -> Told {
        let event = self.with_data(Machine::advance);
        self.note_time();
        self.tell(event)
    }

    fn note_time(&mut self) {
        if self.machine.is_between_messages() {
            self.begun = 0.0;
        } else if self.begun == 0.0 {
            self.begun = host().now_ms() as f64;
            self.is_head_read = false;
        }
    }

    fn tell(&mut self, event: Event) -> Told {
        let told = match event {
            Event::Need => {
                self.keep();
                Told::Need
            }
            Event::Head => {
                self.is_head_read = true;
                self.tell_head();
                // It may have been the whole message.
                self.note_time();
                Told::Head
            }
            Event::Body { start, length } => {
                set(4, start);
                set(5, length);
                self.own_body = (start, length);
                if let Fed::Leased(lease) = &self.fed {
                    set(7, lease.number());
                    Told::Body
                } else {
                    Told::OwnBody
                }
            }
            Event::Complete => {
                let has_trailers = self.machine.in_trailers_with_fields();
                set(3, usize::from(has_trailers));
                Told::Complete
            }
            Event::Fault(fault, at) => {
                let begins = if let Fed::Own(_, begins) = self.fed { begins } else { 0 };
                self.fault = Some((fault, at.saturating_sub(begins)));
                Told::Fault
            }
            Event::Upgraded(at) => {
                set(4, at);
                Told::Upgraded
            }
        };
        set(1, told as usize);
        told
    }

    fn tell_head(&mut self) {
        let (mut same_line, mut same_fields) = (false, false);
        let (last_line, last_fields) = (std::mem::take(&mut self.last_line), std::mem::take(&mut self.last_fields));
        let (line, fields) = self.with_data(|machine, data| {
            let head = &data[machine.origin..machine.at];
            let line = &head[machine.line.0 as usize..machine.line.1 as usize];
            let fields = machine.fields.first().map_or(&[][..], |first| &head[first.name.0 as usize..]);
            same_line = line == last_line;
            same_fields = fields == last_fields && !machine.fields.is_empty();
            (remembered(last_line, line, same_line), remembered(last_fields, fields, same_fields))
        });
        (self.last_line, self.last_fields) = (line, fields);
        let machine = &mut self.machine;
        let mut bits = u32::from(machine.major * 10 + machine.minor) << bit::VERSION_SHIFT;
        let mut add = |condition: bool, bit: u32| bits |= if condition { bit } else { 0 };
        add(machine.should_keep_alive(), bit::KEEP_ALIVE);
        add(machine.asks_for_upgrade(), bit::UPGRADE);
        add(machine.has_body(), bit::BODY);
        add(machine.flags.expect, bit::EXPECT);
        add(machine.flags.host, bit::HOST);
        add(same_line, bit::SAME_LINE);
        add(same_fields, bit::SAME_FIELDS);
        let is_complete = machine.take_empty_end();
        add(is_complete, bit::COMPLETE);
        let is_over = match &self.fed {
            Fed::Nothing => true,
            Fed::Leased(lease) => machine.at == lease.bytes().len(),
            Fed::Own(bytes, _) => machine.at == bytes.len(),
        };
        add(!is_over, bit::MORE);
        self.is_over = is_over && is_complete;
        let is_request = machine.kind == Kind::Request;
        set(2, if is_request { usize::from(machine.method) } else { usize::from(machine.status) });
        set(3, bits as usize);
    }

    /// All is read; of a head under way the bytes stay.
    fn keep(&mut self) {
        if self.machine.is_in_head() {
            let origin = self.machine.origin;
            self.kept = match std::mem::replace(&mut self.fed, Fed::Nothing) {
                Fed::Own(mut bytes, _) => {
                    bytes.drain(..origin);
                    bytes
                }
                Fed::Leased(lease) => lease.bytes()[origin..].to_vec(),
                Fed::Nothing => std::mem::take(&mut self.kept),
            };
            self.machine.at = self.kept.len();
        } else {
            self.fed = Fed::Nothing;
            self.kept = Vec::new();
            self.machine.at = 0;
        }
        self.machine.origin = 0;
    }

    /// JavaScript threw at an event of this kind; what is left of the read is nobody's.
    fn break_at_callback(&mut self, fault: Fault) {
        let begins = if let Fed::Own(_, begins) = self.fed { begins } else { 0 };
        let at = self.machine.at.saturating_sub(begins);
        self.machine.break_at_callback(fault, at);
        self.keep();
        self.is_over = false;
    }

    /// Everything after the last event; it is no longer the parser's.
    fn take_rest(&mut self) -> Vec<u8> {
        let rest = self.with_data(|machine, data| data.get(machine.at..).unwrap_or(&[]).to_vec());
        self.fed = Fed::Nothing;
        self.kept = Vec::new();
        self.machine.at = 0;
        self.machine.origin = 0;
        rest
    }

    /// Names and values by turns, a line each: neither can hold the end of a line.
    fn fields(&mut self) -> Vec<u8> {
        self.with_data(|machine, data| {
            let head = data.get(machine.origin..).unwrap_or(&[]);
            let mut text = Vec::with_capacity(machine.at.saturating_sub(machine.origin));
            for (index, field) in machine.fields.iter().enumerate() {
                if index > 0 {
                    text.push(b'\n');
                }
                text.extend_from_slice(&head[field.name.0 as usize..field.name.1 as usize]);
                text.push(b'\n');
                let mut value = &head[field.value.0 as usize..field.value.1 as usize];
                while let [rest @ .., b' ' | b'\t'] = value {
                    value = rest;
                }
                if field.is_folded {
                    text.extend(value.iter().filter(|byte| !matches!(byte, b'\r' | b'\n')));
                } else {
                    text.extend_from_slice(value);
                }
            }
            text
        })
    }
}

fn remembered(mut last: Vec<u8>, now: &[u8], is_same: bool) -> Vec<u8> {
    if !is_same {
        last.clear();
        if now.len() <= WORTH_REMEMBERING {
            last.extend_from_slice(now);
        }
    }
    last
}

fn set(index: usize, value: usize) {
    EVENT.with(|event| {
        if let Some(event) = event.get() {
            event.set(index, value as f64);
        }
    });
}

/// Each byte a letter, as HTTP has it.
fn latin1<'c>(bytes: Vec<u8>) -> Out<'c> {
    if bytes.is_ascii() {
        Out::Text(String::from_utf8(bytes).unwrap_or_default())
    } else {
        Out::Utf16(bytes.into_iter().map(u16::from).collect())
    }
}

/// A consumed socket has read.
pub fn read(id: u32, read: Lease) {
    let Some(parser) = parser_of(id) else { return };
    parser.borrow_mut().feed_leased(read);
    let host = host();
    let entry = host.entries.http_event.get();
    loop {
        parser.borrow_mut().next();
        set(0, id as usize);
        set(6, host.now_ms() as usize);
        host.macrotask(|| entry.map_or(Ok(()), Root::call));
        let mut parser = parser.borrow_mut();
        parser.settle();
        if parser.is_released || parser.is_done() || parser.machine.is_stopped() {
            parser.end_lease();
            break;
        }
    }
}

pub fn fill(binding: &Binding<'_>) {
    let methods = method::NAMES.join(" ");
    binding.text("methods", &methods).number("httpMethods", method::HTTP_METHODS as f64);
    if let Ok(numbers) = SharedNumbers::new(binding.cx(), 8) {
        binding.value("event", numbers.array(binding.cx()));
        EVENT.with(|event| drop(event.set(numbers)));
    }
    fill_lives(binding);
    fill_reading(binding);
}

fn fill_lives(binding: &Binding<'_>) {
    binding
        // Kind (1: requests, 2: responses), the most bytes of headers, what to be lenient about, the most headers.
        .function("create", |call| {
            let kind = if call.number(0)? == 1.0 { Kind::Request } else { Kind::Response };
            let mut machine = Machine::new(kind, call.number(2)? as u32, call.number(1)? as usize);
            machine.most_headers = call.number(3)? as usize;
            let parser = Parser {
                machine,
                fed: Fed::Nothing,
                kept: Vec::new(),
                last_line: Vec::new(),
                last_fields: Vec::new(),
                own_body: (0, 0),
                fault: None,
                begun: host().now_ms() as f64,
                is_head_read: false,
                is_over: false,
                is_released: false,
            };
            let parser = Some(Rc::new(RefCell::new(parser)));
            let id = TABLE.with_borrow_mut(|table| match table.free.pop() {
                Some(id) => {
                    table.parsers[id as usize] = parser;
                    id
                }
                None => {
                    table.parsers.push(parser);
                    (table.parsers.len() - 1) as u32
                }
            });
            Ok(id.into())
        })
        .function("release", |call| {
            parser(call)?.borrow_mut().is_released = true;
            let id = call.number(0)? as u32;
            TABLE.with_borrow_mut(|table| {
                table.free.push(id);
                table.parsers[id as usize] = None;
            });
            Ok(().into())
        })
        .function("consume", |call| {
            net::consume(call.number(1)? as u32, Some(call.number(0)? as u32));
            Ok(().into())
        })
        .function("unconsume", |call| {
            net::consume(call.number(0)? as u32, None);
            Ok(().into())
        })
        // When the message under way began, on the loop's clock; negative once its head was read; 0 between messages.
        .function("begun", |call| {
            let parser = parser(call)?;
            let parser = parser.borrow();
            Ok((if parser.is_head_read { -parser.begun } else { parser.begun }).into())
        })
        .function("now", |_| {
            let host = host();
            host.lp.update_now();
            Ok((host.now_ms() as f64).into())
        });
}

fn fill_reading(binding: &Binding<'_>) {
    binding
        .function("feed", |call| {
            let parser = parser(call)?;
            let mut parser = parser.borrow_mut();
            // Fed from within: by a listener of a message that is being told of.
            if !matches!(parser.fed, Fed::Nothing) {
                if !parser.is_spent() && !parser.machine.is_stopped() {
                    return Ok((-1.0).into());
                }
                parser.keep();
            }
            call.with_bytes(1, |bytes| parser.feed_own(bytes))?;
            set(6, host().now_ms() as usize);
            Ok((parser.next() as u8 as f64).into())
        })
        .function("next", |call| Ok((parser(call)?.borrow_mut().next() as u8 as f64).into()))
        .function("finish", |call| {
            let parser = parser(call)?;
            let mut parser = parser.borrow_mut();
            parser.settle();
            let event = parser.machine.finish();
            parser.note_time();
            // What was kept of a head is of no use any more.
            parser.kept = Vec::new();
            Ok((parser.tell(event) as u8 as f64).into())
        })
        // What JavaScript threw at: as `Told`.
        .function("breakOff", |call| {
            let fault = match call.number(1)? as u8 {
                kind if kind == Told::Head as u8 => fault::HEAD_CALLBACK,
                kind if kind == Told::Complete as u8 => fault::END_CALLBACK,
                _ => fault::BODY_CALLBACK,
            };
            parser(call)?.borrow_mut().break_at_callback(fault);
            Ok(().into())
        })
        .function("skipBody", |call| {
            parser(call)?.borrow_mut().machine.skip_body = true;
            Ok(().into())
        })
        .function("takeOver", |call| {
            parser(call)?.borrow_mut().machine.takes_over = true;
            Ok(().into())
        })
        .function("takeBody", |call| {
            let parser = parser(call)?;
            let mut parser = parser.borrow_mut();
            let (start, length) = parser.own_body;
            let end = start.saturating_add(length);
            Ok(parser.with_data(|_, data| data.get(start..end).unwrap_or_default().to_vec()).into())
        })
        .function("takeRest", |call| Ok(parser(call)?.borrow_mut().take_rest().into()))
        // What the last read brought, for whoever wants to see what was wrong with it.
        .function("lastRead", |call| {
            let parser = parser(call)?;
            let mut parser = parser.borrow_mut();
            let begins = if let Fed::Own(_, begins) = parser.fed { begins } else { 0 };
            Ok(parser.with_data(|_, data| data[begins..].to_vec()).into())
        })
        .function("line", |call| {
            let parser = parser(call)?;
            let bytes = parser.borrow_mut().with_data(|machine, data| {
                let place = machine.origin + machine.line.0 as usize..machine.origin + machine.line.1 as usize;
                data.get(place).unwrap_or_default().to_vec()
            });
            Ok(latin1(bytes))
        })
        .function("fields", |call| Ok(latin1(parser(call)?.borrow_mut().fields())))
        .function("faultCode", |call| Ok(parser(call)?.borrow().fault.map_or("", |(fault, _)| fault.code).into()))
        .function("faultAt", |call| Ok(parser(call)?.borrow().fault.map_or(0, |(_, at)| at).into()))
        .function("faultReason", |call| Ok(parser(call)?.borrow().fault.map_or("", |(fault, _)| fault.reason).into()));
}
