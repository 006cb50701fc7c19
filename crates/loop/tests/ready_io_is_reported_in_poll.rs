//! Sources: readiness is reported in poll, to whoever is registered then, and never delayed for long by a busy loop.

mod journal;
mod millis;

use std::cell::{Cell, RefCell};
use std::io::{Read, Write};
use std::os::fd::AsRawFd;
use std::rc::Rc;
use std::time::Duration;

use hexloop::mio::net::{TcpListener, TcpStream};
use hexloop::mio::unix::{SourceFd, pipe};
use hexloop::{Check, Idle, Interest, Loop, RunMode, Source, Timer, VirtualClock};
use journal::Journal;
use millis::ms;

#[test]
fn low_priority_events_come_after_what_became_ready_with_them() {
    let (lp, journal) = (Loop::new().unwrap(), Journal::new());
    let mut pipes: Vec<_> = (0..3).map(|_| pipe::new().unwrap()).collect();
    let sources: Vec<_> = (0..3)
        .map(|at| {
            let journal = journal.clone();
            let on_ready = move |_| journal.note(at.to_string());
            Source::register(&lp, &mut pipes[at].1, Interest::READABLE, on_ready).unwrap()
        })
        .collect();
    sources[0].set_low_priority();
    for (sender, _) in &mut pipes {
        sender.write_all(b"x").unwrap();
    }
    lp.run(RunMode::Once).unwrap();
    assert_eq!(journal.take_line(), "1 2 0");
}

#[test]
fn a_socket_becomes_writable_then_readable_then_closed() {
    let (lp, journal) = (Loop::new().unwrap(), Journal::new());
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let mut client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let (mut server, _) = listener.accept().unwrap();
    let source = Source::register(&lp, &mut client, Interest::READABLE | Interest::WRITABLE, {
        let journal = journal.clone();
        move |ready| {
            journal.note(format!("r{} w{} c{}", ready.readable as u8, ready.writable as u8, ready.read_closed as u8))
        }
    })
    .unwrap();
    lp.run(RunMode::Once).unwrap();
    assert_eq!(journal.take_line(), "r0 w1 c0");
    source.reregister(&mut client, Interest::READABLE).unwrap();
    server.write_all(b"hello").unwrap();
    lp.run(RunMode::Once).unwrap();
    assert_eq!(journal.take_line(), "r1 w0 c0");
    let mut text = [0; 16];
    assert_eq!(client.read(&mut text).unwrap(), 5);
    drop(server);
    lp.run(RunMode::Once).unwrap();
    assert_eq!(journal.take_line(), "r1 w0 c1");
    source.deregister(&mut client).unwrap();
    assert!(!lp.is_alive());
    let error = source.reregister(&mut client, Interest::READABLE).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::NotFound);
}

#[test]
fn a_raw_descriptor_can_be_watched() {
    let (lp, journal) = (Loop::new().unwrap(), Journal::new());
    let (mut sender, receiver) = pipe::new().unwrap();
    let fd = receiver.as_raw_fd();
    let source = Source::register(&lp, &mut SourceFd(&fd), Interest::READABLE, {
        let journal = journal.clone();
        move |_| journal.note("readable")
    });
    sender.write_all(b"x").unwrap();
    lp.run(RunMode::Once).unwrap();
    assert_eq!(journal.take_line(), "readable");
    source.unwrap().deregister(&mut SourceFd(&fd)).unwrap();
}

#[test]
fn what_cannot_be_watched_is_refused_and_leaves_no_trace() {
    let lp = Loop::new().unwrap();
    let file = std::fs::File::open("/proc/self/exe").unwrap();
    let fd = file.as_raw_fd();
    let refused = Source::register(&lp, &mut SourceFd(&fd), Interest::READABLE, |_| ());
    assert!(refused.is_err());
    assert!(!lp.is_alive());
}

#[test]
fn a_source_deregistered_by_an_earlier_callback_of_the_batch_does_not_run() {
    let (lp, journal) = (Loop::new().unwrap(), Journal::new());
    type Watched = (pipe::Receiver, Option<Source>);
    let pipes: Rc<RefCell<Vec<Watched>>> = Rc::default();
    let mut senders = Vec::new();
    for at in 0..2 {
        let (sender, mut receiver) = pipe::new().unwrap();
        let (journal, to_silence) = (journal.clone(), pipes.clone());
        let on_ready = move |_| {
            journal.note("ready");
            // Each silences the other: whichever is first, the second must not run.
            let mut pipes = to_silence.borrow_mut();
            let (receiver, source) = &mut pipes[1 - at];
            if let Some(source) = source.take() {
                source.deregister(receiver).unwrap();
            }
        };
        let source = Source::register(&lp, &mut receiver, Interest::READABLE, on_ready).unwrap();
        pipes.borrow_mut().push((receiver, Some(source)));
        senders.push(sender);
    }
    senders.iter_mut().for_each(|sender| sender.write_all(b"x").unwrap());
    lp.run(RunMode::Once).unwrap();
    assert_eq!(journal.take_line(), "ready");
    pipes.borrow_mut().clear();
}

#[test]
fn a_source_registered_in_a_callback_is_reported_in_a_later_turn() {
    let lp = Loop::new().unwrap();
    let journal = Journal::new();
    let mut listener = TcpListener::bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let address = listener.local_addr().unwrap();
    let inner: Rc<RefCell<Option<(pipe::Receiver, Source)>>> = Rc::default();
    let (mut sender, receiver) = pipe::new().unwrap();
    sender.write_all(b"ready before it is registered").unwrap();
    let receiver = Cell::new(Some(receiver));
    let outer = Source::register(&lp, &mut listener, Interest::READABLE, {
        let (lp, journal, inner) = (lp.clone(), journal.clone(), inner.clone());
        move |_| {
            journal.note("outer");
            let mut receiver = receiver.take().unwrap();
            let on_ready = {
                let journal = journal.clone();
                move |_| journal.note("inner")
            };
            let source = Source::register(&lp, &mut receiver, Interest::READABLE, on_ready).unwrap();
            *inner.borrow_mut() = Some((receiver, source));
        }
    });
    let _client = TcpStream::connect(address).unwrap();
    lp.run(RunMode::Once).unwrap();
    assert_eq!(journal.take_line(), "outer");
    lp.run(RunMode::Once).unwrap();
    assert_eq!(journal.take_line(), "inner");
    inner.take();
    drop(outer);
}

/// A loop that spins, with a pipe that becomes readable: it ends only if poll is looked at in spite of that.
fn busy_loop_sees_a_pipe(lp: &Loop) {
    let (mut sender, mut receiver) = pipe::new().unwrap();
    let source = Source::register(lp, &mut receiver, Interest::READABLE, {
        let lp = lp.clone();
        move |_| lp.stop()
    });
    let idle = Idle::without_callback(lp);
    idle.start();
    let writer = std::thread::spawn(move || sender.write_all(b"x").unwrap());
    assert!(lp.run(RunMode::Default).unwrap());
    writer.join().unwrap();
    source.unwrap().deregister(&mut receiver).unwrap();
}

fn polling_twice_a_millisecond() -> Loop {
    Loop::builder().min_poll_interval(Duration::from_micros(500)).build().unwrap()
}

#[test]
fn a_busy_loop_does_not_starve_io() {
    busy_loop_sees_a_pipe(&Loop::new().unwrap());
    busy_loop_sees_a_pipe(&polling_twice_a_millisecond());
}

#[test]
fn nor_does_it_in_virtual_time_that_stands_still() {
    busy_loop_sees_a_pipe(&Loop::builder().clock(VirtualClock::new()).build().unwrap());
}

#[test]
fn a_busy_loop_polls_once_per_interval_at_most() {
    let lp = polling_twice_a_millisecond();
    let (_sender, mut receiver) = pipe::new().unwrap();
    let source = Source::register(&lp, &mut receiver, Interest::READABLE, |_| ());
    let idle = Idle::new(&lp, || ());
    idle.start();
    let stopper = Timer::new(&lp, {
        let lp = lp.clone();
        move || lp.stop()
    });
    stopper.start(ms(20));
    let began = lp.now_fresh();
    lp.run(RunMode::Default).unwrap();
    let half_milliseconds = (lp.now_fresh() - began).as_micros() as u64 / 500;
    let metrics = lp.metrics();
    assert!(metrics.polls <= half_milliseconds + 2, "{metrics:?} in {half_milliseconds} half milliseconds");
    assert!(metrics.polls > 0);
    source.unwrap().deregister(&mut receiver).unwrap();
}

#[test]
fn without_an_interval_a_busy_loop_polls_in_every_turn() {
    let lp = Loop::new().unwrap();
    let (_sender, mut receiver) = pipe::new().unwrap();
    let source = Source::register(&lp, &mut receiver, Interest::READABLE, |_| ()).unwrap();
    let turns = Cell::new(0);
    let idle = Idle::new(&lp, {
        let lp = lp.clone();
        move || {
            turns.set(turns.get() + 1);
            if turns.get() == 100 {
                lp.stop();
            }
        }
    });
    idle.start();
    lp.run(RunMode::Default).unwrap();
    assert_eq!(lp.metrics().polls, 100);
    source.deregister(&mut receiver).unwrap();
}

#[test]
fn expected_io_is_polled_for_in_the_next_turn() {
    let lp = Loop::builder().min_poll_interval(ms(60_000)).build().unwrap();
    let journal = Journal::new();
    let (sender, mut receiver) = pipe::new().unwrap();
    let source = Source::register(&lp, &mut receiver, Interest::READABLE, {
        let journal = journal.clone();
        move |_| journal.note("io")
    });
    let idle = Idle::without_callback(&lp);
    idle.start();
    let turns = Cell::new(0);
    let check = Check::new(&lp, {
        let (lp, journal) = (lp.clone(), journal.clone());
        let sender = RefCell::new(sender);
        move || {
            turns.set(turns.get() + 1);
            if turns.get() == 10 {
                sender.borrow_mut().write_all(b"x").unwrap();
                lp.expect_io();
                journal.note("written");
            } else if turns.get() == 11 {
                journal.note("next check");
                lp.stop();
            }
        }
    });
    check.start();
    lp.run(RunMode::Default).unwrap();
    assert_eq!(journal.take_line(), "written io next check");
    source.unwrap().deregister(&mut receiver).unwrap();
}

#[test]
fn a_busy_loop_without_sources_never_polls_the_system() {
    let lp = Loop::new().unwrap();
    let turns = Rc::new(Cell::new(0));
    let idle = Idle::new(&lp, {
        let (lp, turns) = (lp.clone(), turns.clone());
        move || {
            turns.set(turns.get() + 1);
            if turns.get() == 100_000 {
                lp.stop();
            }
        }
    });
    idle.start();
    lp.run(RunMode::Default).unwrap();
    assert_eq!((turns.get(), lp.metrics().polls), (100_000, 0));
}
