//! `microtask-queue`: checking for pending promise jobs or rejections without a call.
//!
//! WHY. Between two callbacks of a phase the promise jobs of the first run, so JavaScript must return to Rust, which drains
//! them: about 800 of the 1,300 instructions that a timer callback took. Most callbacks queue no job at all. If JavaScript
//! can see that none is pending, it continues with the next callback by itself.
//!
//! The engine keeps the jobs in a ring inside the VM, whose start and end index are two adjacent words, and the
//! rejections that it has yet to report in a list, whose length is another:
//!
//! ```text
//!   VM ┌ … │ first │ last │ …  │ … : 4 │ length : 4 │ … ┐
//!            └─ equal: no job ─┘          └─ 0: no rejection
//! ```
//!
//! Since 2.54 the ring is in an object of its own, to which a word of the VM points. Which word, and the offset in the object, are
//! read from the code that drains it.
//!
//! As in [`crate::capabilities::cell_layout`] no offset is assumed. At first use known numbers of jobs and rejections are queued and
//! the VM is inspected before, between and after; exactly one word must behave as expected all the time, otherwise there is no
//! such check and JavaScript returns to Rust after each callback. The VM's size is not known either, so the kernel copies it: it
//! stops at the end of the mapping, where a read of ours would fault.

use super::probe_read::read;
use super::{Absent, Capability, Probed, require_x86_64_linux, switches, symbol};
use crate::context::Cx;
use crate::exception::Exception;
use crate::ffi::*;
use crate::value::{Object, Value};
use std::ffi::c_void;
use std::ptr;
use std::sync::OnceLock;

/// Byte offsets from the start of the VM.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Offsets {
    ring: Ring,
    rejections: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ring {
    InVm(usize),
    Indirect(Indirect),
}

/// A pointer in the VM, and an offset from its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Indirect {
    pointer: usize,
    offset: usize,
}

impl Ring {
    fn address(self, vm: *const c_void) -> Option<*const c_void> {
        match self {
            Ring::InVm(offset) => Some(vm.wrapping_byte_add(offset)),
            Ring::Indirect(indirect) => indirect.address(vm),
        }
    }
}

impl Indirect {
    fn address(self, vm: *const c_void) -> Option<*const c_void> {
        let queue: usize = read(vm as usize + self.pointer)?;
        (queue != 0).then_some((queue + self.offset) as *const c_void)
    }
}

/// A property of the library: what was detected in one VM holds for all.
static OFFSETS: OnceLock<Probed<Offsets>> = OnceLock::new();

/// How much of the VM is scanned. The words are at 0x20080 in the version that this was written with.
const SCAN_BYTES: usize = 0x40000;

/// The ring may wrap around just then: another attempt finds it at another position.
const ATTEMPTS: usize = 4;

/// Makes the given number of rejections, each with the job that handles it, and additional jobs. With async functions, since
/// those use nothing that a program can replace.
const ENQUEUE: &str = "(function (rejections, jobs) {
  async function wait() { await undefined }
  async function fail() { throw undefined }
  async function handle(promise) { try { await promise } catch {} }
  while (rejections-- > 0) handle(fail());
  while (jobs-- > 0) wait();
})";

/// # Safety
/// As for [`pending_check`].
unsafe fn probe(cx: Cx<'_>, vm: *const c_void, drain: &dyn Fn()) -> Probed<Offsets> {
    if let Some(known) = OFFSETS.get() {
        return *known;
    }
    switches::require(Capability::MicrotaskQueue)?;
    // Detected outside of any lock: two threads may do so at the same time.
    let found = find(cx, vm, drain).ok_or(Absent::Mismatch("no word of the VM behaves as its queue of jobs"));
    *OFFSETS.get_or_init(|| found)
}

/// For the report: what [`pending_check`] found, which must have been called before.
pub(super) fn outcome() -> Probed<()> {
    match OFFSETS.get() {
        Some(known) => known.map(drop),
        None => switches::require(Capability::MicrotaskQueue).and(Err(Absent::Needs(Capability::NestedEntry))),
    }
}

/// # Safety
/// `vm` is the VM of `cx`, and `drain` runs all pending jobs.
pub(crate) unsafe fn pending_check<'a>(
    cx: Cx<'a>,
    vm: *const c_void,
    drain: &dyn Fn(),
) -> Option<Result<Object<'a>, Exception<'a>>> {
    // SAFETY: by this function's contract.
    let offsets = unsafe { probe(cx, vm, drain) }.ok()?;
    let ring = offsets.ring.address(vm)?;
    // SAFETY: `find` has read these words of a VM of this library, which lives for as long as its arrays do, and so does what it
    // owns.
    let views = unsafe {
        int32_array_at(cx, ring, 16)
            .and_then(|jobs| Ok([jobs, int32_array_at(cx, vm.byte_add(offsets.rejections), 4)?]))
    };
    let make_check = |views: [Value<'a>; 2]| {
        let make = Object::from_value_unchecked(cx.evaluate(CHECK, "pending jobs", 1)?);
        make.call(&views).map(Object::from_value_unchecked)
    };
    Some(views.and_then(make_check))
}

/// Code that has the arrays can write to the VM, and pass its memory to another one by transferring it. So no code gets them: they
/// are in the scope of a function that reads, and no code in the language can get from a function to its scope.
const CHECK: &str = "(jobs, rejections) => () => jobs[0] !== jobs[2] || rejections[0] !== 0";

/// # Safety
/// The memory is mapped, and stays so for as long as the array may be read. Nobody writes through the array.
unsafe fn int32_array_at<'a>(cx: Cx<'a>, memory: *const c_void, size: usize) -> Result<Value<'a>, Exception<'a>> {
    unsafe extern "C" fn keep(_memory: *mut c_void, _owner: *mut c_void) {}
    let owner = ptr::null_mut();
    // SAFETY: by this function's contract; the array's deallocator does nothing.
    let array = cx.attempt_object(|exception| unsafe {
        JSObjectMakeTypedArrayWithBytesNoCopy(cx.raw, ARRAY_OF_INT32, memory.cast_mut(), size, keep, owner, exception)
    })?;
    Ok(array.into_value())
}

fn find(cx: Cx<'_>, vm: *const c_void, drain: &dyn Fn()) -> Option<Offsets> {
    let indirect = indirect_ring();
    cx.with_pristine_context(|cx| {
        let make = cx.evaluate(ENQUEUE, "pending jobs", 1).ok()?.as_object()?;
        let waiting = |rejections: i32, jobs: i32| {
            make.call(&[Value::number(cx, f64::from(rejections)), Value::number(cx, f64::from(jobs))]).ok()?;
            let seen = Snapshot::take(vm, indirect, rejections, jobs + rejections);
            drain();
            seen
        };
        let idle = || Snapshot::take(vm, indirect, 0, 0);
        (0..ATTEMPTS).find_map(|_| {
            let snapshots = [idle()?, waiting(2, 0)?, idle()?, waiting(1, 4)?, waiting(3, 0)?, idle()?];
            let list = unique_index(snapshots[0].words.len() * 2, |at| snapshots.iter().all(|s| s.is_list(at)))?;
            let ring = match indirect {
                Some(indirect) => {
                    snapshots.iter().all(Snapshot::is_indirect_ring).then_some(Ring::Indirect(indirect))?
                }
                None => {
                    let count = snapshots[0].words.len().saturating_sub(1);
                    Ring::InVm(unique_index(count, |at| snapshots.iter().all(|s| s.is_ring(at)))? * 8)
                }
            };
            Some(Offsets { ring, rejections: list * 4 })
        })
    })
}

/// Where the code that drains the queue first compares its ends, if that is through a pointer:
/// `mov pointer(%vm), %a; mov first(%a), %b; cmp last(%a), %b`.
fn indirect_ring() -> Option<Indirect> {
    require_x86_64_linux().ok()?;
    // SAFETY: only the address of the function is used.
    let drain = unsafe { symbol::<*const c_void>(c"_ZN3JSC2VM15drainMicrotasksEv") }.ok()?;
    indirect_ring_in(&read::<[u8; 160]>(drain as usize)?)
}

fn indirect_ring_in(code: &[u8]) -> Option<Indirect> {
    code.windows(15).find_map(|bytes| match *bytes {
        [
            0x48 | 0x49,
            0x8b,
            0x80..=0xbf,
            a,
            b,
            c,
            d,
            0x48 | 0x49,
            0x8b,
            load @ 0x40..=0x7f,
            first,
            0x48 | 0x49,
            0x3b,
            compare,
            last,
        ] if load == compare && load & 7 != 4 && last == first + 8 && first < 0x78 => {
            let pointer = u32::from_le_bytes([a, b, c, d]) as usize;
            (pointer < SCAN_BYTES).then_some(Indirect { pointer, offset: usize::from(first) })
        }
        _ => None,
    })
}

/// The VM while this many jobs and rejections were pending.
struct Snapshot {
    jobs: u64,
    rejections: u64,
    words: Vec<u64>,
    /// The two words behind the pointer.
    indirect: Option<[u64; 2]>,
}

impl Snapshot {
    fn take(vm: *const c_void, indirect: Option<Indirect>, rejections: i32, jobs: i32) -> Option<Snapshot> {
        let indirect = match indirect {
            Some(place) => Some(read(place.address(vm)? as usize)?),
            None => None,
        };
        let (jobs, rejections) = (jobs.unsigned_abs().into(), rejections.unsigned_abs().into());
        Some(Snapshot { jobs, rejections, words: copy_vm(vm)?, indirect })
    }

    fn is_indirect_ring(&self) -> bool {
        self.indirect.is_some_and(|[first, last]| last.wrapping_sub(first) == self.jobs && last < 1 << 31)
    }

    fn is_ring(&self, at: usize) -> bool {
        matches!(self.words.get(at..at + 2), Some(&[first, last]) if last.wrapping_sub(first) == self.jobs && last < 1 << 31)
    }

    fn is_list(&self, at: usize) -> bool {
        self.words.get(at / 2).is_some_and(|word| (word >> (32 * (at % 2))) & 0xffff_ffff == self.rejections)
    }
}

fn unique_index(count: usize, matches: impl Fn(usize) -> bool) -> Option<usize> {
    let mut found = (0..count).filter(|at| matches(*at));
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

/// The mapped part of the VM, up to the scan length.
#[cfg(target_os = "linux")]
fn copy_vm(vm: *const c_void) -> Option<Vec<u64>> {
    let mut words = vec![0u64; SCAN_BYTES / 8];
    let mine = libc::iovec { iov_base: words.as_mut_ptr().cast::<c_void>(), iov_len: SCAN_BYTES };
    // One page each: an iovec is copied whole or not at all.
    const PAGE: usize = 0x1000;
    let pieces: Vec<libc::iovec> = (0..SCAN_BYTES / PAGE)
        .map(|page| libc::iovec { iov_base: vm.wrapping_byte_add(page * PAGE).cast_mut(), iov_len: PAGE })
        .collect();
    // SAFETY: the kernel writes to `words` only, and checks every address that it reads from.
    let copied = unsafe { libc::process_vm_readv(libc::getpid(), &mine, 1, pieces.as_ptr(), pieces.len() as _, 0) };
    words.truncate(usize::try_from(copied).ok()? / 8);
    Some(words)
}

#[cfg(not(target_os = "linux"))]
fn copy_vm(_vm: *const c_void) -> Option<Vec<u64>> {
    None
}

#[cfg(test)]
mod tests {
    use super::{Indirect, indirect_ring_in};

    #[test]
    fn an_indirect_ring_is_read_from_code_that_compares_its_ends() {
        let code = |last: u8| {
            [0x90, 0x48, 0x8b, 0x83, 0xf8, 0x41, 0x02, 0x00, 0x48, 0x8b, 0x48, 0x20, 0x48, 0x3b, 0x48, last, 0x90]
        };
        assert_eq!(indirect_ring_in(&code(0x28)), Some(Indirect { pointer: 0x241f8, offset: 0x20 }));
        assert_eq!(indirect_ring_in(&code(0x30)), None);
        assert_eq!(indirect_ring_in(&[0x90; 40]), None);
    }
}
