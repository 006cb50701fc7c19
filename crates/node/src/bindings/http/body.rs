//! The bodies: of a known length, until the connection ends, or in chunks.

use super::fault;
use super::letters::{self, QUOTED, TOKEN, end_of};
use super::machine::*;

impl Machine {
    pub(super) fn step_body(&mut self, data: &[u8]) -> Step {
        let here = data.len() - self.at;
        if self.state == State::BodyUntilEnd {
            return self.take(here);
        }
        if self.left == 0 {
            self.state = State::MessageEnd;
            return Step::Again;
        }
        let length = usize::try_from(self.left).map_or(here, |left| left.min(here));
        self.left -= length as u64;
        self.take(length)
    }

    fn take(&mut self, length: usize) -> Step {
        let start = self.at;
        self.at += length;
        Step::Tell(Event::Body { start, length })
    }

    pub(super) fn step_chunk(&mut self, data: &[u8], state: Chunk) -> Stepped {
        let (byte, at) = (data[self.at], self.at);
        let lf_alone = self.is_lenient(LENIENT_CR_BEFORE_LF);
        let next = match state {
            Chunk::SizeStart => {
                let Some(digit) = char::from(byte).to_digit(16) else { return Err((fault::CHUNK_SIZE_CHAR, at)) };
                self.left = u64::from(digit);
                self.extension_bytes = 0;
                Chunk::Size
            }
            Chunk::Size => match (char::from(byte).to_digit(16), byte) {
                (Some(digit), _) => {
                    if self.left >> 60 != 0 {
                        return Err((fault::CHUNK_SIZE_OVERFLOW, at + 1));
                    }
                    self.left = self.left << 4 | u64::from(digit);
                    Chunk::Size
                }
                (None, b'\r') => Chunk::SizeLf,
                (None, b'\n') if lf_alone => Chunk::SizeLf,
                (None, b'\n') => return Err((fault::CHUNK_SIZE_CR, at + 1)),
                (None, b';') => Chunk::ExtensionStart,
                (None, b' ' | b'\t') if self.is_lenient(LENIENT_SPACES_AFTER_CHUNK_SIZE) => Chunk::SizeBlank,
                (None, b' ' | b'\t') => return Err((fault::CHUNK_SIZE_CHAR, at + 1)),
                _ => return Err((fault::CHUNK_SIZE_CHAR, at)),
            },
            Chunk::SizeBlank => match byte {
                b' ' | b'\t' => Chunk::SizeBlank,
                b'\r' => Chunk::SizeLf,
                b';' => Chunk::ExtensionStart,
                b'\n' if lf_alone => Chunk::SizeLf,
                b'\n' => return Err((fault::CHUNK_SIZE_CR, at + 1)),
                _ => return Err((fault::CHUNK_SIZE_CHAR, at)),
            },
            // Where an LF alone may end the line, llhttp comes here with it, too, and takes a second one.
            Chunk::SizeLf => match byte {
                b'\n' => return Ok(self.begin_data(at + 1)),
                _ if self.is_lenient(LENIENT_LF_AFTER_CR) => return Ok(self.begin_data(at)),
                _ => return Err((fault::CHUNK_SIZE_LF, at)),
            },
            Chunk::Data => return Ok(self.step_data(data)),
            Chunk::DataCr => match byte {
                b'\r' => Chunk::DataLf,
                b'\n' if lf_alone => Chunk::SizeStart,
                b'\n' => return Err((fault::CHUNK_DATA_CR, at + 1)),
                _ if self.is_lenient(LENIENT_CRLF_AFTER_CHUNK) => return Ok(self.become_chunk(Chunk::SizeStart, at)),
                _ => return Err((fault::CHUNK_DATA_LF, at)),
            },
            Chunk::DataLf => match byte {
                b'\n' => Chunk::SizeStart,
                _ if self.is_lenient(LENIENT_LF_AFTER_CR) => return Ok(self.become_chunk(Chunk::SizeStart, at)),
                _ => return Err((fault::CHUNK_DATA_LF, at)),
            },
            _ => return self.step_extension(data, state),
        };
        Ok(self.become_chunk(next, at + 1))
    }

    fn become_chunk(&mut self, state: Chunk, at: usize) -> Step {
        self.state = State::Chunk(state);
        self.at = at;
        Step::Again
    }

    /// The line of a chunk's size is over. The empty chunk is the last one: trailers follow.
    fn begin_data(&mut self, at: usize) -> Step {
        if self.left > 0 {
            return self.become_chunk(Chunk::Data, at);
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
        let here = data.len() - self.at;
        let length = usize::try_from(self.left).map_or(here, |left| left.min(here));
        self.left -= length as u64;
        if self.left == 0 {
            self.state = State::Chunk(Chunk::DataCr);
        }
        self.take(length)
    }

    fn step_extension(&mut self, data: &[u8], state: Chunk) -> Stepped {
        let (byte, at) = (data[self.at], self.at);
        let lf_alone = self.is_lenient(LENIENT_CR_BEFORE_LF);
        let next = match state {
            Chunk::ExtensionStart => match byte {
                b' ' | b'\r' => return Err((fault::EXTENSION, at + 1)),
                _ => return Ok(self.become_chunk(Chunk::ExtensionName, at)),
            },
            Chunk::ExtensionName => match byte {
                b'=' => Chunk::ExtensionValue,
                b';' => Chunk::ExtensionStart,
                b'\r' => Chunk::SizeLf,
                b'\n' if lf_alone => return Ok(self.begin_data(at + 1)),
                b'\n' => return Err((fault::EXTENSION_NAME_CR, at)),
                _ => return self.run_of_extension(data, state, TOKEN, fault::EXTENSION_NAME),
            },
            Chunk::ExtensionValue => match byte {
                b'"' => Chunk::ExtensionQuoted,
                b';' => Chunk::ExtensionStart,
                b'\r' => Chunk::SizeLf,
                b'\n' if lf_alone => return Ok(self.begin_data(at + 1)),
                b'\n' => return Err((fault::EXTENSION_VALUE_CR, at)),
                _ => return self.run_of_extension(data, state, TOKEN, fault::EXTENSION_VALUE),
            },
            Chunk::ExtensionQuoted => match byte {
                b'"' => Chunk::ExtensionAfterQuote,
                b'\\' => Chunk::ExtensionPair,
                _ => return self.run_of_extension(data, state, QUOTED, fault::EXTENSION_QUOTED),
            },
            Chunk::ExtensionPair if letters::is(byte, letters::VALUE) => Chunk::ExtensionQuoted,
            Chunk::ExtensionPair => return Err((fault::EXTENSION_PAIR, at + 1)),
            _ => match byte {
                b';' => Chunk::ExtensionStart,
                b'\r' => Chunk::SizeLf,
                b'\n' if lf_alone => return Ok(self.begin_data(at + 1)),
                b'\n' => return Err((fault::EXTENSION_VALUE_CR, at)),
                _ => return Err((fault::EXTENSION_AFTER_QUOTE, at)),
            },
        };
        self.count_extension(1, at + 1)?;
        Ok(self.become_chunk(next, at + 1))
    }

    fn run_of_extension(&mut self, data: &[u8], state: Chunk, place: u8, fault: fault::Fault) -> Stepped {
        let end = end_of(data, self.at, place);
        if end == self.at {
            return Err((fault, end + 1));
        }
        self.count_extension(end - self.at, end + 1)?;
        Ok(self.become_chunk(state, end))
    }

    fn count_extension(&mut self, length: usize, at: usize) -> Result<(), (fault::Fault, usize)> {
        self.extension_bytes += length;
        if self.extension_bytes > LONGEST_EXTENSIONS { Err((fault::EXTENSION_OVERFLOW, at)) } else { Ok(()) }
    }
}
