//! Brotli compression and decompression, by the library that Node has: the same output for the same parameters.

use std::ptr::{self, NonNull};

use compu_brotli_sys as sys;

use super::Step;
use super::brotli_memory::{allocate, free};

/// zlib's status codes, so that callers handle both codecs alike.
const OK: i32 = 0;
const END: i32 = 1;

/// The encoder has no error codes.
const COMPRESSION_FAILED: i32 = -1;

/// Node's operations; the last is for metadata.
const PROCESS: i32 = 0;
const FLUSH: i32 = 1;
const FINISH: i32 = 2;

/// The state of an encoder.
struct Encoder(NonNull<sys::BrotliEncoderState>);

// SAFETY: the state has no ties to a thread.
unsafe impl Send for Encoder {}

impl Encoder {
    fn new(parameters: &[(u32, u32)]) -> Encoder {
        // SAFETY: the functions are malloc and free with a cache, and use no context.
        let state = unsafe { sys::BrotliEncoderCreateInstance(Some(allocate), Some(free), ptr::null_mut()) };
        let Some(state) = NonNull::new(state) else { out_of_memory() };
        for &(name, value) in parameters {
            // SAFETY: the state exists, and nothing was compressed yet. A parameter that the library refuses keeps its default.
            unsafe { sys::BrotliEncoderSetParameter(state.as_ptr(), name.cast_signed(), value) };
        }
        Encoder(state)
    }
}

impl Drop for Encoder {
    fn drop(&mut self) {
        // SAFETY: the state of `new`, which nothing refers to any more.
        unsafe { sys::BrotliEncoderDestroyInstance(self.0.as_ptr()) };
    }
}

fn out_of_memory() -> ! {
    std::alloc::handle_alloc_error(std::alloc::Layout::new::<[u8; 4096]>())
}

pub struct Compressor {
    parameters: Vec<(u32, u32)>,
    encoder: Encoder,
}

impl Compressor {
    pub fn new(parameters: Vec<(u32, u32)>) -> Compressor {
        Compressor { encoder: Encoder::new(&parameters), parameters }
    }

    pub fn reset(&mut self) {
        self.encoder = Encoder::new(&self.parameters);
    }

    pub fn step(&mut self, operation: i32, input: &[u8], output: &mut [u8]) -> Step {
        let operation = match operation {
            PROCESS => sys::BrotliEncoderOperation_BROTLI_OPERATION_PROCESS,
            FLUSH => sys::BrotliEncoderOperation_BROTLI_OPERATION_FLUSH,
            FINISH => sys::BrotliEncoderOperation_BROTLI_OPERATION_FINISH,
            _ => sys::BrotliEncoderOperation_BROTLI_OPERATION_EMIT_METADATA,
        };
        let (mut available_in, mut next_in) = (input.len(), input.as_ptr());
        let (mut available_out, mut next_out) = (output.len(), output.as_mut_ptr());
        // SAFETY: the lengths are those of the slices, which are borrowed for the call; the library keeps neither pointer.
        let succeeded = unsafe {
            sys::BrotliEncoderCompressStream(
                self.encoder.0.as_ptr(),
                operation,
                &mut available_in,
                &mut next_in,
                &mut available_out,
                &mut next_out,
                ptr::null_mut(),
            )
        };
        let status = if succeeded == 0 { COMPRESSION_FAILED } else { OK };
        Step { consumed: input.len() - available_in, produced: output.len() - available_out, status }
    }
}

/// The state of a decoder.
struct Decoder(NonNull<sys::BrotliDecoderState>);

// SAFETY: the state has no ties to a thread.
unsafe impl Send for Decoder {}

impl Decoder {
    fn new(large_window: bool) -> Decoder {
        // SAFETY: the functions are malloc and free with a cache, and use no context.
        let state = unsafe { sys::BrotliDecoderCreateInstance(Some(allocate), Some(free), ptr::null_mut()) };
        let Some(state) = NonNull::new(state) else { out_of_memory() };
        let name = sys::BrotliDecoderParameter_BROTLI_DECODER_PARAM_LARGE_WINDOW;
        // SAFETY: the state exists, and nothing was decompressed yet.
        unsafe { sys::BrotliDecoderSetParameter(state.as_ptr(), name, u32::from(large_window)) };
        Decoder(state)
    }
}

impl Drop for Decoder {
    fn drop(&mut self) {
        // SAFETY: the state of `new`, which nothing refers to any more.
        unsafe { sys::BrotliDecoderDestroyInstance(self.0.as_ptr()) };
    }
}

pub struct Decompressor {
    decoder: Decoder,
    large_window: bool,
}

impl Decompressor {
    pub fn new(large_window: bool) -> Decompressor {
        Decompressor { decoder: Decoder::new(large_window), large_window }
    }

    pub fn reset(&mut self) {
        self.decoder = Decoder::new(self.large_window);
    }

    pub fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        let (mut available_in, mut next_in) = (input.len(), input.as_ptr());
        let (mut available_out, mut next_out) = (output.len(), output.as_mut_ptr());
        // SAFETY: the lengths are those of the slices, which are borrowed for the call. The library keeps neither pointer: input
        // that it has not used is not counted as consumed, or is copied.
        let result = unsafe {
            sys::BrotliDecoderDecompressStream(
                self.decoder.0.as_ptr(),
                &mut available_in,
                &mut next_in,
                &mut available_out,
                &mut next_out,
                ptr::null_mut(),
            )
        };
        let status = match result {
            sys::BrotliDecoderResult_BROTLI_DECODER_RESULT_SUCCESS => END,
            // SAFETY: the state exists.
            sys::BrotliDecoderResult_BROTLI_DECODER_RESULT_ERROR => unsafe {
                sys::BrotliDecoderGetErrorCode(self.decoder.0.as_ptr())
            },
            _ => OK,
        };
        Step { consumed: input.len() - available_in, produced: output.len() - available_out, status }
    }
}
