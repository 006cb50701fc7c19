//! `binding('net')`: sockets, as handles that `lib/net/handle.js` knows by number.
//!
//! ```text
//!   lib/net/socket.js ──▶ lib/net/handle.js ──number──▶ Connection, Listener ──▶ mio sockets, a Source of the loop each
//!                                    ▲                        │
//!                                    └── netEvent(number, event, value), one macrotask each
//! ```
//!
//! In which phase an event is told is the whole point:
//!
//! | event | phase |
//! |---|---|
//! | connected, data, end, a write that had to wait, a new connection | poll |
//! | a connect that the system refused at once; the outcome of a shutdown | pending |
//! | closed, and before it what closing cut short | close |
//!
//! What fails answers the error number, negative, as libuv does.

mod connection;
mod listener;

use super::Binding;
use crate::host::host;
use crate::requests::{self, Reply};
use crate::system_error::SystemError;
use connection::Connection;
use hexloop_engine::{Answer, Call, Failure, Out, Throw};
use listener::Listener;
use std::cell::RefCell;
use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::rc::Rc;

/// What `netEvent` is told; `lib/net/handle.js` has the same list.
#[derive(Clone, Copy)]
enum Event {
    /// With 0 or an error number.
    Connected = 0,
    /// With bytes; or with a number: an error, or [`END`].
    Read = 1,
    Written = 2,
    ShutDown = 3,
    Closed = 4,
    /// With the number of the new connection.
    Accepted = 5,
}

/// libuv's number for the end of a stream.
const END: i32 = -4095;

#[derive(Clone)]
enum Endpoint {
    Connection(Rc<Connection>),
    Listener(Rc<Listener>),
}

#[derive(Default)]
struct Table {
    last: u32,
    endpoints: HashMap<u32, Endpoint>,
}

thread_local! {
    static TABLE: RefCell<Table> = RefCell::default();
}

/// A number that nobody has. Numbers of the living are not given twice, however long the program runs.
fn new_id() -> u32 {
    TABLE.with_borrow_mut(|table| {
        loop {
            table.last = table.last.wrapping_add(1);
            if !table.endpoints.contains_key(&table.last) {
                return table.last;
            }
        }
    })
}

fn add(id: u32, endpoint: Endpoint) {
    TABLE.with_borrow_mut(|table| table.endpoints.insert(id, endpoint));
}

/// Lets go of a number, once its 'closed' was told.
fn remove(id: u32) {
    let removed = TABLE.with_borrow_mut(|table| table.endpoints.remove(&id));
    drop(removed);
}

fn find<'c>(call: &Call<'c>) -> Result<Endpoint, Failure<'c>> {
    let id = call.number(0)? as u32;
    let found = TABLE.with_borrow(|table| table.endpoints.get(&id).cloned());
    found.ok_or_else(|| Throw::error(format!("there is no socket with the number {id}")).into())
}

fn connection<'c>(call: &Call<'c>) -> Result<Rc<Connection>, Failure<'c>> {
    match find(call)? {
        Endpoint::Connection(connection) => Ok(connection),
        Endpoint::Listener(_) => Err(Throw::error("a listening socket cannot do this").into()),
    }
}

/// One macrotask.
fn tell(id: u32, event: Event, value: Out<'_>) {
    let host = host();
    let arguments = vec![Out::Number(f64::from(id)), Out::Number(f64::from(event as u8)), value];
    host.call(&host.entries.net_event, arguments);
}

/// As libuv counts errors: negative.
fn negative(error: &io::Error) -> i32 {
    -error.raw_os_error().unwrap_or(match error.kind() {
        io::ErrorKind::InvalidInput => libc::EINVAL,
        _ => libc::EIO,
    })
}

fn status(outcome: io::Result<()>) -> i32 {
    outcome.map_or_else(|error| negative(&error), |()| 0)
}

pub fn fill(binding: &Binding<'_>) {
    fill_connections(binding);
    binding
        .function("family", |call| {
            let family = match call.text(0)?.parse::<IpAddr>() {
                Ok(IpAddr::V4(_)) => 4,
                Ok(IpAddr::V6(_)) => 6,
                Err(_) => 0,
            };
            Ok(family.into())
        })
        .function("resolveLocalhost", |call| {
            requests::submit("getaddrinfo", call.number(0)?, resolve_localhost);
            Ok(().into())
        })
        .function("listen", |call| {
            let backlog = call.number(2)? as i32;
            let opened = socket_address(call, 0)?.and_then(|address| Listener::tcp(address, backlog));
            Ok(opened.map_or_else(|error| f64::from(negative(&error)), f64::from).into())
        })
        .function("listenPath", |call| {
            let opened = Listener::path(call.text(0)?.into(), call.number(1)? as i32);
            Ok(opened.map_or_else(|error| f64::from(negative(&error)), f64::from).into())
        })
        .function("setReferenced", |call| {
            let referenced = call.boolean(1);
            match find(call)? {
                Endpoint::Connection(connection) => connection.set_referenced(referenced),
                Endpoint::Listener(listener) => listener.set_referenced(referenced),
            }
            Ok(().into())
        })
        .function("localName", |call| {
            let name = match find(call)? {
                Endpoint::Connection(connection) => connection.local_name(),
                Endpoint::Listener(listener) => listener.local_name(),
            };
            Ok(describe(name, call))
        })
        .function("close", |call| {
            match find(call)? {
                Endpoint::Connection(connection) => connection.close(),
                Endpoint::Listener(listener) => listener.close(),
            }
            Ok(().into())
        });
}

fn fill_connections(binding: &Binding<'_>) {
    binding
        .function("open", |_| Ok(Connection::open().into()))
        .function("connect", |call| {
            let connection = connection(call)?;
            let outcome = socket_address(call, 1)?.and_then(|address| connection.connect(address));
            Ok(status(outcome).into())
        })
        .function("connectPath", |call| {
            connection(call)?.connect_path(call.text(1)?.as_ref());
            Ok(().into())
        })
        .function("readStart", |call| Ok(status(connection(call)?.read_start()).into()))
        .function("readStop", |call| {
            connection(call)?.read_stop();
            Ok(().into())
        })
        .function("write", |call| -> Answer<'_> {
            let connection = connection(call)?;
            Ok(call.with_bytes(1, |bytes| connection.write(bytes))?.into())
        })
        .function("shutDown", |call| Ok(connection(call)?.shut_down().into()))
        .function("setNoDelay", |call| Ok(status(connection(call)?.set_no_delay(call.boolean(1))).into()))
        .function("peerName", |call| Ok(describe(connection(call)?.peer_name(), call)));
}

/// An address and a port, from two arguments.
fn socket_address<'c>(call: &Call<'c>, index: usize) -> Result<io::Result<SocketAddr>, Failure<'c>> {
    let (host, port) = (call.text(index)?, call.number(index + 1)? as u16);
    let address = host.parse::<IpAddr>().map(|address| SocketAddr::new(address, port));
    Ok(address.map_err(|_| io::Error::from_raw_os_error(libc::EINVAL)))
}

/// Address, port and family, as texts; undefined for what has none.
fn describe<'c>(name: Option<SocketAddr>, call: &Call<'c>) -> Out<'c> {
    let Some(name) = name else { return Out::Undefined };
    let family = if name.is_ipv4() { "IPv4" } else { "IPv6" };
    Reply::Texts(vec![name.ip().to_string(), name.port().to_string(), family.to_owned()]).into_out(call.cx())
}

fn resolve_localhost() -> Result<Reply, SystemError> {
    let addresses = ("localhost", 0).to_socket_addrs().map_err(|error| SystemError::from_io(&error, "getaddrinfo"))?;
    Ok(Reply::Texts(addresses.map(|address| address.ip().to_string()).collect()))
}
