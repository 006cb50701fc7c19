//! Memory of the engine whose place was guessed: reading it must not crash when the guess was wrong.

#[cfg(target_os = "linux")]
use std::ffi::c_void;

/// Types of which any bytes are a value.
///
/// # Safety
/// They are.
pub(crate) unsafe trait AnyBitPattern: Copy {}

// SAFETY: so it is of numbers and bare pointers, and of arrays of what it is so.
unsafe impl AnyBitPattern for u8 {}
// SAFETY: as above.
unsafe impl AnyBitPattern for u32 {}
// SAFETY: as above.
unsafe impl AnyBitPattern for u64 {}
// SAFETY: as above.
unsafe impl AnyBitPattern for usize {}
// SAFETY: as above.
unsafe impl<T> AnyBitPattern for *const T {}
// SAFETY: as above.
unsafe impl<T: AnyBitPattern, const N: usize> AnyBitPattern for [T; N] {}

/// What lies at an address that may be none.
#[cfg(target_os = "linux")]
pub(crate) fn read<T: AnyBitPattern>(address: usize) -> Option<T> {
    let mut value = std::mem::MaybeUninit::<T>::uninit();
    let here = libc::iovec { iov_base: value.as_mut_ptr().cast(), iov_len: size_of::<T>() };
    let there = libc::iovec { iov_base: address as *mut c_void, iov_len: size_of::<T>() };
    // SAFETY: the system copies into room of that size, or fails; whatever the bytes are, they are a value of the type.
    unsafe {
        let copied = libc::process_vm_readv(libc::getpid(), &raw const here, 1, &raw const there, 1, 0);
        (copied == size_of::<T>() as isize).then(|| value.assume_init())
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn read<T: AnyBitPattern>(_: usize) -> Option<T> {
    None
}
