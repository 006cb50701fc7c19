//! The first line: `GET /path HTTP/1.1`, or `HTTP/1.1 200 OK`.

use super::fault;
use super::letters::{self, SERVER, end_of};
use super::machine::*;
use super::method;

/// What follows `PRI * HTTP/2.0`: somebody wants HTTP/2.
const PREFACE: &[u8] = b"\r\n\r\nSM\r\n\r\n";

impl Machine {
    pub(super) fn step_start_line(&mut self, data: &[u8]) -> Stepped {
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
            State::Url(place) => self.step_url(data, place),
            State::Http09Lf => match data[self.at] {
                b'\n' => self.become_state(State::FirstField, self.at + 1),
                _ => Err((fault::LINE_END_OF_09, self.at)),
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

    fn become_state(&mut self, state: State, at: usize) -> Stepped {
        self.state = state;
        self.at = at;
        Ok(Step::Again)
    }

    fn begin_protocol(&mut self) {
        self.mark = (self.at - self.origin) as u32;
        self.state = State::Protocol;
    }

    fn step_start(&mut self, data: &[u8]) -> Stepped {
        if matches!(data[self.at], b'\r' | b'\n') {
            self.at += 1;
            return Ok(Step::Again);
        }
        self.begin();
        match self.kind {
            Kind::Request => self.state = State::Method,
            Kind::Response => self.begin_protocol(),
        }
        Ok(Step::Again)
    }

    fn step_method(&mut self, data: &[u8]) -> Stepped {
        let head = &data[self.origin..];
        let length = head.iter().take(16).position(|byte| *byte == b' ');
        if let Some(length) = length
            && let Some(method) = method::find(&head[..length])
        {
            self.method = method;
            return self.become_state(State::SpacesBeforeUrl, self.origin + length + 1);
        }
        // Not a method, or not all of it: as far as some method goes.
        let mut known = self.at - self.origin;
        while known < head.len() {
            if !method::some_begins_with(&head[..=known]) {
                let is_whole = method::find(&head[..known]).is_some();
                let fault = if is_whole { fault::SPACE_AFTER_METHOD } else { fault::INVALID_METHOD };
                return Err((fault, self.origin + known));
            }
            known += 1;
        }
        self.at = data.len();
        Ok(Step::Again)
    }

    fn step_preface(&mut self, data: &[u8]) -> Stepped {
        let done = self.at - self.origin - self.mark as usize;
        if data[self.at] != PREFACE[done] {
            return Err((fault::PREFACE, self.at + 1));
        }
        self.at += 1;
        if done + 1 == PREFACE.len() { Err((fault::HTTP2, self.at)) } else { Ok(Step::Again) }
    }

    // ---- the URL

    fn step_url(&mut self, data: &[u8], place: Url) -> Stepped {
        let place = self.run_of_url(data, place);
        let Some(byte) = data.get(self.at).copied() else {
            self.state = State::Url(place);
            return Ok(Step::Again);
        };
        let next = match (place, byte) {
            (_, b'\t' | b'\x0c') => return Err((fault::URL, self.at + 1)),
            (Url::Start | Url::Schema | Url::SchemaSlash | Url::SchemaSecondSlash, b' ' | b'\r' | b'\n') => {
                return Err((fault::URL, self.at + 1));
            }
            (_, b' ' | b'\r' | b'\n') => return self.end_url(byte),
            (Url::Start, b'/' | b'*') => Url::Path,
            (Url::Start, _) if byte.is_ascii_alphabetic() => Url::Schema,
            (Url::Start, _) => return Err((fault::URL_START, self.at)),
            (Url::Schema, b':') => Url::SchemaSlash,
            (Url::SchemaSlash, b'/') => Url::SchemaSecondSlash,
            (Url::SchemaSecondSlash, b'/') => Url::ServerStart,
            (Url::Schema | Url::SchemaSlash | Url::SchemaSecondSlash, _) => return Err((fault::URL_SCHEMA, self.at)),
            (Url::ServerStart | Url::Server | Url::ServerAt, b'/') => Url::Path,
            (Url::ServerStart | Url::Server | Url::ServerAt, b'?') => Url::Query,
            (Url::ServerAt, b'@') => return Err((fault::URL_AT, self.at + 1)),
            (Url::ServerStart | Url::Server, b'@') => Url::ServerAt,
            (Url::ServerStart | Url::Server | Url::ServerAt, _) => return Err((fault::URL_SERVER, self.at)),
            (Url::Path, b'?') => Url::Query,
            (Url::Path | Url::Query, b'#') => Url::Fragment,
            (Url::Path, _) => return Err((fault::URL_PATH, self.at)),
            (Url::Query, _) => return Err((fault::URL_QUERY, self.at)),
            (Url::Fragment, _) => return Err((fault::URL_FRAGMENT, self.at)),
        };
        self.become_state(State::Url(next), self.at + 1)
    }

    /// Goes over what may come any number of times; answers where it is then.
    fn run_of_url(&mut self, data: &[u8], place: Url) -> Url {
        let from = self.at;
        match place {
            Url::Path => self.at = end_of(data, from, letters::URL),
            Url::Query => {
                while data.get(self.at).is_some_and(|byte| *byte == b'?' || letters::is(*byte, letters::URL)) {
                    self.at += 1;
                }
            }
            Url::Fragment => {
                let fits = |byte: &u8| matches!(byte, b'?' | b'#') || letters::is(*byte, letters::URL);
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
                self.at = end_of(data, from, SERVER);
                if self.at > from {
                    return Url::Server;
                }
            }
            Url::Start | Url::SchemaSlash | Url::SchemaSecondSlash => {}
        }
        place
    }

    fn end_url(&mut self, byte: u8) -> Stepped {
        self.line.1 = (self.at - self.origin) as u32;
        self.count_header_bytes((self.line.1 - self.line.0) as usize, self.at)?;
        if byte == b' ' {
            return self.become_state(State::SpacesBeforeVersion, self.at + 1);
        }
        // Without a version: HTTP/0.9.
        (self.major, self.minor) = (0, 9);
        self.become_state(if byte == b'\r' { State::Http09Lf } else { State::FirstField }, self.at + 1)
    }

    // ---- the version

    fn step_protocol(&mut self, data: &[u8]) -> Stepped {
        let from = self.origin + self.mark as usize;
        let word: &[u8] = match data[from] {
            b'R' => b"RTSP/",
            b'I' => b"ICE/",
            _ => b"HTTP/",
        };
        while self.at < data.len() && self.at - from < word.len() {
            if data[self.at] != word[self.at - from] {
                return Err((fault::PROTOCOL, self.at));
            }
            self.at += 1;
        }
        if self.at - from < word.len() {
            return Ok(Step::Again);
        }
        if self.kind == Kind::Request {
            let last = self.at - 1;
            match word {
                b"HTTP/" if !method::is_of_http(self.method) => return Err((fault::METHOD_FOR_HTTP, last)),
                b"RTSP/" if !method::is_of_rtsp(self.method) => return Err((fault::METHOD_FOR_RTSP, last)),
                b"ICE/" if self.method != method::SOURCE => return Err((fault::METHOD_FOR_ICE, last)),
                _ => {}
            }
        }
        self.state = State::Major;
        Ok(Step::Again)
    }

    fn step_version(&mut self, data: &[u8]) -> Stepped {
        let (byte, at) = (data[self.at], self.at);
        let next = match self.state {
            State::Major if byte.is_ascii_digit() => {
                self.major = byte - b'0';
                State::Dot
            }
            State::Major => return Err((fault::MAJOR, at)),
            State::Dot if byte == b'.' => State::Minor,
            State::Dot => return Err((fault::DOT, at)),
            State::Minor if byte.is_ascii_digit() => {
                self.minor = byte - b'0';
                let known = matches!((self.major, self.minor), (0, 9) | (1, 0 | 1) | (2, 0));
                if !known && !self.is_lenient(LENIENT_VERSION) {
                    return Err((fault::VERSION, at + 1));
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
            State::Minor => return Err((fault::MINOR, at)),
            State::AfterVersion => match byte {
                b'\r' => State::LfAfterVersion,
                b'\n' if self.is_lenient(LENIENT_CR_BEFORE_LF) => State::LfAfterVersion,
                b'\n' => return Err((fault::AFTER_VERSION, at + 1)),
                _ => return Err((fault::AFTER_VERSION, at)),
            },
            State::LfAfterVersion => match byte {
                b'\n' => State::FirstField,
                _ if self.is_lenient(LENIENT_LF_AFTER_CR) => return self.become_state(State::FirstField, at),
                _ => return Err((fault::LF_AFTER_VERSION, at)),
            },
            _ if byte == b' ' => State::Status(0),
            _ => return Err((fault::SPACE_AFTER_VERSION, at)),
        };
        self.become_state(next, at + 1)
    }

    // ---- the status

    fn step_status(&mut self, data: &[u8]) -> Stepped {
        let (byte, at) = (data[self.at], self.at);
        match (self.state, byte) {
            (State::Status(count), b'0'..=b'9') => {
                self.status = self.status * 10 + u16::from(byte - b'0');
                self.become_state(if count == 2 { State::AfterStatus } else { State::Status(count + 1) }, at + 1)
            }
            (State::Status(_), _) => Err((fault::STATUS, at)),
            (State::AfterStatus, b' ') => {
                self.line.0 = (at + 1 - self.origin) as u32;
                self.line.1 = self.line.0;
                self.become_state(State::StatusText, at + 1)
            }
            (State::AfterStatus, b'\r' | b'\n') => {
                self.line = ((at - self.origin) as u32, (at - self.origin) as u32);
                self.end_response_line(byte)
            }
            (State::AfterStatus, _) => Err((fault::AFTER_STATUS, at)),
            (State::StatusText, _) => {
                while self.at < data.len() && !matches!(data[self.at], b'\r' | b'\n') {
                    self.at += 1;
                }
                self.line.1 = (self.at - self.origin) as u32;
                let Some(byte) = data.get(self.at).copied() else { return Ok(Step::Again) };
                self.count_header_bytes((self.line.1 - self.line.0) as usize, self.at)?;
                self.end_response_line(byte)
            }
            (_, b'\n') => self.become_state(State::FirstField, at + 1),
            _ if self.is_lenient(LENIENT_LF_AFTER_CR) => self.become_state(State::FirstField, at),
            _ => Err((fault::LF_AFTER_RESPONSE_LINE, at)),
        }
    }

    fn end_response_line(&mut self, byte: u8) -> Stepped {
        match byte {
            b'\r' => self.become_state(State::LfAfterResponseLine, self.at + 1),
            _ if self.is_lenient(LENIENT_CR_BEFORE_LF) => self.become_state(State::FirstField, self.at + 1),
            _ => Err((fault::CR_AFTER_RESPONSE_LINE, self.at + 1)),
        }
    }
}
