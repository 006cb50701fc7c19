//! The build ID of the library.

use crate::library::address;
use std::ffi::{CStr, c_int, c_void};

/// The build ID that the linker gave the engine's library; none if it has none.
pub fn engine_build() -> Option<&'static [u8]> {
    use std::sync::OnceLock;
    static BUILD: OnceLock<Option<Vec<u8>>> = OnceLock::new();
    BUILD.get_or_init(find).as_deref()
}

#[cfg(target_os = "linux")]
fn find() -> Option<Vec<u8>> {
    let mut search = Search { address: address(c"JSGlobalContextCreateInGroup") as usize, found: None };
    // SAFETY: the callback below, and data that outlives the call.
    unsafe { libc::dl_iterate_phdr(Some(visit), (&raw mut search).cast()) };
    search.found
}

#[cfg(not(target_os = "linux"))]
fn find() -> Option<Vec<u8>> {
    None
}

struct Search {
    /// An address in the library.
    address: usize,
    found: Option<Vec<u8>>,
}

#[cfg(target_os = "linux")]
unsafe extern "C" fn visit(library: *mut libc::dl_phdr_info, _: usize, search: *mut c_void) -> c_int {
    // SAFETY: both are what `find` and the linker pass; program headers and notes are mapped as long as the library.
    unsafe {
        let (library, search) = (&*library, &mut *search.cast::<Search>());
        let headers = std::slice::from_raw_parts(library.dlpi_phdr, library.dlpi_phnum as usize);
        let start = |header: &libc::Elf64_Phdr| library.dlpi_addr as usize + header.p_vaddr as usize;
        let holds = |header: &libc::Elf64_Phdr| {
            header.p_type == libc::PT_LOAD
                && (start(header)..start(header) + header.p_memsz as usize).contains(&search.address)
        };
        if !headers.iter().any(holds) {
            return 0;
        }
        for header in headers.iter().filter(|header| header.p_type == libc::PT_NOTE) {
            let notes = std::slice::from_raw_parts(start(header) as *const u8, header.p_memsz as usize);
            search.found = search.found.take().or_else(|| build_id_in(notes));
        }
    }
    1
}

/// A note is the length of its name, that of its content, a type, then both, each padded to four bytes.
fn build_id_in(mut notes: &[u8]) -> Option<Vec<u8>> {
    const BUILD_ID: u32 = 3;
    loop {
        let (head, rest) = notes.split_first_chunk::<12>()?;
        let number = |at: usize| u32::from_ne_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        let name = rest.get(..number(0) as usize)?;
        let rest = rest.get(name.len().next_multiple_of(4)..)?;
        let content = rest.get(..number(4) as usize)?;
        if number(8) == BUILD_ID && CStr::from_bytes_with_nul(name) == Ok(c"GNU") && !content.is_empty() {
            return Some(content.to_vec());
        }
        notes = rest.get(content.len().next_multiple_of(4)..)?;
    }
}

#[cfg(test)]
mod tests {
    use super::build_id_in;

    #[test]
    fn the_build_id_is_found_among_other_notes() {
        let note = |kind: u32, content: &[u8]| {
            let mut bytes = Vec::new();
            for number in [4, content.len() as u32, kind] {
                bytes.extend(number.to_ne_bytes());
            }
            bytes.extend(b"GNU\0");
            bytes.extend(content);
            bytes.resize(bytes.len().next_multiple_of(4), 0);
            bytes
        };
        let notes = [note(1, b"12345"), note(3, b"identity")].concat();
        assert_eq!(build_id_in(&notes).unwrap(), b"identity");
        assert!(build_id_in(&note(1, b"12345")).is_none());
        assert!(build_id_in(&notes[..notes.len() - 1]).is_none());
    }
}
