//! `termination-trap`: terminating a running script immediately, from another thread.
//!
//! The C API only has a time limit (`terminate.rs`): the engine polls every few milliseconds, and each poll discards the optimized
//! code of all functions on the stack. A worker that answered messages spent a fifth of its time on compiling the same ten
//! functions again. The engine's own mechanism is a word of *traps* in each VM (`VMTraps`): a bit is set there, and the thread that
//! runs the VM is requested to stop:
//!
//! ```text
//!   any thread ── bit |= terminate ──▶ traps ── request() ──▶ the thread that runs it ── at the next check ──▶ the script ends
//! ```
//!
//! A thread that waits in `Atomics.wait` (or in WebAssembly's `memory.atomic.wait`) checks nothing: it is parked on the condition
//! of its VM's waiter until it is notified. `sync_waiter.rs` wakes that one thread, and no other.
//!
//! `request` is exported. No header of the library declares the offset of the word and which bit it is; its code shows both, since it
//! computes the VM's address from the word's and tests that bit. What is read there is checked against what must surround the
//! word before anything is written. If something does not match, there is no trap and the time limit polls as often as before.
//!
//! | | 2.50: `requestThreadStopIfNeeded(bit)` | since 2.52: `updateThreadStopRequestIfNeeded()` |
//! |---|---|---|
//! | the word | at the start of the traps | 0x28 into them: the function begins by reading it |
//! | from the traps to the VM, and the bit | in its code | in the code of the function that it calls |

use super::machine_code::{call_target, is_same_library};
use super::probe_read::{AnyBitPattern, read};
use super::sync_waiter::SyncWaiter;
use super::{Absent, Cached, Capability, Probed, require_x86_64_linux, symbol};
use crate::ffi::JSContextGroupRef;
use std::ffi::c_void;
use std::sync::atomic::{AtomicU32, Ordering};

/// The second of the engine's traps. The function below handles it separately.
const TERMINATION: u32 = 2;

#[derive(Clone, Copy)]
enum Request {
    ForBit(unsafe extern "C" fn(*mut c_void, u32)),
    Update(unsafe extern "C" fn(*mut c_void)),
}

/// Offsets, as read from the engine's code.
struct TrapLayout {
    request: Request,
    /// From the VM to its traps.
    traps: usize,
    /// From the traps to the word.
    word: usize,
    stop: StopFunction,
}

/// The function that requests a thread to stop.
pub(super) struct StopFunction {
    pub(super) address: usize,
    pub(super) code: [u8; 512],
}

/// The traps of one VM, which must outlive this.
pub(crate) struct Trap {
    traps: usize,
    word: usize,
    request: Request,
    waiter: Option<SyncWaiter>,
}

impl Trap {
    pub(crate) fn of(group: JSContextGroupRef) -> Option<Trap> {
        Trap::probe(group).ok()
    }

    pub(super) fn probe(group: JSContextGroupRef) -> Probed<Trap> {
        require_x86_64_linux()?;
        let layout = layout()?;
        let traps = group as usize + layout.traps;
        let word = traps + layout.word;
        if !looks_like_traps(word) {
            return Err(Absent::Mismatch("what lies where a VM's traps should"));
        }
        Ok(Trap { traps, word, request: layout.request, waiter: SyncWaiter::probe(group, &layout.stop).ok() })
    }

    /// Why a thread that waits in `Atomics.wait` is not woken.
    pub(super) fn probe_waiter(group: JSContextGroupRef) -> Probed<()> {
        Trap::probe(group).map_err(|_| Absent::Needs(Capability::TerminationTrap))?;
        SyncWaiter::probe(group, &layout()?.stop).map(drop)
    }

    /// Whether a thread that waits in `Atomics.wait` is woken.
    pub(crate) fn wakes_waiters(&self) -> bool {
        self.waiter.is_some()
    }

    /// # Safety
    /// The VM lives.
    pub(crate) unsafe fn fire(&self) {
        // SAFETY: by this function's contract the word exists; the engine, too, modifies it atomically from any thread.
        unsafe {
            if let Some(waiter) = &self.waiter {
                waiter.request_termination();
            }
            (*(self.word as *const AtomicU32)).fetch_or(TERMINATION, Ordering::SeqCst);
            match self.request {
                Request::ForBit(request) => request(self.traps as *mut c_void, TERMINATION),
                Request::Update(update) => update(self.traps as *mut c_void),
            }
            if let Some(waiter) = &self.waiter {
                waiter.wake();
            }
        }
    }
}

fn layout() -> Probed<&'static TrapLayout> {
    static FOUND: Cached<TrapLayout> = Cached::new();
    // SAFETY: member functions, `this` first, as their mangled names say.
    FOUND.get(Capability::TerminationTrap, || unsafe {
        match symbol(c"_ZN3JSC7VMTraps25requestThreadStopIfNeededEj") {
            Ok(request) => find_by_request(request),
            Err(absent) => match symbol(c"_ZN3JSC7VMTraps31updateThreadStopRequestIfNeededEv") {
                Ok(update) => find_by_update(update),
                Err(_) => Err(absent),
            },
        }
    })
}

fn find_by_request(request: unsafe extern "C" fn(*mut c_void, u32)) -> Probed<TrapLayout> {
    let mismatch = Absent::Mismatch("the code of VMTraps::requestThreadStopIfNeeded");
    let stop = StopFunction { address: request as usize, code: read(request as usize).ok_or(mismatch)? };
    let traps = vm_offset_in(&stop.code).ok_or(mismatch)?;
    Ok(TrapLayout { request: Request::ForBit(request), traps, word: 0, stop })
}

fn find_by_update(update: unsafe extern "C" fn(*mut c_void)) -> Probed<TrapLayout> {
    let mismatch = Absent::Mismatch("the code of VMTraps::updateThreadStopRequestIfNeeded");
    let code = read::<[u8; 160]>(update as usize).ok_or(mismatch)?;
    let (word, stop) = word_and_stop_in(update as usize, &code).ok_or(mismatch)?;
    if !is_same_library(update as usize, stop) {
        return Err(mismatch);
    }
    let stop = StopFunction { address: stop, code: read(stop).ok_or(mismatch)? };
    let traps = vm_offset_in(&stop.code).ok_or(mismatch)?;
    Ok(TrapLayout { request: Request::Update(update), traps, word, stop })
}

/// `mov word(%rdi), %eax; test $bits, %al`, and later, with a lock on the stack, `lea lock(%rsp), %rsi; call stop`.
fn word_and_stop_in(start: usize, code: &[u8]) -> Option<(usize, usize)> {
    let word = code.windows(5).find_map(|bytes| match *bytes {
        [0x8b, 0x47, word @ 0..=0x7f, 0xa8, bits] if u32::from(bits) & TERMINATION != 0 => Some(usize::from(word)),
        _ => None,
    })?;
    let stop = code.windows(10).enumerate().find_map(|(at, bytes)| match *bytes {
        [0x48, 0x8d, 0x74, 0x24, _, 0xe8, a, b, c, d] => Some(call_target(start + at + 5, [a, b, c, d])),
        _ => None,
    })?;
    word.is_multiple_of(4).then_some((word, stop))
}

/// The offset of the traps in the VM: what the function subtracts from the one address to get the other. Only if it also tests
/// the termination bit.
fn vm_offset_in(code: &[u8]) -> Option<usize> {
    // lea -offset(%register), %register
    let subtraction = code.windows(4).find_map(|bytes| match *bytes {
        [0x48..=0x4f, 0x8d, mode @ 0x40..=0x7f, offset @ 0x80..=0xf8] if mode & 7 != 4 => Some(offset),
        _ => None,
    })?;
    // cmp $2, %register, or test $2, %al
    let tests_the_bit = code.windows(3).any(|bytes| matches!(*bytes, [0x83, 0xf8..=0xff, 2] | [0xa8, 2, _]));
    let offset = usize::from(subtraction.wrapping_neg());
    (tests_the_bit && offset.is_multiple_of(8)).then_some(offset)
}

/// No trap is set in a VM that was just created; four flags follow, then a lock and a condition, each reference-counted and unused.
/// Between them is padding that the engine never writes: it holds stale bytes.
fn looks_like_traps(word: usize) -> bool {
    #[derive(Clone, Copy)]
    #[repr(C)]
    struct Traps {
        bits: u32,
        _unused: u32,
        flags: [u8; 4],
        _padding: [u8; 4],
        lock: usize,
        condition: usize,
    }
    // SAFETY: numbers.
    unsafe impl AnyBitPattern for Traps {}
    let Some(traps) = read::<Traps>(word) else { return false };
    let is_counted = |address: usize| {
        address.is_multiple_of(4)
            && read::<[u32; 2]>(address).is_some_and(|[owners, state]| (1..=8).contains(&owners) && state & 0xff == 0)
    };
    traps.bits == 0
        && traps.flags.iter().all(|flag| *flag <= 1)
        && is_counted(traps.lock)
        && is_counted(traps.condition)
}

#[cfg(test)]
mod tests {
    use super::{vm_offset_in, word_and_stop_in};

    #[test]
    fn the_offset_is_read_from_the_code_or_not_at_all() {
        let back_by_64 = [0x4c, 0x8d, 0x63, 0xc0];
        let compares_two = [0x83, 0xfd, 0x02];
        let code = |parts: &[&[u8]]| [&[0x90; 7], parts.concat().as_slice(), &[0x90; 7]].concat();
        assert_eq!(vm_offset_in(&code(&[&back_by_64, &compares_two])), Some(0x40));
        assert_eq!(vm_offset_in(&code(&[&back_by_64])), None);
        assert_eq!(vm_offset_in(&code(&[&compares_two])), None);
        assert_eq!(vm_offset_in(&code(&[&[0x4c, 0x8d, 0x63, 0x40], &compares_two])), None);
        assert_eq!(vm_offset_in(&code(&[&[0x4c, 0x8d, 0x77, 0xb0], &[0xa8, 0x02]])), Some(0x50));
    }

    #[test]
    fn the_word_is_read_from_the_code_or_not_at_all() {
        let reads = [0x8b, 0x47, 0x28, 0xa8, 0x1f];
        let calls = [0x48, 0x8d, 0x74, 0x24, 0x08, 0xe8, 0x00, 0x01, 0x00, 0x00];
        let code = |parts: &[&[u8]]| [parts.concat().as_slice(), &[0x90; 7]].concat();
        assert_eq!(word_and_stop_in(0x1000, &code(&[&reads, &calls])), Some((0x28, 0x1000 + 15 + 0x100)));
        assert_eq!(word_and_stop_in(0x1000, &code(&[&reads])), None);
        assert_eq!(word_and_stop_in(0x1000, &code(&[&[0x8b, 0x47, 0x28, 0xa8, 0x1d], &calls])), None);
    }
}
