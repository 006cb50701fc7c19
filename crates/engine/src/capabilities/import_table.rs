//! The library's own import table. Exported functions call each other through it, so an entry that is replaced there replaces the
//! function for every caller inside the library, except those that the compiler resolved within one object file.

use super::{Absent, Probed};
use std::ffi::{CStr, c_int, c_void};

/// The address of the entry by which the library that contains `inside` calls `name`.
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
pub(super) fn entry_of(inside: usize, name: &'static CStr) -> Probed<usize> {
    struct Search {
        inside: usize,
        name: &'static CStr,
        found: Option<usize>,
    }

    unsafe extern "C" fn visit(library: *mut libc::dl_phdr_info, _: usize, search: *mut c_void) -> c_int {
        // SAFETY: both are what is passed below and by the linker; program headers are mapped as long as the library.
        unsafe {
            let (library, search) = (&*library, &mut *search.cast::<Search>());
            let base = library.dlpi_addr as usize;
            let headers = std::slice::from_raw_parts(library.dlpi_phdr, library.dlpi_phnum as usize);
            let contains = |header: &&libc::Elf64_Phdr| {
                let start = base + header.p_vaddr as usize;
                header.p_type == libc::PT_LOAD && (start..start + header.p_memsz as usize).contains(&search.inside)
            };
            if !headers.iter().any(|header| contains(&header)) {
                return 0;
            }
            let dynamic = headers.iter().find(|header| header.p_type == libc::PT_DYNAMIC);
            search.found = dynamic.and_then(|header| find(base, base + header.p_vaddr as usize, search.name));
            1
        }
    }

    let mut search = Search { inside, name, found: None };
    // SAFETY: the callback above, and data that outlives the call.
    unsafe { libc::dl_iterate_phdr(Some(visit), (&raw mut search).cast()) };
    search.found.ok_or(Absent::Mismatch("the library's import table"))
}

#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
pub(super) fn entry_of(_: usize, _: &'static CStr) -> Probed<usize> {
    Err(Absent::Platform)
}

/// Walks the relocations of the procedure linkage table.
///
/// # Safety
/// `base` and `dynamic` are those of a loaded library.
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
unsafe fn find(base: usize, dynamic: usize, name: &CStr) -> Option<usize> {
    const END: i64 = 0;
    const PLT_RELOCATIONS_SIZE: i64 = 2;
    const STRINGS: i64 = 5;
    const SYMBOLS: i64 = 6;
    const PLT_RELOCATIONS: i64 = 23;

    #[repr(C)]
    struct Dynamic {
        tag: i64,
        value: usize,
    }

    #[repr(C)]
    struct Relocation {
        offset: usize,
        info: u64,
        addend: i64,
    }

    // SAFETY: by this function's contract: the dynamic section ends with an entry of tag 0, and names tables that are mapped.
    unsafe {
        let (mut strings, mut symbols, mut relocations, mut size) = (0usize, 0usize, 0usize, 0usize);
        let mut entry = dynamic as *const Dynamic;
        while (*entry).tag != END {
            let value = (*entry).value;
            match (*entry).tag {
                STRINGS => strings = value,
                SYMBOLS => symbols = value,
                PLT_RELOCATIONS => relocations = value,
                PLT_RELOCATIONS_SIZE => size = value,
                _ => {}
            }
            entry = entry.add(1);
        }
        if strings == 0 || symbols == 0 || relocations == 0 {
            return None;
        }
        let table = std::slice::from_raw_parts(relocations as *const Relocation, size / size_of::<Relocation>());
        let found = table.iter().find(|relocation| {
            let symbol = &*(symbols as *const libc::Elf64_Sym).add((relocation.info >> 32) as usize);
            CStr::from_ptr((strings + symbol.st_name as usize) as *const _) == name
        });
        found.map(|relocation| base + relocation.offset)
    }
}

/// Writes a word of the library's data, which the linker may have made read-only; returns what was there.
///
/// # Safety
/// `address` is an aligned word of the library's relocated data, no other thread reads it for something that `value` is not, and
/// everything that reads it can do with `value`.
pub(super) unsafe fn replace(address: usize, value: usize) -> Option<usize> {
    // SAFETY: mapped pages of the library; the word is written in one step, and the pages are left readable.
    unsafe {
        let page = usize::try_from(libc::sysconf(libc::_SC_PAGESIZE)).ok()?;
        let start = (address & !(page - 1)) as *mut c_void;
        if libc::mprotect(start, page, libc::PROT_READ | libc::PROT_WRITE) != 0 {
            return None;
        }
        let word = &*(address as *const std::sync::atomic::AtomicUsize);
        Some(word.swap(value, std::sync::atomic::Ordering::AcqRel))
    }
}
