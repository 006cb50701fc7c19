//! HTTP/1 as llhttp reads it: the same inputs are taken, the same are refused, with the same code at the same byte.
//!
//! HOW. [`Machine::advance`] goes over the bytes once, from wherever it stopped, and stops at what JavaScript must hear of:
//!
//! ```text
//!   start ─▶ start line ─▶ headers ─▶ Head ─▶ Body* ─▶ [trailers] ─▶ Complete ─▶ start
//!             start_line.rs  fields.rs         body.rs                     └▶ closed, upgraded
//! ```
//!
//! A head is not copied while it is read: the machine remembers places in it, counted from the head's first byte. Whoever
//! feeds the machine keeps the bytes from [`Machine::origin`] on when a head (or the trailers) ends in a later read.
//!
//! WHY not byte by byte. The runs (a URL, a name, a value) are loops over a table of letters, and a state is looked at once a run,
//! not once a byte. Every state can nevertheless be left and entered again between any two bytes; `./x fuzz http` checks
//! that no cut of the input makes a difference.

use super::fault::{self, Fault};
use super::fields::Field;
use super::method;

pub const LENIENT_HEADERS: u32 = 1;
pub const LENIENT_CHUNKED_LENGTH: u32 = 2;
// 4 is llhttp's leniency about Connection headers, which changes nothing that Node shows.
pub const LENIENT_TRANSFER_ENCODING: u32 = 8;
pub const LENIENT_VERSION: u32 = 16;
pub const LENIENT_DATA_AFTER_CLOSE: u32 = 32;
pub const LENIENT_LF_AFTER_CR: u32 = 64;
pub const LENIENT_CRLF_AFTER_CHUNK: u32 = 128;
pub const LENIENT_CR_BEFORE_LF: u32 = 256;
pub const LENIENT_SPACES_AFTER_CHUNK_SIZE: u32 = 512;
pub const RELAXED_VALUES: u32 = 1024;

/// A message that has more of them is refused.
pub const MOST_HEADERS: usize = 1000;
/// How long the extensions of one chunk may be.
pub const LONGEST_EXTENSIONS: usize = 16 * 1024;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Request,
    Response,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// All there was is read.
    Need,
    Head,
    /// Where it is, in what was fed.
    Body {
        start: usize,
        length: usize,
    },
    Complete,
    /// What is wrong, and at which byte.
    Fault(Fault, usize),
    /// The rest, from that byte on, is of another protocol.
    Upgraded(usize),
}

/// What a message's headers said.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Flags {
    pub keep_alive: bool,
    pub close: bool,
    pub connection_upgrade: bool,
    pub upgrade: bool,
    pub chunked: bool,
    pub encoding: bool,
    pub length: bool,
    pub expect: bool,
    pub host: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Start,
    Method,
    SpacesBeforeUrl,
    Url(Url),
    Http09Lf,
    SpacesBeforeVersion,
    Protocol,
    Preface,
    Major,
    Dot,
    Minor,
    AfterVersion,
    LfAfterVersion,
    SpaceAfterResponseVersion,
    Status(u8),
    AfterStatus,
    StatusText,
    LfAfterResponseLine,
    FirstField,
    FieldStart,
    FieldName,
    ValueStart,
    EmptyValueLf,
    AfterEmptyValue,
    Value,
    ValueLf,
    AfterValue,
    LfAfterHeaders,
    AfterHead,
    BodyOfLength,
    BodyUntilEnd,
    Chunk(Chunk),
    MessageEnd,
    Closed,
    Upgraded,
    /// After a status of 101 that did not say what follows: whatever it is, it is not HTTP.
    Unknown,
    Broken,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Url {
    Start,
    Schema,
    SchemaSlash,
    SchemaSecondSlash,
    ServerStart,
    Server,
    ServerAt,
    Path,
    Query,
    Fragment,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chunk {
    SizeStart,
    Size,
    SizeBlank,
    SizeLf,
    ExtensionStart,
    ExtensionName,
    ExtensionValue,
    ExtensionQuoted,
    ExtensionPair,
    ExtensionAfterQuote,
    Data,
    DataCr,
    DataLf,
}

/// What a state's step says: go on, wait for bytes, or tell.
pub(super) enum Step {
    Again,
    Tell(Event),
}

pub(super) type Stepped = Result<Step, (Fault, usize)>;

pub struct Machine {
    pub kind: Kind,
    pub lenient: u32,
    pub most_bytes: usize,
    pub most_headers: usize,
    pub(super) state: State,
    /// The next byte to read, in what is being fed.
    pub at: usize,
    /// Where the head, or the trailers, begin; places below are counted from here.
    pub origin: usize,
    pub method: u8,
    pub major: u8,
    pub minor: u8,
    pub status: u16,
    pub flags: Flags,
    /// The URL, or the text after a status.
    pub line: (u32, u32),
    pub fields: Vec<Field>,
    pub(super) field: Field,
    pub(super) special: super::fields::Special,
    pub(super) mark: u32,
    pub(super) header_bytes: usize,
    pub(super) in_trailers: bool,
    /// What it is broken by, and at which byte of its read.
    pub(super) fault: Option<(Fault, usize)>,
    /// What is left of a body, or of a chunk.
    pub left: u64,
    pub(super) extension_bytes: usize,
    /// JavaScript knows that no body follows: the answer to HEAD.
    pub skip_body: bool,
    /// JavaScript takes the connection over.
    pub takes_over: bool,
}

impl Machine {
    pub fn new(kind: Kind, lenient: u32, most_bytes: usize) -> Machine {
        Machine {
            kind,
            lenient,
            most_bytes,
            most_headers: MOST_HEADERS,
            state: State::Start,
            at: 0,
            origin: 0,
            method: 0,
            major: 0,
            minor: 0,
            status: 0,
            flags: Flags::default(),
            line: (0, 0),
            fields: Vec::new(),
            field: Field::default(),
            special: super::fields::Special::None,
            mark: 0,
            header_bytes: 0,
            in_trailers: false,
            fault: None,
            left: 0,
            extension_bytes: 0,
            skip_body: false,
            takes_over: false,
        }
    }

    pub(super) fn is_lenient(&self, what: u32) -> bool {
        self.lenient & what != 0
    }

    /// Reads on in `data`, from `self.at`.
    pub fn advance(&mut self, data: &[u8]) -> Event {
        loop {
            if self.at >= data.len() && !self.moves_without_bytes() {
                return self.pause(data);
            }
            match self.step(data) {
                Ok(Step::Again) => {}
                Ok(Step::Tell(event)) => {
                    // Another protocol may follow, which nobody here speaks: it is passed over, not misread.
                    if event == Event::Complete && self.asks_for_upgrade() && !self.takes_over {
                        self.at = data.len();
                    }
                    return event;
                }
                Err((fault, at)) => return self.break_off(fault, at),
            }
        }
    }

    /// The bytes are at their end; what is known to be wrong already need not wait for more.
    fn pause(&mut self, data: &[u8]) -> Event {
        if let Err((fault, at)) = self.look_at_unfinished(data) {
            return self.break_off(fault, at);
        }
        Event::Need
    }

    fn break_off(&mut self, fault: Fault, at: usize) -> Event {
        self.fault = Some((fault, at));
        self.state = State::Broken;
        Event::Fault(fault, at)
    }

    /// JavaScript threw at the last event: llhttp then reads no more, and says why when it is fed the next time.
    pub fn break_at_callback(&mut self, fault: Fault, at: usize) {
        self.break_off(fault, at);
    }

    fn moves_without_bytes(&self) -> bool {
        matches!(self.state, State::AfterHead | State::MessageEnd | State::Upgraded | State::Broken)
            || (self.state == State::BodyOfLength && self.left == 0)
    }

    fn step(&mut self, data: &[u8]) -> Stepped {
        match self.state {
            State::FirstField
            | State::FieldStart
            | State::FieldName
            | State::ValueStart
            | State::EmptyValueLf
            | State::AfterEmptyValue
            | State::Value
            | State::ValueLf
            | State::AfterValue
            | State::LfAfterHeaders => self.step_fields(data),
            State::AfterHead => self.after_head(),
            State::BodyOfLength | State::BodyUntilEnd => Ok(self.step_body(data)),
            State::Chunk(chunk) => self.step_chunk(data, chunk),
            State::MessageEnd => Ok(self.end_message()),
            State::Closed => self.step_closed(data),
            State::Upgraded => Ok(Step::Tell(Event::Upgraded(self.at))),
            State::Unknown => {
                self.at = data.len();
                Ok(Step::Again)
            }
            State::Broken => Err(self.fault.unwrap_or((fault::EOF, self.at))),
            _ => self.step_start_line(data),
        }
    }

    /// Whether a head or trailers are under way, so that their bytes must be kept.
    pub fn is_in_head(&self) -> bool {
        !matches!(
            self.state,
            State::Start
                | State::AfterHead
                | State::BodyOfLength
                | State::BodyUntilEnd
                | State::Chunk(_)
                | State::MessageEnd
                | State::Closed
                | State::Upgraded
                | State::Unknown
                | State::Broken
        )
    }

    /// There is nothing more to be had from it.
    pub fn is_stopped(&self) -> bool {
        matches!(self.state, State::Broken | State::Upgraded)
    }

    /// Nothing of a message has come, or all of it.
    pub fn is_between_messages(&self) -> bool {
        matches!(self.state, State::Start | State::Closed | State::Upgraded | State::Unknown)
    }

    pub(super) fn begin(&mut self) {
        self.origin = self.at;
        self.method = 0;
        self.status = 0;
        self.flags = Flags::default();
        self.line = (0, 0);
        self.fields.clear();
        self.header_bytes = 0;
        self.in_trailers = false;
        self.left = 0;
        self.skip_body = false;
        self.takes_over = false;
    }

    // ---- after a head

    pub fn asks_for_upgrade(&self) -> bool {
        match self.kind {
            Kind::Request => self.method == method::CONNECT || (self.flags.upgrade && self.flags.connection_upgrade),
            Kind::Response => self.status == 101 && self.flags.upgrade && self.flags.connection_upgrade,
        }
    }

    pub fn has_body(&self) -> bool {
        self.flags.chunked || (self.flags.length && self.left > 0) || self.ends_with_connection()
    }

    /// Only the end of the connection tells where the body ends.
    fn ends_with_connection(&self) -> bool {
        if self.kind == Kind::Request {
            return self.flags.encoding && !self.flags.chunked && self.is_lenient(LENIENT_TRANSFER_ENCODING);
        }
        if self.status / 100 == 1 || self.status == 204 || self.status == 304 || self.skip_body {
            return false;
        }
        // Not chunked, and either of no known length or encoded in some other way.
        !self.flags.chunked && (self.flags.encoding || !self.flags.length)
    }

    pub fn should_keep_alive(&self) -> bool {
        let wanted = if self.major > 0 && self.minor > 0 { !self.flags.close } else { self.flags.keep_alive };
        wanted && !self.ends_with_connection()
    }

    fn after_head(&mut self) -> Stepped {
        let has_no_body =
            self.kind == Kind::Response && (self.status / 100 == 1 || self.status == 204 || self.status == 304);
        if self.takes_over && (self.kind == Kind::Response || self.method == method::CONNECT || !self.has_body()) {
            self.state = State::Upgraded;
            return Ok(Step::Tell(Event::Complete));
        }
        if self.skip_body || has_no_body {
            self.state = State::MessageEnd;
            return Ok(Step::Again);
        }
        if self.flags.chunked {
            self.state = State::Chunk(Chunk::SizeStart);
        } else if self.flags.encoding && self.kind == Kind::Request && !self.is_lenient(LENIENT_TRANSFER_ENCODING) {
            return Err((fault::ENCODING_OF_REQUEST, self.at));
        } else if self.ends_with_connection() {
            self.state = State::BodyUntilEnd;
        } else if self.flags.length && self.left > 0 {
            self.state = State::BodyOfLength;
        } else {
            self.state = State::MessageEnd;
        }
        Ok(Step::Again)
    }

    pub fn in_trailers_with_fields(&self) -> bool {
        self.in_trailers && !self.fields.is_empty()
    }

    /// A request without a body is told as one event, unless what follows depends on JavaScript.
    pub fn take_empty_end(&mut self) -> bool {
        let is_plain = self.state == State::AfterHead
            && self.kind == Kind::Request
            && !self.flags.encoding
            && !(self.flags.length && self.left > 0)
            && !self.asks_for_upgrade();
        if is_plain {
            self.end_message();
        }
        is_plain
    }

    fn end_message(&mut self) -> Step {
        let keeps = self.should_keep_alive() || self.is_lenient(LENIENT_DATA_AFTER_CLOSE);
        self.state = if self.takes_over {
            State::Upgraded
        } else if self.kind == Kind::Response && self.status == 101 {
            State::Unknown
        } else if keeps {
            State::Start
        } else {
            State::Closed
        };
        Step::Tell(Event::Complete)
    }

    fn step_closed(&mut self, data: &[u8]) -> Stepped {
        match data[self.at] {
            b'\r' | b'\n' => {
                self.at += 1;
                Ok(Step::Again)
            }
            _ => Err((fault::CLOSED, self.at + 1)),
        }
    }

    /// The connection is at its end.
    pub fn finish(&mut self) -> Event {
        match self.state {
            State::Start | State::Closed | State::Upgraded | State::Unknown => Event::Need,
            State::BodyUntilEnd => {
                self.state = State::MessageEnd;
                self.end_message();
                Event::Complete
            }
            // It was told already.
            State::Broken => Event::Need,
            _ => self.break_off(fault::EOF, 0),
        }
    }
}
