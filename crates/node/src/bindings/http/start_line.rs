//! The start line: `GET /path HTTP/1.1`, or `HTTP/1.1 200 OK`.

use super::char_class::{self, SERVER, end_of_run};
use super::error;
use super::method;
use super::parser::*;

/// What follows `PRI * HTTP/2.0` in the connection preface of HTTP/2.
const PREFACE: &[u8] = b"\r\n\r\nSM\r\n\r\n";

impl Parser {
    pub(super) fn step_start_line(&mut self, data: &[u8]) -> StepResult {
        match self.state {
            State::Start => self.step_start(data),
            State::Method => self.step_method(data),
            State::SpacesBeforeUrl => {
                if data[self.at] == b' ' {
                    self.at += 1;
                } else {
                    self.line.0 = (self.at - self.origin) as u32;
                    let start = if self.method == method::CONNECT { Url::ServerStart } else { Url::Start };
                    self.state = State::Url(start);
                }
                Ok(Step::Again)
            }
            State::Url(url_state) => self.step_url(data, url_state),
            State::Http09Lf => match data[self.at] {
                b'\n' => self.enter_state(State::FirstField, self.at + 1),
                _ => Err((error::LINE_END_OF_09, self.at)),
            },
            State::SpacesBeforeVersion => {
                if data[self.at] == b' ' {
                    self.at += 1;
                } else {
                    self.begin_protocol();
                }
                Ok(Step::Again)
            }
            State::Preface => self.step_preface(data),
            State::Protocol => self.step_protocol(data),
            State::Status(_) | State::AfterStatus | State::StatusText | State::LfAfterResponseLine => {
                self.step_status(data)
            }
            _ => self.step_version(data),
        }
    }

    fn enter_state(&mut self, state: State, at: usize) -> StepResult {
        self.state = state;
        self.at = at;
        Ok(Step::Again)
    }

    fn begin_protocol(&mut self) {
        self.mark = (self.at - self.origin) as u32;
        self.state = State::Protocol;
    }

    fn step_start(&mut self, data: &[u8]) -> StepResult {
        if matches!(data[self.at], b'\r' | b'\n') {
            self.at += 1;
            return Ok(Step::Again);
        }
        self.begin_message();
        match self.kind {
            Kind::Request => self.state = State::Method,
            Kind::Response => self.begin_protocol(),
        }
        Ok(Step::Again)
    }

    fn step_method(&mut self, data: &[u8]) -> StepResult {
        let head = &data[self.origin..];
        let length = head.iter().take(16).position(|byte| *byte == b' ');
        if let Some(length) = length
            && let Some(method) = method::find(&head[..length])
        {
            self.method = method;
            return self.enter_state(State::SpacesBeforeUrl, self.origin + length + 1);
        }
        // Unknown or incomplete: finds the longest prefix of any method.
        let mut known = self.at - self.origin;
        while known < head.len() {
            if !method::is_prefix_of_any(&head[..=known]) {
                let is_whole = method::find(&head[..known]).is_some();
                let error = if is_whole { error::SPACE_AFTER_METHOD } else { error::INVALID_METHOD };
                return Err((error, self.origin + known));
            }
            known += 1;
        }
        self.at = data.len();
        Ok(Step::Again)
    }

    fn step_preface(&mut self, data: &[u8]) -> StepResult {
        let done = self.at - self.origin - self.mark as usize;
        if data[self.at] != PREFACE[done] {
            return Err((error::PREFACE, self.at + 1));
        }
        self.at += 1;
        if done + 1 == PREFACE.len() { Err((error::HTTP2, self.at)) } else { Ok(Step::Again) }
    }

    // ---- the URL

    fn step_url(&mut self, data: &[u8], url_state: Url) -> StepResult {
        let url_state = self.scan_url(data, url_state);
        let Some(byte) = data.get(self.at).copied() else {
            self.state = State::Url(url_state);
            return Ok(Step::Again);
        };
        let next = match (url_state, byte) {
            (_, b'\t' | b'\x0c') => return Err((error::URL, self.at + 1)),
            (Url::Start | Url::Schema | Url::SchemaSlash | Url::SchemaSecondSlash, b' ' | b'\r' | b'\n') => {
                return Err((error::URL, self.at + 1));
            }
            (_, b' ' | b'\r' | b'\n') => return self.end_url(byte),
            (Url::Start, b'/' | b'*') => Url::Path,
            (Url::Start, _) if byte.is_ascii_alphabetic() => Url::Schema,
            (Url::Start, _) => return Err((error::URL_START, self.at)),
            (Url::Schema, b':') => Url::SchemaSlash,
            (Url::SchemaSlash, b'/') => Url::SchemaSecondSlash,
            (Url::SchemaSecondSlash, b'/') => Url::ServerStart,
            (Url::Schema | Url::SchemaSlash | Url::SchemaSecondSlash, _) => return Err((error::URL_SCHEMA, self.at)),
            (Url::ServerStart | Url::Server | Url::ServerAt, b'/') => Url::Path,
            (Url::ServerStart | Url::Server | Url::ServerAt, b'?') => Url::Query,
            (Url::ServerAt, b'@') => return Err((error::URL_AT, self.at + 1)),
            (Url::ServerStart | Url::Server, b'@') => Url::ServerAt,
            (Url::ServerStart | Url::Server | Url::ServerAt, _) => return Err((error::URL_SERVER, self.at)),
            (Url::Path, b'?') => Url::Query,
            (Url::Path | Url::Query, b'#') => Url::Fragment,
            (Url::Path, _) => return Err((error::URL_PATH, self.at)),
            (Url::Query, _) => return Err((error::URL_QUERY, self.at)),
            (Url::Fragment, _) => return Err((error::URL_FRAGMENT, self.at)),
        };
        self.enter_state(State::Url(next), self.at + 1)
    }

    /// Scans a run of characters of the current component; returns the state after it.
    fn scan_url(&mut self, data: &[u8], url_state: Url) -> Url {
        let from = self.at;
        match url_state {
            Url::Path => self.at = end_of_run(data, from, char_class::URL),
            Url::Query => {
                while data.get(self.at).is_some_and(|byte| *byte == b'?' || char_class::is(*byte, char_class::URL)) {
                    self.at += 1;
                }
            }
            Url::Fragment => {
                let fits = |byte: &u8| matches!(byte, b'?' | b'#') || char_class::is(*byte, char_class::URL);
                while data.get(self.at).is_some_and(fits) {
                    self.at += 1;
                }
            }
            Url::Schema => {
                while data.get(self.at).is_some_and(u8::is_ascii_alphabetic) {
                    self.at += 1;
                }
            }
            Url::ServerStart | Url::Server | Url::ServerAt => {
                self.at = end_of_run(data, from, SERVER);
                if self.at > from {
                    return Url::Server;
                }
            }
            Url::Start | Url::SchemaSlash | Url::SchemaSecondSlash => {}
        }
        url_state
    }

    fn end_url(&mut self, byte: u8) -> StepResult {
        self.line.1 = (self.at - self.origin) as u32;
        self.count_header_bytes((self.line.1 - self.line.0) as usize, self.at)?;
        if byte == b' ' {
            return self.enter_state(State::SpacesBeforeVersion, self.at + 1);
        }
        // No version: HTTP/0.9.
        (self.major, self.minor) = (0, 9);
        self.enter_state(if byte == b'\r' { State::Http09Lf } else { State::FirstField }, self.at + 1)
    }

    // ---- the version

    fn step_protocol(&mut self, data: &[u8]) -> StepResult {
        let from = self.origin + self.mark as usize;
        let word: &[u8] = match data[from] {
            b'R' => b"RTSP/",
            b'I' => b"ICE/",
            _ => b"HTTP/",
        };
        while self.at < data.len() && self.at - from < word.len() {
            if data[self.at] != word[self.at - from] {
                return Err((error::PROTOCOL, self.at));
            }
            self.at += 1;
        }
        if self.at - from < word.len() {
            return Ok(Step::Again);
        }
        if self.kind == Kind::Request {
            let last = self.at - 1;
            match word {
                b"HTTP/" if !method::is_http(self.method) => return Err((error::METHOD_FOR_HTTP, last)),
                b"RTSP/" if !method::is_rtsp(self.method) => return Err((error::METHOD_FOR_RTSP, last)),
                b"ICE/" if self.method != method::SOURCE => return Err((error::METHOD_FOR_ICE, last)),
                _ => {}
            }
        }
        self.state = State::Major;
        Ok(Step::Again)
    }

    fn step_version(&mut self, data: &[u8]) -> StepResult {
        let (byte, at) = (data[self.at], self.at);
        let next = match self.state {
            State::Major if byte.is_ascii_digit() => {
                self.major = byte - b'0';
                State::Dot
            }
            State::Major => return Err((error::MAJOR, at)),
            State::Dot if byte == b'.' => State::Minor,
            State::Dot => return Err((error::DOT, at)),
            State::Minor if byte.is_ascii_digit() => {
                self.minor = byte - b'0';
                let known = matches!((self.major, self.minor), (0, 9) | (1, 0 | 1) | (2, 0));
                if !known && !self.is_lenient(LENIENT_VERSION) {
                    return Err((error::VERSION, at + 1));
                }
                match self.kind {
                    Kind::Request if self.method == method::PRI => {
                        self.mark = (at + 1 - self.origin) as u32;
                        State::Preface
                    }
                    Kind::Request => State::AfterVersion,
                    Kind::Response => State::SpaceAfterResponseVersion,
                }
            }
            State::Minor => return Err((error::MINOR, at)),
            State::AfterVersion => match byte {
                b'\r' => State::LfAfterVersion,
                b'\n' if self.is_lenient(LENIENT_CR_BEFORE_LF) => State::LfAfterVersion,
                b'\n' => return Err((error::AFTER_VERSION, at + 1)),
                _ => return Err((error::AFTER_VERSION, at)),
            },
            State::LfAfterVersion => match byte {
                b'\n' => State::FirstField,
                _ if self.is_lenient(LENIENT_LF_AFTER_CR) => return self.enter_state(State::FirstField, at),
                _ => return Err((error::LF_AFTER_VERSION, at)),
            },
            _ if byte == b' ' => State::Status(0),
            _ => return Err((error::SPACE_AFTER_VERSION, at)),
        };
        self.enter_state(next, at + 1)
    }

    // ---- the status

    fn step_status(&mut self, data: &[u8]) -> StepResult {
        let (byte, at) = (data[self.at], self.at);
        match (self.state, byte) {
            (State::Status(count), b'0'..=b'9') => {
                self.status = self.status * 10 + u16::from(byte - b'0');
                self.enter_state(if count == 2 { State::AfterStatus } else { State::Status(count + 1) }, at + 1)
            }
            (State::Status(_), _) => Err((error::STATUS, at)),
            (State::AfterStatus, b' ') => {
                self.line.0 = (at + 1 - self.origin) as u32;
                self.line.1 = self.line.0;
                self.enter_state(State::StatusText, at + 1)
            }
            (State::AfterStatus, b'\r' | b'\n') => {
                self.line = ((at - self.origin) as u32, (at - self.origin) as u32);
                self.end_response_line(byte)
            }
            (State::AfterStatus, _) => Err((error::AFTER_STATUS, at)),
            (State::StatusText, _) => {
                while self.at < data.len() && !matches!(data[self.at], b'\r' | b'\n') {
                    self.at += 1;
                }
                self.line.1 = (self.at - self.origin) as u32;
                let Some(byte) = data.get(self.at).copied() else { return Ok(Step::Again) };
                self.count_header_bytes((self.line.1 - self.line.0) as usize, self.at)?;
                self.end_response_line(byte)
            }
            (_, b'\n') => self.enter_state(State::FirstField, at + 1),
            _ if self.is_lenient(LENIENT_LF_AFTER_CR) => self.enter_state(State::FirstField, at),
            _ => Err((error::LF_AFTER_RESPONSE_LINE, at)),
        }
    }

    fn end_response_line(&mut self, byte: u8) -> StepResult {
        match byte {
            b'\r' => self.enter_state(State::LfAfterResponseLine, self.at + 1),
            _ if self.is_lenient(LENIENT_CR_BEFORE_LF) => self.enter_state(State::FirstField, self.at + 1),
            _ => Err((error::CR_AFTER_RESPONSE_LINE, self.at + 1)),
        }
    }
}
