//! `binding('stdio')`: synchronous, complete writes to a descriptor, as in Node for files, terminals and pipes.

mod terminal;

pub use terminal::restore as restore_terminal;

use super::Binding;
use std::io;
use std::mem::MaybeUninit;

pub fn fill(binding: &Binding<'_>) {
    binding
        .unlocked("write", |call| {
            let fd = call.number(0)? as i32;
            let text = call.text(1)?;
            Ok(write_all(fd, text.as_bytes()).map_or_else(|errno| -errno, |()| 0).into())
        })
        .unlocked("writeBytes", |call| {
            let fd = call.number(0)? as i32;
            let outcome = call.with_bytes(1, |bytes| write_all(fd, bytes))?;
            Ok(outcome.map_or_else(|errno| -errno, |()| 0).into())
        })
        .function("getenv", |call| {
            Ok(std::env::var_os(call.text(0)?).map(|value| value.to_string_lossy().into_owned()).into())
        })
        .function("guessHandleType", |call| Ok(kind(call.number(0)? as i32).into()));
    terminal::fill(binding);
}

/// The type of a descriptor, by Node's names.
fn kind(fd: i32) -> &'static str {
    let mut status = MaybeUninit::<libc::stat>::zeroed();
    // SAFETY: isatty accepts any number; fstat fills the struct.
    unsafe {
        if libc::isatty(fd) == 1 {
            return "tty";
        }
        if libc::fstat(fd, status.as_mut_ptr()) == -1 {
            return "unknown";
        }
        match status.assume_init().st_mode & libc::S_IFMT {
            libc::S_IFREG | libc::S_IFCHR => "fs",
            libc::S_IFIFO | libc::S_IFSOCK => "pipe",
            _ => "unknown",
        }
    }
}

/// Writes everything, through partial writes and EAGAIN. Returns the errno on failure.
pub fn write_all(fd: i32, mut bytes: &[u8]) -> Result<(), i32> {
    while !bytes.is_empty() {
        // SAFETY: pointer and length describe the slice.
        let written = unsafe { libc::write(fd, bytes.as_ptr().cast(), bytes.len()) };
        if written >= 0 {
            bytes = &bytes[written as usize..];
            continue;
        }
        match io::Error::last_os_error().raw_os_error() {
            Some(libc::EINTR) => {}
            Some(libc::EAGAIN) => wait_until_writable(fd),
            errno => return Err(errno.unwrap_or(libc::EIO)),
        }
    }
    Ok(())
}

fn wait_until_writable(fd: i32) {
    let mut poll = libc::pollfd { fd, events: libc::POLLOUT, revents: 0 };
    // SAFETY: one pollfd, as the count says.
    unsafe { libc::poll(&mut poll, 1, -1) };
}
