//! A source that is closed or dropped is gone from the system's list: no wake-up comes of it, and its descriptor can be
//! registered again. A descriptor whose number went to another source is left alone.

mod journal;
mod millis;

use std::io::{ErrorKind, Write};
use std::os::fd::AsRawFd;

use hexloop::mio::net::{TcpListener, TcpStream};
use hexloop::mio::unix::SourceFd;
use hexloop::mio::unix::pipe::{self, Receiver};
use hexloop::{Handle, Interest, Loop, RunMode, Source, Timer};
use journal::Journal;
use millis::ms;

fn watch(lp: &Loop, receiver: &mut Receiver, journal: &Journal, line: &'static str) -> Source {
    let note = journal.noting(line);
    Source::register(lp, receiver, Interest::READABLE, move |_| note()).unwrap()
}

/// Runs for some milliseconds; how many events the system reported meanwhile.
fn events_of_a_while(lp: &Loop, each: impl FnMut() + 'static) -> u64 {
    let before = lp.metrics().events;
    let timer = Timer::new(lp, each);
    timer.start_repeating(ms(1), ms(1));
    for _ in 0..10 {
        lp.run(RunMode::Once).unwrap();
    }
    lp.metrics().events - before
}

#[test]
fn a_source_that_was_dropped_or_closed_does_not_wake_the_loop() {
    let (lp, journal) = (Loop::new().unwrap(), Journal::new());
    for end in [drop::<Source> as fn(Source), |source| source.close(|| ()), |source| std::mem::forget(source)] {
        let (mut sender, mut receiver) = pipe::new().unwrap();
        let other = pipe::new().unwrap();
        let mut other_receiver = other.1;
        // One that is never ready, so that there is something to poll.
        let _other = watch(&lp, &mut other_receiver, &journal, "other");
        end(watch(&lp, &mut receiver, &journal, "readable"));
        let events = events_of_a_while(&lp, move || sender.write_all(b"x").unwrap());
        if journal.take().is_empty() {
            assert_eq!(events, 0);
        } else {
            assert!(events > 0, "the one that was forgotten is still there");
        }
    }
}

#[test]
fn a_closed_source_is_deregistered_and_can_be_registered_again() {
    let (lp, journal) = (Loop::new().unwrap(), Journal::new());
    let (mut sender, mut receiver) = pipe::new().unwrap();
    let source = watch(&lp, &mut receiver, &journal, "first");
    source.close(journal.noting("closed"));
    source.deregister(&mut receiver).unwrap();
    let error = source.reregister(&mut receiver, Interest::READABLE).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    let again = watch(&lp, &mut receiver, &journal, "second");
    drop(source);
    sender.write_all(b"x").unwrap();
    lp.run(RunMode::NoWait).unwrap();
    assert_eq!(journal.take_line(), "second closed");
    drop(again);
    let _third = watch(&lp, &mut receiver, &journal, "third");
    lp.run(RunMode::NoWait).unwrap();
    assert_eq!(journal.take_line(), "third");
}

#[test]
fn sockets_of_mio_can_be_registered_again_after_a_drop() {
    let lp = Loop::new().unwrap();
    let mut listener = TcpListener::bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let mut stream = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    for _ in 0..3 {
        drop(Source::register(&lp, &mut listener, Interest::READABLE, |_| ()).unwrap());
        drop(Source::register(&lp, &mut stream, Interest::WRITABLE, |_| ()).unwrap());
    }
    // And with another loop.
    let other = Loop::new().unwrap();
    drop(Source::register(&other, &mut stream, Interest::WRITABLE, |_| ()).unwrap());
}

#[test]
fn a_descriptor_cannot_be_registered_twice_at_once() {
    let (lp, journal) = (Loop::new().unwrap(), Journal::new());
    let (mut sender, mut receiver) = pipe::new().unwrap();
    let _first = watch(&lp, &mut receiver, &journal, "first");
    let second = Source::register(&lp, &mut receiver, Interest::READABLE, |_| panic!("it was refused"));
    assert_eq!(second.err().unwrap().kind(), ErrorKind::AlreadyExists);
    sender.write_all(b"x").unwrap();
    lp.run(RunMode::NoWait).unwrap();
    assert_eq!(journal.take_line(), "first");
}

/// Closes `receiver` and gives its number to another pipe at once, so that no thread can take it in between.
fn replace_descriptor(receiver: &Receiver, by: &Receiver) {
    // SAFETY: two open descriptors; the first is meant to be closed by this.
    let number = unsafe { libc::dup2(by.as_raw_fd(), receiver.as_raw_fd()) };
    assert_eq!(number, receiver.as_raw_fd());
}

#[test]
fn a_number_that_went_to_another_source_is_left_alone() {
    for end in [drop::<Source> as fn(Source), |source| source.close(|| ())] {
        let (lp, journal) = (Loop::new().unwrap(), Journal::new());
        let (_first_sender, mut first) = pipe::new().unwrap();
        let (mut sender, second) = pipe::new().unwrap();
        let old = watch(&lp, &mut first, &journal, "old");
        replace_descriptor(&first, &second);
        let number = first.as_raw_fd();
        let note = journal.noting("new");
        let new = Source::register(&lp, &mut SourceFd(&number), Interest::READABLE, move |_| note()).unwrap();
        let error = old.reregister(&mut SourceFd(&number), Interest::WRITABLE).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotFound);
        end(old);
        sender.write_all(b"x").unwrap();
        lp.run(RunMode::NoWait).unwrap();
        lp.run(RunMode::NoWait).unwrap();
        assert_eq!(journal.take_line(), "new");
        new.deregister(&mut SourceFd(&number)).unwrap();
    }
}

#[test]
fn a_source_outlives_its_descriptor_without_harm() {
    let (lp, journal) = (Loop::new().unwrap(), Journal::new());
    let (_sender, mut receiver) = pipe::new().unwrap();
    let source = watch(&lp, &mut receiver, &journal, "readable");
    drop(receiver);
    assert!(lp.is_alive());
    drop(source);
    assert!(!lp.is_alive());
}

#[test]
fn another_descriptor_is_not_taken_for_the_registered_one() {
    let (lp, journal) = (Loop::new().unwrap(), Journal::new());
    let (mut sender, mut receiver) = pipe::new().unwrap();
    let (_other_sender, mut other) = pipe::new().unwrap();
    let source = watch(&lp, &mut receiver, &journal, "readable");
    let error = source.reregister(&mut other, Interest::READABLE).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidInput);
    sender.write_all(b"x").unwrap();
    lp.run(RunMode::NoWait).unwrap();
    assert_eq!(journal.take_line(), "readable");
}

#[test]
fn what_the_callback_owned_may_register_the_descriptor_again_when_it_is_dropped() {
    struct Again {
        lp: Loop,
        fd: i32,
        journal: Journal,
    }
    impl Drop for Again {
        fn drop(&mut self) {
            let registered = Source::register(&self.lp, &mut SourceFd(&self.fd), Interest::READABLE, |_| ());
            self.journal.note(if registered.is_ok() { "registered" } else { "refused" });
        }
    }
    let (lp, journal) = (Loop::new().unwrap(), Journal::new());
    let (_sender, mut receiver) = pipe::new().unwrap();
    let again = Again { lp: lp.clone(), fd: receiver.as_raw_fd(), journal: journal.clone() };
    let on_ready = move |_| drop(again.journal.clone());
    drop(Source::register(&lp, &mut receiver, Interest::READABLE, on_ready).unwrap());
    assert_eq!(journal.take_line(), "registered");
}
