//! `process.execve`: replaces the process image.

use crate::bindings::Binding;
use hexloop_engine::{Answer, Call, Throw};
use std::ffi::CString;

pub fn fill(binding: &Binding<'_>) {
    binding.unlocked("execve", execve);
}

/// `execve(path, arguments, environment)`, each of the last two as one string of NUL-terminated parts. Returns only on
/// failure: a negative errno.
fn execve<'c>(call: &Call<'c>) -> Answer<'c> {
    let path = CString::new(call.text(0)?).map_err(|_| Throw::type_error("the path contains a NUL"))?;
    let arguments = parts(&call.text(1)?);
    let environment = parts(&call.text(2)?);
    let pointers = |parts: &[CString]| -> Vec<*const libc::c_char> {
        parts.iter().map(|part| part.as_ptr()).chain(std::iter::once(std::ptr::null())).collect()
    };
    let (argv, envp) = (pointers(&arguments), pointers(&environment));
    for fd in 0..=2 {
        // SAFETY: only this descriptor's flags are read and set; a closed one stays closed.
        unsafe {
            let flags = libc::fcntl(fd, libc::F_GETFD);
            if flags >= 0 {
                libc::fcntl(fd, libc::F_SETFD, flags & !libc::FD_CLOEXEC);
            }
        }
    }
    // SAFETY: a string and two null-terminated arrays of strings, all NUL-terminated, which live until the call
    // returns.
    unsafe { libc::execve(path.as_ptr(), argv.as_ptr(), envp.as_ptr()) };
    let error = std::io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO);
    Ok((-error).into())
}

/// Every part ends in NUL, so the last split is empty.
fn parts(text: &str) -> Vec<CString> {
    let mut parts: Vec<CString> = text.split('\0').map(|part| CString::new(part).unwrap_or_default()).collect();
    parts.pop();
    parts
}
