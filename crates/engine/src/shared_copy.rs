//! Bytes that another thread may write while Rust reads them: a SharedArrayBuffer that two workers hold.
//!
//! A slice over them would be undefined behaviour however short its life, so they are copied, byte by byte, with relaxed atomics.
//! The copy is what JavaScript sees when it reads the bytes one by one: each byte was there, but not all at the same time.
//! Nothing here uses the engine: the tests run under Miri and ThreadSanitizer.

use std::sync::atomic::{AtomicU8, Ordering};

pub(crate) fn read(cells: &[AtomicU8]) -> Vec<u8> {
    cells.iter().map(|cell| cell.load(Ordering::Relaxed)).collect()
}

/// Runs `change` on a copy and writes back only the bytes that it changed: another thread may have written the others meanwhile.
pub(crate) fn change<R>(cells: &[AtomicU8], change: impl FnOnce(&mut [u8]) -> R) -> R {
    let before = read(cells);
    let mut after = before.clone();
    let result = change(&mut after);
    for (cell, (before, after)) in cells.iter().zip(before.iter().zip(&after)) {
        if before != after {
            cell.store(*after, Ordering::Relaxed);
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    fn cells(bytes: &[u8]) -> Vec<AtomicU8> {
        bytes.iter().map(|byte| AtomicU8::new(*byte)).collect()
    }

    #[test]
    fn what_is_not_changed_is_not_written() {
        let memory = cells(&[1, 2, 3, 4]);
        let result = change(&memory, |copy| {
            memory[0].store(9, Ordering::Relaxed);
            memory[3].store(8, Ordering::Relaxed);
            copy[1] = 7;
            copy[3] = 6;
            copy.len()
        });
        assert_eq!((result, read(&memory)), (4, vec![9, 7, 3, 6]));
    }

    #[test]
    fn two_threads_that_change_different_bytes_lose_none() {
        let rounds = if cfg!(miri) { 20 } else { 20_000 };
        let memory = cells(&[0; 64]);
        thread::scope(|scope| {
            for side in 0..2 {
                let memory = &memory;
                scope.spawn(move || {
                    for round in 0..rounds {
                        change(memory, |copy| {
                            let mine = copy.iter_mut().skip(side).step_by(2);
                            mine.for_each(|byte| *byte = byte.wrapping_add(1 + (round % 2) as u8));
                        });
                    }
                });
            }
        });
        let expected = (rounds / 2 * 3 % 256) as u8;
        assert_eq!(read(&memory), [expected; 64]);
    }
}
