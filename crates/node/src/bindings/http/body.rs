//! Message bodies: with Content-Length, until EOF, or chunked.

use super::char_class::{self, QUOTED, TOKEN, end_of_run};
use super::error;
use super::parser::*;

impl Parser {
    pub(super) fn step_body(&mut self, data: &[u8]) -> Step {
        let available = data.len() - self.at;
        if self.state == State::BodyUntilEof {
            return self.take(available);
        }
        if self.remaining == 0 {
            self.state = State::MessageEnd;
            return Step::Again;
        }
        let length = usize::try_from(self.remaining).map_or(available, |remaining| remaining.min(available));
        self.remaining -= length as u64;
        self.take(length)
    }

    fn take(&mut self, length: usize) -> Step {
        let start = self.at;
        self.at += length;
        Step::Emit(Event::Body { start, length })
    }

    pub(super) fn step_chunk(&mut self, data: &[u8], state: Chunk) -> StepResult {
        let (byte, at) = (data[self.at], self.at);
        let allow_bare_lf = self.is_lenient(LENIENT_CR_BEFORE_LF);
        let next = match state {
            Chunk::SizeStart => {
                let Some(digit) = char::from(byte).to_digit(16) else { return Err((error::CHUNK_SIZE_CHAR, at)) };
                self.remaining = u64::from(digit);
                self.extension_bytes = 0;
                Chunk::Size
            }
            Chunk::Size => match (char::from(byte).to_digit(16), byte) {
                (Some(digit), _) => {
                    if self.remaining >> 60 != 0 {
                        return Err((error::CHUNK_SIZE_OVERFLOW, at + 1));
                    }
                    self.remaining = self.remaining << 4 | u64::from(digit);
                    Chunk::Size
                }
                (None, b'\r') => Chunk::SizeLf,
                (None, b'\n') if allow_bare_lf => Chunk::SizeLf,
                (None, b'\n') => return Err((error::CHUNK_SIZE_CR, at + 1)),
                (None, b';') => Chunk::ExtensionStart,
                (None, b' ' | b'\t') if self.is_lenient(LENIENT_SPACES_AFTER_CHUNK_SIZE) => Chunk::SizeSpace,
                (None, b' ' | b'\t') => return Err((error::CHUNK_SIZE_CHAR, at + 1)),
                _ => return Err((error::CHUNK_SIZE_CHAR, at)),
            },
            Chunk::SizeSpace => match byte {
                b' ' | b'\t' => Chunk::SizeSpace,
                b'\r' => Chunk::SizeLf,
                b';' => Chunk::ExtensionStart,
                b'\n' if allow_bare_lf => Chunk::SizeLf,
                b'\n' => return Err((error::CHUNK_SIZE_CR, at + 1)),
                _ => return Err((error::CHUNK_SIZE_CHAR, at)),
            },
            // With bare LF allowed, llhttp also enters this state on an LF, and accepts a second one.
            Chunk::SizeLf => match byte {
                b'\n' => return Ok(self.begin_data(at + 1)),
                _ if self.is_lenient(LENIENT_LF_AFTER_CR) => return Ok(self.begin_data(at)),
                _ => return Err((error::CHUNK_SIZE_LF, at)),
            },
            Chunk::Data => return Ok(self.step_data(data)),
            Chunk::DataCr => match byte {
                b'\r' => Chunk::DataLf,
                b'\n' if allow_bare_lf => Chunk::SizeStart,
                b'\n' => return Err((error::CHUNK_DATA_CR, at + 1)),
                _ if self.is_lenient(LENIENT_CRLF_AFTER_CHUNK) => return Ok(self.enter_chunk(Chunk::SizeStart, at)),
                _ => return Err((error::CHUNK_DATA_LF, at)),
            },
            Chunk::DataLf => match byte {
                b'\n' => Chunk::SizeStart,
                _ if self.is_lenient(LENIENT_LF_AFTER_CR) => return Ok(self.enter_chunk(Chunk::SizeStart, at)),
                _ => return Err((error::CHUNK_DATA_LF, at)),
            },
            _ => return self.step_extension(data, state),
        };
        Ok(self.enter_chunk(next, at + 1))
    }

    fn enter_chunk(&mut self, state: Chunk, at: usize) -> Step {
        self.state = State::Chunk(state);
        self.at = at;
        Step::Again
    }

    /// The chunk size line is complete. An empty chunk is the last one: trailers follow.
    fn begin_data(&mut self, at: usize) -> Step {
        if self.remaining > 0 {
            return self.enter_chunk(Chunk::Data, at);
        }
        self.at = at;
        self.origin = at;
        self.fields.clear();
        self.header_bytes = 0;
        self.in_trailers = true;
        self.state = State::FieldStart;
        Step::Again
    }

    fn step_data(&mut self, data: &[u8]) -> Step {
        let available = data.len() - self.at;
        let length = usize::try_from(self.remaining).map_or(available, |remaining| remaining.min(available));
        self.remaining -= length as u64;
        if self.remaining == 0 {
            self.state = State::Chunk(Chunk::DataCr);
        }
        self.take(length)
    }

    fn step_extension(&mut self, data: &[u8], state: Chunk) -> StepResult {
        let (byte, at) = (data[self.at], self.at);
        let allow_bare_lf = self.is_lenient(LENIENT_CR_BEFORE_LF);
        let next = match state {
            Chunk::ExtensionStart => match byte {
                b' ' | b'\r' => return Err((error::EXTENSION, at + 1)),
                _ => return Ok(self.enter_chunk(Chunk::ExtensionName, at)),
            },
            Chunk::ExtensionName => match byte {
                b'=' => Chunk::ExtensionValue,
                b';' => Chunk::ExtensionStart,
                b'\r' => Chunk::SizeLf,
                b'\n' if allow_bare_lf => return Ok(self.begin_data(at + 1)),
                b'\n' => return Err((error::EXTENSION_NAME_CR, at)),
                _ => return self.scan_extension(data, state, TOKEN, error::EXTENSION_NAME),
            },
            Chunk::ExtensionValue => match byte {
                b'"' => Chunk::ExtensionQuoted,
                b';' => Chunk::ExtensionStart,
                b'\r' => Chunk::SizeLf,
                b'\n' if allow_bare_lf => return Ok(self.begin_data(at + 1)),
                b'\n' => return Err((error::EXTENSION_VALUE_CR, at)),
                _ => return self.scan_extension(data, state, TOKEN, error::EXTENSION_VALUE),
            },
            Chunk::ExtensionQuoted => match byte {
                b'"' => Chunk::ExtensionAfterQuote,
                b'\\' => Chunk::ExtensionPair,
                _ => return self.scan_extension(data, state, QUOTED, error::EXTENSION_QUOTED),
            },
            Chunk::ExtensionPair if char_class::is(byte, char_class::VALUE) => Chunk::ExtensionQuoted,
            Chunk::ExtensionPair => return Err((error::EXTENSION_PAIR, at + 1)),
            _ => match byte {
                b';' => Chunk::ExtensionStart,
                b'\r' => Chunk::SizeLf,
                b'\n' if allow_bare_lf => return Ok(self.begin_data(at + 1)),
                b'\n' => return Err((error::EXTENSION_VALUE_CR, at)),
                _ => return Err((error::EXTENSION_AFTER_QUOTE, at)),
            },
        };
        self.count_extension(1, at + 1)?;
        Ok(self.enter_chunk(next, at + 1))
    }

    fn scan_extension(&mut self, data: &[u8], state: Chunk, class: u8, error: error::ParseError) -> StepResult {
        let end = end_of_run(data, self.at, class);
        if end == self.at {
            return Err((error, end + 1));
        }
        self.count_extension(end - self.at, end + 1)?;
        Ok(self.enter_chunk(state, end))
    }

    fn count_extension(&mut self, length: usize, at: usize) -> Result<(), (error::ParseError, usize)> {
        self.extension_bytes += length;
        if self.extension_bytes > MAX_EXTENSION_BYTES { Err((error::EXTENSION_OVERFLOW, at)) } else { Ok(()) }
    }
}
