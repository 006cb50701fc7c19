//! Receiving several datagrams with one system call, into memory shared with JavaScript.

use super::super::Binding;
use super::super::net::address::Address;
use super::super::net::receive_buffer::{self, Lease, Pool};
use super::super::net::system::{Descriptor, checked};
use crate::shared_constants::datagram_info;
use hexloop_engine::SharedNumbers;
use std::cell::{Cell, OnceCell};
use std::io;
use std::mem::zeroed;
use std::net::IpAddr;

/// The size of the largest datagram.
const MAX_DATAGRAM_SIZE: usize = 64 * 1024;

/// How many datagrams one call may receive. For a single datagram, `recvmmsg` costs what `recvmsg` does; and a batch
/// that is not full means that the socket is drained, which would otherwise take another call to find out.
pub const BATCH: usize = 4;

/// What JavaScript gets with a datagram besides its length.
#[derive(Clone, Copy)]
enum Slot {
    /// Its offset in the receive buffer.
    Offset = datagram_info::OFFSET as isize,
    /// 4 or 6.
    Family = datagram_info::FAMILY as isize,
    Port = datagram_info::PORT as isize,
    /// The IPv4 address, or the four words of an IPv6 address.
    First = datagram_info::FIRST as isize,
    Zone = datagram_info::ZONE as isize,
    /// The number of the receive buffer.
    Buffer = datagram_info::BUFFER as isize,
}

/// How many there are: the buffer is the last one.
const SLOTS: usize = Slot::Buffer as usize + 1;

thread_local! {
    static INFO: OnceCell<SharedNumbers> = const { OnceCell::new() };
    static RECEIVE_BUFFERS: Pool = const { Pool::new(BATCH * MAX_DATAGRAM_SIZE) };
    static SENDER: Cell<Option<Address>> = const { Cell::new(None) };
}

pub fn share(binding: &Binding<'_>) {
    let cx = binding.cx();
    INFO.with(|info| {
        if info.get().is_none()
            && let Ok(numbers) = SharedNumbers::new(cx, SLOTS)
        {
            let _ = info.set(numbers);
        }
        if let Some(info) = info.get() {
            binding.value("datagramInfo", info.array(cx));
        }
    });
    binding.function("receiveBuffer", |call| receive_buffer::array(call, &RECEIVE_BUFFERS));
}

/// The sender of the datagram that is being reported.
pub fn sender() -> Option<Address> {
    SENDER.get()
}

/// The datagrams of one call: lengths and senders, in order. Owns the buffer with their bytes until the last one is
/// reported.
pub struct Batch {
    buffer: Lease,
    pub count: usize,
    lengths: [usize; BATCH],
    senders: [Option<Address>; BATCH],
}

impl Batch {
    pub fn receive(descriptor: &Descriptor, max: usize) -> io::Result<Batch> {
        let mut buffer = Lease::take(&RECEIVE_BUFFERS)?;
        let (memory, max) = (buffer.address(), max.min(BATCH));
        // SAFETY: all zeros are valid addresses, vectors and message headers. Each header then points to its own
        // address and vector, each vector to its own part of the buffer, which is this batch's alone; all of them
        // outlive the call.
        unsafe {
            let mut names: [libc::sockaddr_storage; BATCH] = zeroed();
            let mut vectors: [libc::iovec; BATCH] = zeroed();
            let mut messages: [libc::mmsghdr; BATCH] = zeroed();
            for index in 0..BATCH {
                vectors[index] =
                    libc::iovec { iov_base: memory.add(index * MAX_DATAGRAM_SIZE).cast(), iov_len: MAX_DATAGRAM_SIZE };
                let header = &mut messages[index].msg_hdr;
                header.msg_name = (&raw mut names[index]).cast();
                header.msg_namelen = size_of::<libc::sockaddr_storage>() as libc::socklen_t;
                header.msg_iov = &raw mut vectors[index];
                header.msg_iovlen = 1;
            }
            let flags = libc::MSG_DONTWAIT;
            let received = libc::recvmmsg(
                descriptor.fd,
                messages.as_mut_ptr(),
                max as libc::c_uint,
                flags as _,
                std::ptr::null_mut(),
            );
            let count = checked(received)? as usize;
            Ok(Batch {
                buffer,
                count,
                lengths: messages.map(|message| message.msg_len as usize),
                senders: names.map(|name| Address::from_raw(&name)),
            })
        }
    }

    /// Publishes offset and sender of datagram `index` to JavaScript; returns its length. None if it has no sender
    /// address.
    pub fn publish(&self, index: usize) -> Option<usize> {
        let sender = self.senders[index]?;
        SENDER.set(Some(sender));
        INFO.with(|info| {
            let info = info.get()?;
            info.set(Slot::Buffer as usize, self.buffer.number() as f64);
            info.set(Slot::Offset as usize, (index * MAX_DATAGRAM_SIZE) as f64);
            info.set(Slot::Port as usize, f64::from(sender.port));
            info.set(Slot::Zone as usize, f64::from(sender.zone));
            match sender.ip {
                IpAddr::V4(ip) => {
                    info.set(Slot::Family as usize, 4.0);
                    info.set(Slot::First as usize, f64::from(ip.to_bits()));
                }
                IpAddr::V6(ip) => {
                    info.set(Slot::Family as usize, 6.0);
                    for part in 0..4 {
                        let bits = (ip.to_bits() >> (96 - 32 * part)) as u32;
                        info.set(Slot::First as usize + part, f64::from(bits));
                    }
                }
            }
            Some(self.lengths[index])
        })
    }
}
