//! A listening socket.

use super::address::Address;
use super::io_watcher::IoWatcher;
use super::stream::Stream;
use super::system::{Descriptor, Kind};
use super::{Endpoint, Event, emit, insert, remove};
use crate::bindings::descriptors;
use crate::host::host;
use hexloop::Interest;
use std::cell::{Ref, RefCell};
use std::fs::File;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::rc::Rc;

/// Bind flags of TCP sockets; libuv's values.
pub const IPV6_ONLY: u32 = 1;
pub const REUSE_PORT: u32 = 2;

pub struct Listener {
    id: u32,
    kind: Kind,
    /// Active: listening.
    io: IoWatcher,
    path: RefCell<Option<SocketFile>>,
    /// A reserved descriptor to close when the process has no more: see [`Listener::accept_and_close`].
    reserve_fd: RefCell<Option<File>>,
}

/// The file of a listening socket, unlinked with it: when it is closed, and when the thread that has it ends.
pub struct SocketFile(PathBuf);

impl Drop for SocketFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

impl Listener {
    /// Binds; returns the listener's id.
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
        // A missing directory is reported as EACCES, as on Windows; libuv does the same.
        socket.bind_path(&path).map_err(|error| match error.raw_os_error() {
            Some(libc::ENOENT) => io::Error::from_raw_os_error(libc::EACCES),
            _ => error,
        })?;
        let is_file = path.as_os_str().as_bytes().first() != Some(&0);
        Ok(Listener::insert(Kind::Pipe, socket, is_file.then_some(SocketFile(path))))
    }

    /// Adopts a socket that is already bound.
    pub fn open(fd: i32) -> io::Result<u32> {
        let descriptor = Descriptor::adopt(fd)?;
        let kind = descriptor.kind().and_then(|kind| match kind {
            Kind::Terminal => Err(io::Error::from_raw_os_error(libc::EINVAL)),
            // listen() fails on a pipe with a proper error.
            kind => Ok(kind),
        });
        match kind {
            Ok(kind) => {
                descriptors::release(fd);
                Ok(Listener::insert(kind, descriptor, None))
            }
            Err(error) => {
                // We do not own it, then.
                std::mem::forget(descriptor);
                Err(error)
            }
        }
    }

    /// Returns the id.
    fn insert(kind: Kind, descriptor: Descriptor, path: Option<SocketFile>) -> u32 {
        insert(|id| {
            Endpoint::Listener(Rc::new(Listener {
                id,
                kind,
                io: IoWatcher::new(Some(descriptor)),
                path: RefCell::new(path),
                reserve_fd: RefCell::default(),
            }))
        })
    }

    pub fn kind(&self) -> Kind {
        self.kind
    }

    pub fn listen(self: &Rc<Listener>, backlog: i32) -> io::Result<()> {
        self.io.open_descriptor()?.listen(backlog)?;
        if self.io.is_registered() {
            return Ok(());
        }
        self.reserve_fd.replace(File::open("/").ok());
        self.io.watch(Interest::READABLE, self, |listener, _| listener.accept_one())?;
        self.io.set_active(true);
        Ok(())
    }

    pub fn descriptor(&self) -> Option<Ref<'_, Descriptor>> {
        self.io.descriptor()
    }

    /// Converts a listener that does not listen yet to a stream on the same socket; returns the stream's id. The
    /// listener's id is freed.
    pub fn convert_to_stream(&self) -> io::Result<u32> {
        let descriptor = self.io.take_descriptor().ok_or_else(|| io::Error::from_raw_os_error(libc::EBADF))?;
        remove(self.id);
        Ok(Stream::bound(self.kind, descriptor, self.path.take()))
    }

    /// Accepts one connection per turn, as libuv does since 1.45: a burst of connections must not starve the
    /// established ones. Rearming reports the rest of the backlog in the next turn.
    fn accept_one(&self) {
        let Some(accepted) = self.descriptor().map(|descriptor| descriptor.accept()) else { return };
        match accepted {
            Ok(descriptor) => {
                let id = Stream::accepted(self.kind, descriptor);
                let _ = self.io.rearm();
                emit(self.id, Event::Accepted, id as i32);
                return;
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
            Err(error) if matches!(error.raw_os_error(), Some(libc::EMFILE | libc::ENFILE)) => self.accept_and_close(),
            // The connection was aborted; there may be others.
            Err(_) => {}
        }
        let _ = self.io.rearm();
    }

    /// Without a free descriptor no connection can be accepted, and those in the backlog would wait forever: close the
    /// reserved one, accept, and close the connection (libuv's EMFILE trick). If another thread takes the descriptor
    /// first, the next turn tries again.
    fn accept_and_close(&self) {
        if self.reserve_fd.take().is_some()
            && let Some(descriptor) = self.descriptor()
        {
            drop(descriptor.accept());
        }
        self.reserve_fd.replace(File::open("/").ok());
    }

    pub fn set_referenced(&self, referenced: bool) {
        self.io.set_referenced(referenced);
    }

    /// Stops listening now; the close is reported in the close phase.
    pub fn close(&self) {
        if !self.io.close() {
            return;
        }
        drop(self.path.take());
        let id = self.id;
        host().lp.on_close(move || {
            emit(id, Event::Closed, 0);
            remove(id);
        });
    }
}
