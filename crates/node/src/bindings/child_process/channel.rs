//! The IPC channel between a parent and a forked child: a socket that carries bytes and file descriptors.
//!
//! The protocol is in JavaScript (`lib/child_process/channel.js`). A write is attempted at once; what the socket does
//! not accept is queued here, in order, and keeps the loop alive. A descriptor is sent with the first byte of its
//! message.
//!
//! In which phase a write completes, as in libuv:
//!
//! | write | completes in |
//! |---|---|
//! | bytes that are accepted or rejected at once | the return value of `send` |
//! | the same, with a descriptor | pending |
//! | the rest of a message that was queued | poll |
//! | cancelled by `close` | close |

use super::{Event, emit};
use crate::bindings::descriptors;
use crate::host::host;
use crate::shared_constants::channel_send;
use hexloop::mio::unix::SourceFd;
use hexloop::{Handle as _, Interest, KeepAlive, Readiness, Source};
use hexloop_engine::{Object, Out, Value};
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{HashMap, VecDeque};
use std::io;
use std::os::fd::{AsRawFd as _, FromRawFd as _, OwnedFd, RawFd};
use std::rc::Rc;

const CHUNK: usize = 64 * 1024;
/// As many reads as libuv makes before it yields to other handles.
const MAX_READS: usize = 32;
/// More descriptors than one message ever has; one read may return several messages.
const MAX_DESCRIPTORS: usize = 64;
/// libuv's UV_EOF.
const UV_EOF: i32 = -4095;

thread_local! {
    /// By id. Ids are not reused: a write may complete after its channel was closed.
    static CHANNELS: RefCell<HashMap<u32, Rc<Channel>>> = RefCell::default();
    static LAST_ID: Cell<u32> = const { Cell::new(0) };
}

/// A message that is not completed yet.
struct Write {
    bytes: Vec<u8>,
    written: usize,
    /// A duplicate: the program may close its own descriptor in the meantime.
    descriptor: Option<OwnedFd>,
    /// 0 or a negative errno, once known.
    outcome: Option<i32>,
    _alive: KeepAlive,
}

/// The message was sent: the return value of `send` without an error.
pub const SENT: i32 = 0;
/// The message is queued; `Event::Sent` completes it.
pub const QUEUED: i32 = channel_send::QUEUED as i32;
/// Nothing is queued, but `Event::Sent` completes it.
pub const COMPLETES_LATER: i32 = channel_send::COMPLETES_LATER as i32;

pub struct Channel {
    id: u32,
    fd: OwnedFd,
    source: OnceCell<Source>,
    reading: Cell<bool>,
    /// Whether reading keeps the loop alive.
    referenced: Cell<bool>,
    is_open: Cell<bool>,
    writes: RefCell<VecDeque<Write>>,
}

/// Opens a channel over the descriptor and returns its id. Reading does not start yet.
pub fn open(fd: OwnedFd) -> io::Result<u32> {
    let number = fd.as_raw_fd();
    // SAFETY: we own this descriptor.
    unsafe {
        let flags = libc::fcntl(number, libc::F_GETFL);
        if flags == -1
            || libc::fcntl(number, libc::F_SETFL, flags | libc::O_NONBLOCK) == -1
            || libc::fcntl(number, libc::F_SETFD, libc::FD_CLOEXEC) == -1
        {
            return Err(io::Error::last_os_error());
        }
    }
    let id = LAST_ID.get() + 1;
    LAST_ID.set(id);
    let channel = Rc::new(Channel {
        id,
        fd,
        source: OnceCell::new(),
        reading: Cell::new(false),
        referenced: Cell::new(true),
        is_open: Cell::new(true),
        writes: RefCell::default(),
    });
    let this = Rc::downgrade(&channel);
    let on_ready = move |readiness| {
        if let Some(channel) = this.upgrade() {
            channel.ready(readiness);
        }
    };
    let interest = Interest::READABLE | Interest::WRITABLE;
    let source = Source::register(&host().lp, &mut SourceFd(&number), interest, on_ready)?;
    source.unref();
    let _ = channel.source.set(source);
    CHANNELS.with_borrow_mut(|channels| channels.insert(id, channel));
    Ok(id)
}

pub fn find(id: u32) -> Option<Rc<Channel>> {
    CHANNELS.with_borrow(|channels| channels.get(&id).cloned())
}

fn emit_sent(id: u32, status: i32) {
    emit(Event::Sent, [Out::from(id), Out::from(status), Out::Undefined]);
}

impl Channel {
    fn update_ref(&self) {
        if let Some(source) = self.source.get() {
            if self.reading.get() && self.referenced.get() { source.ref_() } else { source.unref() }
        }
    }

    pub fn set_referenced(&self, referenced: bool) {
        self.referenced.set(referenced);
        self.update_ref();
    }

    pub fn set_reading(&self, reading: bool) {
        if self.reading.replace(reading) != reading {
            self.update_ref();
            if reading {
                self.rearm();
            }
        }
    }

    /// Readiness is edge-triggered; reregistering reports it again if there is any.
    fn rearm(&self) {
        if let Some(source) = self.source.get().filter(|_| self.is_open.get()) {
            let interest = Interest::READABLE | Interest::WRITABLE;
            let _ = source.reregister(&mut SourceFd(&self.fd.as_raw_fd()), interest);
        }
    }

    /// Cancels queued messages; they complete in the close phase.
    pub fn close(&self) {
        if !self.is_open.replace(false) {
            return;
        }
        self.reading.set(false);
        if let Some(source) = self.source.get() {
            let _ = source.deregister(&mut SourceFd(&self.fd.as_raw_fd()));
        }
        CHANNELS.with_borrow_mut(|channels| channels.remove(&self.id));
        let id = self.id;
        for write in self.writes.take() {
            let status = write.outcome.unwrap_or(-libc::ECANCELED);
            host().lp.on_close(move || emit_sent(id, status));
        }
    }

    /// Reads first, as libuv does: if the peer is gone, EOF is reported before the writes that failed.
    fn ready(&self, readiness: Readiness) {
        if readiness.readable || readiness.read_closed || readiness.error {
            self.read_available();
        }
        if self.is_open.get() && (readiness.writable || readiness.write_closed || readiness.error) {
            self.flush_writes();
        }
    }

    fn read_available(&self) {
        for _ in 0..MAX_READS {
            if !self.reading.get() || !self.is_open.get() {
                return;
            }
            match receive(self.fd.as_raw_fd()) {
                Ok((bytes, _)) if bytes.is_empty() => return self.stop_reading_with(UV_EOF),
                Ok((bytes, descriptors)) => {
                    let is_drained = bytes.len() < CHUNK;
                    self.emit_read(Out::Bytes(bytes), descriptors);
                    // As in libuv, what follows a short read, EOF included, is left to the next turn.
                    if is_drained {
                        break;
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return self.stop_reading_with(uv_error(&error)),
            }
        }
        self.rearm();
    }

    fn stop_reading_with(&self, status: i32) {
        self.reading.set(false);
        self.update_ref();
        self.emit_read(Out::from(status), Vec::new());
    }

    fn emit_read(&self, payload: Out<'_>, descriptors: Vec<OwnedFd>) {
        let host = host();
        let cx = host.cx();
        let number = |fd| Value::number(cx, f64::from(descriptors::expose(fd)));
        let numbers: Vec<Value<'_>> = descriptors.into_iter().map(number).collect();
        let numbers = Object::array(cx, &numbers).map_or(Out::Undefined, Out::from);
        emit(Event::Received, [Out::from(self.id), payload, numbers]);
    }

    /// Returns [`SENT`], [`QUEUED`], [`COMPLETES_LATER`] or a negative errno.
    pub fn send(self: &Rc<Channel>, bytes: &[u8], descriptor: Option<RawFd>) -> i32 {
        let (mut written, mut outcome) = (0, None);
        let has_descriptor = descriptor.is_some();
        let mut unsent = descriptor;
        if self.writes.borrow().iter().all(|write| write.outcome.is_some()) {
            outcome = write_some(self.fd.as_raw_fd(), bytes, &mut written, &mut unsent);
        }
        if !has_descriptor && let Some(status) = outcome {
            return status;
        }
        // The program may close its own descriptor while the message is queued.
        let descriptor = match unsent.filter(|_| outcome.is_none()).map(descriptors::duplicate).transpose() {
            Ok(descriptor) => descriptor,
            Err(error) => {
                outcome = Some(uv_error(&error));
                None
            }
        };
        let bytes = if outcome.is_none() { bytes[written..].to_vec() } else { Vec::new() };
        let write = Write { bytes, written: 0, descriptor, outcome, _alive: host().lp.keep_alive() };
        self.writes.borrow_mut().push_back(write);
        if outcome.is_none() {
            return QUEUED;
        }
        let this = Rc::downgrade(self);
        host().lp.defer(move || {
            if let Some(channel) = this.upgrade() {
                channel.flush_writes();
            }
        });
        COMPLETES_LATER
    }

    fn flush_writes(&self) {
        while self.is_open.get()
            && let Some(status) = self.try_first_write()
        {
            self.writes.borrow_mut().pop_front();
            emit_sent(self.id, status);
        }
    }

    /// The status of the first queued message, if it is done.
    fn try_first_write(&self) -> Option<i32> {
        let mut writes = self.writes.borrow_mut();
        let first = writes.front_mut()?;
        if first.outcome.is_none() {
            let mut descriptor = first.descriptor.as_ref().map(|descriptor| descriptor.as_raw_fd());
            first.outcome = write_some(self.fd.as_raw_fd(), &first.bytes, &mut first.written, &mut descriptor);
            if descriptor.is_none() {
                first.descriptor = None;
            }
        }
        first.outcome
    }
}

/// Continues writing at `written`, with the descriptor on the first byte. 0 when everything is written, a negative
/// errno, or None if the socket would block.
fn write_some(socket: RawFd, bytes: &[u8], written: &mut usize, descriptor: &mut Option<RawFd>) -> Option<i32> {
    while *written < bytes.len() {
        match transmit(socket, &bytes[*written..], *descriptor) {
            Ok(count) => {
                *written += count;
                *descriptor = None;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return None,
            Err(error) => return Some(uv_error(&error)),
        }
    }
    Some(SENT)
}

fn uv_error(error: &io::Error) -> i32 {
    -error.raw_os_error().unwrap_or(libc::EIO)
}

/// A buffer for control data, aligned for its header.
#[repr(C, align(8))]
struct Control([u8; 1024]);

const _: () = assert!(MAX_DESCRIPTORS * 4 + 64 <= 1024);

fn transmit(socket: RawFd, bytes: &[u8], descriptor: Option<RawFd>) -> io::Result<usize> {
    let mut control = Control([0; 1024]);
    let mut part = libc::iovec { iov_base: bytes.as_ptr().cast_mut().cast(), iov_len: bytes.len() };
    // SAFETY: an all-zero header is valid; part and control outlive the call; the control message is written within its
    // buffer, which is far larger than one descriptor needs.
    let count = unsafe {
        let mut message: libc::msghdr = std::mem::zeroed();
        message.msg_iov = &mut part;
        message.msg_iovlen = 1;
        if let Some(descriptor) = descriptor {
            message.msg_control = control.0.as_mut_ptr().cast();
            message.msg_controllen = libc::CMSG_SPACE(4) as _;
            let header = libc::CMSG_FIRSTHDR(&message);
            (*header).cmsg_level = libc::SOL_SOCKET;
            (*header).cmsg_type = libc::SCM_RIGHTS;
            (*header).cmsg_len = libc::CMSG_LEN(4) as _;
            libc::CMSG_DATA(header).cast::<RawFd>().write_unaligned(descriptor);
        }
        libc::sendmsg(socket, &message, libc::MSG_NOSIGNAL)
    };
    usize::try_from(count).map_err(|_| io::Error::last_os_error())
}

#[allow(clippy::unnecessary_cast, reason = "the length of control data is narrower on macOS")]
fn receive(socket: RawFd) -> io::Result<(Vec<u8>, Vec<OwnedFd>)> {
    let mut bytes = vec![0; CHUNK];
    let mut control = Control([0; 1024]);
    let mut part = libc::iovec { iov_base: bytes.as_mut_ptr().cast(), iov_len: bytes.len() };
    let mut descriptors = Vec::new();
    // SAFETY: an all-zero header is valid; part and control outlive the call; the control messages are walked with the
    // system's own macros, within the length that it reported; the descriptors in them are new, and owned by us.
    let count = unsafe {
        let mut message: libc::msghdr = std::mem::zeroed();
        message.msg_iov = &mut part;
        message.msg_iovlen = 1;
        message.msg_control = control.0.as_mut_ptr().cast();
        message.msg_controllen = control.0.len() as _;
        let count = libc::recvmsg(socket, &mut message, libc::MSG_CMSG_CLOEXEC);
        if count == -1 {
            return Err(io::Error::last_os_error());
        }
        let mut header = libc::CMSG_FIRSTHDR(&message);
        while let Some(found) = header.as_ref() {
            if found.cmsg_level == libc::SOL_SOCKET && found.cmsg_type == libc::SCM_RIGHTS {
                let numbers = (found.cmsg_len as usize - libc::CMSG_LEN(0) as usize) / size_of::<RawFd>();
                let data = libc::CMSG_DATA(header).cast::<RawFd>();
                descriptors.extend((0..numbers).map(|at| OwnedFd::from_raw_fd(data.add(at).read_unaligned())));
            }
            header = libc::CMSG_NXTHDR(&message, header);
        }
        count as usize
    };
    bytes.truncate(count);
    Ok((bytes, descriptors))
}
