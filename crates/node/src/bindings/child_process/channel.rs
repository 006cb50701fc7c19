//! The channel between a parent and a forked child: a socket that carries bytes and, with them, open descriptors.
//!
//! What the bytes mean is JavaScript's (`lib/child_process/channel.js`). A write is tried at once; what the system does not
//! take waits here, in order, and keeps the loop alive. A descriptor goes with the first byte of its message.

use super::{Event, tell};
use crate::host::host;
use hexloop::mio::unix::SourceFd;
use hexloop::{Handle as _, Interest, KeepAlive, Readiness, Source};
use hexloop_engine::{Object, Out, Value};
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{HashMap, VecDeque};
use std::io;
use std::os::fd::{AsRawFd as _, FromRawFd as _, OwnedFd, RawFd};
use std::rc::Rc;

const CHUNK: usize = 64 * 1024;
/// As often as libuv reads before it lets others have a turn.
const READS: usize = 32;
/// More descriptors than one message ever has; one read may bring several messages.
const MOST_DESCRIPTORS: usize = 64;
/// libuv's number for the end of a stream.
const END: i32 = -4095;

thread_local! {
    static CHANNELS: RefCell<HashMap<RawFd, Rc<Channel>>> = RefCell::default();
}

struct Unsent {
    bytes: Vec<u8>,
    written: usize,
    /// Ours: the program may close its own meanwhile.
    descriptor: Option<OwnedFd>,
    _alive: KeepAlive,
}

pub struct Channel {
    fd: OwnedFd,
    source: OnceCell<Source>,
    reading: Cell<bool>,
    /// Whether reading keeps the loop alive.
    referenced: Cell<bool>,
    is_open: Cell<bool>,
    unsent: RefCell<VecDeque<Unsent>>,
}

/// The channel over a descriptor, by whose number it is known. Nothing is read yet.
pub fn open(fd: OwnedFd) -> io::Result<RawFd> {
    let number = fd.as_raw_fd();
    // SAFETY: our own descriptor.
    unsafe {
        let flags = libc::fcntl(number, libc::F_GETFL);
        if flags == -1
            || libc::fcntl(number, libc::F_SETFL, flags | libc::O_NONBLOCK) == -1
            || libc::fcntl(number, libc::F_SETFD, libc::FD_CLOEXEC) == -1
        {
            return Err(io::Error::last_os_error());
        }
    }
    let channel = Rc::new(Channel {
        fd,
        source: OnceCell::new(),
        reading: Cell::new(false),
        referenced: Cell::new(true),
        is_open: Cell::new(true),
        unsent: RefCell::default(),
    });
    let this = Rc::downgrade(&channel);
    let on_ready = move |readiness| {
        if let Some(channel) = this.upgrade() {
            channel.ready(readiness);
        }
    };
    let interest = Interest::READABLE | Interest::WRITABLE;
    let source = Source::register(&host().lp, &mut SourceFd(&number), interest, on_ready)?;
    source.unreference();
    let _ = channel.source.set(source);
    CHANNELS.with_borrow_mut(|channels| channels.insert(number, channel));
    Ok(number)
}

pub fn find(number: RawFd) -> Option<Rc<Channel>> {
    CHANNELS.with_borrow(|channels| channels.get(&number).cloned())
}

impl Channel {
    fn weigh(&self) {
        if let Some(source) = self.source.get() {
            if self.reading.get() && self.referenced.get() { source.reference() } else { source.unreference() }
        }
    }

    pub fn set_referenced(&self, referenced: bool) {
        self.referenced.set(referenced);
        self.weigh();
    }

    pub fn set_reading(&self, reading: bool) {
        if self.reading.replace(reading) != reading {
            self.weigh();
            if reading {
                self.look_again();
            }
        }
    }

    /// Readiness is told once; asked again, it is told again if there is any.
    fn look_again(&self) {
        if let Some(source) = self.source.get().filter(|_| self.is_open.get()) {
            let interest = Interest::READABLE | Interest::WRITABLE;
            let _ = source.reregister(&mut SourceFd(&self.fd.as_raw_fd()), interest);
        }
    }

    /// What waits to be sent is lost with it.
    pub fn close(&self) {
        if !self.is_open.replace(false) {
            return;
        }
        self.reading.set(false);
        self.unsent.borrow_mut().clear();
        if let Some(source) = self.source.get() {
            let _ = source.deregister(&mut SourceFd(&self.fd.as_raw_fd()));
        }
        CHANNELS.with_borrow_mut(|channels| channels.remove(&self.fd.as_raw_fd()));
    }

    fn ready(&self, readiness: Readiness) {
        if readiness.writable || readiness.write_closed || readiness.error {
            self.write_on();
        }
        if readiness.readable || readiness.read_closed || readiness.error {
            self.read_much();
        }
    }

    fn read_much(&self) {
        for _ in 0..READS {
            if !self.reading.get() || !self.is_open.get() {
                return;
            }
            match receive(self.fd.as_raw_fd()) {
                Ok((bytes, _)) if bytes.is_empty() => return self.stop_reading_with(END),
                Ok((bytes, descriptors)) => self.tell_read(Out::Bytes(bytes), &descriptors),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return self.stop_reading_with(negative(&error)),
            }
        }
        self.look_again();
    }

    fn stop_reading_with(&self, status: i32) {
        self.reading.set(false);
        self.weigh();
        self.tell_read(Out::from(status), &[]);
    }

    fn tell_read(&self, what: Out<'_>, descriptors: &[RawFd]) {
        let host = host();
        let cx = host.cx();
        let numbers: Vec<Value<'_>> = descriptors.iter().map(|fd| Value::number(cx, f64::from(*fd))).collect();
        let numbers = Object::array(cx, &numbers).map_or(Out::Undefined, Out::from);
        tell(Event::Received, [Out::from(self.fd.as_raw_fd()), what, numbers]);
    }

    /// 0: the system has it all; 1: it waits, and `Sent` will be told; else an error.
    pub fn send(&self, bytes: &[u8], descriptor: Option<RawFd>) -> i32 {
        let mut written = 0;
        let mut descriptor = descriptor;
        if self.unsent.borrow().is_empty() {
            while written < bytes.len() {
                match transmit(self.fd.as_raw_fd(), &bytes[written..], descriptor) {
                    Ok(count) => {
                        written += count;
                        descriptor = None;
                    }
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                    Err(error) => return negative(&error),
                }
            }
            if written == bytes.len() {
                return 0;
            }
        }
        let descriptor = match descriptor.map(duplicate).transpose() {
            Ok(descriptor) => descriptor,
            Err(error) => return negative(&error),
        };
        let unsent =
            Unsent { bytes: bytes[written..].to_vec(), written: 0, descriptor, _alive: host().lp.keep_alive() };
        self.unsent.borrow_mut().push_back(unsent);
        1
    }

    fn write_on(&self) {
        while let Some(status) = self.write_first() {
            self.unsent.borrow_mut().pop_front();
            tell(Event::Sent, [Out::from(self.fd.as_raw_fd()), Out::from(status), Out::Undefined]);
            if !self.is_open.get() {
                return;
            }
        }
    }

    /// The outcome of the first message that waits, if it has come to one.
    fn write_first(&self) -> Option<i32> {
        let mut unsent = self.unsent.borrow_mut();
        let first = unsent.front_mut()?;
        while first.written < first.bytes.len() {
            let descriptor = first.descriptor.as_ref().map(|descriptor| descriptor.as_raw_fd());
            match transmit(self.fd.as_raw_fd(), &first.bytes[first.written..], descriptor) {
                Ok(count) => {
                    first.written += count;
                    first.descriptor = None;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return None,
                Err(error) => return Some(negative(&error)),
            }
        }
        Some(0)
    }
}

fn negative(error: &io::Error) -> i32 {
    -error.raw_os_error().unwrap_or(libc::EIO)
}

fn duplicate(fd: RawFd) -> io::Result<OwnedFd> {
    // SAFETY: fcntl takes any number; what it makes is ours.
    unsafe {
        match libc::fcntl(fd, libc::F_DUPFD_CLOEXEC, 3) {
            -1 => Err(io::Error::last_os_error()),
            copy => Ok(OwnedFd::from_raw_fd(copy)),
        }
    }
}

/// Room for control data, aligned as its header wants it.
#[repr(C, align(8))]
struct Control([u8; 1024]);

const _: () = assert!(MOST_DESCRIPTORS * 4 + 64 <= 1024);

fn transmit(socket: RawFd, bytes: &[u8], descriptor: Option<RawFd>) -> io::Result<usize> {
    let mut control = Control([0; 1024]);
    let mut part = libc::iovec { iov_base: bytes.as_ptr().cast_mut().cast(), iov_len: bytes.len() };
    // SAFETY: an all-zero header is valid; part and control outlive the call; the control message is written within its
    // room, which is far larger than one descriptor takes.
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
fn receive(socket: RawFd) -> io::Result<(Vec<u8>, Vec<RawFd>)> {
    let mut bytes = vec![0; CHUNK];
    let mut control = Control([0; 1024]);
    let mut part = libc::iovec { iov_base: bytes.as_mut_ptr().cast(), iov_len: bytes.len() };
    let mut descriptors = Vec::new();
    // SAFETY: an all-zero header is valid; part and control outlive the call; the control messages are walked with the
    // system's own macros, within the length that it reported.
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
                descriptors.extend((0..numbers).map(|at| data.add(at).read_unaligned()));
            }
            header = libc::CMSG_NXTHDR(&message, header);
        }
        count as usize
    };
    bytes.truncate(count);
    Ok((bytes, descriptors))
}
