//! What probes read from the engine's machine code (x86-64): the targets of its calls.

use super::probe_read::read;
#[cfg(target_os = "linux")]
use std::ffi::{c_int, c_void};
use std::ops::Range;

/// The target of a `call` with a 32-bit displacement that begins at `at`.
pub(super) fn call_target(at: usize, distance: [u8; 4]) -> usize {
    (at + 5).wrapping_add_signed(i32::from_le_bytes(distance) as isize)
}

/// Possible call targets in the first few bytes of a function: every byte that looks like a `call` within the library. Some of them
/// are parts of other instructions, so the caller has to recognize the target.
pub(super) fn calls_in(start: usize, code: &[u8]) -> impl Iterator<Item = usize> {
    let calls = code.windows(5).enumerate().filter_map(move |(at, bytes)| match *bytes {
        [0xe8, a, b, c, d] => Some(call_target(start + at, [a, b, c, d])),
        _ => None,
    });
    let library = library_of(start);
    calls.filter(move |target| library.contains(target))
}

pub(super) fn is_same_library(one: usize, other: usize) -> bool {
    library_of(one).contains(&other)
}

/// The address range of the library that contains this address; empty if none does.
#[cfg(target_os = "linux")]
fn library_of(address: usize) -> Range<usize> {
    struct Search {
        address: usize,
        found: Range<usize>,
    }

    unsafe extern "C" fn visit(library: *mut libc::dl_phdr_info, _: usize, search: *mut c_void) -> c_int {
        // SAFETY: both are what is passed below and by the linker; program headers are mapped as long as the library.
        unsafe {
            let (library, search) = (&*library, &mut *search.cast::<Search>());
            let headers = std::slice::from_raw_parts(library.dlpi_phdr, library.dlpi_phnum as usize);
            let loaded = headers.iter().filter(|header| header.p_type == libc::PT_LOAD).map(|header| {
                let start = (library.dlpi_addr + header.p_vaddr) as usize;
                start..start + header.p_memsz as usize
            });
            let loaded: Vec<Range<usize>> = loaded.collect();
            if !loaded.iter().any(|range| range.contains(&search.address)) {
                return 0;
            }
            let start = loaded.iter().map(|range| range.start).min().unwrap_or(0);
            search.found = start..loaded.iter().map(|range| range.end).max().unwrap_or(0);
            1
        }
    }

    let mut search = Search { address, found: 0..0 };
    // SAFETY: the callback above, and data that outlives the call.
    unsafe { libc::dl_iterate_phdr(Some(visit), (&raw mut search).cast()) };
    search.found
}

#[cfg(not(target_os = "linux"))]
fn library_of(_address: usize) -> Range<usize> {
    0..0
}

/// The first bytes of a function, after the `endbr64` that newer builds begin with.
pub(super) fn code_at<const BYTES: usize>(function: usize) -> Option<[u8; BYTES]> {
    const ENDBR64: [u8; 4] = [0xf3, 0x0f, 0x1e, 0xfa];
    let start = if read::<[u8; 4]>(function)? == ENDBR64 { function + 4 } else { function };
    read(start)
}
