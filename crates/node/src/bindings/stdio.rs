//! `binding('stdio')`: writing to a descriptor, completely and at once, as Node does for files, terminals and pipes.

use super::Binding;
use std::io;

pub fn fill(binding: &Binding<'_>) {
    binding
        .function("write", |call| {
            let fd = call.number(0)? as i32;
            let text = call.text(1)?;
            Ok(write_all(fd, text.as_bytes()).map_or_else(|errno| -errno, |()| 0).into())
        })
        .function("writeBytes", |call| {
            let fd = call.number(0)? as i32;
            let outcome = call.with_bytes(1, |bytes| write_all(fd, bytes))?;
            Ok(outcome.map_or_else(|errno| -errno, |()| 0).into())
        })
        .function("isTTY", |call| {
            // SAFETY: isatty takes any number.
            Ok((unsafe { libc::isatty(call.number(0)? as i32) } == 1).into())
        })
        .function("windowSize", |call| {
            let mut size = libc::winsize { ws_row: 0, ws_col: 0, ws_xpixel: 0, ws_ypixel: 0 };
            // SAFETY: TIOCGWINSZ fills the struct it is given.
            let done = unsafe { libc::ioctl(call.number(0)? as i32, libc::TIOCGWINSZ, &mut size) } == 0;
            Ok(if done { f64::from(size.ws_col) * 65536.0 + f64::from(size.ws_row) } else { 0.0 }.into())
        });
}

/// Everything, however often the descriptor takes only a part or is not ready. The error number otherwise.
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
