//! `sync-waiter`: waking the one thread that waits in `Atomics.wait` when its script is to be terminated.
//!
//! The engine keeps one list of waiters for all VMs, which `Atomics.wait`, `Atomics.notify` and WebAssembly's instructions share.
//! Notifying an address wakes the thread that has waited longest there, whichever that is. But each VM has a waiter of its own, with its own
//! condition, and a waiting thread checks two things whenever it wakes: whether it was removed from the list, and whether its
//! VM has a *termination request*. So terminating a script means to set that flag and to unpark the condition:
//!
//! ```text
//!   VM ┌ … │ termination request │ … │ waiter ┐      waiter ┌ next, previous │ … │ VM │ … │ condition ┐
//!            └─ set, then ───────────────────────────────────────── unparkAll(condition) ──┘
//! ```
//!
//! The waiter removes itself from the list: `wait` throws the termination exception, nobody else is woken, and no notification is
//! lost. The thread may be between checking the flag and parking when it is unparked, so [`crate::terminate`] repeats the request.
//!
//! No header declares the offsets of the flag and the waiter; they are read from the code of the engine's `waitSync` (x86-64 only). Both of its
//! versions (32 and 64 bits) and the code that requests a stop must agree, and what is there must look like an idle waiter.
//! Since 2.52 all three call one small accessor for the waiter, which is recognized by its code.

use super::machine_code::{calls_in, code_at};
use super::probe_read::read;
use super::termination_trap::StopFunction;
use super::{Absent, Cached, Capability, Probed, symbol};
use crate::ffi::JSContextGroupRef;
use std::ffi::c_void;
use std::sync::atomic::{AtomicU8, Ordering};

type UnparkAll = unsafe extern "C" fn(*const c_void);

/// Of one VM, which must outlive this.
pub(crate) struct SyncWaiter {
    request: usize,
    condition: usize,
    unpark_all: UnparkAll,
}

/// Byte offsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Offsets {
    /// In the VM, a flag.
    request: usize,
    /// In the VM, a pointer.
    waiter: usize,
    /// In the waiter.
    condition: usize,
}

impl SyncWaiter {
    pub(super) fn probe(vm: JSContextGroupRef, stop: &StopFunction) -> Probed<SyncWaiter> {
        static FOUND: Cached<(Offsets, UnparkAll)> = Cached::new();
        let (offsets, unpark_all) = *FOUND.get(Capability::SyncWaiter, || find(stop))?;
        let vm = vm as usize;
        let mismatch = Absent::Mismatch("what lies where a VM's waiter should");
        let waiter = read::<usize>(vm + offsets.waiter).ok_or(mismatch)?;
        if read::<u8>(vm + offsets.request) != Some(0) || !looks_like_waiter(waiter, vm, offsets.condition) {
            return Err(mismatch);
        }
        Ok(SyncWaiter { request: vm + offsets.request, condition: waiter + offsets.condition, unpark_all })
    }

    /// # Safety
    /// The VM lives.
    pub(crate) unsafe fn request_termination(&self) {
        // SAFETY: by this function's contract. The engine, too, writes this flag from one thread and reads it from another.
        unsafe { (*(self.request as *const AtomicU8)).store(1, Ordering::SeqCst) };
    }

    /// # Safety
    /// The VM lives.
    pub(crate) unsafe fn wake(&self) {
        // SAFETY: the address is only a key in the engine's table of parked threads; a thread that waits there expects spurious
        // wake-ups.
        unsafe { (self.unpark_all)(self.condition as *const c_void) };
    }
}

fn find(stop: &StopFunction) -> Probed<(Offsets, UnparkAll)> {
    // SAFETY: the function takes an address, as its mangled name says, and returns nothing.
    let unpark_all: UnparkAll = unsafe { symbol(c"_ZN3WTF10ParkingLot9unparkAllEPKv") }?;
    // SAFETY: only the addresses of these functions are used.
    let wait_functions = unsafe {
        [
            symbol::<*const c_void>(c"_ZN3JSC17WaiterListManager8waitSyncERNS_2VMEPiiN3WTF7SecondsE")?,
            symbol::<*const c_void>(c"_ZN3JSC17WaiterListManager8waitSyncERNS_2VMEPllN3WTF7SecondsE")?,
        ]
    };
    let waiter_for_stop =
        waiter_offset(stop.address, &stop.code).ok_or(Absent::Mismatch("the code that asks a thread to stop"))?;
    let offsets_by = |wait: *const c_void| {
        // Its last use of the flag is at most 537 bytes in, in the versions measured.
        let code = read::<[u8; 640]>(wait as usize)?;
        let waiter = waiter_offset(wait as usize, &code).filter(|waiter| *waiter == waiter_for_stop)?;
        offsets_in(waiter, &stop.code, &code)
    };
    let mismatch = Absent::Mismatch("the code of WaiterListManager::waitSync");
    let offsets = offsets_by(wait_functions[0]).ok_or(mismatch)?;
    if offsets_by(wait_functions[1]) != Some(offsets) {
        return Err(mismatch);
    }
    Ok((offsets, unpark_all))
}

/// In no list, referenced, of this VM, and nobody waits for its condition.
fn looks_like_waiter(waiter: usize, vm: usize, condition: usize) -> bool {
    let Some([next, previous, owners, its_vm]) = read::<[usize; 4]>(waiter) else { return false };
    waiter.is_multiple_of(8)
        && next == 0
        && previous == 0
        && (1..=8).contains(&(owners as u32))
        && its_vm == vm
        && read::<u8>(waiter + condition) == Some(0)
}

/// The offset of the waiter in the VM: a pointer whose target the code references, or an accessor that it calls (since 2.52).
fn waiter_offset(start: usize, code: &[u8]) -> Option<usize> {
    if let Some((waiter, _)) = counted_pointer_in(code) {
        return Some(waiter);
    }
    let mut found = calls_in(start, code).filter_map(|function| accessor_in(&code_at::<14>(function)?));
    let first = found.next()?;
    found.all(|waiter| waiter == first).then_some(first)
}

/// `mov waiter(%vm), %rcx; mov 0x10(%rcx), %eax; lock incl 0x10(%rcx)`
fn accessor_in(code: &[u8; 14]) -> Option<usize> {
    match *code {
        [0x48, 0x8b, 0x8e, a, b, c, d, 0x8b, 0x41, 0x10, 0xf0, 0xff, 0x41, 0x10] => {
            Some(u32::from_le_bytes([a, b, c, d]) as usize)
        }
        _ => None,
    }
}

fn offsets_in(waiter: usize, stop_code: &[u8], wait_code: &[u8]) -> Option<Offsets> {
    let after = counted_pointer_in(stop_code).map_or(0, |(_, after)| after);
    // lea condition(%waiter), %rdi, or add $condition, %rdi
    let condition = stop_code[after..].windows(4).find_map(|bytes| match *bytes {
        [0x48 | 0x49, 0x8d, 0x78..=0x7b | 0x7d..=0x7f, offset @ 8..=0x78] if after > 0 => Some(offset),
        [0x48, 0x83, 0xc7, offset @ 8..=0x78] => Some(offset),
        _ => None,
    })?;
    // lea condition(%waiter), %register, or add $condition, %register
    let is_condition_of_both = wait_code.windows(4).any(|bytes| match *bytes {
        [0x48..=0x4f, 0x8d, mode @ 0x40..=0x7f, offset] if mode & 7 != 4 => offset == condition,
        [0x48 | 0x49, 0x83, 0xc0..=0xc7, offset] => offset == condition,
        _ => false,
    });
    let offsets = Offsets { request: flag_in(wait_code)?, waiter, condition: usize::from(condition) };
    is_condition_of_both.then_some(offsets)
}

/// The flag of the VM that the function reads, more than once and no other: `cmpb $0, offset(%vm)`, and since 2.52, the second
/// time, `movzbl offset(%vm), %register`.
fn flag_in(code: &[u8]) -> Option<usize> {
    let offset = |bytes: [u8; 4]| u32::from_le_bytes(bytes) as usize;
    let compared = code.windows(7).filter_map(|bytes| match *bytes {
        [0x80, 0xb8..=0xbb | 0xbd..=0xbf, a, b, c, d, 0] => Some(offset([a, b, c, d])),
        _ => None,
    });
    let loaded = code.windows(7).filter_map(|bytes| match *bytes {
        [0x0f, 0xb6, mode @ 0x80..=0xbf, a, b, c, d] if mode & 7 != 4 => Some(offset([a, b, c, d])),
        _ => None,
    });
    let mut compared = compared.peekable();
    let first = *compared.peek()?;
    let reads = compared.try_fold(0, |reads, offset| (offset == first).then_some(reads + 1))?;
    let reads = reads + loaded.filter(|offset| *offset == first).count();
    (reads > 1 && first < 1 << 20).then_some(first)
}

/// A pointer in the VM whose target is referenced immediately: `mov offset(%vm), %register; lock incl 0x10(%register)`. Also the
/// position after it.
fn counted_pointer_in(code: &[u8]) -> Option<(usize, usize)> {
    (0..code.len()).find_map(|at| {
        let (offset, next) = match *code.get(at..at + 8)? {
            [0x48..=0x4f, 0x8b, mode @ 0x80..=0xbf, a, b, c, d, _] if mode & 7 != 4 => ([a, b, c, d], at + 7),
            // %r12 takes one byte more.
            [0x48..=0x4f, 0x8b, mode @ 0x80..=0xbf, 0x24, a, b, c, d] if mode & 7 == 4 => ([a, b, c, d], at + 8),
            _ => return None,
        };
        let length = match *code.get(next..next + 5)? {
            [0xf0, 0xff, 0x40..=0x47, 0x10, _] => 4,
            [0xf0, 0x41, 0xff, 0x40..=0x47, 0x10] => 5,
            _ => return None,
        };
        Some((u32::from_le_bytes(offset) as usize, next + length))
    })
}

#[cfg(test)]
mod tests {
    use super::{Offsets, accessor_in, counted_pointer_in, flag_in};

    const COUNTED: [u8; 11] = [0x49, 0x8b, 0x9e, 0xd0, 0x00, 0x02, 0x00, 0xf0, 0xff, 0x43, 0x10];
    const COUNTED_BY_R12: [u8; 13] = [0x4d, 0x8b, 0xb4, 0x24, 0xd0, 0x00, 0x02, 0x00, 0xf0, 0x41, 0xff, 0x46, 0x10];
    const FLAG: [u8; 8] = [0x41, 0x80, 0xbe, 0x61, 0x00, 0x02, 0x00, 0x00];
    const OTHER_FLAG: [u8; 8] = [0x41, 0x80, 0xbe, 0x62, 0x00, 0x02, 0x00, 0x00];
    const CONDITION: [u8; 4] = [0x4c, 0x8d, 0x63, 0x38];
    const CONDITION_AS_ARGUMENT: [u8; 4] = [0x49, 0x8d, 0x7e, 0x38];

    fn code(parts: &[&[u8]]) -> Vec<u8> {
        [[0x90; 7].as_slice(), &parts.join([0x90; 3].as_slice()), &[0x90; 9]].concat()
    }

    #[test]
    fn the_offsets_are_read_from_code_that_agrees_or_not_at_all() {
        let stop = code(&[&COUNTED_BY_R12, &CONDITION_AS_ARGUMENT]);
        let wait = code(&[&COUNTED, &CONDITION, &FLAG, &FLAG]);
        let offsets = Offsets { request: 0x20061, waiter: 0x200d0, condition: 0x38 };
        let offsets_in = |stop: &[u8], wait: &[u8]| {
            let waiter = counted_pointer_in(wait)
                .filter(|(waiter, _)| counted_pointer_in(stop).is_some_and(|(same_waiter, _)| *waiter == same_waiter));
            super::offsets_in(waiter?.0, stop, wait)
        };
        assert_eq!(offsets_in(&stop, &wait), Some(offsets));
        assert_eq!(offsets_in(&stop, &code(&[&COUNTED, &CONDITION, &FLAG])), None, "a flag that is read once");
        assert_eq!(offsets_in(&stop, &code(&[&COUNTED, &CONDITION, &FLAG, &OTHER_FLAG])), None, "two flags");
        assert_eq!(offsets_in(&stop, &code(&[&COUNTED, &FLAG, &FLAG])), None, "no condition");
        assert_eq!(offsets_in(&code(&[&COUNTED_BY_R12]), &wait), None, "nobody is woken");
        assert_eq!(offsets_in(&code(&[&CONDITION_AS_ARGUMENT]), &wait), None, "no waiter");
    }

    /// As 2.52 and 2.54 were compiled.
    #[test]
    fn the_offsets_are_read_from_newer_code_too() {
        let accessor = [0x48, 0x8b, 0x8e, 0x50, 0xf2, 0x01, 0x00, 0x8b, 0x41, 0x10, 0xf0, 0xff, 0x41, 0x10];
        assert_eq!(accessor_in(&accessor), Some(0x1f250));
        let add_to_argument = [0x48, 0x83, 0xc7, 0x40];
        let add = [0x49, 0x83, 0xc4, 0x40];
        let loads = [0x45, 0x0f, 0xb6, 0xae, 0x61, 0x00, 0x02, 0x00];
        let stop = code(&[&add_to_argument]);
        let offsets = Offsets { request: 0x20061, waiter: 0x1f250, condition: 0x40 };
        assert_eq!(super::offsets_in(0x1f250, &stop, &code(&[&FLAG, &add, &loads])), Some(offsets));
        assert_eq!(super::offsets_in(0x1f250, &stop, &code(&[&FLAG, &loads])), None, "no condition");
        assert_eq!(flag_in(&code(&[&FLAG, &OTHER_FLAG, &loads])), None, "two flags");
        assert_eq!(flag_in(&code(&[&FLAG])), None, "a flag that is read once");
    }
}
