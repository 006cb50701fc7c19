//! `microtask-queue`: whether promise jobs or rejections wait, seen without a call.
//!
//! WHY. Between two callbacks of a phase come the promise jobs of the first, so JavaScript must return to Rust, which has them
//! run: about 800 of the 1,300 instructions that a timer's turn took. Most callbacks queue no job at all. Where JavaScript
//! can see that none waits it goes on with the next callback by itself.
//!
//! The engine keeps the jobs in a ring inside the VM, whose first and last place are two words side by side, and the
//! rejections it has yet to tell of in a list, whose length is another:
//!
//! ```text
//!   VM ┌ … │ first │ last │ …  │ … : 4 │ length : 4 │ … ┐
//!            └─ equal: no job ─┘          └─ 0: no rejection
//! ```
//!
//! As in [`crate::capabilities::cell_layout`] nothing about where they are is assumed. The first time somebody asks, jobs and rejections are
//! made in known numbers and the VM is looked at before, between and after; a word must behave as the only one of its kind all
//! through, or the answer is that there is no such view, and Rust is returned to after each callback. The VM's size is
//! not known either, so the kernel copies what there is to copy: it stops at the end of what is mapped, where a read of ours
//! would be a fault.

use super::{Absent, Capability, Probed, switches};
use crate::context::Cx;
use crate::exception::Exception;
use crate::ffi::*;
use crate::value::{Object, Value};
use std::ffi::c_void;
use std::ptr;
use std::sync::OnceLock;

/// Byte offsets from the start of the VM.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Places {
    ring: usize,
    rejections: usize,
}

/// They are the library's: what one VM has taught holds for all.
static PLACES: OnceLock<Probed<Places>> = OnceLock::new();

/// How far the VM is looked at. The words are at 0x20080 in the version that this was written with.
const REACH: usize = 0x40000;

/// A ring may have its end before its start just then: another try finds it elsewhere.
const TRIES: usize = 4;

/// Makes as many rejections as asked, each with the job that handles it, and some jobs more. Async functions, since nothing
/// that a program can replace has a part in them.
const MAKE: &str = "(function (rejections, jobs) {
  async function wait() { await undefined }
  async function fail() { throw undefined }
  async function handle(promise) { try { await promise } catch {} }
  while (rejections-- > 0) handle(fail());
  while (jobs-- > 0) wait();
})";

/// # Safety
/// As for [`look`].
unsafe fn probe(cx: Cx<'_>, vm: *const c_void, drain: &dyn Fn()) -> Probed<Places> {
    if let Some(known) = PLACES.get() {
        return *known;
    }
    switches::demand(Capability::MicrotaskQueue)?;
    // Learnt outside of any lock: two threads may do so at the same time.
    let found = find(cx, vm, drain).ok_or(Absent::Unlike("no word of the VM behaves as its queue of jobs"));
    *PLACES.get_or_init(|| found)
}

/// For the report: what [`look`] found, which must have been called before.
pub(super) fn outcome() -> Probed<()> {
    match PLACES.get() {
        Some(known) => known.map(drop),
        None => switches::demand(Capability::MicrotaskQueue).and(Err(Absent::Needs(Capability::NestedEntry))),
    }
}

/// # Safety
/// `vm` is the VM of `cx`, and `drain` runs all jobs that wait.
pub(crate) unsafe fn look<'a>(
    cx: Cx<'a>,
    vm: *const c_void,
    drain: &dyn Fn(),
) -> Option<Result<Object<'a>, Exception<'a>>> {
    // SAFETY: by this function's contract.
    let places = unsafe { probe(cx, vm, drain) }.ok()?;
    // SAFETY: `find` has read these words of a VM of this library, which lives for as long as arrays do.
    let views = unsafe {
        numbers_at(cx, vm.byte_add(places.ring), 16)
            .and_then(|jobs| Ok([jobs, numbers_at(cx, vm.byte_add(places.rejections), 4)?]))
    };
    let look = |views: [Value<'a>; 2]| {
        let make = Object::from_value_unchecked(cx.evaluate(LOOK, "waiting jobs", 1)?);
        make.call(&views).map(Object::from_value_unchecked)
    };
    Some(views.and_then(look))
}

/// Who has the arrays can write to the VM, and take the memory along to another by transferring it. So nobody gets them: they are
/// in the scope of a function that reads, and no code in the language leads from a function to what is in its scope.
const LOOK: &str = "(jobs, rejections) => () => jobs[0] !== jobs[2] || rejections[0] !== 0";

/// # Safety
/// The memory is mapped, and stays so for as long as the array may be read. Nobody writes through the array.
unsafe fn numbers_at<'a>(cx: Cx<'a>, memory: *const c_void, size: usize) -> Result<Value<'a>, Exception<'a>> {
    unsafe extern "C" fn keep(_memory: *mut c_void, _owner: *mut c_void) {}
    let owner = ptr::null_mut();
    // SAFETY: by this function's contract; nobody frees the memory on the array's account.
    let array = cx.attempt_object(|exception| unsafe {
        JSObjectMakeTypedArrayWithBytesNoCopy(cx.raw, ARRAY_OF_INT32, memory.cast_mut(), size, keep, owner, exception)
    })?;
    Ok(array.into_value())
}

fn find(cx: Cx<'_>, vm: *const c_void, drain: &dyn Fn()) -> Option<Places> {
    cx.with_pristine_context(|cx| {
        let make = cx.evaluate(MAKE, "waiting jobs", 1).ok()?.as_object()?;
        let waiting = |rejections: i32, jobs: i32| {
            make.call(&[Value::number(cx, f64::from(rejections)), Value::number(cx, f64::from(jobs))]).ok()?;
            let seen = copy(vm);
            drain();
            seen
        };
        (0..TRIES).find_map(|_| {
            let sights = [
                Sight { jobs: 0, rejections: 0, words: copy(vm)? },
                Sight { jobs: 2, rejections: 2, words: waiting(2, 0)? },
                Sight { jobs: 0, rejections: 0, words: copy(vm)? },
                Sight { jobs: 5, rejections: 1, words: waiting(1, 4)? },
                Sight { jobs: 3, rejections: 3, words: waiting(3, 0)? },
                Sight { jobs: 0, rejections: 0, words: copy(vm)? },
            ];
            let ring = the_only(sights[0].words.len().saturating_sub(1), |at| sights.iter().all(|s| s.is_ring(at)))?;
            let list = the_only(sights[0].words.len() * 2, |at| sights.iter().all(|s| s.is_list(at)))?;
            Some(Places { ring: ring * 8, rejections: list * 4 })
        })
    })
}

/// The VM as it was when that many jobs and rejections waited.
struct Sight {
    jobs: u64,
    rejections: u64,
    words: Vec<u64>,
}

impl Sight {
    fn is_ring(&self, at: usize) -> bool {
        matches!(self.words.get(at..at + 2), Some(&[first, last]) if last.wrapping_sub(first) == self.jobs && last < 1 << 31)
    }

    fn is_list(&self, at: usize) -> bool {
        self.words.get(at / 2).is_some_and(|word| (word >> (32 * (at % 2))) & 0xffff_ffff == self.rejections)
    }
}

fn the_only(count: usize, is_it: impl Fn(usize) -> bool) -> Option<usize> {
    let mut found = (0..count).filter(|at| is_it(*at));
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

/// What is mapped of the VM, as far as it is looked at.
#[cfg(target_os = "linux")]
fn copy(vm: *const c_void) -> Option<Vec<u64>> {
    let mut words = vec![0u64; REACH / 8];
    let mine = libc::iovec { iov_base: words.as_mut_ptr().cast::<c_void>(), iov_len: REACH };
    // One page each: a piece is copied whole or not at all.
    const PAGE: usize = 0x1000;
    let pieces: Vec<libc::iovec> = (0..REACH / PAGE)
        .map(|page| libc::iovec { iov_base: vm.wrapping_byte_add(page * PAGE).cast_mut(), iov_len: PAGE })
        .collect();
    // SAFETY: the kernel writes to `words` only, and checks every address that it reads from.
    let copied = unsafe { libc::process_vm_readv(libc::getpid(), &mine, 1, pieces.as_ptr(), pieces.len() as _, 0) };
    words.truncate(usize::try_from(copied).ok()? / 8);
    Some(words)
}

#[cfg(not(target_os = "linux"))]
fn copy(_vm: *const c_void) -> Option<Vec<u64>> {
    None
}
