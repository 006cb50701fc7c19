//! `binding('zlib')`: codecs that `lib/zlib/handle.js` refers to by id. A step consumes input and produces output,
//! synchronously (`writeSync`) or on the thread pool (`write`), and returns three numbers.

mod brotli;
mod brotli_memory;
mod deflate;

use super::Binding;
use super::handle_table::HandleTable;
use crate::requests::{self, Reply};
use brotli::{Compressor, Decompressor};
use deflate::{Deflate, Settings};
use hexloop_engine::{Answer, Call, Failure, Out};
use std::sync::{Arc, Mutex, PoisonError};

/// The result of one step.
pub struct Step {
    pub consumed: usize,
    pub produced: usize,
    /// 0, or 1 at the end of the stream; else the codec's error code.
    pub status: i32,
}

enum Codec {
    Deflate(Deflate),
    Compressor(Compressor),
    Decompressor(Decompressor),
}

impl Codec {
    fn step(&mut self, flush: i32, input: &[u8], output: &mut [u8]) -> Step {
        match self {
            Codec::Deflate(deflate) => deflate.step(flush, input, output),
            Codec::Compressor(compressor) => compressor.step(flush, input, output),
            Codec::Decompressor(decompressor) => decompressor.step(input, output),
        }
    }

    fn reset(&mut self) -> i32 {
        match self {
            Codec::Deflate(deflate) => return deflate.reset(),
            Codec::Compressor(compressor) => compressor.reset(),
            Codec::Decompressor(decompressor) => decompressor.reset(),
        }
        0
    }

    fn set_parameters(&mut self, level: i32, strategy: i32) -> i32 {
        match self {
            Codec::Deflate(deflate) => deflate.set_parameters(level, strategy),
            _ => 0,
        }
    }

    fn message(&self) -> Option<String> {
        match self {
            Codec::Deflate(deflate) => deflate.message(),
            _ => None,
        }
    }
}

type Shared = Arc<Mutex<Codec>>;

thread_local! {
    static CODECS: HandleTable<Shared> = const { HandleTable::new("codec") };
}

fn insert(codec: Codec) -> u32 {
    CODECS.with(|codecs| codecs.insert(Arc::new(Mutex::new(codec))))
}

fn codec<'c>(call: &Call<'c>, index: usize) -> Result<Shared, Failure<'c>> {
    CODECS.with(|codecs| codecs.find(call, index))
}

/// A poisoned lock is fine: a codec in an invalid state returns errors itself.
fn with_codec<R>(codec: &Shared, work: impl FnOnce(&mut Codec) -> R) -> R {
    work(&mut codec.lock().unwrap_or_else(PoisonError::into_inner))
}

pub fn fill(binding: &Binding<'_>) {
    binding
        .function("create", |call| {
            let settings = Settings {
                mode: call.number(0)? as i32,
                window_bits: call.number(1)? as i32,
                level: call.number(2)? as i32,
                memory_level: call.number(3)? as i32,
                strategy: call.number(4)? as i32,
                single_member: call.boolean(5),
                dictionary: if call.len() > 6 { call.with_bytes(6, |bytes| bytes.to_vec())? } else { Vec::new() },
            };
            Ok(insert(Codec::Deflate(Deflate::new(settings))).into())
        })
        // (compress, then alternating keys and values of parameters)
        .function("createBrotli", |call| {
            let mut parameters = Vec::new();
            for index in (1..call.len()).step_by(2) {
                // ToUint32 of the number.
                parameters.push((call.number(index)? as u32, call.number(index + 1)? as i64 as u32));
            }
            let codec = if call.boolean(0) {
                Codec::Compressor(Compressor::new(parameters))
            } else {
                Codec::Decompressor(Decompressor::new(parameters.contains(&(1, 1))))
            };
            Ok(insert(codec).into())
        })
        .function("close", |call| {
            // A running job holds its own reference.
            drop(CODECS.with(|codecs| codecs.take(call, 0))?);
            Ok(().into())
        })
        .unlocked("writeSync", |call| -> Answer<'_> {
            let (codec, flush) = (codec(call, 0)?, call.number(1)? as i32);
            let from = call.number(3)? as usize;
            let step = |input: &[u8]| {
                call.with_bytes_mut(4, |output| with_codec(&codec, |codec| codec.step(flush, input, output)))
            };
            let step = if call.overlap([2, 4]) {
                step(&call.with_part(2, |length| from..length, <[u8]>::to_vec)?)?
            } else {
                call.with_part(2, |length| from..length, step)??
            };
            Ok(numbers(&step).into_out(call.cx()))
        })
        // (request, id, flush, input, capacity): the output, followed by the three numbers.
        .function("write", |call| {
            let (codec, flush) = (codec(call, 1)?, call.number(2)? as i32);
            let (id, capacity) = (call.number(0)?, call.number(4)? as usize);
            let input = call.with_bytes(3, |bytes| bytes.to_vec())?;
            requests::submit("zlib", id, move || {
                let mut output = vec![0; capacity];
                let step = with_codec(&codec, |codec| codec.step(flush, &input, &mut output));
                output.truncate(step.produced);
                for number in [step.consumed as u32, step.produced as u32, step.status.cast_unsigned()] {
                    output.extend_from_slice(&number.to_le_bytes());
                }
                Ok(Reply::Bytes(output))
            });
            Ok(().into())
        })
        .function("params", |call| {
            let (codec, level, strategy) = (codec(call, 0)?, call.number(1)? as i32, call.number(2)? as i32);
            Ok(with_codec(&codec, |codec| codec.set_parameters(level, strategy)).into())
        })
        .function("reset", |call| {
            let codec = codec(call, 0)?;
            Ok(with_codec(&codec, Codec::reset).into())
        })
        // The message for the last status; undefined if the codec has none.
        .function("message", |call| {
            let codec = codec(call, 0)?;
            Ok(with_codec(&codec, |codec| codec.message()).map_or(Out::Undefined, Out::Text))
        })
        .function("crc32", |call| -> Answer<'_> {
            let before = call.number(1)? as u32;
            Ok(super::crypto::with_data(call, 0, |bytes| deflate::crc32(before, bytes))?.into())
        });
}

fn numbers(step: &Step) -> Reply {
    Reply::Numbers(vec![step.consumed as f64, step.produced as f64, f64::from(step.status)])
}
