//! `binding('net')`: sockets and pipes, as handles that `lib/net/handle.js` refers to by id.
//!
//! ```text
//!   lib/net/socket.js ──▶ lib/net/handle.js ────id────▶ Stream, Listener ──▶ a descriptor and a Source of the loop each
//!                                    ▲                        │
//!                                    └── netEvent(), one macrotask each: id, event and value in shared numbers,
//!                                        and for a read the number of its receive buffer
//! ```
//!
//! In which phase an event is emitted is what matters:
//!
//! | event | phase |
//! |---|---|
//! | connect, data, EOF, the completion of a queued write, a new connection | poll |
//! | a connect that is refused at once; the completion of a shutdown | pending |
//! | close, preceded by cancelled requests | close |
//!
//! Functions that fail return a negative errno, as in libuv. An event carries no value of the engine's heap, so
//! emitting it costs one call and no rooting; the Buffer for a chunk is allocated in JavaScript, by compiled code, with
//! its exact size.

pub(super) mod address;
pub(super) mod io_watcher;
mod listener;
mod lookup;
pub(super) mod receive_buffer;
mod stream;
pub(super) mod system;
mod tls_stream;

use super::Binding;
use super::descriptors;
use super::dgram::socket::UdpSocket;
use super::handle_table::HandleTable;
use super::tls::SharedEngine;
use crate::host::host;
use crate::requests::{self, Reply};
use crate::shared_constants::net_event;
use address::Address;
use hexloop_engine::{Answer, Call, Failure, Kind as ValueKind, Out, Root, SharedNumbers, Throw};
use listener::Listener;
use receive_buffer::{Lease, Pool};
use std::cell::OnceCell;
use std::io;
use std::net::IpAddr;
use std::rc::Rc;
use stream::Stream;
use system::Kind;

/// The event of `netEvent`.
#[derive(Clone, Copy)]
pub(super) enum Event {
    /// Value: 0 or a negative errno.
    Connected = net_event::CONNECTED as isize,
    /// Value: the number of bytes in the receive buffer; a negative errno; or [`UV_EOF`].
    Read = net_event::READ as isize,
    Written = net_event::WRITTEN as isize,
    Shutdown = net_event::SHUTDOWN as isize,
    Closed = net_event::CLOSED as isize,
    /// Value: the id of the new connection.
    Accepted = net_event::ACCEPTED as isize,
    /// Value: the number of bytes in the receive buffer of datagrams; or a negative errno.
    Received = net_event::RECEIVED as isize,
    /// A queued datagram was sent.
    Sent = net_event::SENT as isize,
    /// Value: the events of a TLS connection, as flags (tls/engine.rs).
    Tls = net_event::SECURED as isize,
}

/// libuv's UV_EOF.
const UV_EOF: i32 = -4095;

/// The size of one read, as in libuv.
const CHUNK: usize = 64 * 1024;

#[derive(Clone)]
pub(super) enum Endpoint {
    Stream(Rc<Stream>),
    Listener(Rc<Listener>),
    Udp(Rc<UdpSocket>),
}

thread_local! {
    static HANDLES: HandleTable<Endpoint> = const { HandleTable::new("handle") };
    /// The arguments of `netEvent`: id, event, value, and for a read the number of its receive buffer. JavaScript reads
    /// them before anything else can run.
    static EVENT: OnceCell<SharedNumbers> = const { OnceCell::new() };
    static RECEIVE_BUFFERS: Pool = const { Pool::new(CHUNK) };
}

/// Adds what `create` returns for the new id; returns the id.
pub(super) fn insert(create: impl FnOnce(u32) -> Endpoint) -> u32 {
    HANDLES.with(|handles| handles.insert_with(create))
}

/// Frees an id, once its close was reported.
pub(super) fn remove(id: u32) {
    drop(HANDLES.with(|handles| handles.remove(id)));
}

pub(super) fn find<'c>(call: &Call<'c>) -> Result<Endpoint, Failure<'c>> {
    HANDLES.with(|handles| handles.find(call, 0))
}

fn stream<'c>(call: &Call<'c>) -> Result<Rc<Stream>, Failure<'c>> {
    match find(call)? {
        Endpoint::Stream(stream) => Ok(stream),
        Endpoint::Listener(_) | Endpoint::Udp(_) => Err(Throw::error("this handle is not a stream").into()),
    }
}

fn listener<'c>(call: &Call<'c>) -> Result<Rc<Listener>, Failure<'c>> {
    match find(call)? {
        Endpoint::Listener(listener) => Ok(listener),
        Endpoint::Stream(_) | Endpoint::Udp(_) => Err(Throw::error("this handle is not a listener").into()),
    }
}

/// Emits an event, as one macrotask.
pub(super) fn emit(id: u32, event: Event, value: i32) {
    set_event([f64::from(id), f64::from(event as u8), f64::from(value), 0.0]);
    call_entry();
}

/// Emits a read, as one macrotask. The caller holds the lease until the macrotask is over.
fn emit_read(id: u32, read: &Lease) {
    set_event([f64::from(id), f64::from(Event::Read as u8), read.bytes().len() as f64, read.number() as f64]);
    call_entry();
}

fn set_event(numbers: [f64; 4]) {
    EVENT.with(|event| {
        if let Some(event) = event.get() {
            for (index, number) in numbers.into_iter().enumerate() {
                event.set(index, number);
            }
        }
    });
}

fn call_entry() {
    let host = host();
    let entry = host.entries.net_event.get();
    host.macrotask(|| entry.map_or(Ok(()), Root::call));
}

/// Leases a buffer to read into.
fn lease() -> io::Result<Lease> {
    Lease::take(&RECEIVE_BUFFERS)
}

fn stream_of(id: u32) -> Option<Rc<Stream>> {
    match HANDLES.with(|handles| handles.get(id)) {
        Some(Endpoint::Stream(stream)) => Some(stream),
        _ => None,
    }
}

/// Starts TLS on that stream; 0, or a negative errno.
pub(super) fn start_tls(id: u32, engine: SharedEngine) -> i32 {
    stream_of(id).map_or(-libc::EBADF, |stream| stream.start_tls(engine))
}

/// JavaScript has changed the state of the stream's TLS connection.
pub(super) fn advance(id: u32) {
    if let Some(stream) = stream_of(id) {
        stream.advance();
    }
}

/// Where the reads of a stream go in place of JavaScript: an HTTP parser, for one.
#[derive(Clone, Copy)]
pub(super) struct ReadSink {
    /// For `receive`: which parser.
    pub id: u32,
    pub receive: fn(u32, receive_buffer::Lease),
}

/// Directs a stream's reads to a sink, or back to JavaScript. A closed stream is ignored.
pub(super) fn consume(stream: u32, sink: Option<ReadSink>) {
    if let Some(stream) = stream_of(stream) {
        stream.consumer.set(sink);
    }
}

/// A negative errno, as in libuv.
pub(super) fn uv_error(error: &io::Error) -> i32 {
    -error.raw_os_error().unwrap_or(match error.kind() {
        io::ErrorKind::InvalidInput => libc::EINVAL,
        _ => libc::EIO,
    })
}

pub(super) fn status(outcome: io::Result<()>) -> i32 {
    outcome.map_or_else(|error| uv_error(&error), |()| 0)
}

/// An id, or a negative errno.
fn number<'c>(outcome: io::Result<u32>) -> Answer<'c> {
    Ok(outcome.map_or_else(|error| f64::from(uv_error(&error)), f64::from).into())
}

pub fn fill(binding: &Binding<'_>) {
    share(binding);
    fill_streams(binding);
    fill_writing(binding);
    fill_options(binding);
    fill_listeners(binding);
    binding
        .function("family", |call| {
            let family = match call.text(0)?.parse::<IpAddr>() {
                Ok(IpAddr::V4(_)) => 4,
                Ok(IpAddr::V6(_)) => 6,
                Err(_) => 0,
            };
            Ok(family.into())
        })
        // The canonical form of an address; undefined if it is not one.
        .function("canonicalAddress", |call| {
            Ok(Address::parse(&call.text(0)?, 0).ok().map(|address| address.host()).into())
        })
        .function("lookup", |call| {
            let (host, family, flags) = (call.text(1)?, call.number(2)? as i32, call.number(3)? as i32);
            requests::submit_slow("getaddrinfo", call.number(0)?, move || Ok(lookup::lookup(&host, family, flags)));
            Ok(().into())
        })
        .function("resultOrder", |_| Ok(host().options.network.result_order.clone().into()))
        .function("lookupService", |call| {
            let id = call.number(0)?;
            let address = match address(call, 1)? {
                Ok(address) => address,
                Err(error) => return Ok(uv_error(&error).into()),
            };
            requests::submit_slow("getnameinfo", id, move || Ok(lookup::service(&address)));
            Ok(0.into())
        });
}

fn share(binding: &Binding<'_>) {
    let cx = binding.cx();
    EVENT.with(|event| {
        if event.get().is_none()
            && let Ok(numbers) = SharedNumbers::new(cx, 4)
        {
            let _ = event.set(numbers);
        }
        if let Some(event) = event.get() {
            binding.value("event", event.array(cx));
        }
    });
    binding.function("receiveBuffer", |call| receive_buffer::array(call, &RECEIVE_BUFFERS));
}

fn fill_streams(binding: &Binding<'_>) {
    binding
        .function("create", |call| {
            let kind = if call.number(0)? == 0.0 { Kind::Tcp } else { Kind::Pipe };
            Ok(Stream::create(kind).into())
        })
        .function("open", |call| Ok(status(stream(call)?.open(call.number(1)? as i32)).into()))
        .function("handleType", |call| {
            let kind = match find(call)? {
                Endpoint::Stream(stream) => stream.kind(),
                Endpoint::Listener(listener) => listener.kind(),
                Endpoint::Udp(_) => return Err(Throw::error("this handle is not a stream").into()),
            };
            Ok(f64::from(kind as u8).into())
        })
        .function("bind", |call| {
            let stream = stream(call)?;
            Ok(status(address(call, 1)?.and_then(|address| stream.bind(&address))).into())
        })
        .function("connect", |call| {
            let stream = stream(call)?;
            Ok(status(address(call, 1)?.and_then(|address| stream.connect(&address))).into())
        })
        .function("connectPipe", |call| {
            let stream = stream(call)?;
            Ok(status(stream.connect_path(call.text(1)?.as_ref())).into())
        })
        .function("readStart", |call| Ok(status(stream(call)?.read_start()).into()))
        .function("readStop", |call| {
            stream(call)?.read_stop();
            Ok(().into())
        })
        .function("shutdown", |call| Ok(stream(call)?.shutdown().into()))
        .function("reset", |call| Ok(status(stream(call)?.reset()).into()))
        .function("setRef", |call| {
            let referenced = call.boolean(1);
            match find(call)? {
                Endpoint::Stream(stream) => stream.set_referenced(referenced),
                Endpoint::Listener(listener) => listener.set_referenced(referenced),
                Endpoint::Udp(socket) => socket.set_referenced(referenced),
            }
            Ok(().into())
        })
        .function("close", |call| {
            match find(call)? {
                Endpoint::Stream(stream) => stream.close(),
                Endpoint::Listener(listener) => listener.close(),
                Endpoint::Udp(socket) => socket.close(),
            }
            Ok(().into())
        });
}

fn fill_writing(binding: &Binding<'_>) {
    binding
        .function("write", |call| -> Answer<'_> {
            let stream = stream(call)?;
            Ok(call.with_bytes(1, |bytes| stream.write(bytes))?.into())
        })
        .function("writeText", |call| {
            let stream = stream(call)?;
            let mut bytes = Vec::new();
            add_chunk(call, 1, call.boolean(2), &mut bytes)?;
            Ok(stream.write_owned(bytes).into())
        })
        // Several chunks as one write: bytes, or strings written as UTF-8.
        .function("writev", |call| {
            let stream = stream(call)?;
            let mut bytes = Vec::new();
            for index in 1..call.len() {
                add_chunk(call, index, false, &mut bytes)?;
            }
            Ok(stream.write_owned(bytes).into())
        })
        // A Latin-1 string, bytes, and another Latin-1 string: an HTTP message.
        .function("writeHttpMessage", |call| {
            let stream = stream(call)?;
            let mut bytes = latin1(call.text(1)?);
            call.with_bytes(2, |body| bytes.extend_from_slice(body))?;
            bytes.extend(latin1(call.text(3)?));
            Ok(stream.write_owned(bytes).into())
        })
        .function("writeQueueSize", |call| Ok(stream(call)?.queued().into()))
        .function("bytesRead", |call| Ok(stream(call)?.bytes_read.get().into()))
        .function("bytesWritten", |call| Ok(stream(call)?.bytes_written.get().into()));
}

fn latin1(text: String) -> Vec<u8> {
    if text.is_ascii() { text.into_bytes() } else { text.chars().map(|c| c as u8).collect() }
}

fn add_chunk<'c>(call: &Call<'c>, index: usize, as_latin1: bool, to: &mut Vec<u8>) -> Result<(), Failure<'c>> {
    if call.value(index).kind() != ValueKind::String {
        call.with_bytes(index, |bytes| to.extend_from_slice(bytes))?;
    } else if as_latin1 {
        to.extend(call.utf16(index)?.into_iter().map(|unit| unit as u8));
    } else if to.is_empty() {
        *to = call.text(index)?.into_bytes();
    } else {
        to.extend_from_slice(call.text(index)?.as_bytes());
    }
    Ok(())
}

fn fill_options(binding: &Binding<'_>) {
    binding
        .function("setBlocking", |call| {
            stream(call)?.set_blocking(call.boolean(1));
            Ok(().into())
        })
        .function("setReadSize", |call| {
            stream(call)?.set_read_limit(call.number(1)? as usize);
            Ok(().into())
        })
        .function("setNoDelay", |call| {
            set_option(call, libc::IPPROTO_TCP, libc::TCP_NODELAY, i32::from(call.boolean(1)))
        })
        .function("setKeepAlive", |call| {
            let (enable, seconds) = (call.boolean(1), call.number(2)? as i32);
            let (interval, probes) = (call.number(3)? as i32, call.number(4)? as i32);
            let stream = stream(call)?;
            let Some(descriptor) = stream.descriptor() else { return Ok((-libc::EBADF).into()) };
            let outcome =
                descriptor.set_option(libc::SOL_SOCKET, libc::SO_KEEPALIVE, i32::from(enable)).and_then(|()| {
                    if !enable || seconds == 0 {
                        return Ok(());
                    }
                    if interval < 1 || probes < 1 {
                        return Err(std::io::Error::from_raw_os_error(libc::EINVAL));
                    }
                    descriptor.set_option(libc::IPPROTO_TCP, libc::TCP_KEEPIDLE, seconds)?;
                    descriptor.set_option(libc::IPPROTO_TCP, libc::TCP_KEEPINTVL, interval)?;
                    descriptor.set_option(libc::IPPROTO_TCP, libc::TCP_KEEPCNT, probes)
                });
            Ok(status(outcome).into())
        })
        .function("setTypeOfService", |call| {
            let (level, name) = type_of_service(call)?;
            set_option(call, level, name, call.number(1)? as i32)
        })
        .function("getTypeOfService", |call| {
            let (level, name) = type_of_service(call)?;
            let stream = stream(call)?;
            let value = stream.descriptor().map_or(Ok(0), |descriptor| descriptor.option(level, name));
            Ok(value.unwrap_or_else(|error| uv_error(&error)).into())
        })
        .function("getsockname", |call| {
            Ok(with_descriptor(call, |descriptor| {
                descriptor.and_then(|descriptor| descriptor.local_address().ok().flatten())
            })?
            .map_or(Out::Undefined, |name| describe(name, call)))
        })
        .function("getpeername", |call| {
            Ok(with_descriptor(call, |descriptor| {
                descriptor.and_then(|descriptor| descriptor.peer_address().ok().flatten())
            })?
            .map_or(Out::Undefined, |name| describe(name, call)))
        })
        .function("fd", |call| {
            Ok(with_descriptor(call, |descriptor| descriptor.map_or(-1, |descriptor| descriptor.fd))?.into())
        })
        // A descriptor of the same socket, for another thread.
        .function("duplicate", |call| {
            let copy = with_descriptor(call, |descriptor| match descriptor {
                Some(descriptor) => descriptors::duplicate(descriptor.fd),
                None => Err(io::Error::from_raw_os_error(libc::EBADF)),
            })?;
            Ok(copy.map_or_else(|error| uv_error(&error), descriptors::expose).into())
        });
}

fn with_descriptor<'c, R>(
    call: &Call<'c>,
    query: impl FnOnce(Option<&system::Descriptor>) -> R,
) -> Result<R, Failure<'c>> {
    Ok(match find(call)? {
        Endpoint::Stream(stream) => query(stream.descriptor().as_deref()),
        Endpoint::Listener(listener) => query(listener.descriptor().as_deref()),
        Endpoint::Udp(socket) => query(socket.descriptor().as_deref()),
    })
}

fn set_option<'c>(call: &Call<'c>, level: i32, name: i32, value: i32) -> Answer<'c> {
    let stream = stream(call)?;
    let Some(descriptor) = stream.descriptor() else { return Ok((-libc::EBADF).into()) };
    Ok(status(descriptor.set_option(level, name, value)).into())
}

/// The socket option depends on the address family.
fn type_of_service<'c>(call: &Call<'c>) -> Result<(i32, i32), Failure<'c>> {
    let is_v6 = with_descriptor(call, |descriptor| {
        descriptor.is_some_and(|socket| socket.option(libc::SOL_SOCKET, libc::SO_DOMAIN).ok() == Some(libc::AF_INET6))
    })?;
    Ok(if is_v6 { (libc::IPPROTO_IPV6, libc::IPV6_TCLASS) } else { (libc::IPPROTO_IP, libc::IP_TOS) })
}

fn fill_listeners(binding: &Binding<'_>) {
    binding
        .function("bindListener", |call| {
            let flags = call.number(2)? as u32;
            number(address(call, 0)?.and_then(|address| Listener::tcp(&address, flags)))
        })
        .function("bindListenerPipe", |call| number(Listener::path(call.text(0)?.into())))
        .function("openListener", |call| number(Listener::open(call.number(0)? as i32)))
        .function("convertToStream", |call| number(listener(call)?.convert_to_stream()))
        .function("listen", |call| Ok(status(listener(call)?.listen(call.number(1)? as i32)).into()));
}

/// Reads an address and a port, from two arguments.
pub(super) fn address<'c>(call: &Call<'c>, index: usize) -> Result<io::Result<Address>, Failure<'c>> {
    Ok(Address::parse(&call.text(index)?, call.number(index + 1)? as u16))
}

/// Address, port and family, as strings.
fn describe<'c>(name: Address, call: &Call<'c>) -> Out<'c> {
    let family = if name.ip.is_ipv4() { "IPv4" } else { "IPv6" };
    Reply::Strings(vec![name.host(), name.port.to_string(), family.to_owned()]).into_out(call.cx())
}
