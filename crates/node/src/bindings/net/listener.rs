//! A socket that others connect to.

use super::connection::{Connection, Stream};
use super::{Endpoint, Event, add, new_id, remove, tell};
use crate::host::host;
use hexloop::mio::net::{TcpListener, UnixListener};
use hexloop::mio::unix::SourceFd;
use hexloop::{Handle as _, Interest, Source};
use hexloop_engine::Out;
use std::cell::RefCell;
use std::fs::File;
use std::io;
use std::net::SocketAddr;
use std::os::fd::{AsRawFd, RawFd};
use std::path::PathBuf;
use std::rc::Rc;

enum Socket {
    Tcp(TcpListener),
    /// With the file to remove when it is closed.
    Path(UnixListener, PathBuf),
}

impl Socket {
    fn descriptor(&self) -> RawFd {
        match self {
            Socket::Tcp(socket) => socket.as_raw_fd(),
            Socket::Path(socket, _) => socket.as_raw_fd(),
        }
    }

    fn accept(&self) -> io::Result<Stream> {
        match self {
            Socket::Tcp(socket) => socket.accept().map(|(stream, _)| Stream::Tcp(stream)),
            Socket::Path(socket, _) => socket.accept().map(|(stream, _)| Stream::Path(stream)),
        }
    }
}

pub struct Listener {
    id: u32,
    /// None once it is closed.
    open: RefCell<Option<(Socket, Source)>>,
    /// A descriptor to give up when there are no more: see [`Listener::turn_away`].
    spare: RefCell<Option<File>>,
}

impl Listener {
    /// Binds and listens; answers the listener's number.
    pub fn tcp(address: SocketAddr, backlog: i32) -> io::Result<u32> {
        Listener::listen(Socket::Tcp(TcpListener::bind(address)?), backlog)
    }

    pub fn path(path: PathBuf, backlog: i32) -> io::Result<u32> {
        let socket = UnixListener::bind(&path)?;
        Listener::listen(Socket::Path(socket, path), backlog)
    }

    fn listen(socket: Socket, backlog: i32) -> io::Result<u32> {
        let descriptor = socket.descriptor();
        // mio listens with a backlog of its own; asking again changes it.
        // SAFETY: a socket of ours that is open.
        if unsafe { libc::listen(descriptor, backlog) } == -1 {
            return Err(io::Error::last_os_error());
        }
        let spare = RefCell::new(File::open("/").ok());
        let listener = Rc::new(Listener { id: new_id(), open: RefCell::default(), spare });
        let this = Rc::downgrade(&listener);
        let on_ready = move |_| {
            if let Some(listener) = this.upgrade() {
                listener.accept_one();
            }
        };
        let source = Source::register(&host().lp, &mut SourceFd(&descriptor), Interest::READABLE, on_ready)?;
        listener.open.replace(Some((socket, source)));
        let id = listener.id;
        add(id, Endpoint::Listener(listener));
        Ok(id)
    }

    /// One connection each turn, as libuv does since 1.45: those who come in crowds must not starve those who are in.
    fn accept_one(&self) {
        let accepted = match &*self.open.borrow() {
            Some((socket, _)) => socket.accept(),
            None => return,
        };
        match accepted.and_then(Connection::accepted) {
            Ok(id) => {
                self.look_again();
                tell(self.id, Event::Accepted, Out::Number(f64::from(id)));
                return;
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
            Err(error) if matches!(error.raw_os_error(), Some(libc::EMFILE | libc::ENFILE)) => {
                if !self.turn_away() {
                    return;
                }
            }
            // Whoever it was is gone already; there may be others.
            Err(_) => {}
        }
        self.look_again();
    }

    /// Without a free descriptor nobody can be accepted, and who waits would wait for ever: give one up, accept whoever it
    /// is, and hang up. False when even that fails.
    fn turn_away(&self) -> bool {
        if self.spare.take().is_none() {
            return false;
        }
        let turned_away = match &*self.open.borrow() {
            Some((socket, _)) => socket.accept().is_ok(),
            None => false,
        };
        self.spare.replace(File::open("/").ok());
        turned_away
    }

    /// Readiness is told once; asking anew tells of who still waits, in the next turn.
    fn look_again(&self) {
        if let Some((socket, source)) = &*self.open.borrow() {
            let _ = source.reregister(&mut SourceFd(&socket.descriptor()), Interest::READABLE);
        }
    }

    pub fn set_referenced(&self, referenced: bool) {
        if let Some((_, source)) = &*self.open.borrow() {
            if referenced { source.reference() } else { source.unreference() }
        }
    }

    pub fn local_name(&self) -> Option<SocketAddr> {
        match &*self.open.borrow() {
            Some((Socket::Tcp(socket), _)) => socket.local_addr().ok(),
            _ => None,
        }
    }

    /// Nobody can connect from now on; 'closed' is told in the close phase.
    pub fn close(&self) {
        let Some((socket, source)) = self.open.take() else { return };
        let _ = source.deregister(&mut SourceFd(&socket.descriptor()));
        if let Socket::Path(_, path) = &socket {
            let _ = std::fs::remove_file(path);
        }
        drop(socket);
        let id = self.id;
        host().lp.on_close(move || {
            tell(id, Event::Closed, Out::Undefined);
            remove(id);
        });
    }
}
