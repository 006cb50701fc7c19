//! What the platform decides. Above this folder there is no `cfg` and no `unsafe`.

#[cfg(unix)]
mod unix;
#[cfg(unix)]
pub use unix::Pollable;
#[cfg(unix)]
pub(crate) use unix::{Descriptor, deregister, monotonic_ns, register, reregister};

#[cfg(not(unix))]
mod portable;
#[cfg(not(unix))]
pub use portable::Pollable;
#[cfg(not(unix))]
pub(crate) use portable::{Descriptor, deregister, monotonic_ns, register, reregister};
