//! `binding('dgram')`: UDP sockets, as handles that `lib/dgram/handle.js` refers to by id. Ids, events and close are
//! shared with the handles of `binding('net')`.
//!
//! Each received datagram is a macrotask of its own in the poll phase. Its bytes are in the receive buffer of its
//! batch, the sender in shared numbers (`batch.rs`): Rust allocates nothing on the engine's heap for it. `send` takes
//! no address: [`UdpSocket::set_target`] stores the last one, which is usually the next one's as well.

mod batch;
mod multicast;
pub mod socket;

use super::Binding;
use super::net::address::Address;
use super::net::{Endpoint, address, find, status};
use hexloop_engine::{Answer, Call, Failure, Kind, Throw};
use socket::UdpSocket;
use std::io;
use std::rc::Rc;

fn socket<'c>(call: &Call<'c>) -> Result<Rc<UdpSocket>, Failure<'c>> {
    match find(call)? {
        Endpoint::Udp(socket) => Ok(socket),
        _ => Err(Throw::error("this handle is not a UDP socket").into()),
    }
}

fn to_status<'c>(outcome: io::Result<()>) -> Answer<'c> {
    Ok(status(outcome).into())
}

pub fn fill(binding: &Binding<'_>) {
    batch::share(binding);
    fill_lifecycle(binding);
    fill_sending(binding);
    fill_options(binding);
    fill_multicast(binding);
}

fn fill_lifecycle(binding: &Binding<'_>) {
    binding
        .function("create", |call| {
            let family = if call.number(0)? == 6.0 { libc::AF_INET6 } else { libc::AF_INET };
            Ok(UdpSocket::create(family).into())
        })
        .function("isDatagramSocket", |call| Ok(UdpSocket::can_open(call.number(0)? as i32).into()))
        .function("open", |call| to_status(socket(call)?.open(call.number(1)? as i32)))
        .function("bind", |call| {
            let (socket, flags) = (socket(call)?, call.number(3)? as u32);
            to_status(address(call, 1)?.and_then(|address| socket.bind(&address, flags)))
        })
        .function("connect", |call| {
            let socket = socket(call)?;
            to_status(address(call, 1)?.and_then(|address| socket.connect(&address)))
        })
        .function("disconnect", |call| to_status(socket(call)?.disconnect()))
        .function("recvStart", |call| to_status(socket(call)?.receive_start()))
        // The sender of the current datagram, as a string.
        .function("senderAddress", |_| Ok(batch::sender().map(|address| address.host()).into()));
}

fn fill_sending(binding: &Binding<'_>) {
    binding
        .function("setDestination", |call| {
            let socket = socket(call)?;
            to_status(address(call, 1)?.and_then(|address| socket.set_target(address)))
        })
        // To the target or, if connected, to the peer. Returns the number of bytes sent plus one; 0 if queued; a
        // negative errno.
        .function("send", |call| -> Answer<'_> {
            let (socket, to_target) = (socket(call)?, call.boolean(2));
            Ok(call.with_bytes(1, |bytes| socket.send(bytes, to_target))?.into())
        })
        .function("sendv", |call| {
            let (socket, to_target) = (socket(call)?, call.boolean(1));
            let mut bytes = Vec::new();
            for index in 2..call.len() {
                call.with_bytes(index, |chunk| bytes.extend_from_slice(chunk))?;
            }
            Ok(socket.send(&bytes, to_target).into())
        })
        .function("getSendQueueSize", |call| Ok(socket(call)?.queued().0.into()))
        .function("getSendQueueCount", |call| Ok(socket(call)?.queued().1.into()));
}

fn fill_options(binding: &Binding<'_>) {
    binding
        .function("setBroadcast", |call| {
            let value = i32::from(call.boolean(1));
            to_status(
                socket(call)?
                    .open_descriptor()
                    .and_then(|descriptor| descriptor.set_option(libc::SOL_SOCKET, libc::SO_BROADCAST, value)),
            )
        })
        .function("setTTL", |call| {
            let value = call.number(1)? as i32;
            to_status(socket(call)?.set_ttl(value))
        })
        .function("setMulticastTTL", |call| {
            let value = call.number(1)? as i32;
            to_status(socket(call)?.set_multicast_ttl(value))
        })
        .function("setMulticastLoopback", |call| {
            let value = call.boolean(1);
            to_status(socket(call)?.set_multicast_loopback(value))
        })
        // Sets the size of the kernel's buffer unless it is 0; returns the size, or a negative errno.
        .function("bufferSize", |call| {
            let (size, is_receiving) = (call.number(1)?, call.boolean(2));
            let outcome = socket(call)?.buffer_size(size as i32, is_receiving);
            Ok(outcome.unwrap_or_else(|error| super::net::uv_error(&error)).into())
        });
}

fn fill_multicast(binding: &Binding<'_>) {
    binding
        .function("setMulticastInterface", |call| {
            let socket = socket(call)?;
            to_status(parse_address(call, 1)?.and_then(|interface| socket.set_multicast_interface(interface)))
        })
        // (id, join or leave, group, interface or undefined)
        .function("setMembership", |call| {
            let (socket, join) = (socket(call)?, call.boolean(1));
            let (group, interface) = (parse_address(call, 2)?, parse_address(call, 3)?);
            to_status(group.and_then(|group| socket.set_membership(join, group, interface?)))
        })
        // (id, join or leave, source, group, interface or undefined)
        .function("setSourceMembership", |call| {
            let (socket, join) = (socket(call)?, call.boolean(1));
            let (source, group, interface) =
                (parse_address(call, 2)?, parse_address(call, 3)?, parse_address(call, 4)?);
            to_status(source.and_then(|source| socket.set_source_membership(join, source, group?, interface?)))
        });
}

/// Parses an address argument; None for undefined.
fn parse_address<'c>(call: &Call<'c>, index: usize) -> Result<io::Result<Option<Address>>, Failure<'c>> {
    if call.value(index).kind() == Kind::Undefined {
        return Ok(Ok(None));
    }
    Ok(Address::parse(&call.text(index)?, 0).map(Some))
}
