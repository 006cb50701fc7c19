//! A socket that others connect to.

use super::address::Address;
use super::stream::Stream;
use super::system::{Descriptor, Kind};
use super::{Endpoint, Event, add, emit, new_id, remove};
use crate::bindings::descriptors;
use crate::host::host;
use hexloop::mio::unix::SourceFd;
use hexloop::{Handle as _, Interest, Source};
use std::cell::{Cell, Ref, RefCell};
use std::fs::File;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::rc::Rc;

/// How a socket of the internet is bound; libuv's numbers.
pub const IPV6_ONLY: u32 = 1;
pub const REUSE_PORT: u32 = 2;

pub struct Listener {
    id: u32,
    kind: Kind,
    /// None once it is closed.
    descriptor: RefCell<Option<Descriptor>>,
    source: RefCell<Option<Source>>,
    /// The file to remove when it is closed.
    path: RefCell<Option<PathBuf>>,
    referenced: Cell<bool>,
    /// A descriptor to give up when there are no more: see [`Listener::accept_and_close`].
    reserve_fd: RefCell<Option<File>>,
}

impl Listener {
    /// Binds; answers the listener's number.
    pub fn tcp(address: &Address, flags: u32) -> io::Result<u32> {
        let socket = Descriptor::socket(address.family())?;
        socket.set_option(libc::SOL_SOCKET, libc::SO_REUSEADDR, 1)?;
        if flags & REUSE_PORT != 0 {
            socket.set_option(libc::SOL_SOCKET, libc::SO_REUSEPORT, 1)?;
        }
        if address.family() == libc::AF_INET6 {
            let only = i32::from(flags & IPV6_ONLY != 0);
            socket.set_option(libc::IPPROTO_IPV6, libc::IPV6_V6ONLY, only)?;
        }
        socket.bind(address)?;
        Ok(Listener::insert(Kind::Tcp, socket, None))
    }

    pub fn path(path: PathBuf) -> io::Result<u32> {
        let socket = Descriptor::socket(libc::AF_UNIX)?;
        // A folder that is not there reads as one that is closed, as on Windows; so libuv has it.
        socket.bind_path(&path).map_err(|error| match error.raw_os_error() {
            Some(libc::ENOENT) => io::Error::from_raw_os_error(libc::EACCES),
            _ => error,
        })?;
        let is_file = path.as_os_str().as_bytes().first() != Some(&0);
        Ok(Listener::insert(Kind::Pipe, socket, is_file.then_some(path)))
    }

    /// A socket that somebody else has bound.
    pub fn open(fd: i32) -> io::Result<u32> {
        let descriptor = Descriptor::adopt(fd)?;
        let kind = descriptor.kind().and_then(|kind| match kind {
            Kind::Terminal => Err(io::Error::from_raw_os_error(libc::EINVAL)),
            // Listening tells a pipe from a socket, with an error that says so.
            kind => Ok(kind),
        });
        match kind {
            Ok(kind) => {
                descriptors::release(fd);
                Ok(Listener::insert(kind, descriptor, None))
            }
            Err(error) => {
                // Not ours, then.
                std::mem::forget(descriptor);
                Err(error)
            }
        }
    }

    /// Answers its number.
    fn insert(kind: Kind, descriptor: Descriptor, path: Option<PathBuf>) -> u32 {
        let id = new_id();
        let listener = Listener {
            id,
            kind,
            descriptor: RefCell::new(Some(descriptor)),
            source: RefCell::default(),
            path: RefCell::new(path),
            referenced: Cell::new(true),
            reserve_fd: RefCell::default(),
        };
        add(id, Endpoint::Listener(Rc::new(listener)));
        id
    }

    pub fn kind(&self) -> Kind {
        self.kind
    }

    pub fn listen(self: &Rc<Listener>, backlog: i32) -> io::Result<()> {
        let descriptor = self.descriptor().ok_or_else(|| io::Error::from_raw_os_error(libc::EBADF))?;
        descriptor.listen(backlog)?;
        if self.source.borrow().is_some() {
            return Ok(());
        }
        self.reserve_fd.replace(File::open("/").ok());
        let this = Rc::downgrade(self);
        let on_ready = move |_| {
            if let Some(listener) = this.upgrade() {
                listener.accept_one();
            }
        };
        let source = Source::register(&host().lp, &mut SourceFd(&descriptor.fd), Interest::READABLE, on_ready)?;
        if !self.referenced.get() {
            source.unref();
        }
        self.source.replace(Some(source));
        Ok(())
    }

    pub fn descriptor(&self) -> Option<Ref<'_, Descriptor>> {
        Ref::filter_map(self.descriptor.borrow(), Option::as_ref).ok()
    }

    /// Gives its socket to a stream, before it has listened; answers that one's number. This one is gone then.
    pub fn convert_to_stream(&self) -> io::Result<u32> {
        let bound = self.descriptor.take().filter(|_| self.source.borrow().is_none());
        let descriptor = bound.ok_or_else(|| io::Error::from_raw_os_error(libc::EBADF))?;
        remove(self.id);
        Ok(Stream::bound(self.kind, descriptor, self.path.take()))
    }

    /// One connection each turn, as libuv does since 1.45: those who come in crowds must not starve those who are in.
    fn accept_one(&self) {
        let Some(accepted) = self.descriptor().map(|descriptor| descriptor.accept()) else { return };
        match accepted {
            Ok(descriptor) => {
                let id = Stream::accepted(self.kind, descriptor);
                self.rearm();
                emit(self.id, Event::Accepted, id as i32);
                return;
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
            Err(error) if matches!(error.raw_os_error(), Some(libc::EMFILE | libc::ENFILE)) => self.accept_and_close(),
            // Whoever it was is gone already; there may be others.
            Err(_) => {}
        }
        self.rearm();
    }

    /// Without a free descriptor nobody can be accepted, and who waits would wait for ever: give one up, accept whoever it
    /// is, and hang up. Where a thread was quicker to take the one given up, the next turn tries again.
    fn accept_and_close(&self) {
        if self.reserve_fd.take().is_some()
            && let Some(descriptor) = self.descriptor()
        {
            drop(descriptor.accept());
        }
        self.reserve_fd.replace(File::open("/").ok());
    }

    /// Readiness is told once; asking anew tells of who still waits, in the next turn.
    fn rearm(&self) {
        if let (Some(descriptor), Some(source)) = (self.descriptor(), &*self.source.borrow()) {
            let _ = source.reregister(&mut SourceFd(&descriptor.fd), Interest::READABLE);
        }
    }

    pub fn set_referenced(&self, referenced: bool) {
        self.referenced.set(referenced);
        if let Some(source) = &*self.source.borrow() {
            if referenced { source.ref_() } else { source.unref() }
        }
    }

    /// Nobody can connect from now on; 'closed' is told in the close phase.
    pub fn close(&self) {
        if let (Some(descriptor), Some(source)) = (self.descriptor(), self.source.take()) {
            let _ = source.deregister(&mut SourceFd(&descriptor.fd));
        }
        if self.descriptor.take().is_none() {
            return;
        }
        if let Some(path) = self.path.take() {
            let _ = std::fs::remove_file(path);
        }
        let id = self.id;
        host().lp.on_close(move || {
            emit(id, Event::Closed, 0);
            remove(id);
        });
    }
}
