//! Brotli compression and decompression.

use super::Step;
use super::window_memory::WindowAllocator;
use brotli::enc::backward_references::BrotliEncoderMode;
use brotli::enc::encode::{BrotliEncoderOperation, BrotliEncoderStateStruct};
use brotli::enc::{CombiningAllocator, StandardAlloc};
use brotli::{BrotliDecompressStream, BrotliResult, BrotliState};

/// zlib's status codes, so that callers handle both codecs alike.
const OK: i32 = 0;
const END: i32 = 1;

/// The encoder has no error codes.
const COMPRESSION_FAILED: i32 = -1;

/// Node's operations; the last is for metadata.
const FLUSH: i32 = 1;
const FINISH: i32 = 2;

type Std = StandardAlloc;
/// The window is the one large array of bytes.
type EncoderMemory = CombiningAllocator<
    WindowAllocator,
    Std,
    Std,
    Std,
    Std,
    Std,
    Std,
    Std,
    Std,
    Std,
    Std,
    Std,
    Std,
    Std,
    Std,
    Std,
    Std,
    Std,
>;
type Encoder = BrotliEncoderStateStruct<EncoderMemory>;
type Decoder = BrotliState<StandardAlloc, StandardAlloc, StandardAlloc>;

pub struct Compressor {
    parameters: Vec<(u32, u32)>,
    encoder: Box<Encoder>,
}

fn encoder_memory() -> EncoderMemory {
    let std = StandardAlloc::default();
    CombiningAllocator::new(
        WindowAllocator,
        std,
        std,
        std,
        std,
        std,
        std,
        std,
        std,
        std,
        std,
        std,
        std,
        std,
        std,
        std,
        std,
        std,
    )
}

fn new_encoder(parameters: &[(u32, u32)]) -> Box<Encoder> {
    let mut encoder = Box::new(Encoder::new(encoder_memory()));
    let params = &mut encoder.params;
    for &(name, value) in parameters {
        let number = value.cast_signed();
        match name {
            0 => {
                params.mode = match value {
                    1 => BrotliEncoderMode::BROTLI_MODE_TEXT,
                    2 => BrotliEncoderMode::BROTLI_MODE_FONT,
                    _ => BrotliEncoderMode::BROTLI_MODE_GENERIC,
                }
            }
            1 => params.quality = number,
            2 => params.lgwin = number,
            3 => params.lgblock = number,
            4 => params.disable_literal_context_modeling = i32::from(value != 0),
            5 => params.size_hint = value as usize,
            6 => params.large_window = value != 0,
            // NPOSTFIX and NDIRECT: this encoder chooses the distance parameters itself.
            _ => {}
        }
    }
    encoder
}

impl Compressor {
    pub fn new(parameters: Vec<(u32, u32)>) -> Compressor {
        Compressor { encoder: new_encoder(&parameters), parameters }
    }

    pub fn reset(&mut self) {
        self.encoder = new_encoder(&self.parameters);
    }

    pub fn step(&mut self, operation: i32, input: &[u8], output: &mut [u8]) -> Step {
        let operation = match operation {
            FLUSH => BrotliEncoderOperation::BROTLI_OPERATION_FLUSH,
            FINISH => BrotliEncoderOperation::BROTLI_OPERATION_FINISH,
            0 => BrotliEncoderOperation::BROTLI_OPERATION_PROCESS,
            _ => BrotliEncoderOperation::BROTLI_OPERATION_EMIT_METADATA,
        };
        let (mut available_in, mut consumed) = (input.len(), 0);
        let (mut available_out, mut produced) = (output.len(), 0);
        let succeeded = self.encoder.compress_stream(
            operation,
            &mut available_in,
            input,
            &mut consumed,
            &mut available_out,
            output,
            &mut produced,
            &mut None,
            &mut |_, _, _, _| (),
        );
        Step { consumed, produced, status: if succeeded { OK } else { COMPRESSION_FAILED } }
    }
}

pub struct Decompressor {
    decoder: Box<Decoder>,
    large_window: bool,
}

fn new_decoder(large_window: bool) -> Box<Decoder> {
    let alloc = StandardAlloc::default;
    let mut decoder = Box::new(Decoder::new(alloc(), alloc(), alloc()));
    decoder.large_window = large_window;
    decoder
}

impl Decompressor {
    pub fn new(large_window: bool) -> Decompressor {
        Decompressor { decoder: new_decoder(large_window), large_window }
    }

    pub fn reset(&mut self) {
        self.decoder = new_decoder(self.large_window);
    }

    pub fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        let (mut available_in, mut consumed) = (input.len(), 0);
        let (mut available_out, mut produced, mut total) = (output.len(), 0, 0);
        let result = BrotliDecompressStream(
            &mut available_in,
            &mut consumed,
            input,
            &mut available_out,
            &mut produced,
            output,
            &mut total,
            &mut self.decoder,
        );
        let status = match result {
            BrotliResult::ResultSuccess => END,
            BrotliResult::NeedsMoreInput | BrotliResult::NeedsMoreOutput => OK,
            BrotliResult::ResultFailure => self.decoder.error_code as i32,
        };
        Step { consumed, produced, status }
    }
}
