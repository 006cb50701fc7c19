//! `binding('http')`: HTTP/1 parsers, which `lib/http/parser.js` refers to by id.
//!
//! ```text
//!   read ─▶ lease of a receive buffer ─▶ Parser ─▶ httpEvent(), one macrotask per read ─▶ lib/http/parser.js ─▶ 'request' listeners
//!                                           ▲                                                    │
//!                                           └───────────────── next(): the next event ───────────┘
//! ```
//!
//! A parser *consumes* a socket: a read goes from the receive buffer directly to the parser, and no Buffer is allocated
//! for it. The handle owns the lease until all of it is parsed: handlers, ticks and promise jobs run in between.
//! JavaScript is entered once per read, with the first event in shared numbers, and polls for further events with
//! `next`: a request without a body is one event and one call. Strings are created on demand; a URL or header block
//! that equals the previous one of the connection (keep-alive clients repeat themselves) is not created again, since
//! JavaScript still has it.

mod body;
mod char_class;
mod error;
mod fields;
pub mod method;
pub mod parser;
mod start_line;

use super::Binding;
use super::handle_table::HandleTable;
use super::net::{self, ReadSink, receive_buffer::Lease};
use crate::host::host;
use crate::shared_constants::{http_event, http_head_flag as head_flag};
use error::ParseError;
use hexloop_engine::{Call, Failure, Out, Root, SharedNumbers};
use parser::{Event, Kind, Parser};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// Event numbers for JavaScript.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EventCode {
    NeedData = http_event::NEED_DATA as isize,
    HeadersComplete = http_event::HEADERS_COMPLETE as isize,
    Body = http_event::BODY as isize,
    /// Body bytes that are not in a receive buffer: `takeBody`.
    OwnedBody = http_event::OWNED_BODY as isize,
    MessageComplete = http_event::MESSAGE_COMPLETE as isize,
    Error = http_event::PARSE_ERROR as isize,
    Upgraded = http_event::UPGRADED as isize,
}

/// A longer URL or header block is not cached.
const MAX_CACHED_LENGTH: usize = 2048;

/// The bytes being parsed.
enum Input {
    Empty,
    Leased(Lease),
    /// With the offset at which the last read starts.
    Owned(Vec<u8>, usize),
}

struct ParserHandle {
    parser: Parser,
    input: Input,
    /// The bytes of an incomplete head.
    partial_head: Vec<u8>,
    last_line: Vec<u8>,
    last_fields: Vec<u8>,
    owned_body: (usize, usize),
    /// The error, and its offset in the last read.
    error: Option<(ParseError, usize)>,
    /// When the current message started, on the loop's clock; 0 between messages.
    started_at: f64,
    headers_complete: bool,
    /// The last event completed a message at the end of the input: there is nothing left to parse.
    is_drained: bool,
    is_released: bool,
}

type Shared = Rc<RefCell<ParserHandle>>;

thread_local! {
    static PARSERS: HandleTable<Shared> = const { HandleTable::new("parser") };
    static EVENT: OnceCell<SharedNumbers> = const { OnceCell::new() };
}

fn handle<'c>(call: &Call<'c>) -> Result<Shared, Failure<'c>> {
    PARSERS.with(|parsers| parsers.find(call, 0))
}

impl ParserHandle {
    fn with_data<R>(&mut self, read: impl FnOnce(&mut Parser, &[u8]) -> R) -> R {
        match &self.input {
            Input::Empty => read(&mut self.parser, &[]),
            Input::Leased(lease) => read(&mut self.parser, lease.bytes()),
            Input::Owned(bytes, _) => read(&mut self.parser, bytes),
        }
    }

    /// Parses a read in place, unless a partial head precedes it: then both are copied into one buffer.
    fn feed_leased(&mut self, read: Lease) {
        self.release_consumed_input();
        if self.partial_head.is_empty() {
            self.input = Input::Leased(read);
        } else {
            self.feed_owned(read.bytes());
        }
    }

    /// Parsing stops for now: copies what is left out of the receive buffer.
    fn end_lease(&mut self) {
        if let Input::Leased(lease) = &self.input {
            self.input = if self.is_released { Input::Empty } else { Input::Owned(lease.bytes().to_vec(), 0) };
        }
    }

    fn feed_owned(&mut self, data: &[u8]) {
        self.release_consumed_input();
        let mut bytes = std::mem::take(&mut self.partial_head);
        let read_start = bytes.len();
        bytes.extend_from_slice(data);
        self.input = Input::Owned(bytes, read_start);
    }

    fn release_consumed_input(&mut self) {
        if std::mem::take(&mut self.is_drained) {
            self.save_partial_head();
        }
    }

    /// Whether all input is parsed.
    fn has_consumed_input(&self) -> bool {
        match &self.input {
            Input::Empty => true,
            Input::Leased(lease) => self.parser.at >= lease.bytes().len(),
            Input::Owned(bytes, _) => self.parser.at >= bytes.len(),
        }
    }

    fn has_no_input(&self) -> bool {
        matches!(self.input, Input::Empty)
    }

    /// Parses up to the next event and publishes it in the shared numbers.
    fn next(&mut self) -> EventCode {
        let event = self.with_data(Parser::advance);
        self.update_started_at();
        self.emit(event)
    }

    fn update_started_at(&mut self) {
        if self.parser.is_between_messages() {
            self.started_at = 0.0;
        } else if self.started_at == 0.0 {
            self.started_at = host().now_ms() as f64;
            self.headers_complete = false;
        }
    }

    fn emit(&mut self, event: Event) -> EventCode {
        let code = match event {
            Event::NeedMore => {
                self.save_partial_head();
                EventCode::NeedData
            }
            Event::Head => {
                self.headers_complete = true;
                self.emit_head();
                // The message may be complete.
                self.update_started_at();
                EventCode::HeadersComplete
            }
            Event::Body { start, length } => {
                set(4, start);
                set(5, length);
                self.owned_body = (start, length);
                if let Input::Leased(lease) = &self.input {
                    set(7, lease.number());
                    EventCode::Body
                } else {
                    EventCode::OwnedBody
                }
            }
            Event::Complete => {
                let has_trailers = self.parser.has_trailers();
                set(3, usize::from(has_trailers));
                EventCode::MessageComplete
            }
            Event::Error(error, at) => {
                let read_start = if let Input::Owned(_, read_start) = self.input { read_start } else { 0 };
                self.error = Some((error, at.saturating_sub(read_start)));
                EventCode::Error
            }
            Event::Upgraded(at) => {
                set(4, at);
                EventCode::Upgraded
            }
        };
        set(1, code as usize);
        code
    }

    fn emit_head(&mut self) {
        let (mut same_line, mut same_fields) = (false, false);
        let (last_line, last_fields) = (std::mem::take(&mut self.last_line), std::mem::take(&mut self.last_fields));
        let (line, fields) = self.with_data(|parser, data| {
            let head = &data[parser.origin..parser.at];
            let line = &head[parser.line.0 as usize..parser.line.1 as usize];
            let fields = parser.fields.first().map_or(&[][..], |first| &head[first.name.0 as usize..]);
            same_line = line == last_line;
            same_fields = fields == last_fields && !parser.fields.is_empty();
            (cached(last_line, line, same_line), cached(last_fields, fields, same_fields))
        });
        (self.last_line, self.last_fields) = (line, fields);
        let parser = &mut self.parser;
        let mut bits = u32::from(parser.major * 10 + parser.minor) << head_flag::VERSION_SHIFT;
        let mut add = |condition: bool, bit: u32| bits |= if condition { bit } else { 0 };
        add(parser.should_keep_alive(), head_flag::KEEP_ALIVE);
        add(parser.wants_upgrade(), head_flag::UPGRADE);
        add(parser.has_body(), head_flag::BODY);
        add(parser.flags.expect, head_flag::EXPECT);
        add(parser.flags.host, head_flag::HOST);
        add(same_line, head_flag::SAME_LINE);
        add(same_fields, head_flag::SAME_FIELDS);
        let is_complete = parser.complete_if_empty();
        add(is_complete, head_flag::COMPLETE);
        let is_drained = match &self.input {
            Input::Empty => true,
            Input::Leased(lease) => parser.at == lease.bytes().len(),
            Input::Owned(bytes, _) => parser.at == bytes.len(),
        };
        add(!is_drained, head_flag::MORE_EVENTS);
        self.is_drained = is_drained && is_complete;
        let is_request = parser.kind == Kind::Request;
        set(2, if is_request { usize::from(parser.method) } else { usize::from(parser.status) });
        set(3, bits as usize);
    }

    /// All input is consumed; keeps the bytes of a partial head.
    fn save_partial_head(&mut self) {
        if self.parser.is_in_head() {
            let origin = self.parser.origin;
            self.partial_head = match std::mem::replace(&mut self.input, Input::Empty) {
                Input::Owned(mut bytes, _) => {
                    bytes.drain(..origin);
                    bytes
                }
                Input::Leased(lease) => lease.bytes()[origin..].to_vec(),
                Input::Empty => std::mem::take(&mut self.partial_head),
            };
            self.parser.at = self.partial_head.len();
        } else {
            self.input = Input::Empty;
            self.partial_head = Vec::new();
            self.parser.at = 0;
        }
        self.parser.origin = 0;
    }

    /// A JavaScript callback threw at this event; the rest of the read is dropped.
    fn fail_at_callback(&mut self, error: ParseError) {
        let read_start = if let Input::Owned(_, read_start) = self.input { read_start } else { 0 };
        let at = self.parser.at.saturating_sub(read_start);
        self.parser.fail_at_callback(error, at);
        self.save_partial_head();
        self.is_drained = false;
    }

    /// Returns everything after the last event and removes it from the input.
    fn take_remaining(&mut self) -> Vec<u8> {
        let rest = self.with_data(|parser, data| data.get(parser.at..).unwrap_or(&[]).to_vec());
        self.input = Input::Empty;
        self.partial_head = Vec::new();
        self.parser.at = 0;
        self.parser.origin = 0;
        rest
    }

    /// Alternating names and values, one per line: neither can contain a line break.
    fn fields(&mut self) -> Vec<u8> {
        self.with_data(|parser, data| {
            let head = data.get(parser.origin..).unwrap_or(&[]);
            let mut text = Vec::with_capacity(parser.at.saturating_sub(parser.origin));
            for (index, field) in parser.fields.iter().enumerate() {
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

fn cached(mut last: Vec<u8>, now: &[u8], is_same: bool) -> Vec<u8> {
    if !is_same {
        last.clear();
        if now.len() <= MAX_CACHED_LENGTH {
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

/// Headers are Latin-1: one character per byte.
fn latin1<'c>(bytes: Vec<u8>) -> Out<'c> {
    if bytes.is_ascii() {
        Out::Text(String::from_utf8(bytes).unwrap_or_default())
    } else {
        Out::Utf16(bytes.into_iter().map(u16::from).collect())
    }
}

/// Called when a consumed socket has read.
pub fn read(id: u32, read: Lease) {
    let Some(handle) = PARSERS.with(|parsers| parsers.get(id)) else { return };
    handle.borrow_mut().feed_leased(read);
    let host = host();
    let entry = host.entries.http_event.get();
    loop {
        handle.borrow_mut().next();
        set(0, id as usize);
        set(6, host.now_ms() as usize);
        host.macrotask(|| entry.map_or(Ok(()), Root::call));
        let mut handle = handle.borrow_mut();
        handle.release_consumed_input();
        if handle.is_released || handle.has_no_input() || handle.parser.is_stopped() {
            handle.end_lease();
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
    fill_lifecycle(binding);
    fill_reading(binding);
}

fn fill_lifecycle(binding: &Binding<'_>) {
    binding
        // (type (1: requests, 2: responses), maxHeaderSize, lenient flags, maxHeadersCount)
        .function("create", |call| {
            let kind = if call.number(0)? == 1.0 { Kind::Request } else { Kind::Response };
            let mut parser = Parser::new(kind, call.number(2)? as u32, call.number(1)? as usize);
            parser.max_headers = call.number(3)? as usize;
            let handle = ParserHandle {
                parser,
                input: Input::Empty,
                partial_head: Vec::new(),
                last_line: Vec::new(),
                last_fields: Vec::new(),
                owned_body: (0, 0),
                error: None,
                started_at: host().now_ms() as f64,
                headers_complete: false,
                is_drained: false,
                is_released: false,
            };
            Ok(PARSERS.with(|parsers| parsers.insert(Rc::new(RefCell::new(handle)))).into())
        })
        .function("release", |call| {
            handle(call)?.borrow_mut().is_released = true;
            drop(PARSERS.with(|parsers| parsers.take(call, 0))?);
            Ok(().into())
        })
        .function("consume", |call| {
            let sink = ReadSink { id: call.number(0)? as u32, receive: read };
            net::consume(call.number(1)? as u32, Some(sink));
            Ok(().into())
        })
        .function("unconsume", |call| {
            net::consume(call.number(0)? as u32, None);
            Ok(().into())
        })
        // When the current message started, on the loop's clock; negative once its head is complete; 0 between
        // messages.
        .function("messageStartedAt", |call| {
            let handle = handle(call)?;
            let handle = handle.borrow();
            Ok((if handle.headers_complete { -handle.started_at } else { handle.started_at }).into())
        })
        .function("now", |_| {
            let host = host();
            host.lp.update_now();
            Ok((host.now_ms() as f64).into())
        });
}

fn fill_reading(binding: &Binding<'_>) {
    binding
        .function("execute", |call| {
            let handle = handle(call)?;
            let mut handle = handle.borrow_mut();
            // Re-entrant call: by a listener of an event of this parser.
            if !matches!(handle.input, Input::Empty) {
                if !handle.has_consumed_input() && !handle.parser.is_stopped() {
                    return Ok((-1.0).into());
                }
                handle.save_partial_head();
            }
            call.with_bytes(1, |bytes| handle.feed_owned(bytes))?;
            set(6, host().now_ms() as usize);
            Ok((handle.next() as u8 as f64).into())
        })
        .function("nextEvent", |call| Ok((handle(call)?.borrow_mut().next() as u8 as f64).into()))
        .function("finish", |call| {
            let handle = handle(call)?;
            let mut handle = handle.borrow_mut();
            handle.release_consumed_input();
            let event = handle.parser.finish();
            handle.update_started_at();
            // A partial head is useless at EOF.
            handle.partial_head = Vec::new();
            Ok((handle.emit(event) as u8 as f64).into())
        })
        // The event whose callback threw: an `EventCode`.
        .function("failAtCallback", |call| {
            let error = match call.number(1)? as u8 {
                kind if kind == EventCode::HeadersComplete as u8 => error::HEAD_CALLBACK,
                kind if kind == EventCode::MessageComplete as u8 => error::END_CALLBACK,
                _ => error::BODY_CALLBACK,
            };
            handle(call)?.borrow_mut().fail_at_callback(error);
            Ok(().into())
        })
        .function("skipBody", |call| {
            handle(call)?.borrow_mut().parser.skip_body = true;
            Ok(().into())
        })
        .function("acceptUpgrade", |call| {
            handle(call)?.borrow_mut().parser.upgrade_accepted = true;
            Ok(().into())
        })
        .function("takeBody", |call| {
            let handle = handle(call)?;
            let mut handle = handle.borrow_mut();
            let (start, length) = handle.owned_body;
            let end = start.saturating_add(length);
            Ok(handle.with_data(|_, data| data.get(start..end).unwrap_or_default().to_vec()).into())
        })
        .function("takeRemaining", |call| Ok(handle(call)?.borrow_mut().take_remaining().into()))
        // The bytes of the last read, for `rawPacket` of an error.
        .function("lastRead", |call| {
            let handle = handle(call)?;
            let mut handle = handle.borrow_mut();
            let read_start = if let Input::Owned(_, read_start) = handle.input { read_start } else { 0 };
            Ok(handle.with_data(|_, data| data[read_start..].to_vec()).into())
        })
        .function("urlOrStatusMessage", |call| {
            let handle = handle(call)?;
            let bytes = handle.borrow_mut().with_data(|parser, data| {
                let place = parser.origin + parser.line.0 as usize..parser.origin + parser.line.1 as usize;
                data.get(place).unwrap_or_default().to_vec()
            });
            Ok(latin1(bytes))
        })
        .function("headers", |call| Ok(latin1(handle(call)?.borrow_mut().fields())))
        .function("errorCode", |call| Ok(handle(call)?.borrow().error.map_or("", |(error, _)| error.code).into()))
        .function("errorOffset", |call| Ok(handle(call)?.borrow().error.map_or(0, |(_, at)| at).into()))
        .function("errorReason", |call| Ok(handle(call)?.borrow().error.map_or("", |(error, _)| error.reason).into()));
}
