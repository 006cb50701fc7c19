//! Where a process begins whose binary is part of a bundle: it starts the dynamic loader that lies beside it.
//!
//! A bundle carries the engine and all libraries down to libc and its dynamic loader. The kernel would start that loader by itself, but
//! only from an absolute path (`PT_INTERP` knows no `$ORIGIN`), and a bundle can lie anywhere. The other ways are worse: a script or a
//! launcher that runs `ld.so --library-path lib hexloop` makes `ld.so` the process's executable, for `ps`, `/proc/self/exe` and every
//! program that starts `process.execPath` again; `LD_LIBRARY_PATH` reaches children, which then run with libraries that are not theirs.
//!
//! So the binary of a bundle has no `PT_INTERP` that the kernel could see, and its entry point is [`hexloop_bundle_start`]
//! (packaging/elf.py changes both, and adds the search path below; a binary that was not bundled never comes here). What the kernel
//! does for a program with an interpreter is done here, in the program itself:
//!
//! ```text
//!   kernel: maps bin/hexloop ──▶ hexloop_bundle_start: maps lib/hexloop/ld-linux-x86-64.so.2, corrects
//!                                the auxiliary vector (AT_BASE, AT_ENTRY)
//!                                  └─▶ ld.so: loads libraries by DT_RPATH, $ORIGIN/../lib/hexloop
//!                                        └─▶ _start ─▶ main, as ever
//! ```
//!
//! DT_RPATH is searched before `LD_LIBRARY_PATH`, so a variable of the user's changes no library of ours, and nothing is added to it.
//!
//! The code runs before anything is relocated: no call into another library (that includes `memcpy` and `strlen`, which the
//! compiler puts in for loops: hence the volatile reads and writes), no static data with addresses, no panic.

use std::arch::{asm, global_asm};
use std::ffi::CStr;
use std::mem::MaybeUninit;

// "R": the linker keeps a section that nobody refers to.
global_asm!(
    ".pushsection .text.hexloop_bundle_start,\"axR\",@progbits",
    ".globl hexloop_bundle_start",
    ".type hexloop_bundle_start,@function",
    "hexloop_bundle_start:",
    "xor ebp, ebp",
    "mov r12, rsp",
    "mov rdi, rsp",
    "lea rsi, [rip + _start]",
    "call {load}",
    "mov rsp, r12",
    "xor edx, edx",
    "jmp rax",
    ".size hexloop_bundle_start, . - hexloop_bundle_start",
    ".popsection",
    ".pushsection .rodata.hexloop_bundle_path,\"aR\",@progbits",
    ".globl hexloop_bundle_path",
    "hexloop_bundle_path:",
    ".asciz \"$ORIGIN/../lib/hexloop\"",
    ".popsection",
    load = sym load,
);

/// From the folder above `bin`, where the binary lies.
const LOADER: &CStr = c"/lib/hexloop/ld-linux-x86-64.so.2";

const PATH_LIMIT: usize = 4096;
const PAGE: usize = 4096;

/// Exit code of a shell, and of ld.so, for a command that cannot be loaded.
const CANNOT_LOAD: usize = 127;

/// Maps the loader and returns its entry point.
///
/// # Safety
/// `stack` is the stack pointer with which the kernel started the process, `program` the address of this program's `_start`.
unsafe extern "C" fn load(stack: *mut usize, program: usize) -> usize {
    // SAFETY: the System V ABI describes what is above the stack pointer: the count of arguments, these, a null, the environment, a
    // null, the auxiliary vector. It is the process's own, writable memory, and no thread runs yet.
    unsafe {
        let mut word = stack.add(*stack + 2);
        while *word != 0 {
            word = word.add(1);
        }
        let vector = word.add(1);
        if *auxiliary(vector, libc::AT_SECURE) != 0 {
            fail(
                c"hexloop: a bundle cannot run with the setuid bit or with file capabilities, which hide where its libraries are; \
                  give the process its rights in another way (AmbientCapabilities= of systemd, for example)",
                None,
            );
        }
        let mut path = MaybeUninit::<[u8; PATH_LIMIT]>::uninit();
        let path = loader_path(path.as_mut_ptr().cast());
        let file =
            system_call(libc::SYS_open, [path as usize, (libc::O_RDONLY | libc::O_CLOEXEC) as usize, 0, 0, 0, 0]);
        if file < 0 {
            fail(c"hexloop: this installation is not complete, install it again; missing: ", Some(path));
        }
        let (base, entry) = map(file as usize, path);
        system_call(libc::SYS_close, [file as usize, 0, 0, 0, 0, 0]);
        restore_interpreter(vector);
        *auxiliary(vector, libc::AT_BASE) = base;
        *auxiliary(vector, libc::AT_ENTRY) = program;
        base + entry
    }
}

/// Writes the loader's path to `path`: two folders above the running binary, then [`LOADER`].
///
/// # Safety
/// `path` is writable for [`PATH_LIMIT`] bytes.
unsafe fn loader_path(path: *mut u8) -> *const u8 {
    // SAFETY: the kernel writes less than the given limit, and each index below is less than `length`, or within the room that was
    // left for LOADER.
    unsafe {
        let room = PATH_LIMIT - LOADER.count_bytes() - 1;
        let length =
            system_call(libc::SYS_readlink, [c"/proc/self/exe".as_ptr() as usize, path as usize, room, 0, 0, 0]);
        if length <= 0 || length as usize == room {
            fail(c"hexloop: the path of the running binary is not known: /proc/self/exe cannot be read, is /proc mounted?", None);
        }
        let mut end = length as usize;
        let mut folders = 0;
        while end > 0 && folders < 2 {
            end -= 1;
            if *path.add(end) == b'/' {
                folders += 1;
            }
        }
        let mut next = LOADER.as_ptr().cast::<u8>();
        loop {
            path.add(end).write_volatile(*next);
            if *next == 0 {
                return path;
            }
            end += 1;
            next = next.add(1);
        }
    }
}

/// Maps the segments of the loader as the kernel does, and returns the address of its first byte and the offset of its entry point.
///
/// # Safety
/// `file` is open for reading; `path` is a C string.
unsafe fn map(file: usize, path: *const u8) -> (usize, usize) {
    let mut head = MaybeUninit::<[u64; PAGE / 8]>::uninit();
    // SAFETY: the kernel fills `head` as far as it reports; headers are read only below that, and mappings are placed only within the
    // range that the first of them reserved.
    unsafe {
        let head = head.as_mut_ptr().cast::<u8>();
        let read = system_call(libc::SYS_read, [file, head as usize, PAGE, 0, 0, 0]);
        let header = head.cast::<libc::Elf64_Ehdr>();
        let is_elf = read > size_of::<libc::Elf64_Ehdr>() as isize
            && head.cast::<u32>().read() == u32::from_le_bytes(*b"\x7fELF");
        let segments_end = |header: &libc::Elf64_Ehdr| {
            header.e_phoff as usize + header.e_phnum as usize * size_of::<libc::Elf64_Phdr>()
        };
        if !is_elf || segments_end(&*header) > read as usize {
            broken(path);
        }
        let segments = head.add((*header).e_phoff as usize).cast::<libc::Elf64_Phdr>();
        let end_of_segments = segments.add((*header).e_phnum as usize);
        let mut span = 0;
        let mut segment = segments;
        while segment < end_of_segments {
            if (*segment).p_type == libc::PT_LOAD {
                span = ((*segment).p_vaddr + (*segment).p_memsz) as usize;
            }
            segment = segment.add(1);
        }
        // The whole range, so that nothing else comes between; what no segment covers stays inaccessible.
        let anonymous = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        let base = system_call(
            libc::SYS_mmap,
            [0, page_up(span), libc::PROT_NONE as usize, anonymous as usize, usize::MAX, 0],
        );
        if span == 0 || is_error(base) {
            broken(path);
        }
        let base = base as usize;
        let mut segment = segments;
        while segment < end_of_segments {
            if (*segment).p_type == libc::PT_LOAD && !map_segment(file, base, &*segment) {
                broken(path);
            }
            segment = segment.add(1);
        }
        (base, (*header).e_entry as usize)
    }
}

/// # Safety
/// The segment lies within the range reserved at `base`.
unsafe fn map_segment(file: usize, base: usize, segment: &libc::Elf64_Phdr) -> bool {
    let start = base + segment.p_vaddr as usize;
    let in_page = start % PAGE;
    let end_of_file = start + segment.p_filesz as usize;
    let end = page_up(start + segment.p_memsz as usize);
    let flags = segment.p_flags as usize;
    // PF_X, PF_W, PF_R are 1, 2, 4; PROT_READ, PROT_WRITE, PROT_EXEC are 1, 2, 4.
    let protection = (flags & 4) >> 2 | (flags & 2) | (flags & 1) << 2;
    let fixed = (libc::MAP_PRIVATE | libc::MAP_FIXED) as usize;
    // SAFETY: the addresses are within the reserved range (see above), which nothing else uses; bytes are written only to a writable
    // segment.
    unsafe {
        let mapped = system_call(
            libc::SYS_mmap,
            [
                start - in_page,
                end_of_file - start + in_page,
                protection,
                fixed,
                file,
                segment.p_offset as usize - in_page,
            ],
        );
        if is_error(mapped) {
            return false;
        }
        if segment.p_memsz == segment.p_filesz {
            return true;
        }
        let next_page = page_up(end_of_file);
        let mut byte = end_of_file as *mut u8;
        while (byte as usize) < next_page {
            byte.write_volatile(0);
            byte = byte.add(1);
        }
        let anonymous = fixed | libc::MAP_ANONYMOUS as usize;
        next_page == end
            || !is_error(system_call(
                libc::SYS_mmap,
                [next_page, end - next_page, protection, anonymous, usize::MAX, 0],
            ))
    }
}

/// The loader reads its own name from the program's `PT_INTERP`, which packaging/elf.py hid from the kernel as `PT_NULL`: of this
/// program's headers only that one has this type.
///
/// # Safety
/// `vector` is the auxiliary vector.
unsafe fn restore_interpreter(vector: *mut usize) {
    // SAFETY: the kernel reports where it mapped the program's headers, and how many there are. Their page is writable for the moment.
    unsafe {
        let headers = *auxiliary(vector, libc::AT_PHDR);
        let mut header = headers as *mut libc::Elf64_Phdr;
        let end = header.add(*auxiliary(vector, libc::AT_PHNUM));
        let first_page = headers & !(PAGE - 1);
        let length = page_up(end as usize) - first_page;
        let writable = (libc::PROT_READ | libc::PROT_WRITE) as usize;
        system_call(libc::SYS_mprotect, [first_page, length, writable, 0, 0, 0]);
        while header < end {
            if (*header).p_type == libc::PT_NULL {
                (*header).p_type = libc::PT_INTERP;
            }
            header = header.add(1);
        }
        system_call(libc::SYS_mprotect, [first_page, length, libc::PROT_READ as usize, 0, 0, 0]);
    }
}

/// The value of an entry of the auxiliary vector. The kernel always sets those that are asked for here.
///
/// # Safety
/// `vector` is the auxiliary vector: pairs of a type and a value, the last of type 0.
unsafe fn auxiliary(vector: *mut usize, kind: libc::c_ulong) -> *mut usize {
    // SAFETY: see above.
    unsafe {
        let mut entry = vector;
        while *entry != 0 {
            if *entry == kind as usize {
                return entry.add(1);
            }
            entry = entry.add(2);
        }
    }
    fail(c"hexloop: the kernel started the process without an entry of the auxiliary vector that it needs", None)
}

fn page_up(address: usize) -> usize {
    (address + PAGE - 1) & !(PAGE - 1)
}

fn is_error(result: isize) -> bool {
    (-4095..0).contains(&result)
}

fn broken(path: *const u8) -> ! {
    fail(c"hexloop: this installation is damaged, install it again; not a loader, or no memory for it: ", Some(path))
}

fn fail(message: &CStr, path: Option<*const u8>) -> ! {
    let write = |bytes: *const u8, length: usize| {
        // SAFETY: the caller's bytes are readable for this length.
        unsafe { system_call(libc::SYS_write, [2, bytes as usize, length, 0, 0, 0]) };
    };
    write(message.as_ptr().cast(), message.count_bytes());
    if let Some(path) = path {
        let mut length = 0;
        // SAFETY: a C string, as the callers say.
        while unsafe { path.add(length).read_volatile() } != 0 {
            length += 1;
        }
        write(path, length);
    }
    write(c"\n".as_ptr().cast(), 1);
    loop {
        // SAFETY: it takes no pointer and does not return.
        unsafe { system_call(libc::SYS_exit_group, [CANNOT_LOAD, 0, 0, 0, 0, 0]) };
    }
}

/// # Safety
/// As the call requires.
unsafe fn system_call(number: libc::c_long, arguments: [usize; 6]) -> isize {
    let result: isize;
    // SAFETY: the kernel's calling convention: it changes rax, rcx and r11, and memory that the caller passed.
    unsafe {
        asm!(
            "syscall",
            inlateout("rax") number as isize => result,
            in("rdi") arguments[0],
            in("rsi") arguments[1],
            in("rdx") arguments[2],
            in("r10") arguments[3],
            in("r8") arguments[4],
            in("r9") arguments[5],
            lateout("rcx") _,
            lateout("r11") _,
            options(nostack),
        );
    }
    result
}
