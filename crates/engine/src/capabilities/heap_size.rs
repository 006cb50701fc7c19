//! `heap-size`: the size of the heap, without walking it.
//!
//! The C API has one function for this (`heap-accounting`), which also counts every object by its class: 20 ms for 300,000 objects. The
//! engine's own functions are exported (`Heap::size` sums up a number per block). They are members of the heap, which is a
//! member of the VM; its offset is read from the code of a C function that computes one address from the other:
//!
//! ```text
//!   JSReportExtraMemoryCost(ctx, n):   vm = ctx->vm;  if (n >= 257) vm->heap.deprecatedReportExtraMemorySlowCase(n)
//!                                                            add $offset, %r14; mov %r14, %rdi
//! ```
//!
//! Verified before it is trusted: memory that is reported through the C function has to appear in the heap's own numbers.

use super::probe_read::read;
use super::vm_lock::{self, VmLock};
use super::{Absent, Cached, Capability, Probed, require_x86_64_linux, symbol};
use crate::context::Cx;
use crate::ffi::JSContextRef;
use std::ffi::c_void;

type HeapQuery = unsafe extern "C" fn(*const c_void) -> usize;
type Report = unsafe extern "C" fn(JSContextRef, usize);

#[derive(Clone, Copy)]
struct Heap {
    lock: VmLock,
    /// From the VM to its heap.
    offset: usize,
    size: HeapQuery,
    capacity: HeapQuery,
    extra_memory: HeapQuery,
}

/// The smallest amount that the engine records as extra memory.
const MIN_REPORTED: usize = 257;

fn probe(cx: Cx<'_>) -> Probed<Heap> {
    static FOUND: Cached<Heap> = Cached::new();
    FOUND.get(Capability::HeapSize, || find(cx)).copied()
}

pub(super) fn report(cx: Cx<'_>) -> Probed<()> {
    probe(cx).map(drop)
}

fn find(cx: Cx<'_>) -> Probed<Heap> {
    require_x86_64_linux()?;
    let lock = vm_lock::probe()?;
    // SAFETY: the name with the signature that its private header declares.
    let report: Report = unsafe { symbol(c"JSReportExtraMemoryCost") }?;
    let mismatch = Absent::Mismatch("the code of JSReportExtraMemoryCost");
    let code = read::<[u8; 128]>(report as usize).ok_or(mismatch)?;
    // SAFETY: member functions without arguments, as their mangled names say; each returns a size_t.
    let heap = unsafe {
        Heap {
            lock,
            offset: heap_offset_in(&code).ok_or(mismatch)?,
            size: symbol(c"_ZN3JSC4Heap4sizeEv")?,
            capacity: symbol(c"_ZN3JSC4Heap8capacityEv")?,
            extra_memory: symbol(c"_ZN3JSC4Heap15extraMemorySizeEv")?,
        }
    };
    let vm = cx.group().cast::<c_void>();
    // SAFETY: the VM lives and its lock is held, so that no collection ends in between. `extraMemorySize` sums up words of the heap,
    // which are within the VM wherever the heap is.
    let difference = unsafe {
        lock.hold(vm, || {
            let before = (heap.extra_memory)(heap.of(vm));
            report(cx.raw, MIN_REPORTED);
            (heap.extra_memory)(heap.of(vm)).wrapping_sub(before)
        })
    };
    if difference == MIN_REPORTED {
        Ok(heap)
    } else {
        Err(Absent::Mismatch("what the heap says of memory that was reported to it"))
    }
}

impl Heap {
    fn of(&self, vm: *const c_void) -> *const c_void {
        vm.wrapping_byte_add(self.offset)
    }
}

/// `cmp $257, %rbx; jb …; add $offset, %r14; mov %r14, %rdi`
fn heap_offset_in(code: &[u8]) -> Option<usize> {
    code.windows(19).find_map(|bytes| match *bytes {
        [0x48, 0x81, 0xfb, 1, 1, 0, 0, 0x72, _, 0x49, 0x81, 0xc6, a, b, c, d, 0x4c, 0x89, 0xf7] => {
            let offset = u32::from_le_bytes([a, b, c, d]) as usize;
            (offset.is_multiple_of(8) && offset < 0x1000).then_some(offset)
        }
        _ => None,
    })
}

fn query<R>(cx: Cx<'_>, read: impl FnOnce(&Heap, *const c_void) -> R) -> Option<R> {
    let heap = probe(cx).ok()?;
    let vm = cx.group().cast::<c_void>();
    // SAFETY: the VM lives.
    Some(unsafe { heap.lock.hold(vm, || read(&heap, heap.of(vm))) })
}

/// In bytes; None if the engine cannot be queried.
pub(crate) fn capacity_and_extra(cx: Cx<'_>) -> Option<(usize, usize)> {
    // SAFETY: the lock is held, and the offset was verified.
    query(cx, |heap, at| unsafe { ((heap.capacity)(at), (heap.extra_memory)(at)) })
}

/// The bytes of the objects that the last collection found alive. Visits every block of the heap.
pub(crate) fn marked_objects(cx: Cx<'_>) -> Option<usize> {
    // SAFETY: the lock is held, and the offset was verified.
    query(cx, |heap, at| unsafe { (heap.size)(at).saturating_sub((heap.extra_memory)(at)) })
}

#[cfg(test)]
mod tests {
    use super::heap_offset_in;

    #[test]
    fn the_offset_is_read_from_the_code_or_not_at_all() {
        let known = |offset: [u8; 4]| {
            let [a, b, c, d] = offset;
            [0x90, 0x48, 0x81, 0xfb, 1, 1, 0, 0, 0x72, 0x12, 0x49, 0x81, 0xc6, a, b, c, d, 0x4c, 0x89, 0xf7, 0x90]
        };
        assert_eq!(heap_offset_in(&known([0xc0, 0, 0, 0])), Some(0xc0));
        assert_eq!(heap_offset_in(&known([0xc1, 0, 0, 0])), None, "no member of eight bytes lies there");
        assert_eq!(heap_offset_in(&known([0, 0, 1, 0])), None, "too far");
        assert_eq!(heap_offset_in(&[0x90; 64]), None);
    }
}
