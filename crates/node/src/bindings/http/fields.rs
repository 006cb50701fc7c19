//! Headers and trailers.

use super::char_class::{TOKEN, VALUE, encoding_word, end_of_run, is_blank, trimmed};
use super::error::{self, ParseError};
use super::parser::*;

/// Offsets of name and value, relative to the start of the head.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Field {
    pub name: (u32, u32),
    pub value: (u32, u32),
    /// The value is folded over several lines (only in lenient mode).
    pub is_folded: bool,
}

/// The headers that the parser interprets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Special {
    None,
    Connection,
    Length,
    Encoding,
    Upgrade,
    Expect,
    Host,
}

fn special(name: &[u8]) -> Special {
    let known: &[(&[u8], Special)] = match name.len() {
        4 => &[(b"host", Special::Host)],
        6 => &[(b"expect", Special::Expect)],
        7 => &[(b"upgrade", Special::Upgrade)],
        10 => &[(b"connection", Special::Connection)],
        14 => &[(b"content-length", Special::Length)],
        16 => &[(b"proxy-connection", Special::Connection)],
        17 => &[(b"transfer-encoding", Special::Encoding)],
        _ => return Special::None,
    };
    known.iter().find(|(word, _)| name.eq_ignore_ascii_case(word)).map_or(Special::None, |(_, special)| *special)
}

impl Parser {
    pub(super) fn step_fields(&mut self, data: &[u8]) -> StepResult {
        let (byte, at) = (data[self.at], self.at);
        let offset = (at - self.origin) as u32;
        match self.state {
            State::FirstField if byte == b' ' => {
                if !self.is_lenient(LENIENT_HEADERS) {
                    return Err((error::SPACE_AFTER_START_LINE, at + 1));
                }
                self.at += 1;
            }
            State::FirstField => self.state = State::FieldStart,
            State::FieldStart => match byte {
                b'\r' => self.enter_field(State::LfAfterHeaders, at + 1),
                b'\n' if self.is_lenient(LENIENT_CR_BEFORE_LF) => return Ok(self.end_fields(at + 1)),
                b'\n' => return Err((error::FIELD_CHAR, at + 1)),
                _ => {
                    self.field = Field { name: (offset, offset), ..Field::default() };
                    self.state = State::FieldName;
                }
            },
            State::LfAfterHeaders => match byte {
                b'\n' => return Ok(self.end_fields(at + 1)),
                _ if self.is_lenient(LENIENT_LF_AFTER_CR) => return Ok(self.end_fields(at)),
                _ => return Err((error::LF_AFTER_HEADERS, at)),
            },
            State::FieldName => self.step_name(data)?,
            State::ValueStart => self.step_value_start(byte)?,
            State::EmptyValueLf => match byte {
                b'\n' => self.enter_field(State::AfterEmptyValue, at + 1),
                _ if self.is_lenient(LENIENT_LF_AFTER_CR) => self.enter_field(State::AfterEmptyValue, at),
                _ => return Err((error::EMPTY_VALUE_LF, at)),
            },
            State::AfterEmptyValue => match byte {
                b' ' | b'\t' if self.is_lenient(LENIENT_HEADERS) => self.enter_field(State::ValueStart, at + 1),
                b' ' | b'\t' => return Err((error::VALUE_CHAR, at + 1)),
                _ => self.end_empty_value()?,
            },
            State::Value => self.step_value(data)?,
            State::ValueLf => match byte {
                b'\n' => self.enter_field(State::AfterValue, at + 1),
                _ => return Err((error::VALUE_LF, at)),
            },
            _ => match byte {
                b' ' | b'\t' if self.is_lenient(LENIENT_HEADERS) => {
                    // A folded Content-Length is a duplicate.
                    if self.special == Special::Length {
                        return Err((error::LENGTH_TWICE, at));
                    }
                    self.field.is_folded = true;
                    self.enter_field(State::Value, at);
                }
                b' ' | b'\t' => return Err((error::VALUE_FOLD, at)),
                _ => self.end_value(data)?,
            },
        }
        Ok(Step::Again)
    }

    fn enter_field(&mut self, state: State, at: usize) {
        self.state = state;
        self.at = at;
    }

    // ---- names

    fn step_name(&mut self, data: &[u8]) -> Result<(), (ParseError, usize)> {
        let from = self.origin + self.field.name.0 as usize;
        let end = end_of_run(data, self.at, TOKEN);
        self.at = end;
        self.field.name.1 = (end - self.origin) as u32;
        let Some(byte) = data.get(end) else { return Ok(()) };
        if *byte != b':' || end == from {
            // llhttp matches known names with a separate state machine, which reports this error differently.
            let is_known =
                !matches!(special(trimmed(&data[from..end])), Special::None | Special::Host | Special::Expect);
            if *byte != b' ' || !is_known {
                return Err((error::FIELD_TOKEN, end));
            }
            if !self.is_lenient(LENIENT_HEADERS) {
                return Err((error::FIELD_CHAR, end + 1));
            }
            // In lenient mode that state machine skips blanks; only the colon decides whether the name matched.
            self.at = end + 1;
            return Ok(());
        }
        self.count_header_bytes(end - from, end + 1)?;
        if self.kind == Kind::Request && self.fields.len() >= self.max_headers {
            return Err((error::HEADER_OVERFLOW, end + 1));
        }
        self.special = special(trimmed(&data[from..end]));
        let allowed = self.is_lenient(LENIENT_CHUNKED_LENGTH);
        match self.special {
            Special::Length if self.flags.encoding && !allowed => return Err((error::LENGTH_WITH_ENCODING, end + 1)),
            Special::Encoding if self.flags.length && !allowed => return Err((error::ENCODING_WITH_LENGTH, end + 1)),
            _ => {}
        }
        self.enter_field(State::ValueStart, end + 1);
        Ok(())
    }

    // ---- values

    fn step_value_start(&mut self, byte: u8) -> Result<(), (ParseError, usize)> {
        let at = self.at;
        match byte {
            b' ' | b'\t' => self.at += 1,
            b'\r' => self.enter_field(State::EmptyValueLf, at + 1),
            b'\n' if self.is_lenient(LENIENT_CR_BEFORE_LF) => self.enter_field(State::AfterEmptyValue, at + 1),
            b'\n' => return Err((error::VALUE_CHAR, at + 1)),
            _ => {
                let offset = (at - self.origin) as u32;
                self.field.value = (offset, offset);
                let is_strict = self.kind == Kind::Request && !self.is_lenient(LENIENT_TRANSFER_ENCODING);
                match self.special {
                    Special::Length if self.flags.length => return Err((error::LENGTH_TWICE, at)),
                    Special::Encoding if self.flags.chunked && is_strict => {
                        return Err((error::ENCODING_VALUE, at + 1));
                    }
                    _ => {}
                }
                self.state = State::Value;
            }
        }
        Ok(())
    }

    fn step_value(&mut self, data: &[u8]) -> Result<(), (ParseError, usize)> {
        let mut end = end_of_run(data, self.at, VALUE);
        if self.lenient & (LENIENT_HEADERS | RELAXED_VALUES) != 0 {
            let fits = |byte: u8| !matches!(byte, b'\r' | b'\n') && (byte != 0 || self.is_lenient(LENIENT_HEADERS));
            while end < data.len() && fits(data[end]) {
                end += 1;
            }
        }
        self.at = end;
        self.field.value.1 = (end - self.origin) as u32;
        let Some(byte) = data.get(end).copied() else { return Ok(()) };
        if self.special == Special::Length || self.special == Special::Encoding {
            self.check_framing(data)?;
        }
        match byte {
            b'\r' => self.enter_field(State::ValueLf, end + 1),
            b'\n' if self.is_lenient(LENIENT_CR_BEFORE_LF) => self.enter_field(State::AfterValue, end + 1),
            b'\n' => return Err((error::VALUE_CR, end)),
            _ if self.special == Special::Length => return Err((error::LENGTH_CHAR, end)),
            _ => return Err((error::VALUE_CHAR, end)),
        }
        self.count_header_bytes((self.field.value.1 - self.field.value.0) as usize, end + 1)
    }

    fn end_empty_value(&mut self) -> Result<(), (ParseError, usize)> {
        match self.special {
            Special::Length => return Err((error::LENGTH_EMPTY, self.at)),
            Special::Encoding => return Err((error::ENCODING_EMPTY, self.at)),
            _ => {}
        }
        let end = self.field.name.1;
        self.field.value = (end, end);
        self.update_flags(&[]);
        self.add_field();
        self.state = State::FieldStart;
        Ok(())
    }

    /// As in Node, a response keeps its first headers; too many in a request are an error.
    fn add_field(&mut self) {
        if self.fields.len() < self.max_headers {
            self.fields.push(self.field);
        }
    }

    fn end_value(&mut self, data: &[u8]) -> Result<(), (ParseError, usize)> {
        if self.special != Special::None {
            let (start, end) = self.field.value;
            let value = &data[self.origin + start as usize..self.origin + end as usize];
            self.update_flags(value);
        }
        self.add_field();
        self.state = State::FieldStart;
        Ok(())
    }

    fn update_flags(&mut self, value: &[u8]) {
        match self.special {
            Special::None => {}
            Special::Host => self.flags.host = true,
            Special::Expect => self.flags.expect = true,
            Special::Upgrade => self.flags.upgrade = true,
            Special::Connection => {
                for word in value.split(|byte| *byte == b',') {
                    let word = trimmed(word);
                    self.flags.keep_alive |= word.eq_ignore_ascii_case(b"keep-alive");
                    self.flags.close |= word.eq_ignore_ascii_case(b"close");
                    self.flags.connection_upgrade |= word.eq_ignore_ascii_case(b"upgrade");
                }
            }
            Special::Length => {
                self.flags.length = true;
                self.remaining =
                    std::str::from_utf8(trimmed(value)).ok().and_then(|text| text.parse().ok()).unwrap_or(0);
            }
            Special::Encoding => {
                self.flags.encoding = true;
                let last = value.rsplit(|byte| *byte == b',').next().unwrap_or(value);
                self.flags.chunked = encoding_word(last).eq_ignore_ascii_case(b"chunked");
            }
        }
    }

    /// Reports an invalid Content-Length or Transfer-Encoding as early as possible.
    fn check_framing(&self, data: &[u8]) -> Result<(), (ParseError, usize)> {
        let start = self.origin + self.field.value.0 as usize;
        let value = &data[start..self.origin + self.field.value.1 as usize];
        match self.special {
            Special::Length => check_length(value, start),
            Special::Encoding if self.kind == Kind::Request && !self.is_lenient(LENIENT_TRANSFER_ENCODING) => {
                check_encoding(value, start)
            }
            _ => Ok(()),
        }
    }

    // ---- sizes and ends

    pub(super) fn count_header_bytes(&mut self, length: usize, at: usize) -> Result<(), (ParseError, usize)> {
        self.header_bytes += length;
        if self.header_bytes >= self.max_header_size { Err((error::HEADER_OVERFLOW, at)) } else { Ok(()) }
    }

    /// At the end of the input: reports an overflow or an invalid value without waiting for more.
    pub(super) fn check_incomplete(&self, data: &[u8]) -> Result<(), (ParseError, usize)> {
        let value_start = match self.state {
            State::Url(_) | State::StatusText => self.line.0,
            State::FieldName => self.field.name.0,
            State::Value => {
                self.check_framing(data)?;
                self.field.value.0
            }
            _ => return Ok(()),
        };
        let length = data.len() - self.origin - value_start as usize;
        if self.header_bytes + length >= self.max_header_size {
            return Err((error::HEADER_OVERFLOW, data.len()));
        }
        Ok(())
    }

    fn end_fields(&mut self, at: usize) -> Step {
        self.at = at;
        if self.in_trailers {
            self.state = State::MessageEnd;
            return Step::Again;
        }
        self.state = State::AfterHead;
        Step::Emit(Event::Head)
    }
}

fn check_length(value: &[u8], start: usize) -> Result<(), (ParseError, usize)> {
    let mut number: u64 = 0;
    let mut is_over = false;
    for (index, byte) in value.iter().enumerate() {
        match byte {
            b'0'..=b'9' if !is_over => {
                let next = number.checked_mul(10).and_then(|number| number.checked_add(u64::from(byte - b'0')));
                number = next.ok_or((error::LENGTH_OVERFLOW, start + index + 1))?;
            }
            byte if is_blank(*byte) && index > 0 => is_over = true,
            _ => return Err((error::LENGTH_CHAR, start + index)),
        }
    }
    Ok(())
}

/// `chunked` must be last.
fn check_encoding(value: &[u8], start: usize) -> Result<(), (ParseError, usize)> {
    let mut from = 0;
    for (index, byte) in value.iter().enumerate() {
        if *byte == b',' {
            if encoding_word(&value[from..index]).eq_ignore_ascii_case(b"chunked") {
                return Err((error::ENCODING_VALUE, start + index + 1));
            }
            from = index + 1;
        }
    }
    Ok(())
}
