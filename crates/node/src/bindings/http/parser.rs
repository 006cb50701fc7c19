//! HTTP/1 as llhttp parses it: accepts and rejects the same inputs, with the same error code at the same byte.
//!
//! HOW. [`Parser::advance`] scans the bytes once, from where it stopped, up to the next event:
//!
//! ```text
//!   start ─▶ start line ─▶ headers ─▶ Head ─▶ Body* ─▶ [trailers] ─▶ Complete ─▶ start
//!             start_line.rs  fields.rs         body.rs                     └▶ closed, upgraded
//! ```
//!
//! A head is not copied while it is parsed: the parser stores offsets relative to its first byte. If a head (or the
//! trailers) is incomplete at the end of a read, the caller keeps the bytes from [`Parser::origin`] on.
//!
//! WHY not byte by byte. Runs of characters (a URL, a name, a value) are scanned with a table of character classes, so
//! that a state is dispatched once per run and not once per byte. Every state can nevertheless be suspended between any
//! two bytes; `./x fuzz http` checks that the result does not depend on how the input is split.

use super::error::{self, ParseError};
use super::fields::Field;
use super::method;

pub const LENIENT_HEADERS: u32 = 1;
pub const LENIENT_CHUNKED_LENGTH: u32 = 2;
// 4 is llhttp's leniency about Connection headers, which has no observable effect in Node.
pub const LENIENT_TRANSFER_ENCODING: u32 = 8;
pub const LENIENT_VERSION: u32 = 16;
pub const LENIENT_DATA_AFTER_CLOSE: u32 = 32;
pub const LENIENT_LF_AFTER_CR: u32 = 64;
pub const LENIENT_CRLF_AFTER_CHUNK: u32 = 128;
pub const LENIENT_CR_BEFORE_LF: u32 = 256;
pub const LENIENT_SPACES_AFTER_CHUNK_SIZE: u32 = 512;
pub const RELAXED_VALUES: u32 = 1024;

/// A message with more headers is rejected.
pub const MAX_HEADERS: usize = 1000;
/// The limit of one chunk's extensions.
pub const MAX_EXTENSION_BYTES: usize = 16 * 1024;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Request,
    Response,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// All input is consumed.
    NeedMore,
    Head,
    /// A range of the input.
    Body {
        start: usize,
        length: usize,
    },
    Complete,
    /// The error and its offset.
    Error(ParseError, usize),
    /// The rest, from this offset on, belongs to another protocol.
    Upgraded(usize),
}

/// What the headers of a message declare.
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
    BodyWithLength,
    BodyUntilEof,
    Chunk(Chunk),
    MessageEnd,
    Closed,
    Upgraded,
    /// After a 101 response without Upgrade: what follows is not HTTP and is discarded.
    Unknown,
    Failed,
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
    SizeSpace,
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

/// The result of one step: continue, or emit an event.
pub(super) enum Step {
    Again,
    Emit(Event),
}

pub(super) type StepResult = Result<Step, (ParseError, usize)>;

pub struct Parser {
    pub kind: Kind,
    pub lenient: u32,
    pub max_header_size: usize,
    pub max_headers: usize,
    pub(super) state: State,
    /// The next byte to parse, in the current input.
    pub at: usize,
    /// The start of the head or trailers; the offsets below are relative to it.
    pub origin: usize,
    pub method: u8,
    pub major: u8,
    pub minor: u8,
    pub status: u16,
    pub flags: Flags,
    /// The URL, or the status text.
    pub line: (u32, u32),
    pub fields: Vec<Field>,
    pub(super) field: Field,
    pub(super) special: super::fields::Special,
    pub(super) mark: u32,
    pub(super) header_bytes: usize,
    pub(super) in_trailers: bool,
    /// The error that stopped the parser, and its offset.
    pub(super) error: Option<(ParseError, usize)>,
    /// What remains of a body or chunk.
    pub remaining: u64,
    pub(super) extension_bytes: usize,
    /// Set by JavaScript: the response to HEAD has no body.
    pub skip_body: bool,
    /// Set by JavaScript: it takes over the connection.
    pub upgrade_accepted: bool,
}

impl Parser {
    pub fn new(kind: Kind, lenient: u32, max_header_size: usize) -> Parser {
        Parser {
            kind,
            lenient,
            max_header_size,
            max_headers: MAX_HEADERS,
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
            error: None,
            remaining: 0,
            extension_bytes: 0,
            skip_body: false,
            upgrade_accepted: false,
        }
    }

    pub(super) fn is_lenient(&self, what: u32) -> bool {
        self.lenient & what != 0
    }

    /// Continues at `self.at` in `data`.
    pub fn advance(&mut self, data: &[u8]) -> Event {
        loop {
            if self.at >= data.len() && !self.can_step_without_input() {
                return self.need_more(data);
            }
            match self.step(data) {
                Ok(Step::Again) => {}
                Ok(Step::Emit(event)) => {
                    // What follows may be another protocol that nobody handles: it is discarded, not parsed.
                    if event == Event::Complete && self.wants_upgrade() && !self.upgrade_accepted {
                        self.at = data.len();
                    }
                    return event;
                }
                Err((error, at)) => return self.fail(error, at),
            }
        }
    }

    /// The input is consumed; errors that are already certain are reported now.
    fn need_more(&mut self, data: &[u8]) -> Event {
        if let Err((error, at)) = self.check_incomplete(data) {
            return self.fail(error, at);
        }
        Event::NeedMore
    }

    fn fail(&mut self, error: ParseError, at: usize) -> Event {
        self.error = Some((error, at));
        self.state = State::Failed;
        Event::Error(error, at)
    }

    /// A JavaScript callback threw at the last event: llhttp then stops, and reports the error on the next execute.
    pub fn fail_at_callback(&mut self, error: ParseError, at: usize) {
        self.fail(error, at);
    }

    fn can_step_without_input(&self) -> bool {
        matches!(self.state, State::AfterHead | State::MessageEnd | State::Upgraded | State::Failed)
            || (self.state == State::BodyWithLength && self.remaining == 0)
    }

    fn step(&mut self, data: &[u8]) -> StepResult {
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
            State::BodyWithLength | State::BodyUntilEof => Ok(self.step_body(data)),
            State::Chunk(chunk) => self.step_chunk(data, chunk),
            State::MessageEnd => Ok(self.complete_message()),
            State::Closed => self.step_closed(data),
            State::Upgraded => Ok(Step::Emit(Event::Upgraded(self.at))),
            State::Unknown => {
                self.at = data.len();
                Ok(Step::Again)
            }
            State::Failed => Err(self.error.unwrap_or((error::EOF, self.at))),
            _ => self.step_start_line(data),
        }
    }

    /// Whether a head or trailers are incomplete, so that their bytes must be kept.
    pub fn is_in_head(&self) -> bool {
        !matches!(
            self.state,
            State::Start
                | State::AfterHead
                | State::BodyWithLength
                | State::BodyUntilEof
                | State::Chunk(_)
                | State::MessageEnd
                | State::Closed
                | State::Upgraded
                | State::Unknown
                | State::Failed
        )
    }

    /// Whether the parser has failed or was upgraded.
    pub fn is_stopped(&self) -> bool {
        matches!(self.state, State::Failed | State::Upgraded)
    }

    /// Whether no message is in progress.
    pub fn is_between_messages(&self) -> bool {
        matches!(self.state, State::Start | State::Closed | State::Upgraded | State::Unknown)
    }

    pub(super) fn begin_message(&mut self) {
        self.origin = self.at;
        self.method = 0;
        self.status = 0;
        self.flags = Flags::default();
        self.line = (0, 0);
        self.fields.clear();
        self.header_bytes = 0;
        self.in_trailers = false;
        self.remaining = 0;
        self.skip_body = false;
        self.upgrade_accepted = false;
    }

    // ---- after a head

    pub fn wants_upgrade(&self) -> bool {
        match self.kind {
            Kind::Request => self.method == method::CONNECT || (self.flags.upgrade && self.flags.connection_upgrade),
            Kind::Response => self.status == 101 && self.flags.upgrade && self.flags.connection_upgrade,
        }
    }

    pub fn has_body(&self) -> bool {
        self.flags.chunked || (self.flags.length && self.remaining > 0) || self.body_ends_at_eof()
    }

    /// Whether only EOF delimits the body.
    fn body_ends_at_eof(&self) -> bool {
        if self.kind == Kind::Request {
            return self.flags.encoding && !self.flags.chunked && self.is_lenient(LENIENT_TRANSFER_ENCODING);
        }
        if self.status / 100 == 1 || self.status == 204 || self.status == 304 || self.skip_body {
            return false;
        }
        // Not chunked, and either without a length or with another transfer encoding.
        !self.flags.chunked && (self.flags.encoding || !self.flags.length)
    }

    pub fn should_keep_alive(&self) -> bool {
        let wanted = if self.major > 0 && self.minor > 0 { !self.flags.close } else { self.flags.keep_alive };
        wanted && !self.body_ends_at_eof()
    }

    fn after_head(&mut self) -> StepResult {
        let has_no_body =
            self.kind == Kind::Response && (self.status / 100 == 1 || self.status == 204 || self.status == 304);
        if self.upgrade_accepted && (self.kind == Kind::Response || self.method == method::CONNECT || !self.has_body())
        {
            self.state = State::Upgraded;
            return Ok(Step::Emit(Event::Complete));
        }
        if self.skip_body || has_no_body {
            self.state = State::MessageEnd;
            return Ok(Step::Again);
        }
        if self.flags.chunked {
            self.state = State::Chunk(Chunk::SizeStart);
        } else if self.flags.encoding && self.kind == Kind::Request && !self.is_lenient(LENIENT_TRANSFER_ENCODING) {
            return Err((error::ENCODING_OF_REQUEST, self.at));
        } else if self.body_ends_at_eof() {
            self.state = State::BodyUntilEof;
        } else if self.flags.length && self.remaining > 0 {
            self.state = State::BodyWithLength;
        } else {
            self.state = State::MessageEnd;
        }
        Ok(Step::Again)
    }

    pub fn has_trailers(&self) -> bool {
        self.in_trailers && !self.fields.is_empty()
    }

    /// Completes a request without a body together with its head, unless the next state depends on JavaScript.
    pub fn complete_if_empty(&mut self) -> bool {
        let is_plain = self.state == State::AfterHead
            && self.kind == Kind::Request
            && !self.flags.encoding
            && !(self.flags.length && self.remaining > 0)
            && !self.wants_upgrade();
        if is_plain {
            self.complete_message();
        }
        is_plain
    }

    fn complete_message(&mut self) -> Step {
        let keeps = self.should_keep_alive() || self.is_lenient(LENIENT_DATA_AFTER_CLOSE);
        self.state = if self.upgrade_accepted {
            State::Upgraded
        } else if self.kind == Kind::Response && self.status == 101 {
            State::Unknown
        } else if keeps {
            State::Start
        } else {
            State::Closed
        };
        Step::Emit(Event::Complete)
    }

    fn step_closed(&mut self, data: &[u8]) -> StepResult {
        match data[self.at] {
            b'\r' | b'\n' => {
                self.at += 1;
                Ok(Step::Again)
            }
            _ => Err((error::CLOSED, self.at + 1)),
        }
    }

    /// EOF.
    pub fn finish(&mut self) -> Event {
        match self.state {
            State::Start | State::Closed | State::Upgraded | State::Unknown => Event::NeedMore,
            State::BodyUntilEof => {
                self.state = State::MessageEnd;
                self.complete_message();
                Event::Complete
            }
            // Already reported.
            State::Failed => Event::NeedMore,
            _ => self.fail(error::EOF, 0),
        }
    }
}
