//! `process.execve`: another program in this process's place.

use crate::bindings::Binding;
use hexloop_engine::{Answer, Call, Throw};
use std::ffi::CString;

pub fn fill(binding: &Binding<'_>) {
    binding.unlocked("execve", execve);
}

/// `execve(path, arguments, environment)`, each of the last two as one text of parts that end in NUL. Returns only when it
/// did not work: the error number, negative.
fn execve<'c>(call: &Call<'c>) -> Answer<'c> {
    let path = CString::new(call.text(0)?).map_err(|_| Throw::type_error("a path holds no NUL"))?;
    let arguments = parts(&call.text(1)?);
    let environment = parts(&call.text(2)?);
    let pointers = |parts: &[CString]| -> Vec<*const libc::c_char> {
        parts.iter().map(|part| part.as_ptr()).chain(std::iter::once(std::ptr::null())).collect()
    };
    let (argv, envp) = (pointers(&arguments), pointers(&environment));
    for fd in 0..=2 {
        // SAFETY: only this descriptor's flags are read and set; one that is closed is left so.
        unsafe {
            let flags = libc::fcntl(fd, libc::F_GETFD);
            if flags >= 0 {
                libc::fcntl(fd, libc::F_SETFD, flags & !libc::FD_CLOEXEC);
            }
        }
    }
    // SAFETY: a string and two lists of strings, all ending in NUL, which live until the call is over.
    unsafe { libc::execve(path.as_ptr(), argv.as_ptr(), envp.as_ptr()) };
    let error = std::io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO);
    Ok((-error).into())
}

/// Every part ends in NUL, so the last piece is no part.
fn parts(text: &str) -> Vec<CString> {
    let mut parts: Vec<CString> = text.split('\0').map(|part| CString::new(part).unwrap_or_default()).collect();
    parts.pop();
    parts
}
