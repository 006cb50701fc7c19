//! What every Rust program of this folder needs. Each uses a part of it.
#![allow(dead_code)]

use std::time::Duration;

/// The one line of output: nanoseconds per operation.
pub fn report(spent: Duration, operations: usize) {
    println!("{:.1}", spent.as_nanos() as f64 / operations as f64);
}

/// The same numbers in both languages: a linear congruential generator (Knuth's MMIX constants).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as u32
    }
}
