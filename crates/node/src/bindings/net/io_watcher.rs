//! A descriptor and its registration with the poll phase, libuv's `uv__io_t`: what streams, listeners and UDP sockets have in common.
//!
//! libuv polls a descriptor in each turn while it is interested; mio reports an edge once. So a descriptor is registered when it is
//! first needed, stays registered, and [`IoWatcher::rearm`] has the readiness that was left unused reported again.

use super::system::Descriptor;
use crate::host::host;
use hexloop::mio::unix::SourceFd;
use hexloop::{Handle as _, Interest, Readiness, Source};
use std::cell::{Cell, Ref, RefCell};
use std::io;
use std::rc::Rc;

pub struct IoWatcher {
    /// None until there is a socket, and after close.
    descriptor: RefCell<Option<Descriptor>>,
    source: RefCell<Option<(Source, Interest)>>,
    /// Reading, receiving or listening: keeps the loop alive, if it is referenced.
    active: Cell<bool>,
    referenced: Cell<bool>,
}

impl IoWatcher {
    pub fn new(descriptor: Option<Descriptor>) -> IoWatcher {
        IoWatcher {
            descriptor: RefCell::new(descriptor),
            source: RefCell::default(),
            active: Cell::new(false),
            referenced: Cell::new(true),
        }
    }

    /// The descriptor, while it is open.
    pub fn descriptor(&self) -> Option<Ref<'_, Descriptor>> {
        Ref::filter_map(self.descriptor.borrow(), Option::as_ref).ok()
    }

    /// The same, or EBADF.
    pub fn open_descriptor(&self) -> io::Result<Ref<'_, Descriptor>> {
        self.descriptor().ok_or_else(|| io::Error::from_raw_os_error(libc::EBADF))
    }

    pub fn is_open(&self) -> bool {
        self.descriptor.borrow().is_some()
    }

    /// Sets the descriptor of a watcher that has none.
    pub fn open(&self, descriptor: Descriptor) {
        self.descriptor.replace(Some(descriptor));
    }

    /// Gives a descriptor away that is not registered yet.
    pub fn take_descriptor(&self) -> Option<Descriptor> {
        if self.is_registered() { None } else { self.descriptor.take() }
    }

    pub fn is_registered(&self) -> bool {
        self.source.borrow().is_some()
    }

    /// Adds `interest` to what is polled. `on_ready` is called in the poll phase, while `owner` lives; the first one stays.
    pub fn watch<T: 'static>(
        &self,
        interest: Interest,
        owner: &Rc<T>,
        on_ready: fn(&Rc<T>, Readiness),
    ) -> io::Result<()> {
        let descriptor = self.open_descriptor()?;
        let mut registered = self.source.borrow_mut();
        if let Some((source, before)) = &mut *registered {
            let both = *before | interest;
            if both != *before {
                source.reregister(&mut SourceFd(&descriptor.fd), both)?;
                *before = both;
            }
            return Ok(());
        }
        let owner = Rc::downgrade(owner);
        let call = move |readiness| {
            if let Some(owner) = owner.upgrade() {
                on_ready(&owner, readiness);
            }
        };
        let source = Source::register(&host().lp, &mut SourceFd(&descriptor.fd), interest, call)?;
        *registered = Some((source, interest));
        drop(registered);
        self.update_ref();
        Ok(())
    }

    /// Has the current readiness reported again, in the next turn.
    pub fn rearm(&self) -> io::Result<()> {
        match (self.descriptor(), &*self.source.borrow()) {
            (Some(descriptor), Some((source, interest))) => source.reregister(&mut SourceFd(&descriptor.fd), *interest),
            _ => Ok(()),
        }
    }

    pub fn is_active(&self) -> bool {
        self.active.get()
    }

    /// Returns whether it was active.
    pub fn set_active(&self, active: bool) -> bool {
        let before = self.active.replace(active);
        if before != active {
            self.update_ref();
        }
        before
    }

    pub fn set_referenced(&self, referenced: bool) {
        self.referenced.set(referenced);
        self.update_ref();
    }

    fn update_ref(&self) {
        if let Some((source, _)) = &*self.source.borrow() {
            if self.active.get() && self.referenced.get() { source.ref_() } else { source.unref() }
        }
    }

    /// Closes the descriptor; returns whether there was one.
    pub fn close(&self) -> bool {
        self.active.set(false);
        if let (Some((source, _)), Some(descriptor)) = (self.source.take(), self.descriptor()) {
            let _ = source.deregister(&mut SourceFd(&descriptor.fd));
        }
        self.descriptor.take().is_some()
    }
}
