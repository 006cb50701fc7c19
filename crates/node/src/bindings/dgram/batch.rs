//! Receiving several datagrams with one system call, into memory that JavaScript sees.

use super::super::Binding;
use super::super::net::address::Address;
use super::super::net::system::{Descriptor, checked};
use hexloop_engine::{SharedBytes, SharedNumbers};
use std::cell::{Cell, OnceCell};
use std::io;
use std::mem::zeroed;
use std::net::IpAddr;

/// Room for any datagram.
const ROOM: usize = 64 * 1024;

/// How many one call may bring. With one that comes alone, `recvmmsg` costs what `recvmsg` does; and that it brings fewer than
/// it may says that there are no more, which would otherwise take a call of its own.
pub const BATCH: usize = 4;

/// What JavaScript is told of a datagram besides its length; `lib/dgram/handle.js` has the same list.
#[derive(Clone, Copy)]
enum Slot {
    /// Where in the landing it is.
    Offset = 0,
    /// 4 or 6.
    Family = 1,
    Port = 2,
    /// The address of IPv4, or the four parts of IPv6.
    First = 3,
    Zone = 7,
    Count = 8,
}

struct Shared {
    landing: SharedBytes,
    about: SharedNumbers,
}

thread_local! {
    static SHARED: OnceCell<Shared> = const { OnceCell::new() };
    static SENDER: Cell<Option<Address>> = const { Cell::new(None) };
}

pub fn share(binding: &Binding<'_>) {
    let cx = binding.cx();
    SHARED.with(|shared| {
        if shared.get().is_none()
            && let (Ok(landing), Ok(about)) =
                (SharedBytes::new(cx, BATCH * ROOM), SharedNumbers::new(cx, Slot::Count as usize))
        {
            let _ = shared.set(Shared { landing, about });
        }
        if let Some(shared) = shared.get() {
            binding.value("landing", shared.landing.array(cx)).value("about", shared.about.array(cx));
        }
    });
}

/// Who sent the datagram that is being told.
pub fn sender() -> Option<Address> {
    SENDER.get()
}

/// What one call brought: lengths and senders, in order; the bytes are in the landing.
pub struct Batch {
    pub count: usize,
    lengths: [usize; BATCH],
    senders: [Option<Address>; BATCH],
}

impl Batch {
    pub fn receive(descriptor: &Descriptor, most: usize) -> io::Result<Batch> {
        SHARED.with(|shared| match shared.get() {
            Some(shared) => Batch::receive_into(shared.landing.address(), descriptor, most.min(BATCH)),
            None => Err(io::Error::from_raw_os_error(libc::ENOMEM)),
        })
    }

    fn receive_into(landing: *mut u8, descriptor: &Descriptor, most: usize) -> io::Result<Batch> {
        // SAFETY: all zeros are valid addresses, vectors and message headers. Each header then points to its own address and
        // vector, each vector to its own part of the landing; all of them outlive the call.
        unsafe {
            let mut names: [libc::sockaddr_storage; BATCH] = zeroed();
            let mut vectors: [libc::iovec; BATCH] = zeroed();
            let mut messages: [libc::mmsghdr; BATCH] = zeroed();
            for index in 0..BATCH {
                vectors[index] = libc::iovec { iov_base: landing.add(index * ROOM).cast(), iov_len: ROOM };
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
                most as libc::c_uint,
                flags as _,
                std::ptr::null_mut(),
            );
            let count = checked(received)? as usize;
            Ok(Batch {
                count,
                lengths: messages.map(|message| message.msg_len as usize),
                senders: names.map(|name| Address::from_raw(&name)),
            })
        }
    }

    /// Makes known where datagram `index` is and who sent it; answers its length. None if nobody is known to have sent it.
    pub fn present(&self, index: usize) -> Option<usize> {
        let sender = self.senders[index]?;
        SENDER.set(Some(sender));
        SHARED.with(|shared| {
            let about = &shared.get()?.about;
            about.set(Slot::Offset as usize, (index * ROOM) as f64);
            about.set(Slot::Port as usize, f64::from(sender.port));
            about.set(Slot::Zone as usize, f64::from(sender.zone));
            match sender.ip {
                IpAddr::V4(ip) => {
                    about.set(Slot::Family as usize, 4.0);
                    about.set(Slot::First as usize, f64::from(ip.to_bits()));
                }
                IpAddr::V6(ip) => {
                    about.set(Slot::Family as usize, 6.0);
                    for part in 0..4 {
                        let bits = (ip.to_bits() >> (96 - 32 * part)) as u32;
                        about.set(Slot::First as usize + part, f64::from(bits));
                    }
                }
            }
            Some(self.lengths[index])
        })
    }
}
