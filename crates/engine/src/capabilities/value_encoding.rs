//! `value-encoding`: numbers and other immediates, decoded and encoded without calling the engine.
//!
//! On 64-bit platforms a `JSValueRef` *is* the value (JSVALUE64): immediates are bits, everything else the address of a cell.
//!
//! ```text
//!   integer   fffe:0000:iiii:iiii                     undefined 0a   null 02   true 07   false 06
//!   double    its bits + 2^49 (0002:… to fffc:…)      cell      0000:address
//! ```
//!
//! Through the C API each conversion takes the VM's lock: two numbers in and one out were 100 ns of a 190 ns native
//! call, and are 2 ns here. The encoding is compared with the engine's own results when the first context is created; a
//! library with another encoding (32-bit platforms have one) is called each time, as the C API intends.

use super::{Absent, Capability, Probed, switches};
use crate::ffi::*;
use std::sync::atomic::{AtomicU8, Ordering};

const INTEGER: u64 = 0xfffe_0000_0000_0000;
const DOUBLE_OFFSET: u64 = 1 << 49;
const NOT_A_CELL: u64 = INTEGER | 0b10;
const UNDEFINED: u64 = 0x0a;
const NULL: u64 = 0x02;
const TRUE: u64 = 0x07;
const FALSE: u64 = 0x06;

const UNKNOWN: u8 = 0;
const JSVALUE64: u8 = 1;
const OTHER: u8 = 2;
static ENCODING: AtomicU8 = AtomicU8::new(UNKNOWN);

#[inline]
fn is_jsvalue64() -> bool {
    ENCODING.load(Ordering::Relaxed) == JSVALUE64
}

/// Whether the encoding is the one above.
pub(crate) fn is_known() -> bool {
    is_jsvalue64()
}

/// Compares the encoding above with the engine's. Cheap after the first time.
pub(crate) fn detect(ctx: JSContextRef) {
    if ENCODING.load(Ordering::Relaxed) != UNKNOWN {
        return;
    }
    let agrees = probe(ctx).is_ok();
    ENCODING.store(if agrees { JSVALUE64 } else { OTHER }, Ordering::Relaxed);
}

pub(super) fn probe(ctx: JSContextRef) -> Probed<()> {
    switches::require(Capability::ValueEncoding)?;
    if cfg!(not(target_pointer_width = "64")) {
        return Err(Absent::Platform);
    }
    if agrees_with_engine(ctx) { Ok(()) } else { Err(Absent::Mismatch("the encoding of values")) }
}

fn agrees_with_engine(ctx: JSContextRef) -> bool {
    let numbers =
        [0.0, -0.0, 1.0, -1.0, 0.5, 2_147_483_647.0, 2_147_483_648.0, -2_147_483_648.0, 1e300, -1e-300, f64::INFINITY];
    // SAFETY: live context.
    unsafe {
        let numbers_agree = numbers.iter().all(|number| {
            let raw = JSValueMakeNumber(ctx, *number);
            encode(*number) == raw as u64 && decode(raw as u64).map(f64::to_bits) == Some(number.to_bits())
        });
        numbers_agree
            && encode(f64::NAN) == JSValueMakeNumber(ctx, f64::NAN) as u64
            && JSValueMakeUndefined(ctx) as u64 == UNDEFINED
            && JSValueMakeNull(ctx) as u64 == NULL
            && JSValueMakeBoolean(ctx, true) as u64 == TRUE
            && JSValueMakeBoolean(ctx, false) as u64 == FALSE
    }
}

#[inline]
fn encode(number: f64) -> u64 {
    let integer = number as i32;
    if f64::from(integer).to_bits() == number.to_bits() {
        return INTEGER | u64::from(integer.cast_unsigned());
    }
    // Only the canonical NaN may be encoded: another's bits could be taken for a tag.
    let number = if number.is_nan() { f64::from_bits(0x7ff8_0000_0000_0000) } else { number };
    number.to_bits().wrapping_add(DOUBLE_OFFSET)
}

#[inline]
fn decode(bits: u64) -> Option<f64> {
    if bits >= INTEGER {
        return Some(f64::from(bits as u32 as i32));
    }
    (bits >= DOUBLE_OFFSET).then(|| f64::from_bits(bits - DOUBLE_OFFSET))
}

/// The number, if `raw` is one and the encoding is known. None means: ask the engine.
#[inline]
pub(crate) fn immediate_number(raw: JSValueRef) -> Option<f64> {
    if is_jsvalue64() { decode(raw as u64) } else { None }
}

/// Whether an immediate is truthy, under the same conditions.
#[inline]
pub(crate) fn immediate_truthiness(raw: JSValueRef) -> Option<bool> {
    if !is_jsvalue64() {
        return None;
    }
    match raw as u64 {
        TRUE => Some(true),
        FALSE | UNDEFINED | NULL => Some(false),
        bits => decode(bits).map(|number| number != 0.0 && !number.is_nan()),
    }
}

/// Whether it is the address of a cell, if the encoding is known; false otherwise.
#[inline]
pub(crate) fn is_cell(raw: JSValueRef) -> bool {
    is_jsvalue64() && raw as u64 & NOT_A_CELL == 0
}

/// The type of an immediate, under the same conditions.
#[inline]
pub(crate) fn immediate_type(raw: JSValueRef) -> Option<JSType> {
    let bits = raw as u64;
    if !is_jsvalue64() || bits & NOT_A_CELL == 0 {
        return None;
    }
    match bits {
        UNDEFINED => Some(TYPE_UNDEFINED),
        NULL => Some(TYPE_NULL),
        TRUE | FALSE => Some(TYPE_BOOLEAN),
        _ if bits >= DOUBLE_OFFSET => Some(TYPE_NUMBER),
        _ => None,
    }
}

/// # Safety
/// A live context (also for the constructors below).
#[inline]
pub(crate) unsafe fn number(ctx: JSContextRef, value: f64) -> JSValueRef {
    if is_jsvalue64() {
        return encode(value) as JSValueRef;
    }
    // SAFETY: by this function's contract.
    unsafe { JSValueMakeNumber(ctx, value) }
}

/// # Safety
/// A live context.
#[inline]
pub(crate) unsafe fn boolean(ctx: JSContextRef, value: bool) -> JSValueRef {
    if is_jsvalue64() {
        return (if value { TRUE } else { FALSE }) as JSValueRef;
    }
    // SAFETY: by this function's contract.
    unsafe { JSValueMakeBoolean(ctx, value) }
}

/// # Safety
/// A live context.
#[inline]
pub(crate) unsafe fn undefined(ctx: JSContextRef) -> JSValueRef {
    if is_jsvalue64() {
        return UNDEFINED as JSValueRef;
    }
    // SAFETY: by this function's contract.
    unsafe { JSValueMakeUndefined(ctx) }
}

/// # Safety
/// A live context.
#[inline]
pub(crate) unsafe fn null(ctx: JSContextRef) -> JSValueRef {
    if is_jsvalue64() {
        return NULL as JSValueRef;
    }
    // SAFETY: by this function's contract.
    unsafe { JSValueMakeNull(ctx) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engine_encodes_values_as_jsvalue64() {
        let context = crate::Context::new();
        assert!(agrees_with_engine(context.cx().raw));
    }

    #[test]
    fn immediates_are_true_or_false_as_in_the_engine() {
        let context = crate::Context::new();
        let ctx = context.cx().raw;
        for expression in
            ["true", "false", "undefined", "null", "0", "-0", "1", "-7", "0.5", "NaN", "1e300", "-Infinity"]
        {
            let value = context.cx().evaluate(expression, "t.js", 1).unwrap();
            // SAFETY: live context and value.
            let expected = unsafe { JSValueToBoolean(ctx, value.raw) };
            assert!(!is_jsvalue64() || immediate_truthiness(value.raw) == Some(expected), "{expression}");
        }
    }

    #[test]
    fn every_double_survives_the_round_trip() {
        let mut bits = 0x9e37_79b9_7f4a_7c15u64;
        for _ in 0..100_000 {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let number = f64::from_bits(bits);
            let back = decode(encode(number)).expect("a number");
            assert!(back.to_bits() == number.to_bits() || (back.is_nan() && number.is_nan()), "{bits:x}");
        }
    }
}
