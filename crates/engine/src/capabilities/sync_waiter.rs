//! `sync-waiter`: waking the one thread that waits in `Atomics.wait` when its script is to end.
//!
//! The engine keeps one list of waiters for all VMs, which `Atomics.wait`, `Atomics.notify` and WebAssembly's instructions share.
//! To notify at an address wakes who has waited longest there, whoever that is. But each VM has a waiter of its own, with its own
//! condition, and a waiting thread looks at two things whenever it wakes: whether it was taken off the list, and whether its
//! VM has a *termination request*. So who ends a script sets that flag and unparks the condition:
//!
//! ```text
//!   VM ┌ … │ termination request │ … │ waiter ┐      waiter ┌ next, previous │ … │ VM │ … │ condition ┐
//!            └─ set, then ───────────────────────────────────────── unparkAll(condition) ──┘
//! ```
//!
//! The waiter leaves the list by itself: `wait` throws what ends a script, nobody else is woken, and no notification is lost.
//! The thread may be between its look at the flag and its parking when it is unparked, so [`crate::terminate`] repeats the request.
//!
//! No header says where the flag and the waiter are; the code of the engine's `waitSync` does (x86-64 only). Both of its versions
//! (32 and 64 bits) and the code that requests a stop must agree, and what lies there must look like a waiter that does not wait.

use super::probe_read::read;
use super::{Absent, Capability, Probed, switches, symbol};
use crate::ffi::JSContextGroupRef;
use std::ffi::c_void;
use std::sync::atomic::{AtomicU8, Ordering};

/// How much of a function is read. Its last use of the flag is 430 bytes in, in the version measured.
const CODE_BYTES: usize = 512;

type Code = [u8; CODE_BYTES];

type UnparkAll = unsafe extern "C" fn(*const c_void);

/// Of one VM, which must live for as long as this is used.
pub(crate) struct SyncWaiter {
    request: usize,
    condition: usize,
    unpark_all: UnparkAll,
}

/// Byte offsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Places {
    /// In the VM, a flag.
    request: usize,
    /// In the VM, a pointer.
    waiter: usize,
    /// In the waiter.
    condition: usize,
}

impl SyncWaiter {
    /// `stop_code` is the code of `VMTraps::requestThreadStopIfNeeded`.
    pub(super) fn probe(vm: JSContextGroupRef, stop_code: &Code) -> Probed<SyncWaiter> {
        switches::demand(Capability::SyncWaiter)?;
        // SAFETY: the function takes an address and returns nothing, as its mangled name says (but for the return).
        let unpark_all: UnparkAll = unsafe { symbol(c"_ZN3WTF10ParkingLot9unparkAllEPKv") }?;
        // SAFETY: only the addresses of these functions are used.
        let codes = unsafe {
            [
                symbol::<*const c_void>(c"_ZN3JSC17WaiterListManager8waitSyncERNS_2VMEPiiN3WTF7SecondsE")?,
                symbol::<*const c_void>(c"_ZN3JSC17WaiterListManager8waitSyncERNS_2VMEPllN3WTF7SecondsE")?,
            ]
        };
        let unlike = Absent::Unlike("the code of WaiterListManager::waitSync");
        let places_by = |code: *const c_void| places_in(stop_code, &read::<Code>(code as usize)?);
        let places = places_by(codes[0]).ok_or(unlike)?;
        if places_by(codes[1]) != Some(places) {
            return Err(unlike);
        }
        let vm = vm as usize;
        let unlike = Absent::Unlike("what lies where a VM's waiter should");
        let waiter = read::<usize>(vm + places.waiter).ok_or(unlike)?;
        if read::<u8>(vm + places.request) != Some(0) || !looks_like_waiter(waiter, vm, places.condition) {
            return Err(unlike);
        }
        Ok(SyncWaiter { request: vm + places.request, condition: waiter + places.condition, unpark_all })
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
        // SAFETY: the address is only a key of the engine's table of parked threads; who waits there expects to be woken for nothing.
        unsafe { (self.unpark_all)(self.condition as *const c_void) };
    }
}

/// In no list, owned, of this VM, and nobody waits for its condition.
fn looks_like_waiter(waiter: usize, vm: usize, condition: usize) -> bool {
    let Some([next, previous, owners, its_vm]) = read::<[usize; 4]>(waiter) else { return false };
    waiter.is_multiple_of(8)
        && next == 0
        && previous == 0
        && (1..=8).contains(&(owners as u32))
        && its_vm == vm
        && read::<u8>(waiter + condition) == Some(0)
}

fn places_in(stop_code: &[u8], wait_code: &[u8]) -> Option<Places> {
    let (waiter, _) = counted_pointer_in(wait_code)?;
    let (same_waiter, after) = counted_pointer_in(stop_code)?;
    // lea condition(%waiter), %rdi
    let condition = stop_code[after..].windows(4).find_map(|bytes| match *bytes {
        [0x48 | 0x49, 0x8d, 0x78..=0x7b | 0x7d..=0x7f, offset @ 8..=0x78] => Some(offset),
        _ => None,
    })?;
    // lea condition(%waiter), %register
    let is_condition_of_both = wait_code
        .windows(4)
        .any(|bytes| matches!(*bytes, [0x48..=0x4f, 0x8d, mode @ 0x40..=0x7f, offset] if mode & 7 != 4 && offset == condition));
    let places = Places { request: flag_in(wait_code)?, waiter, condition: usize::from(condition) };
    (waiter == same_waiter && is_condition_of_both).then_some(places)
}

/// The flag of the VM that the function looks at, more than once and no other: `cmpb $0, offset(%vm)`.
fn flag_in(code: &[u8]) -> Option<usize> {
    let mut offsets = code.windows(7).filter_map(|bytes| match *bytes {
        [0x80, 0xb8..=0xbb | 0xbd..=0xbf, a, b, c, d, 0] => Some(u32::from_le_bytes([a, b, c, d]) as usize),
        _ => None,
    });
    let first = offsets.next()?;
    let mut more = offsets.peekable();
    (more.peek().is_some() && more.all(|offset| offset == first) && first < 1 << 20).then_some(first)
}

/// A pointer of the VM to what is counted at once: `mov offset(%vm), %register; lock incl 0x10(%register)`. Also where that ends.
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
    use super::{Places, places_in};

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
    fn the_places_are_read_from_code_that_agrees_or_not_at_all() {
        let stop = code(&[&COUNTED_BY_R12, &CONDITION_AS_ARGUMENT]);
        let wait = code(&[&COUNTED, &CONDITION, &FLAG, &FLAG]);
        let places = Places { request: 0x20061, waiter: 0x200d0, condition: 0x38 };
        assert_eq!(places_in(&stop, &wait), Some(places));
        assert_eq!(places_in(&stop, &code(&[&COUNTED, &CONDITION, &FLAG])), None, "a flag that is looked at once");
        assert_eq!(places_in(&stop, &code(&[&COUNTED, &CONDITION, &FLAG, &OTHER_FLAG])), None, "two flags");
        assert_eq!(places_in(&stop, &code(&[&COUNTED, &FLAG, &FLAG])), None, "no condition");
        assert_eq!(places_in(&code(&[&COUNTED_BY_R12]), &wait), None, "nobody is woken");
        assert_eq!(places_in(&code(&[&CONDITION_AS_ARGUMENT]), &wait), None, "no waiter");
    }
}
