//! A UDP socket with the observable behaviour of libuv's `uv_udp_t`.
//!
//! As with streams, mio is edge-triggered, so a turn that leaves datagrams unread rearms the source. What keeps the
//! loop alive: receiving (if the socket is referenced), and queued sends.

use super::super::net::address::Address;
use super::super::net::io_watcher::IoWatcher;
use super::super::net::system::{Descriptor, checked};
use super::super::net::{Endpoint, Event, emit, insert, remove, uv_error};
use super::batch::{BATCH, Batch};
use crate::bindings::descriptors;
use crate::host::host;
use hexloop::{Interest, KeepAlive, Readiness};
use std::cell::{Cell, Ref, RefCell};
use std::collections::VecDeque;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::rc::Rc;

/// Batches per turn before other handles run: libuv's 32 datagrams.
const MAX_BATCHES: usize = 32 / BATCH;

/// Bind flags; libuv's values.
const IPV6_ONLY: u32 = 1;
const REUSE_ADDRESS: u32 = 4;
const REUSE_PORT: u32 = 8;

/// A datagram that the kernel has not accepted yet.
struct PendingSend {
    bytes: Vec<u8>,
    target: Option<Address>,
    _alive: KeepAlive,
}

pub struct UdpSocket {
    id: u32,
    pub family: i32,
    /// Without a descriptor until bound, and after close. Active: receiving.
    io: IoWatcher,
    /// How many datagrams one call may receive.
    max_batch: Cell<usize>,
    closed: Cell<bool>,
    /// The destination of the next datagram.
    target: Cell<Option<Address>>,
    pending_sends: RefCell<VecDeque<PendingSend>>,
}

impl UdpSocket {
    /// Returns the id.
    pub fn create(family: i32) -> u32 {
        insert(|id| {
            Endpoint::Udp(Rc::new(UdpSocket {
                id,
                family,
                io: IoWatcher::new(None),
                max_batch: Cell::new(BATCH),
                closed: Cell::new(false),
                target: Cell::new(None),
                pending_sends: RefCell::default(),
            }))
        })
    }

    pub fn descriptor(&self) -> Option<Ref<'_, Descriptor>> {
        self.io.descriptor()
    }

    pub fn open_descriptor(&self) -> io::Result<Ref<'_, Descriptor>> {
        self.io.open_descriptor()
    }

    // ---- open and bind

    pub fn can_open(fd: i32) -> bool {
        let descriptor = std::mem::ManuallyDrop::new(Descriptor { fd, is_shared: true });
        let is_inet =
            matches!(descriptor.option(libc::SOL_SOCKET, libc::SO_DOMAIN), Ok(libc::AF_INET | libc::AF_INET6));
        is_inet && descriptor.option(libc::SOL_SOCKET, libc::SO_TYPE).ok() == Some(libc::SOCK_DGRAM)
    }

    /// Adopts an existing descriptor.
    pub fn open(&self, fd: i32) -> io::Result<()> {
        if self.io.is_open() {
            return Err(io::Error::from_raw_os_error(libc::EBUSY));
        }
        if !UdpSocket::can_open(fd) {
            return Err(io::Error::from_raw_os_error(libc::EINVAL));
        }
        self.io.open(Descriptor::adopt(fd)?);
        descriptors::release(fd);
        // Another process may read it too (cluster): datagrams received but not reported when this one closes would be
        // lost to it.
        self.max_batch.set(1);
        Ok(())
    }

    fn check_family(&self, address: &Address) -> io::Result<()> {
        let fits = address.family() == self.family;
        if fits { Ok(()) } else { Err(io::Error::from_raw_os_error(libc::EINVAL)) }
    }

    pub fn bind(&self, address: &Address, flags: u32) -> io::Result<()> {
        self.check_family(address)?;
        if flags & IPV6_ONLY != 0 && self.family != libc::AF_INET6 {
            return Err(io::Error::from_raw_os_error(libc::EINVAL));
        }
        if self.closed.get() {
            return Err(io::Error::from_raw_os_error(libc::EBADF));
        }
        if !self.io.is_open() {
            self.io.open(Descriptor::datagram_socket(self.family)?);
        }
        let descriptor = self.open_descriptor()?;
        if flags & REUSE_ADDRESS != 0 {
            descriptor.set_option(libc::SOL_SOCKET, libc::SO_REUSEADDR, 1)?;
        }
        if flags & REUSE_PORT != 0 {
            descriptor.set_option(libc::SOL_SOCKET, libc::SO_REUSEPORT, 1)?;
        }
        if flags & IPV6_ONLY != 0 {
            descriptor.set_option(libc::IPPROTO_IPV6, libc::IPV6_V6ONLY, 1)?;
        }
        descriptor.bind(address).map_err(|error| match error.raw_os_error() {
            Some(libc::EAFNOSUPPORT) => io::Error::from_raw_os_error(libc::EINVAL),
            _ => error,
        })
    }

    /// Joining a group before bind binds to any free port.
    pub fn bind_for_multicast(&self, group: &Address) -> io::Result<()> {
        if self.io.is_open() {
            return Ok(());
        }
        self.check_family(group)?;
        let unspecified_ip: IpAddr = match group.ip {
            IpAddr::V4(_) => Ipv4Addr::UNSPECIFIED.into(),
            IpAddr::V6(_) => Ipv6Addr::UNSPECIFIED.into(),
        };
        self.bind(&Address { ip: unspecified_ip, port: 0, zone: 0 }, REUSE_ADDRESS)
    }

    pub fn connect(&self, address: &Address) -> io::Result<()> {
        self.check_family(address)?;
        self.open_descriptor()?.connect(address)
    }

    pub fn disconnect(&self) -> io::Result<()> {
        let descriptor = self.open_descriptor()?;
        // SAFETY: all zeros are a valid address.
        let mut unspecified: libc::sockaddr = unsafe { std::mem::zeroed() };
        unspecified.sa_family = libc::AF_UNSPEC as libc::sa_family_t;
        let length = size_of::<libc::sockaddr>() as libc::socklen_t;
        // SAFETY: an address and its length.
        checked(unsafe { libc::connect(descriptor.fd, &unspecified, length) }).map(drop)
    }

    pub fn buffer_size(&self, size: i32, is_receiving: bool) -> io::Result<i32> {
        let name = if is_receiving { libc::SO_RCVBUF } else { libc::SO_SNDBUF };
        let descriptor = self.open_descriptor()?;
        if size != 0 {
            descriptor.set_option(libc::SOL_SOCKET, name, size)?;
        }
        descriptor.option(libc::SOL_SOCKET, name)
    }

    // ---- readiness

    fn watch(self: &Rc<UdpSocket>, interest: Interest) -> io::Result<()> {
        self.io.watch(interest, self, |socket, readiness| socket.ready(readiness))
    }

    pub fn set_referenced(&self, referenced: bool) {
        self.io.set_referenced(referenced);
    }

    fn ready(&self, readiness: Readiness) {
        if readiness.readable || readiness.error || readiness.read_closed {
            self.receive_available(readiness.error);
        }
        if readiness.writable {
            self.flush_pending_sends();
        }
    }

    // ---- receiving

    pub fn receive_start(self: &Rc<UdpSocket>) -> io::Result<()> {
        self.io.set_active(true);
        self.watch(Interest::READABLE)
    }

    /// `until_error`: the socket has a pending error, behind any queued datagrams.
    fn receive_available(&self, until_error: bool) {
        let max = self.max_batch.get();
        for _ in 0..MAX_BATCHES {
            let Some(outcome) = self.descriptor().map(|descriptor| Batch::receive(&descriptor, max)) else { return };
            match outcome {
                Ok(batch) => {
                    if !self.emit_batch(&batch) || (batch.count < max && !until_error) {
                        return;
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    let _ = self.io.rearm();
                    return emit(self.id, Event::Received, uv_error(&error));
                }
            }
        }
        let _ = self.io.rearm();
    }

    /// False if a callback closed the socket; the remaining datagrams are dropped.
    fn emit_batch(&self, batch: &Batch) -> bool {
        for index in 0..batch.count {
            if self.closed.get() {
                return false;
            }
            if let Some(length) = batch.publish(index) {
                emit(self.id, Event::Received, length as i32);
            }
        }
        !self.closed.get()
    }

    // ---- sending

    pub fn set_target(&self, target: Address) -> io::Result<()> {
        self.check_family(&target)?;
        self.target.set(Some(target));
        Ok(())
    }

    /// Returns the number of bytes sent plus one; 0 if queued; or a negative errno.
    pub fn send(self: &Rc<UdpSocket>, bytes: &[u8], to_target: bool) -> i32 {
        let target = if to_target { self.target.get() } else { None };
        let Some(descriptor) = self.descriptor() else { return -libc::EBADF };
        // The receiver may be in this process.
        host().lp.expect_io();
        if self.pending_sends.borrow().is_empty() && !host().options.network.no_try_send {
            match send_one(&descriptor, bytes, target.as_ref()) {
                Ok(count) => return count as i32 + 1,
                Err(error) if would_block(&error) => {}
                Err(error) => return uv_error(&error),
            }
        }
        drop(descriptor);
        let alive = host().lp.keep_alive();
        self.pending_sends.borrow_mut().push_back(PendingSend { bytes: bytes.to_vec(), target, _alive: alive });
        match self.watch(Interest::READABLE | Interest::WRITABLE) {
            Ok(()) => 0,
            Err(error) => {
                drop(self.pending_sends.borrow_mut().pop_back());
                uv_error(&error)
            }
        }
    }

    /// Bytes and datagrams queued.
    pub fn queued(&self) -> (usize, usize) {
        let pending_sends = self.pending_sends.borrow();
        (pending_sends.iter().map(|datagram| datagram.bytes.len()).sum(), pending_sends.len())
    }

    /// The socket is writable again.
    fn flush_pending_sends(&self) {
        while let Some(outcome) = self.try_pending_send() {
            if outcome.as_ref().is_err_and(would_block) {
                return;
            }
            drop(self.pending_sends.borrow_mut().pop_front());
            emit(self.id, Event::Sent, outcome.map_or_else(|error| uv_error(&error), |_| 0));
        }
    }

    fn try_pending_send(&self) -> Option<io::Result<usize>> {
        let (descriptor, pending_sends) = (self.descriptor()?, self.pending_sends.borrow());
        let next = pending_sends.front()?;
        Some(send_one(&descriptor, &next.bytes, next.target.as_ref()))
    }

    // ---- close

    /// Closes the descriptor now; the close phase reports cancelled sends, then the close.
    pub fn close(&self) {
        if self.closed.replace(true) {
            return;
        }
        self.io.close();
        let (id, cancelled) = (self.id, self.pending_sends.take().len());
        host().lp.on_close(move || {
            for _ in 0..cancelled {
                emit(id, Event::Sent, -libc::ECANCELED);
            }
            emit(id, Event::Closed, 0);
            remove(id);
        });
    }
}

/// libuv treats ENOBUFS like EAGAIN, too.
fn would_block(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::WouldBlock || error.raw_os_error() == Some(libc::ENOBUFS)
}

fn send_one(descriptor: &Descriptor, bytes: &[u8], target: Option<&Address>) -> io::Result<usize> {
    let named = target.map(Address::raw);
    let (name, length) = match &named {
        Some((raw, length)) => (&raw const *raw, *length),
        None => (std::ptr::null(), 0),
    };
    loop {
        // SAFETY: the slice and its length; an address and its length, or null.
        let count = unsafe { libc::sendto(descriptor.fd, bytes.as_ptr().cast(), bytes.len(), 0, name.cast(), length) };
        match usize::try_from(count) {
            Ok(count) => return Ok(count),
            Err(_) => {
                let error = io::Error::last_os_error();
                if error.kind() != io::ErrorKind::Interrupted {
                    return Err(error);
                }
            }
        }
    }
}
