//! Looking up symbols that a library may or may not export.

use std::ffi::{CStr, c_void};

/// # Safety
/// `F` must be the function-pointer type of the symbol called `name`.
pub(crate) unsafe fn find<F: Copy>(name: &CStr) -> Option<F> {
    const { assert!(size_of::<F>() == size_of::<*mut c_void>()) };
    crate::library::load().ok()?;
    // SAFETY: dlsym with a NUL-terminated name; a non-null result is the address of the symbol.
    unsafe {
        let address = libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr());
        (!address.is_null()).then(|| std::mem::transmute_copy::<*mut c_void, F>(&address))
    }
}
