//! A connected socket or pipe, with the observable behaviour of libuv's `uv_stream_t`.
//!
//! Readiness is edge-triggered ([`IoWatcher`]). The descriptor is rearmed only if readiness was missed or data was left
//! unread on purpose: data that arrived while reading was stopped, 32 full reads, an EOF that came with the last data.
//! A request on a keep-alive connection costs one read, one write and no `epoll_ctl`.
//!
//! What keeps the loop alive: reading (if the stream is referenced) and, referenced or not, requests in progress: a
//! connect, a write, a shutdown.

use super::address::Address;
use super::io_watcher::IoWatcher;
use super::listener::SocketFile;
use super::receive_buffer::Lease;
use super::system::{Descriptor, Kind};
use super::tls_stream::TlsState;
use super::{Endpoint, Event, ReadSink, UV_EOF, emit, emit_read, insert, lease, remove, status, uv_error};
use crate::bindings::descriptors;
use crate::bindings::stdio::write_all;
use crate::host::host;
use hexloop::{Interest, KeepAlive, Readiness};
use std::cell::{Cell, Ref, RefCell};
use std::io;
use std::path::Path;
use std::rc::Rc;

/// Reads per turn before other handles run; libuv's number.
const MAX_READS: usize = 32;

/// A write that the kernel did not accept completely.
struct PendingWrite {
    bytes: Vec<u8>,
    written: usize,
    _alive: KeepAlive,
}

pub struct Stream {
    id: u32,
    kind: Cell<Kind>,
    /// Without a descriptor before open, after a connect that failed at once, and after close. Active: reading.
    io: IoWatcher,
    /// The socket file it is bound to, unlinked on close.
    path: RefCell<Option<SocketFile>>,
    /// Readiness was reported while reading was stopped.
    missed_readiness: Cell<bool>,
    closed: Cell<bool>,
    /// Writes block until complete: standard output, terminals.
    blocking: Cell<bool>,
    /// The limit of one read; `onread` buffers may be smaller than a receive buffer.
    read_limit: Cell<usize>,
    connecting: RefCell<Option<KeepAlive>>,
    /// At most one: the writable side of the socket has its own queue.
    pending_write: RefCell<Option<PendingWrite>>,
    shutting_down: RefCell<Option<KeepAlive>>,
    /// Shut down: further writes fail.
    is_shut_down: Cell<bool>,
    /// What gets the reads in place of JavaScript.
    pub(super) consumer: Cell<Option<ReadSink>>,
    /// TLS between the descriptor and the reader and writer.
    pub(super) tls: RefCell<Option<Rc<TlsState>>>,
    pub bytes_read: Cell<f64>,
    pub bytes_written: Cell<f64>,
}

impl Stream {
    /// A stream that is not open yet; returns its id.
    pub fn create(kind: Kind) -> u32 {
        Stream::insert(kind, None, None)
    }

    /// A connection that a listener accepted.
    pub fn accepted(kind: Kind, descriptor: Descriptor) -> u32 {
        Stream::insert(kind, Some(descriptor), None)
    }

    /// A bound socket, to connect from.
    pub fn bound(kind: Kind, descriptor: Descriptor, path: Option<SocketFile>) -> u32 {
        Stream::insert(kind, Some(descriptor), path)
    }

    fn insert(kind: Kind, descriptor: Option<Descriptor>, path: Option<SocketFile>) -> u32 {
        insert(|id| {
            Endpoint::Stream(Rc::new(Stream {
                id,
                kind: Cell::new(kind),
                io: IoWatcher::new(descriptor),
                path: RefCell::new(path),
                missed_readiness: Cell::new(false),
                closed: Cell::new(false),
                blocking: Cell::new(false),
                read_limit: Cell::new(usize::MAX),
                connecting: RefCell::default(),
                pending_write: RefCell::default(),
                shutting_down: RefCell::default(),
                is_shut_down: Cell::new(false),
                consumer: Cell::new(None),
                tls: RefCell::default(),
                bytes_read: Cell::new(0.0),
                bytes_written: Cell::new(0.0),
            }))
        })
    }

    /// Adopts an existing descriptor.
    pub fn open(&self, fd: i32) -> io::Result<()> {
        if self.io.is_open() {
            return Err(io::Error::from_raw_os_error(libc::EBUSY));
        }
        let descriptor = Descriptor::adopt(fd)?;
        match descriptor.kind() {
            Ok(kind) => {
                self.kind.set(kind);
                self.blocking.set(kind == Kind::Terminal || descriptor.is_shared);
                descriptors::release(fd);
                self.io.open(descriptor);
                Ok(())
            }
            Err(error) => {
                // We do not own it, then.
                std::mem::forget(descriptor);
                Err(error)
            }
        }
    }

    pub fn kind(&self) -> Kind {
        self.kind.get()
    }

    pub fn set_blocking(&self, blocking: bool) {
        self.blocking.set(blocking);
    }

    /// Limits the size of one read.
    pub fn set_read_limit(&self, read_limit: usize) {
        self.read_limit.set(read_limit.max(1));
    }

    /// The descriptor, while it is open.
    pub fn descriptor(&self) -> Option<Ref<'_, Descriptor>> {
        self.io.descriptor()
    }

    /// Adds `interest` to what is polled, once there is a descriptor.
    fn watch(self: &Rc<Stream>, interest: Interest) -> io::Result<()> {
        if self.io.is_open() { self.io.watch(interest, self, Stream::ready) } else { Ok(()) }
    }

    pub fn set_referenced(&self, referenced: bool) {
        self.io.set_referenced(referenced);
    }

    // ---- connecting

    /// The socket, created if needed.
    fn socket(&self, family: i32) -> io::Result<Ref<'_, Descriptor>> {
        if !self.io.is_open() {
            self.io.open(Descriptor::socket(family)?);
        }
        self.io.open_descriptor()
    }

    /// Binds the local address to connect from.
    pub fn bind(&self, address: &Address) -> io::Result<()> {
        let socket = self.socket(address.family())?;
        socket.set_option(libc::SOL_SOCKET, libc::SO_REUSEADDR, 1)?;
        socket.bind(address)
    }

    /// Only ECONNREFUSED is deferred to the pending phase; other errors are returned at once.
    pub fn connect(self: &Rc<Stream>, address: &Address) -> io::Result<()> {
        let outcome = self.socket(address.family())?.connect(address);
        match outcome {
            Ok(()) => self.start_connect(),
            Err(error) if error.raw_os_error() == Some(libc::ECONNREFUSED) => {
                self.defer_connect_error(uv_error(&error));
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    /// Errors of a path are deferred to the pending phase; only an invalid name is returned at once.
    pub fn connect_path(self: &Rc<Stream>, path: &Path) -> io::Result<()> {
        let outcome = self.socket(libc::AF_UNIX).and_then(|socket| socket.connect_path(path));
        match outcome.and_then(|()| self.start_connect()) {
            Err(error) if error.raw_os_error() == Some(libc::EINVAL) => return Err(error),
            Err(error) => self.defer_connect_error(uv_error(&error)),
            Ok(()) => {}
        }
        Ok(())
    }

    fn start_connect(self: &Rc<Stream>) -> io::Result<()> {
        self.watch(Interest::READABLE | Interest::WRITABLE)?;
        self.connecting.replace(Some(host().lp.keep_alive()));
        Ok(())
    }

    fn defer_connect_error(self: &Rc<Stream>, errno: i32) {
        let host = host();
        self.connecting.replace(Some(host.lp.keep_alive()));
        let this = Rc::downgrade(self);
        host.lp.defer(move || {
            if let Some(stream) = this.upgrade()
                && stream.connecting.take().is_some()
            {
                emit(stream.id, Event::Connected, errno);
            }
        });
    }

    /// In the poll phase.
    fn ready(self: &Rc<Stream>, readiness: Readiness) {
        if self.connecting.borrow().is_some() {
            // Data may be readable, too; that readiness was reported now.
            self.missed_readiness.set(true);
            if readiness.writable || readiness.write_closed || readiness.error {
                self.finish_connect();
            }
            return;
        }
        if readiness.readable || readiness.read_closed || readiness.error {
            self.read_available(readiness.read_closed);
        }
        if readiness.writable || readiness.write_closed || readiness.error {
            self.flush_pending_write();
        }
    }

    fn finish_connect(&self) {
        let status = match self.descriptor() {
            Some(descriptor) => status(descriptor.take_error()),
            None => return,
        };
        drop(self.connecting.take());
        emit(self.id, Event::Connected, status);
    }

    // ---- reading

    /// Reads until the socket is drained or the limit is reached. A short read usually drained the socket: like libuv,
    /// this skips the read that would return EAGAIN. A pending EOF is then reported in the next turn.
    fn read_available(self: &Rc<Stream>, peer_ended: bool) {
        for _ in 0..MAX_READS {
            if !self.is_reading() {
                self.missed_readiness.set(true);
                return;
            }
            match self.read_once() {
                Ok((read, _)) if read.bytes().is_empty() => return self.stop_reading_with(UV_EOF),
                Ok((read, is_full)) => {
                    // Before the callback: what it makes ready comes after this in the next turn's events.
                    if !is_full && peer_ended {
                        let _ = self.io.rearm();
                    }
                    match self.tls() {
                        None => self.deliver(read),
                        Some(tls) => self.receive_ciphertext(&tls, read),
                    }
                    if !is_full {
                        return;
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // A pseudo-terminal whose other side is closed fails with EIO.
                Err(error) if error.raw_os_error() == Some(libc::EIO) && self.kind.get() == Kind::Terminal => {
                    return self.stop_reading_with(UV_EOF);
                }
                Err(error) => return self.stop_reading_with(uv_error(&error)),
            }
        }
        if self.is_reading() {
            let _ = self.io.rearm();
        } else {
            self.missed_readiness.set(true);
        }
    }

    /// Passes a read to the sink, if one is set, or to JavaScript.
    pub(super) fn deliver(&self, read: Lease) {
        self.bytes_read.set(self.bytes_read.get() + read.bytes().len() as f64);
        match self.consumer.get() {
            Some(sink) => (sink.receive)(sink.id, read),
            None => emit_read(self.id, &read),
        }
    }

    /// Reads once; also returns whether the read was full. A terminal returns one line per read, and a shared pipe is
    /// polled before each read anyway, so there a short read means nothing.
    fn read_once(&self) -> io::Result<(Lease, bool)> {
        let Some(descriptor) = self.descriptor() else { return Err(io::ErrorKind::WouldBlock.into()) };
        let mut read = lease()?;
        // An `onread` buffer limits the plaintext, not the ciphertext.
        let max = if self.tls.borrow().is_some() { usize::MAX } else { self.read_limit.get() };
        let is_full = read.receive(&descriptor, max)?;
        Ok((read, is_full || descriptor.is_shared))
    }

    pub(super) fn stop_reading_with(&self, status: i32) {
        self.io.set_active(false);
        emit(self.id, Event::Read, status);
    }

    pub fn read_start(self: &Rc<Stream>) -> io::Result<()> {
        if self.io.set_active(true) {
            return Ok(());
        }
        if !self.io.is_registered() {
            return self.watch(Interest::READABLE).inspect_err(|_| {
                self.io.set_active(false);
            });
        }
        self.resume_records();
        if self.missed_readiness.replace(false) { self.io.rearm() } else { self.watch(Interest::READABLE) }
    }

    pub fn read_stop(&self) {
        self.io.set_active(false);
    }

    // ---- writing

    /// 0: written; 1: queued, completed by `Event::Written`; else a negative errno.
    pub fn write(self: &Rc<Stream>, bytes: &[u8]) -> i32 {
        if self.is_shut_down.get() {
            return -libc::EPIPE;
        }
        if let Some(tls) = self.tls() {
            return self.write_tls(&tls, bytes);
        }
        self.bytes_written.set(self.bytes_written.get() + bytes.len() as f64);
        match self.try_write(bytes) {
            Ok(None) => 0,
            Ok(Some(written)) => self.queue_write(bytes[written..].to_vec(), 0),
            Err(status) => status,
        }
    }

    /// The same for owned bytes, which need not be copied to queue the rest.
    pub fn write_owned(self: &Rc<Stream>, bytes: Vec<u8>) -> i32 {
        if self.is_shut_down.get() {
            return -libc::EPIPE;
        }
        if let Some(tls) = self.tls() {
            return self.write_tls(&tls, &bytes);
        }
        self.bytes_written.set(self.bytes_written.get() + bytes.len() as f64);
        self.write_raw(bytes)
    }

    /// Writes to the descriptor without TLS.
    pub(super) fn write_raw(self: &Rc<Stream>, bytes: Vec<u8>) -> i32 {
        match self.try_write(&bytes) {
            Ok(None) => 0,
            Ok(Some(written)) => self.queue_write(bytes, written),
            Err(status) => status,
        }
    }

    fn try_write(&self, bytes: &[u8]) -> Result<Option<usize>, i32> {
        if self.pending_write.borrow().is_some() {
            return Err(-libc::EALREADY);
        }
        let Some(descriptor) = self.descriptor() else { return Err(-libc::EBADF) };
        if self.blocking.get() {
            // The write may block for long.
            let written = host().context.cx().unlocked(|| write_all(descriptor.fd, bytes));
            return written.map(|()| None).map_err(|errno| -errno);
        }
        // The reader may be in this process.
        host().lp.expect_io();
        write_available(&descriptor, bytes).map_err(|error| uv_error(&error))
    }

    fn queue_write(self: &Rc<Stream>, bytes: Vec<u8>, written: usize) -> i32 {
        self.pending_write.replace(Some(PendingWrite { bytes, written, _alive: host().lp.keep_alive() }));
        match self.watch(Interest::WRITABLE) {
            Ok(()) => 1,
            Err(error) => {
                drop(self.pending_write.take());
                uv_error(&error)
            }
        }
    }

    /// Whether the last write is still queued.
    pub(super) fn has_pending_write(&self) -> bool {
        self.pending_write.borrow().is_some()
    }

    pub(super) fn is_reading(&self) -> bool {
        self.io.is_active()
    }

    pub(super) fn is_closed(&self) -> bool {
        self.closed.get()
    }

    pub(super) fn id(&self) -> u32 {
        self.id
    }

    /// The reader's limit of one read.
    pub(super) fn read_limit(&self) -> usize {
        self.read_limit.get()
    }

    /// Bytes queued.
    pub fn queued(&self) -> usize {
        self.pending_write
            .borrow()
            .as_ref()
            .map_or(0, |pending_write| pending_write.bytes.len() - pending_write.written)
    }

    /// The socket is writable again.
    fn flush_pending_write(self: &Rc<Stream>) {
        let Some(status) = self.try_pending_write() else { return };
        drop(self.pending_write.take());
        match self.tls() {
            None => emit(self.id, Event::Written, status),
            Some(tls) => self.on_ciphertext_written(&tls, status),
        }
        if self.pending_write.borrow().is_none() {
            self.finish_shutdown();
        }
    }

    /// The status of the queued write, if it is done.
    fn try_pending_write(&self) -> Option<i32> {
        let (descriptor, mut pending_write) = (self.descriptor()?, self.pending_write.borrow_mut());
        let pending_write = pending_write.as_mut()?;
        match write_available(&descriptor, &pending_write.bytes[pending_write.written..]) {
            Ok(None) => Some(0),
            Ok(Some(written)) => {
                pending_write.written += written;
                None
            }
            Err(error) => Some(uv_error(&error)),
        }
    }

    /// Sends EOF after the queued write; never before the pending phase.
    pub fn shutdown(self: &Rc<Stream>) -> i32 {
        if !self.io.is_open() || self.connecting.borrow().is_some() {
            return -libc::ENOTCONN;
        }
        let host = host();
        self.close_tls();
        self.is_shut_down.set(true);
        self.shutting_down.replace(Some(host.lp.keep_alive()));
        if self.pending_write.borrow().is_none() {
            let this = Rc::downgrade(self);
            host.lp.defer(move || {
                if let Some(stream) = this.upgrade() {
                    stream.finish_shutdown();
                }
            });
        }
        0
    }

    fn finish_shutdown(&self) {
        if self.shutting_down.take().is_none() {
            return;
        }
        let outcome = match self.descriptor() {
            // A pipe has no shutdown; its EOF is sent by close.
            Some(descriptor) => match descriptor.shutdown() {
                Err(error) if error.raw_os_error() == Some(libc::ENOTSOCK) => 0,
                outcome => status(outcome),
            },
            None => -libc::ENOTCONN,
        };
        host().lp.expect_io();
        emit(self.id, Event::Shutdown, outcome);
    }

    // ---- close

    /// Closes with a RST.
    pub fn reset(&self) -> io::Result<()> {
        if self.shutting_down.borrow().is_some() {
            return Err(io::Error::from_raw_os_error(libc::EINVAL));
        }
        self.io.open_descriptor()?.reset_on_close()?;
        self.close();
        Ok(())
    }

    /// Closes the descriptor now; the close phase reports cancelled requests, then the close.
    pub fn close(&self) {
        if self.closed.replace(true) {
            return;
        }
        let host = host();
        self.io.close();
        let was_writing = self.tls.take().is_some_and(|tls| tls.is_writing());
        drop(self.path.take());
        host.lp.expect_io();
        let cancelled = [
            self.connecting.take().map(|_| Event::Connected),
            (self.pending_write.take().is_some() || was_writing).then_some(Event::Written),
            self.shutting_down.take().map(|_| Event::Shutdown),
        ];
        let id = self.id;
        host.lp.on_close(move || {
            for event in cancelled.into_iter().flatten() {
                emit(id, event, -libc::ECANCELED);
            }
            emit(id, Event::Closed, 0);
            remove(id);
        });
    }
}

/// Writes until done (None) or the socket would block (how much was written).
fn write_available(descriptor: &Descriptor, bytes: &[u8]) -> io::Result<Option<usize>> {
    let mut written = 0;
    while written < bytes.len() {
        match descriptor.write(&bytes[written..]) {
            Ok(count) => written += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(Some(written)),
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}
