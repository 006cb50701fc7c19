//! A socket with somebody at the other end: libuv's stream, in what of it can be observed.
//!
//! libuv asks the system about a socket each turn for as long as it wants something from it; mio tells once when something
//! *becomes* possible. Where libuv leaves something unread on purpose (after 32 full reads, or with the end already
//! there), [`Connection::look_again`] has the system tell it anew, in the next turn.
//!
//! What keeps the loop alive: reading (if the socket is referenced), and, referenced or not, what was asked for and is
//! under way: a connect, a write, a shutdown.

use super::{END, Endpoint, Event, add, negative, new_id, remove, status, tell};
use crate::host::host;
use hexloop::mio::net::{TcpStream, UnixStream};
use hexloop::mio::unix::SourceFd;
use hexloop::{Handle as _, Interest, KeepAlive, Readiness, Source};
use hexloop_engine::Out;
use std::cell::{Cell, RefCell};
use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr};
use std::os::fd::{AsRawFd, RawFd};
use std::path::Path;
use std::rc::Rc;

/// One read, and how many of them one turn makes before others get theirs; both are libuv's.
const CHUNK: usize = 64 * 1024;
const READS: usize = 32;

pub enum Stream {
    Tcp(TcpStream),
    Path(UnixStream),
}

impl Stream {
    fn descriptor(&self) -> RawFd {
        match self {
            Stream::Tcp(stream) => stream.as_raw_fd(),
            Stream::Path(stream) => stream.as_raw_fd(),
        }
    }

    fn read(&self, bytes: &mut [u8]) -> io::Result<usize> {
        match self {
            Stream::Tcp(stream) => (&*stream).read(bytes),
            Stream::Path(stream) => (&*stream).read(bytes),
        }
    }

    fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Stream::Tcp(stream) => (&*stream).write(bytes),
            Stream::Path(stream) => (&*stream).write(bytes),
        }
    }

    /// Writes until all is written (None) or the system takes no more (how much it took).
    fn write_most(&self, bytes: &[u8]) -> io::Result<Option<usize>> {
        let mut written = 0;
        while written < bytes.len() {
            match self.write(&bytes[written..]) {
                Ok(count) => written += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(Some(written)),
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }

    fn shut_down(&self) -> io::Result<()> {
        match self {
            Stream::Tcp(stream) => stream.shutdown(Shutdown::Write),
            Stream::Path(stream) => stream.shutdown(Shutdown::Write),
        }
    }

    fn take_error(&self) -> io::Result<()> {
        let error = match self {
            Stream::Tcp(stream) => stream.take_error(),
            Stream::Path(stream) => stream.take_error(),
        };
        error.and_then(|error| error.map_or(Ok(()), Err))
    }
}

/// A write that the system did not take whole.
struct Unsent {
    bytes: Vec<u8>,
    written: usize,
    _alive: KeepAlive,
}

pub struct Connection {
    id: u32,
    /// None before the connect, after a connect that failed at once, and once it is closed.
    open: RefCell<Option<(Stream, Source)>>,
    referenced: Cell<bool>,
    reading: Cell<bool>,
    closed: Cell<bool>,
    connecting: RefCell<Option<KeepAlive>>,
    /// One at most: the writable side of the socket has its own queue.
    unsent: RefCell<Option<Unsent>>,
    shutting_down: RefCell<Option<KeepAlive>>,
}

thread_local! {
    /// Where reads go first: how much comes is known only afterwards.
    static LANDING: RefCell<Vec<u8>> = RefCell::new(vec![0; CHUNK]);
}

impl Connection {
    /// A socket that is not connected yet; answers its number.
    pub fn open() -> u32 {
        let connection = Connection::new();
        let id = connection.id;
        add(id, Endpoint::Connection(connection));
        id
    }

    /// A socket whose other end came to a listener.
    pub fn accepted(stream: Stream) -> io::Result<u32> {
        let connection = Connection::new();
        connection.watch(stream)?;
        let id = connection.id;
        add(id, Endpoint::Connection(connection));
        Ok(id)
    }

    fn new() -> Rc<Connection> {
        Rc::new(Connection {
            id: new_id(),
            open: RefCell::default(),
            referenced: Cell::new(true),
            reading: Cell::new(false),
            closed: Cell::new(false),
            connecting: RefCell::default(),
            unsent: RefCell::default(),
            shutting_down: RefCell::default(),
        })
    }

    fn watch(self: &Rc<Connection>, stream: Stream) -> io::Result<()> {
        let this = Rc::downgrade(self);
        let on_ready = move |readiness| {
            if let Some(connection) = this.upgrade() {
                connection.ready(readiness);
            }
        };
        let interest = Interest::READABLE | Interest::WRITABLE;
        let source = Source::register(&host().lp, &mut SourceFd(&stream.descriptor()), interest, on_ready)?;
        self.open.replace(Some((stream, source)));
        self.weigh();
        Ok(())
    }

    /// Lets the source keep the loop alive if it should.
    fn weigh(&self) {
        if let Some((_, source)) = &*self.open.borrow() {
            if self.reading.get() && self.referenced.get() { source.reference() } else { source.unreference() }
        }
    }

    pub fn set_referenced(&self, referenced: bool) {
        self.referenced.set(referenced);
        self.weigh();
    }

    /// Only a refusal waits for the pending phase; what else fails at once is answered at once.
    pub fn connect(self: &Rc<Connection>, address: SocketAddr) -> io::Result<()> {
        match TcpStream::connect(address) {
            Ok(stream) => self.begin_connecting(Stream::Tcp(stream)),
            Err(error) if error.raw_os_error() == Some(libc::ECONNREFUSED) => {
                self.fail_later(negative(&error));
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    /// Whatever is wrong with a path is told in the pending phase.
    pub fn connect_path(self: &Rc<Connection>, path: &Path) {
        let outcome = UnixStream::connect(path).and_then(|stream| self.begin_connecting(Stream::Path(stream)));
        if let Err(error) = outcome {
            self.fail_later(negative(&error));
        }
    }

    fn begin_connecting(self: &Rc<Connection>, stream: Stream) -> io::Result<()> {
        self.watch(stream)?;
        self.connecting.replace(Some(host().lp.keep_alive()));
        Ok(())
    }

    fn fail_later(self: &Rc<Connection>, errno: i32) {
        let host = host();
        self.connecting.replace(Some(host.lp.keep_alive()));
        let this = Rc::downgrade(self);
        host.lp.defer(move || {
            if let Some(connection) = this.upgrade()
                && connection.connecting.take().is_some()
            {
                tell(connection.id, Event::Connected, Out::from(errno));
            }
        });
    }

    /// In the poll phase.
    fn ready(&self, readiness: Readiness) {
        if self.connecting.borrow().is_some() {
            if readiness.writable || readiness.write_closed || readiness.error {
                self.end_connecting();
            }
            return;
        }
        if readiness.readable || readiness.read_closed || readiness.error {
            self.read_much(readiness.read_closed);
        }
        if readiness.writable || readiness.write_closed || readiness.error {
            self.write_on();
        }
    }

    fn end_connecting(&self) {
        let status = match &*self.open.borrow() {
            Some((stream, _)) => status(stream.take_error()),
            None => return,
        };
        drop(self.connecting.take());
        tell(self.id, Event::Connected, Out::from(status));
    }

    /// Reads until nothing is left or it is others' turn. A read that does not fill its room took all there was, as a rule:
    /// libuv saves itself the read that would say so. If the end was there too, it is told in the next turn.
    fn read_much(&self, end_is_there: bool) {
        for _ in 0..READS {
            if !self.reading.get() {
                return;
            }
            match self.read_once() {
                Ok(bytes) if bytes.is_empty() => return self.stop_reading_with(END),
                Ok(bytes) => {
                    let is_all = bytes.len() < CHUNK;
                    // Before the callback: what it makes ready elsewhere comes after, in the next turn's events too.
                    if is_all && end_is_there {
                        let _ = self.look_again();
                    }
                    tell(self.id, Event::Read, Out::Bytes(bytes));
                    if is_all {
                        return;
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return self.stop_reading_with(negative(&error)),
            }
        }
        if self.reading.get() {
            let _ = self.look_again();
        }
    }

    fn read_once(&self) -> io::Result<Vec<u8>> {
        let open = self.open.borrow();
        let Some((stream, _)) = &*open else { return Err(io::ErrorKind::WouldBlock.into()) };
        LANDING.with_borrow_mut(|landing| stream.read(landing).map(|count| landing[..count].to_vec()))
    }

    fn stop_reading_with(&self, status: i32) {
        self.reading.set(false);
        self.weigh();
        tell(self.id, Event::Read, Out::from(status));
    }

    pub fn read_start(&self) -> io::Result<()> {
        if self.reading.replace(true) {
            return Ok(());
        }
        self.weigh();
        // What came while nobody read was told then, to nobody.
        self.look_again()
    }

    pub fn read_stop(&self) {
        self.reading.set(false);
        self.weigh();
    }

    fn look_again(&self) -> io::Result<()> {
        match &*self.open.borrow() {
            Some((stream, source)) => {
                source.reregister(&mut SourceFd(&stream.descriptor()), Interest::READABLE | Interest::WRITABLE)
            }
            None => Ok(()),
        }
    }

    /// 0: written; 1: what is left is written when the system takes it, and told; else an error.
    pub fn write(&self, bytes: &[u8]) -> i32 {
        if self.unsent.borrow().is_some() {
            return -libc::EALREADY;
        }
        let outcome = match &*self.open.borrow() {
            Some((stream, _)) => stream.write_most(bytes),
            None => return -libc::EBADF,
        };
        match outcome {
            Ok(None) => 0,
            Ok(Some(written)) => {
                let unsent = Unsent { bytes: bytes[written..].to_vec(), written: 0, _alive: host().lp.keep_alive() };
                self.unsent.replace(Some(unsent));
                1
            }
            Err(error) => negative(&error),
        }
    }

    /// The system takes more.
    fn write_on(&self) {
        let Some(status) = self.write_rest() else { return };
        drop(self.unsent.take());
        tell(self.id, Event::Written, Out::from(status));
        if self.unsent.borrow().is_none() {
            self.end_shutting_down();
        }
    }

    /// The outcome of the write that waits, if it has come to one.
    fn write_rest(&self) -> Option<i32> {
        let (open, mut unsent) = (self.open.borrow(), self.unsent.borrow_mut());
        let ((stream, _), unsent) = (open.as_ref()?, unsent.as_mut()?);
        match stream.write_most(&unsent.bytes[unsent.written..]) {
            Ok(None) => Some(0),
            Ok(Some(written)) => {
                unsent.written += written;
                None
            }
            Err(error) => Some(negative(&error)),
        }
    }

    /// Says to the other side that no more comes, after what still waits to be written; never before the pending phase.
    pub fn shut_down(self: &Rc<Connection>) -> i32 {
        if self.open.borrow().is_none() || self.connecting.borrow().is_some() {
            return -libc::ENOTCONN;
        }
        let host = host();
        self.shutting_down.replace(Some(host.lp.keep_alive()));
        if self.unsent.borrow().is_none() {
            let this = Rc::downgrade(self);
            host.lp.defer(move || {
                if let Some(connection) = this.upgrade() {
                    connection.end_shutting_down();
                }
            });
        }
        0
    }

    fn end_shutting_down(&self) {
        if self.shutting_down.take().is_none() {
            return;
        }
        let outcome = match &*self.open.borrow() {
            Some((stream, _)) => status(stream.shut_down()),
            None => -libc::ENOTCONN,
        };
        tell(self.id, Event::ShutDown, Out::from(outcome));
    }

    pub fn set_no_delay(&self, enable: bool) -> io::Result<()> {
        match &*self.open.borrow() {
            Some((Stream::Tcp(stream), _)) => stream.set_nodelay(enable),
            _ => Ok(()),
        }
    }

    pub fn local_name(&self) -> Option<SocketAddr> {
        match &*self.open.borrow() {
            Some((Stream::Tcp(stream), _)) => stream.local_addr().ok(),
            _ => None,
        }
    }

    pub fn peer_name(&self) -> Option<SocketAddr> {
        match &*self.open.borrow() {
            Some((Stream::Tcp(stream), _)) => stream.peer_addr().ok(),
            _ => None,
        }
    }

    /// The descriptor is closed now; the close phase tells what that cut short, then 'closed'.
    pub fn close(&self) {
        if self.closed.replace(true) {
            return;
        }
        self.reading.set(false);
        if let Some((stream, source)) = self.open.take() {
            let _ = source.deregister(&mut SourceFd(&stream.descriptor()));
        }
        let cut_short = [
            self.connecting.take().map(|_| Event::Connected),
            self.unsent.take().map(|_| Event::Written),
            self.shutting_down.take().map(|_| Event::ShutDown),
        ];
        let id = self.id;
        host().lp.on_close(move || {
            for event in cut_short.into_iter().flatten() {
                tell(id, event, Out::from(-libc::ECANCELED));
            }
            tell(id, Event::Closed, Out::Undefined);
            remove(id);
        });
    }
}
