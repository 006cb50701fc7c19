//! Ping-pong over loopback: a client writes 64 bytes, the server on the same loop writes them back, a hundred
//! thousand times.

#[path = "measure.rs"]
mod measure;

use std::cell::{Cell, RefCell};
use std::io::{ErrorKind, Read, Write};
use std::rc::Rc;
use std::time::Instant;

use hexloop::mio::net::{TcpListener, TcpStream};
use hexloop::{Interest, Loop, RunMode, Source};

const TRIPS: usize = 100_000;
const MESSAGE: usize = 64;

type Shared<T> = Rc<RefCell<T>>;

/// Calls `on_message` for every message received; it returns whether to reply.
fn converse(lp: &Loop, stream: TcpStream, on_message: impl Fn() -> bool + 'static) -> (Shared<TcpStream>, Source) {
    stream.set_nodelay(true).expect("nodelay");
    let stream = Rc::new(RefCell::new(stream));
    let mut buffer = vec![0; 65536];
    let on_ready = {
        let stream = stream.clone();
        move |_| {
            let read = stream.borrow_mut().read(&mut buffer);
            match read {
                Ok(MESSAGE) if on_message() => send_message(&stream),
                Ok(MESSAGE) => {}
                Ok(length) => panic!("bytes read: {length} instead of {MESSAGE}"),
                Err(error) => assert_eq!(error.kind(), ErrorKind::WouldBlock, "read: {error}"),
            }
        }
    };
    let source = Source::register(lp, &mut *stream.borrow_mut(), Interest::READABLE, on_ready).expect("register");
    (stream, source)
}

fn send_message(stream: &Shared<TcpStream>) {
    let written = stream.borrow_mut().write(&[0; MESSAGE]).expect("write");
    assert_eq!(written, MESSAGE, "bytes written");
}

fn main() {
    let lp = Loop::new().expect("a loop");
    let trips = Rc::new(Cell::new(0));
    let listener = TcpListener::bind("127.0.0.1:0".parse().expect("an address")).expect("bind");
    let address = listener.local_addr().expect("name");
    let listener = Rc::new(RefCell::new(listener));

    let began = Instant::now();
    let stream = TcpStream::connect(address).expect("connect");
    let (client, _watched) = converse(&lp, stream, {
        let (lp, trips) = (lp.clone(), trips.clone());
        move || {
            trips.set(trips.get() + 1);
            if trips.get() == TRIPS {
                lp.stop();
            }
            trips.get() < TRIPS
        }
    });
    let on_connection = {
        let (lp, listener) = (lp.clone(), listener.clone());
        let mut accepted = Vec::new();
        move |_| {
            let (stream, _) = listener.borrow_mut().accept().expect("accept");
            accepted.push(converse(&lp, stream, || true));
            send_message(&client);
        }
    };
    let _listening = Source::register(&lp, &mut *listener.borrow_mut(), Interest::READABLE, on_connection);
    lp.run(RunMode::Default).expect("the loop polls");
    let spent = began.elapsed();
    assert_eq!(trips.get(), TRIPS, "trips");
    measure::report(spent, TRIPS);
}
