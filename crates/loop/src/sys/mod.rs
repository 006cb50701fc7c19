//! What the platform decides. Above this folder there is no `cfg` and no `unsafe`.

#[cfg(unix)]
mod unix;
#[cfg(unix)]
pub(crate) use unix::monotonic_ns;

#[cfg(not(unix))]
mod portable;
#[cfg(not(unix))]
pub(crate) use portable::monotonic_ns;
