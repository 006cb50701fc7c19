//! Data and the end of a stream that come together are one edge. Whoever reads by the documented rule, until `WouldBlock`
//! or a short read without `read_closed`, sees both.

use std::cell::{Cell, RefCell};
use std::io::{ErrorKind, Read, Write};
use std::os::fd::AsRawFd;
use std::rc::Rc;

use hexloop::mio::net::{TcpStream, UnixStream};
use hexloop::mio::unix::pipe;
use hexloop::{Interest, Loop, Pollable, RunMode, Source};

/// Reads by the rule: the bytes, and whether the end was seen, in one turn of the loop.
fn read_in_one_turn<S: Pollable + Read + 'static>(stream: S) -> (Vec<u8>, bool) {
    let lp = Loop::new().unwrap();
    let stream = Rc::new(RefCell::new(stream));
    let (received, ended) = (Rc::new(RefCell::new(Vec::new())), Rc::new(Cell::new(false)));
    let source = Source::register(&lp, &mut *stream.borrow_mut(), Interest::READABLE, {
        let (stream, received, ended) = (stream.clone(), received.clone(), ended.clone());
        move |readiness| {
            let mut bytes = [0; 64];
            loop {
                match stream.borrow_mut().read(&mut bytes) {
                    Ok(0) => return ended.set(true),
                    Ok(count) => {
                        received.borrow_mut().extend_from_slice(&bytes[..count]);
                        if count < bytes.len() && !readiness.read_closed && !readiness.error {
                            return;
                        }
                    }
                    Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                    Err(error) => panic!("{error}"),
                }
            }
        }
    });
    lp.run(RunMode::Once).unwrap();
    drop(source);
    (received.take(), ended.get())
}

#[test]
fn in_a_pipe() {
    let (mut sender, receiver) = pipe::new().unwrap();
    sender.write_all(b"last words").unwrap();
    drop(sender);
    assert_eq!(read_in_one_turn(receiver), (b"last words".to_vec(), true));
}

#[test]
fn in_a_pair_of_unix_sockets() {
    let (mut sender, receiver) = UnixStream::pair().unwrap();
    sender.write_all(b"last words").unwrap();
    drop(sender);
    assert_eq!(read_in_one_turn(receiver), (b"last words".to_vec(), true));
}

#[test]
fn in_a_connection() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let mut sender = std::net::TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let (receiver, _) = listener.accept().unwrap();
    sender.write_all(b"last words").unwrap();
    drop(sender);
    let mut end = libc::pollfd { fd: receiver.as_raw_fd(), events: libc::POLLRDHUP, revents: 0 };
    // SAFETY: one pollfd, as the count says.
    assert_eq!(unsafe { libc::poll(&mut end, 1, -1) }, 1);
    receiver.set_nonblocking(true).unwrap();
    assert_eq!(read_in_one_turn(TcpStream::from_std(receiver)), (b"last words".to_vec(), true));
}
