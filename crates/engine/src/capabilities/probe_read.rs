//! Reads of engine memory at guessed addresses, which must not crash if the guess is wrong.

#[cfg(target_os = "linux")]
use std::ffi::c_void;

/// Types for which every bit pattern is valid.
///
/// # Safety
/// Every bit pattern is a valid value.
pub(crate) unsafe trait AnyBitPattern: Copy {}

// SAFETY: true of integers and raw pointers, and of arrays of such types.
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

/// The value at an address that may not be mapped.
#[cfg(target_os = "linux")]
pub(crate) fn read<T: AnyBitPattern>(address: usize) -> Option<T> {
    let mut value = std::mem::MaybeUninit::<T>::uninit();
    let here = libc::iovec { iov_base: value.as_mut_ptr().cast(), iov_len: size_of::<T>() };
    let there = libc::iovec { iov_base: address as *mut c_void, iov_len: size_of::<T>() };
    // SAFETY: the kernel copies into a buffer of that size, or fails; whatever the bytes are, they are a valid value.
    unsafe {
        let copied = libc::process_vm_readv(libc::getpid(), &raw const here, 1, &raw const there, 1, 0);
        (copied == size_of::<T>() as isize).then(|| value.assume_init())
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn read<T: AnyBitPattern>(_: usize) -> Option<T> {
    None
}
