//! Memory of the engine whose place was guessed: reading it must not crash when the guess was wrong.

#[cfg(target_os = "linux")]
use std::ffi::c_void;

/// What lies at an address that may be none.
#[cfg(target_os = "linux")]
pub(crate) fn read<T: Copy>(address: usize) -> Option<T> {
    let mut value = std::mem::MaybeUninit::<T>::uninit();
    let here = libc::iovec { iov_base: value.as_mut_ptr().cast(), iov_len: size_of::<T>() };
    let there = libc::iovec { iov_base: address as *mut c_void, iov_len: size_of::<T>() };
    // SAFETY: the system copies into room of that size, or fails; whatever the bytes are, the types used here can hold them.
    unsafe {
        let copied = libc::process_vm_readv(libc::getpid(), &raw const here, 1, &raw const there, 1, 0);
        (copied == size_of::<T>() as isize).then(|| value.assume_init())
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn read<T: Copy>(_: usize) -> Option<T> {
    None
}
