//! The monotonic clock and the descriptors of Unix systems.

use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, RawFd};

use mio::unix::{SourceFd, pipe};
use mio::{Interest, Registry, Token, net};

/// Nanoseconds of `CLOCK_MONOTONIC`, which is what Node's `process.hrtime` counts.
///
/// `std::time::Instant` reads the same clock but does not show its number.
#[inline]
pub(crate) fn monotonic_ns() -> u64 {
    let mut time = MaybeUninit::<libc::timespec>::uninit();
    // SAFETY: the pointer is to a live timespec, and the call writes nothing beyond it.
    let status = unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, time.as_mut_ptr()) };
    // The call fails only for an unknown clock or a bad address.
    debug_assert_eq!(status, 0);
    // SAFETY: the call succeeded, so it filled the timespec in.
    let time = unsafe { time.assume_init() };
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

/// What a [`Source`](crate::Source) can poll: whatever has a non-blocking descriptor. mio's own types do, and [`SourceFd`]
/// is for all others.
pub trait Pollable {
    /// The descriptor. It must stay the same for as long as it is registered.
    fn raw_fd(&self) -> RawFd;
}

impl Pollable for SourceFd<'_> {
    fn raw_fd(&self) -> RawFd {
        *self.0
    }
}

macro_rules! pollable {
    ($($kind:ty),*) => {
        $(impl Pollable for $kind {
            fn raw_fd(&self) -> RawFd {
                self.as_raw_fd()
            }
        })*
    };
}

pollable!(net::TcpListener, net::TcpStream, net::UdpSocket);
pollable!(net::UnixListener, net::UnixStream, net::UnixDatagram);
pollable!(pipe::Sender, pipe::Receiver);

impl<T: Pollable + ?Sized> Pollable for Box<T> {
    fn raw_fd(&self) -> RawFd {
        (**self).raw_fd()
    }
}

/// The number under which a source is registered, which is all it takes to end that.
///
/// Sources are registered by descriptor, too, and not through mio's own types: in debug builds these remember whether they
/// are registered, and would not notice a registration that ended without them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Descriptor(RawFd);

impl Descriptor {
    pub(crate) fn of(source: &impl Pollable) -> Self {
        Self(source.raw_fd())
    }

    /// Where there is one number for each of the process.
    pub(crate) fn index(self) -> Option<usize> {
        usize::try_from(self.0).ok()
    }

    pub(crate) fn deregister(self, registry: &Registry) -> io::Result<()> {
        registry.deregister(&mut SourceFd(&self.0))
    }
}

pub(crate) fn register(
    registry: &Registry,
    source: &impl Pollable,
    token: Token,
    interest: Interest,
) -> io::Result<()> {
    registry.register(&mut SourceFd(&source.raw_fd()), token, interest)
}

pub(crate) fn reregister(
    registry: &Registry,
    source: &impl Pollable,
    token: Token,
    interest: Interest,
) -> io::Result<()> {
    registry.reregister(&mut SourceFd(&source.raw_fd()), token, interest)
}

/// Deregisters the descriptor that was registered, whatever `source` is now.
pub(crate) fn deregister(registry: &Registry, _source: &impl Pollable, descriptor: Descriptor) -> io::Result<()> {
    descriptor.deregister(registry)
}
