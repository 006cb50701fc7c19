//! A safe wrapper of zlib (`zlib-rs`, through its C API: the only one with strategies, memory levels and dictionaries).

use super::Step;
use libz_rs_sys as z;
use std::ffi::{CStr, c_ulong};
use std::mem::{MaybeUninit, size_of};

/// Node's modes.
const DEFLATE: i32 = 1;
const INFLATE: i32 = 2;
const GZIP: i32 = 3;
const GUNZIP: i32 = 4;
const DEFLATE_RAW: i32 = 5;
const INFLATE_RAW: i32 = 6;
/// Gzip or zlib, detected from the data.
const UNZIP: i32 = 7;

const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

pub struct Settings {
    pub mode: i32,
    pub window_bits: i32,
    pub level: i32,
    pub memory_level: i32,
    pub strategy: i32,
    /// Whether to stop after the first gzip member: with `rejectGarbageAfterEnd`, JavaScript handles the rest.
    pub single_member: bool,
    pub dictionary: Vec<u8>,
}

pub struct Deflate {
    settings: Settings,
    /// Initialized by the first step, which reports invalid settings, as in Node.
    stream: Option<Box<z::z_stream>>,
    /// The first bytes of the input, for [`UNZIP`].
    magic: Vec<u8>,
}

// SAFETY: the stream's memory is its own (zlib-rs allocates it), and nothing else points to it; a Mutex gives it to one
// thread at a time.
unsafe impl Send for Deflate {}

impl Drop for Deflate {
    fn drop(&mut self) {
        if let Some(mut stream) = self.stream.take() {
            // SAFETY: a stream that was initialized, ended once.
            unsafe {
                if self.settings.compresses() {
                    z::deflateEnd(&mut *stream)
                } else {
                    z::inflateEnd(&mut *stream)
                };
            }
        }
    }
}

impl Settings {
    fn compresses(&self) -> bool {
        matches!(self.mode, DEFLATE | GZIP | DEFLATE_RAW)
    }

    /// zlib encodes the format in the window bits.
    fn window_and_format(&self) -> i32 {
        match self.mode {
            GZIP | GUNZIP => self.window_bits + 16,
            UNZIP => self.window_bits + 32,
            DEFLATE_RAW | INFLATE_RAW => -self.window_bits,
            _ => self.window_bits,
        }
    }
}

impl Deflate {
    pub fn new(settings: Settings) -> Deflate {
        Deflate { settings, stream: None, magic: Vec::new() }
    }

    fn open(&mut self) -> Result<(), i32> {
        if self.stream.is_some() {
            return Ok(());
        }
        // SAFETY: all zeros are a stream without memory and with zlib's own allocator; once initialized it stays in its
        // box.
        unsafe {
            let mut stream: Box<z::z_stream> = Box::new(MaybeUninit::zeroed().assume_init());
            let (version, size) = (z::zlibVersion(), size_of::<z::z_stream>() as i32);
            let (settings, bits) = (&self.settings, self.settings.window_and_format());
            let status = if settings.compresses() {
                let Settings { level, memory_level, strategy, .. } = *settings;
                z::deflateInit2_(&mut *stream, level, 8, bits, memory_level, strategy, version, size)
            } else {
                z::inflateInit2_(&mut *stream, bits, version, size)
            };
            if status != z::Z_OK {
                return Err(status);
            }
            self.stream = Some(stream);
        }
        self.set_initial_dictionary()
    }

    /// For deflate, and for raw inflate, whose data has no header that would request it.
    fn set_initial_dictionary(&mut self) -> Result<(), i32> {
        let (Some(stream), dictionary) = (&mut self.stream, &self.settings.dictionary) else { return Ok(()) };
        if dictionary.is_empty() {
            return Ok(());
        }
        // SAFETY: an initialized stream; the slice and its length.
        let status = unsafe {
            match self.settings.mode {
                DEFLATE | DEFLATE_RAW => {
                    z::deflateSetDictionary(&mut **stream, dictionary.as_ptr(), dictionary.len() as u32)
                }
                INFLATE_RAW => z::inflateSetDictionary(&mut **stream, dictionary.as_ptr(), dictionary.len() as u32),
                _ => z::Z_OK,
            }
        };
        if status == z::Z_OK { Ok(()) } else { Err(status) }
    }

    pub fn step(&mut self, flush: i32, input: &[u8], output: &mut [u8]) -> Step {
        if let Err(status) = self.open() {
            return Step { consumed: 0, produced: 0, status };
        }
        self.detect_magic(input);
        let Some(stream) = &mut self.stream else {
            return Step { consumed: 0, produced: 0, status: z::Z_STREAM_ERROR };
        };
        stream.next_in = input.as_ptr().cast_mut();
        stream.avail_in = input.len() as u32;
        stream.next_out = output.as_mut_ptr();
        stream.avail_out = output.len() as u32;
        // SAFETY: initialized; input and output are the slices, which outlive the calls.
        let status = unsafe {
            if self.settings.compresses() {
                z::deflate(&mut **stream, flush)
            } else {
                inflate_all(stream, &self.settings, flush, input)
            }
        };
        let step = Step {
            consumed: input.len() - stream.avail_in as usize,
            produced: output.len() - stream.avail_out as usize,
            status,
        };
        // The slices end with this call.
        stream.next_in = std::ptr::null_mut();
        stream.next_out = std::ptr::null_mut();
        (stream.avail_in, stream.avail_out) = (0, 0);
        step
    }

    /// Gzip members may follow each other; zlib data has no members.
    fn detect_magic(&mut self, input: &[u8]) {
        if self.settings.mode == UNZIP && self.magic.len() < GZIP_MAGIC.len() {
            self.magic.extend(input.iter().take(GZIP_MAGIC.len() - self.magic.len()));
            if self.magic.len() == GZIP_MAGIC.len() {
                self.settings.mode = if self.magic == GZIP_MAGIC { GUNZIP } else { INFLATE };
            }
        }
    }

    pub fn set_parameters(&mut self, level: i32, strategy: i32) -> i32 {
        if let Err(status) = self.open() {
            return status;
        }
        match &mut self.stream {
            Some(stream) if self.settings.compresses() => {
                // zlib requires an output pointer, even with no space for output.
                stream.next_out = std::ptr::NonNull::dangling().as_ptr();
                // SAFETY: initialized; without input and without space for output, it only stores the parameters.
                let status = unsafe { z::deflateParams(&mut **stream, level, strategy) };
                stream.next_out = std::ptr::null_mut();
                status
            }
            _ => z::Z_OK,
        }
    }

    pub fn reset(&mut self) -> i32 {
        let Some(stream) = &mut self.stream else { return z::Z_OK };
        // SAFETY: initialized.
        let status = unsafe {
            if self.settings.compresses() { z::deflateReset(&mut **stream) } else { z::inflateReset(&mut **stream) }
        };
        if status != z::Z_OK {
            return status;
        }
        self.set_initial_dictionary().map_or_else(|status| status, |()| z::Z_OK)
    }

    /// zlib's message for the last error.
    pub fn message(&self) -> Option<String> {
        let message = self.stream.as_ref()?.msg;
        if message.is_null() {
            return None;
        }
        // SAFETY: a static C string of zlib's.
        Some(unsafe { CStr::from_ptr(message) }.to_string_lossy().into_owned())
    }
}

/// Also sets the dictionary that the data requests, and continues with further gzip members.
///
/// # Safety
/// The stream is initialized for inflating, and reads from `input`.
unsafe fn inflate_all(stream: &mut z::z_stream, settings: &Settings, flush: i32, input: &[u8]) -> i32 {
    // SAFETY: guaranteed by the caller.
    unsafe {
        let mut status = z::inflate(stream, flush);
        let dictionary = &settings.dictionary;
        if settings.mode != INFLATE_RAW && status == z::Z_NEED_DICT && !dictionary.is_empty() {
            status = match z::inflateSetDictionary(stream, dictionary.as_ptr(), dictionary.len() as u32) {
                z::Z_OK => z::inflate(stream, flush),
                // It requests another dictionary.
                z::Z_DATA_ERROR => z::Z_NEED_DICT,
                status => status,
            };
        }
        let more_members = settings.mode == GUNZIP && !settings.single_member;
        while more_members && status == z::Z_STREAM_END && stream.avail_in > 0 {
            // Zero padding, as on tapes.
            if input[input.len() - stream.avail_in as usize] == 0 {
                break;
            }
            status = z::inflateReset(stream);
            if status == z::Z_OK {
                status = z::inflate(stream, flush);
            }
        }
        status
    }
}

pub fn crc32(before: u32, bytes: &[u8]) -> u32 {
    // SAFETY: the slice and its length.
    unsafe { z::crc32_z(c_ulong::from(before), bytes.as_ptr(), bytes.len()) as u32 }
}
