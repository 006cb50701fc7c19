//! The monotonic clock and the sources where the standard library and mio are all there is.

use std::io;
use std::sync::OnceLock;
use std::time::Instant;

use mio::{Interest, Registry, Token};

/// Nanoseconds since the first call.
pub(crate) fn monotonic_ns() -> u64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_nanos() as u64
}

/// What a [`Source`](crate::Source) can poll: whatever mio can.
pub trait Pollable: mio::event::Source {}

impl<T: mio::event::Source + ?Sized> Pollable for T {}

/// Nothing is known of a source but what mio does with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Descriptor;

impl Descriptor {
    pub(crate) fn of(_source: &impl Pollable) -> Self {
        Self
    }

    pub(crate) fn index(self) -> Option<usize> {
        None
    }

    /// Only dropping the source itself ends its registration here.
    pub(crate) fn deregister(self, _registry: &Registry) -> io::Result<()> {
        Ok(())
    }
}

pub(crate) fn register(
    registry: &Registry,
    source: &mut impl Pollable,
    token: Token,
    interest: Interest,
) -> io::Result<()> {
    registry.register(source, token, interest)
}

pub(crate) fn reregister(
    registry: &Registry,
    source: &mut impl Pollable,
    token: Token,
    interest: Interest,
) -> io::Result<()> {
    registry.reregister(source, token, interest)
}

pub(crate) fn deregister(registry: &Registry, source: &mut impl Pollable, _: Descriptor) -> io::Result<()> {
    registry.deregister(source)
}
