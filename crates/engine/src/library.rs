//! Loads JavaScriptCore's library, when the first of its functions is called.
//!
//! The binary could name the library among those it needs. The dynamic loader would then find it missing before `main`, and report a
//! file name; loaded here, that is a sentence which names the package to install, and `hexloop --help` needs no engine at all. It also
//! lets one binary run on either of the two names under which distributions have the library. A call goes through a pointer that the
//! first call fills, where the linker would have put one that the loader fills ([`crate::ffi`]).

use std::ffi::{CStr, c_void};
use std::sync::OnceLock;

/// The same library with GTK 3 and GTK 4 (libsoup 3 both); the first one present is taken.
#[cfg(not(target_os = "macos"))]
const NAMES: [&CStr; 2] = [c"libjavascriptcoregtk-4.1.so.0", c"libjavascriptcoregtk-6.0.so.1"];

/// The handle of the library, or why there is none.
fn library() -> &'static Result<usize, String> {
    static LIBRARY: OnceLock<Result<usize, String>> = OnceLock::new();
    LIBRARY.get_or_init(open)
}

/// Loads the engine. The error is a sentence for the user.
pub fn load() -> Result<(), String> {
    library().as_ref().map(|_| ()).map_err(Clone::clone)
}

/// The address of a function that every version of the engine has.
pub(crate) fn address(name: &CStr) -> *mut c_void {
    let handle = library().as_ref().unwrap_or_else(|missing| panic!("{missing}"));
    // SAFETY: dlsym with an open handle, which is never closed, and a C string.
    let address = unsafe { libc::dlsym(*handle as *mut c_void, name.as_ptr()) };
    assert!(!address.is_null(), "the engine's library has no {}", name.to_string_lossy());
    address
}

/// Linked as a framework, which every macOS has.
#[cfg(target_os = "macos")]
fn open() -> Result<usize, String> {
    Ok(libc::RTLD_DEFAULT as usize)
}

#[cfg(not(target_os = "macos"))]
fn open() -> Result<usize, String> {
    let mut reason = String::new();
    for name in NAMES {
        // Global, so that symbols which only some versions export are found, too ([`crate::symbols`]); lazily bound, as by the loader.
        // SAFETY: dlopen with a C string. The library's constructors may run at any time.
        let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_LAZY | libc::RTLD_GLOBAL) };
        if !handle.is_null() {
            return Ok(handle as usize);
        }
        // SAFETY: after a call that failed dlerror returns a string, which stands until this thread's next call.
        let error = unsafe { CStr::from_ptr(libc::dlerror()) }.to_string_lossy().into_owned();
        // The first is the one that most systems have; a later one matters if it is there and cannot be loaded.
        if reason.is_empty() || !error.starts_with(&*name.to_string_lossy()) {
            reason = error;
        }
    }
    Err(format!(
        "JavaScriptCore, the engine, cannot be loaded ({reason}); to install it: apt install libjavascriptcoregtk-4.1-0, \
         dnf install javascriptcoregtk4.1, or pacman -S webkit2gtk-4.1"
    ))
}
