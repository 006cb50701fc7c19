//! An event loop with libuv's and Node's six phases, as a Rust library.
//!
//! It does for a Rust program what libuv does for Node: timers, I/O readiness, wake-ups from other threads and a thread
//! pool, on one thread, in an order that is written down. It is the loop of Hexloop, a JavaScript runtime that follows
//! Node 26 exactly wherever an order is observable, and has no JavaScript in it.
//!
//! # One turn
//!
//! ```text
//!    ┌──────────────────────────┐
//! ┌─▶│ 1 timers                 │  Timer: due ones, by due time, then by start order
//! │  │ 2 pending callbacks      │  Loop::defer: what was deferred in the turn before
//! │  │ 3 idle, prepare          │  Idle, Prepare: once per turn while started
//! │  │ 4 poll                   │  Source, LoopProxy::post, AsyncHandle, Loop::submit
//! │  │ 5 check                  │  Check: once per turn while started
//! └──│ 6 close callbacks        │  Handle::close, Loop::on_close
//!    └──────────────────────────┘
//! ```
//!
//! * Each phase runs what was in its queue when it began. What a callback adds to the running phase waits for the next
//!   turn.
//! * The clock is read once per turn, when it is first needed, and again when poll has slept. [`Loop::now`] is that
//!   reading.
//! * Poll waits until a timer is due, or for ever. It does not wait while an idle hook is active, something is pending or
//!   closing, the loop is stopping, or nothing keeps it alive. It takes at most 48 × 1,024 events.
//! * The loop is alive while a handle is active and [referenced](Handle::ref_), a request is under way
//!   ([`Loop::keep_alive`], [`Loop::submit`]), or something is pending or closing. [`RunMode::Default`] runs until it is
//!   not.
//!
//! Rules of Node that other programs may not want are chosen in the [`Builder`]: the entry rule, the minimum poll interval,
//! a pool size from the environment, the order of close callbacks.
//!
//! # A complete program
//!
//! An echo server, with a timer that would give up and a job on the pool:
//!
//! ```
//! use std::cell::RefCell;
//! use std::collections::HashMap;
//! use std::io::{self, ErrorKind, Read, Write};
//! use std::os::fd::AsRawFd;
//! use std::rc::{Rc, Weak};
//! use std::time::Duration;
//!
//! use hexloop::mio::net::{TcpListener, TcpStream};
//! use hexloop::mio::unix::SourceFd;
//! use hexloop::{Handle, Interest, Loop, RunMode, Source, Timer};
//!
//! fn main() -> io::Result<()> {
//!     let lp = Loop::new()?;
//!
//!     // Phase 4: a listening socket. The loop calls back when it becomes ready.
//!     let listener = TcpListener::bind("127.0.0.1:0".parse().unwrap())?;
//!     let (address, fd) = (listener.local_addr()?, listener.as_raw_fd());
//!     let mut server = Server { lp: lp.clone(), listener, clients: Rc::default() };
//!     let listening =
//!         Source::register(&lp, &mut SourceFd(&fd), Interest::READABLE, move |_| server.accept_all().unwrap())?;
//!
//!     // Phase 1: a timer that ends the program if nobody comes. It does not keep the loop alive by itself.
//!     let give_up = Timer::new(&lp, {
//!         let lp = lp.clone();
//!         move || lp.stop()
//!     });
//!     give_up.start(Duration::from_secs(10));
//!     give_up.unref();
//!
//!     // The thread pool: `work` runs there, `done` here, in poll. These are five clients that come all at once.
//!     let mut clients: Vec<_> = (0..5).map(|_| std::net::TcpStream::connect(address)).collect::<io::Result<_>>()?;
//!     let work = move || -> io::Result<Vec<u8>> {
//!         let mut answers = Vec::new();
//!         for client in &mut clients {
//!             client.write_all(b"hello")?;
//!             client.shutdown(std::net::Shutdown::Write)?;
//!             client.read_to_end(&mut answers)?;
//!         }
//!         Ok(answers)
//!     };
//!     lp.submit("clients", work, move |answers| {
//!         assert_eq!(answers.unwrap().unwrap(), b"hellohellohellohellohello");
//!         listening.close(|| ());
//!     });
//!
//!     lp.run(RunMode::Default)?;
//!     Ok(())
//! }
//!
//! type Clients = RefCell<HashMap<i32, Source>>;
//!
//! struct Server {
//!     lp: Loop,
//!     listener: TcpListener,
//!     clients: Rc<Clients>,
//! }
//!
//! impl Server {
//!     /// Readiness is edge-triggered: it is reported once, for all clients that wait.
//!     fn accept_all(&mut self) -> io::Result<()> {
//!         loop {
//!             match self.listener.accept() {
//!                 Ok((stream, _)) => self.serve(stream)?,
//!                 Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
//!                 Err(error) => return Err(error),
//!             }
//!         }
//!     }
//!
//!     fn serve(&self, mut stream: TcpStream) -> io::Result<()> {
//!         let fd = stream.as_raw_fd();
//!         // The clients own the callbacks, so the callbacks must not own the clients.
//!         let clients: Weak<Clients> = Rc::downgrade(&self.clients);
//!         let mut unsent = Vec::new();
//!         let on_ready = move |_| {
//!             if !matches!(echo(&mut stream, &mut unsent), Ok(Progress::Waiting)) {
//!                 let ended = clients.upgrade().and_then(|clients| clients.borrow_mut().remove(&fd));
//!                 drop(ended); // and with it, after this callback, the stream
//!             }
//!         };
//!         let both = Interest::READABLE | Interest::WRITABLE;
//!         let source = Source::register(&self.lp, &mut SourceFd(&fd), both, on_ready)?;
//!         self.clients.borrow_mut().insert(fd, source);
//!         Ok(())
//!     }
//! }
//!
//! enum Progress {
//!     Waiting,
//!     Ended,
//! }
//!
//! /// Reads and writes until the system says `WouldBlock`, or the client has ended.
//! fn echo(stream: &mut TcpStream, unsent: &mut Vec<u8>) -> io::Result<Progress> {
//!     let mut bytes = [0; 1024];
//!     loop {
//!         let step = match unsent.is_empty() {
//!             true => stream.read(&mut bytes).inspect(|count| unsent.extend_from_slice(&bytes[..*count])),
//!             false => stream.write(unsent).inspect(|count| drop(unsent.drain(..*count))),
//!         };
//!         match step {
//!             Ok(0) => return Ok(Progress::Ended),
//!             Ok(_) => {}
//!             Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(Progress::Waiting),
//!             Err(error) => return Err(error),
//!         }
//!     }
//! }
//! ```
//!
//! The package's `examples` folder has more: an echo server for many clients, a ticker, a pool at work.
//!
//! # Handles and callbacks
//!
//! A handle ([`Timer`], [`Idle`], [`Prepare`], [`Check`], [`Source`], [`AsyncHandle`]) owns a callback and belongs to one
//! loop; what handles have in common is the trait [`Handle`]. Dropping a handle stops it. Closing it does too, and calls
//! back in the close phase.
//!
//! A callback may do anything to any handle: start, stop, close or drop it, its own included. The loop holds no borrow
//! while a callback runs. A callback that panics unwinds through [`Loop::run`]; the loop can be run again, and continues
//! with what the panic left over.
//!
//! A loop owns its callbacks, and a handle keeps its loop. So a callback that owns its own handle is a reference cycle that
//! only `close` breaks; let it hold a [`Weak`](std::rc::Weak). And a callback that owns the loop keeps the loop until it
//! has run; where that may never happen let it hold a [`WeakLoop`], or [`close`](Loop::close) the loop.
//!
//! # Other threads
//!
//! [`Loop`] and handles stay on their thread. A [`LoopProxy`] posts closures to the loop from any thread, an
//! [`AsyncHandle`] is for wake-ups that carry no message and may be coalesced, and [`Loop::submit`] runs work on the
//! [`Pool`], which the whole process shares. None of them makes a system call while the loop is awake.
//!
//! # Time
//!
//! Timers never run early, by the nanosecond. With a [`VirtualClock`] time jumps to the next timer when nothing else can
//! run: a test of an hour takes a millisecond, always in the same order.
//!
//! # Observing a loop
//!
//! An [`Observer`] is called for every phase, callback, wait and job; without one it costs a predictable branch.
//! [`Loop::metrics`] counts turns, events and idle time. A [`LoopStatus`] shows them to other threads, also while a
//! callback blocks the loop.
//!
//! # What a turn costs
//!
//! One reading of the clock and little else; not even that if there are no timers and nothing reads it. A turn that may not wait
//! polls the system only if a source is registered and the last poll was a
//! [minimum poll interval](Builder::min_poll_interval) ago.
//!
//! # Platforms
//!
//! Whatever mio supports with `epoll` or `kqueue`: Linux, macOS, the BSDs. Developed and tested on Linux.

#![warn(missing_docs, missing_debug_implementations)]

mod adaptive_spin;
mod async_handle;
mod backoff;
mod builder;
mod check;
mod clock;
mod close;
mod event_loop;
mod handle;
mod hooks;
mod idle;
mod job;
mod metrics;
mod observer;
mod pending;
mod poll;
mod pool;
mod prepare;
mod remote_queue;
mod slots;
mod source;
mod status;
mod sys;
mod timer_heap;
mod timers;
mod wake_coalescing;
mod weak;
mod work_queue;

pub use async_handle::{AsyncHandle, Notifier};
pub use builder::Builder;
pub use check::Check;
pub use clock::{Clock, RealClock, VirtualClock};
pub use close::CloseOrder;
pub use event_loop::{KeepAlive, Loop, RunMode};
pub use handle::Handle;
pub use idle::Idle;
pub use job::{Job, JobError};
pub use metrics::Metrics;
pub use mio;
pub use mio::Interest;
pub use observer::{CallbackKind, JobEvent, Observer, Phase};
pub use pool::Pool;
pub use prepare::Prepare;
pub use remote_queue::LoopProxy;
pub use source::{Readiness, Source};
pub use status::{LoopSnapshot, LoopState, LoopStatus};
pub use sys::Pollable;
pub use timers::Timer;
pub use weak::WeakLoop;

/// The examples of the README are tests, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
