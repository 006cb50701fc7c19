//! The remote queue: how other threads reach the loop.
//!
//! Every loop has one. Another thread pushes a message: a closure to run, a notification for an async handle, a pool job
//! that finished. Poll drains the queue in the order in which the messages came.
//!
//! A message wakes the loop only if the loop sleeps, and only once:
//!
//! ```text
//!   sender                                 loop, about to sleep
//!   ──────                                 ────────────────────
//!   push the message, nonempty = true      sleeping = true
//!   was the loop sleeping? then            is the queue nonempty? then do not sleep
//!     sleeping = false, wake it            sleep
//! ```
//!
//! Both sides write before they read, in one total order (`SeqCst`), so at least one of them sees the other: a
//! wake-up is never lost. A thousand messages to a loop that is awake cost no system call at all.

use std::cell::Cell;
use std::collections::VecDeque;
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::event_loop::Loop;
use crate::observer::CallbackKind;

/// Something sent to the loop.
pub(crate) trait Message: Send {
    /// Handles the message; returns whether it counts as an event of poll (notes for the observer do not).
    fn dispatch(self: Box<Self>, lp: &Loop) -> bool;
}

/// A closure from [`LoopProxy::post`].
struct Post<F>(F);

impl<F: FnOnce(&Loop) + Send> Message for Post<F> {
    fn dispatch(self: Box<Self>, lp: &Loop) -> bool {
        lp.call_once(CallbackKind::Post, lp.core().next_id(), || self.0(lp));
        true
    }
}

pub(crate) struct SharedQueue {
    messages: Mutex<Messages>,
    nonempty: AtomicBool,
    sleeping: AtomicBool,
    waker: mio::Waker,
}

#[derive(Default)]
struct Messages {
    queue: VecDeque<Box<dyn Message>>,
    /// The loop is gone: nobody will drain the queue.
    closed: bool,
}

impl SharedQueue {
    pub(crate) fn new(waker: mio::Waker) -> Arc<Self> {
        Arc::new(Self {
            messages: Mutex::default(),
            nonempty: AtomicBool::new(false),
            sleeping: AtomicBool::new(false),
            waker,
        })
    }

    fn lock(&self) -> MutexGuard<'_, Messages> {
        // Nothing that can panic runs under the lock.
        self.messages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Pushes a message and wakes the loop if it sleeps; returns the message if the loop is gone.
    pub(crate) fn send(&self, message: Box<dyn Message>) -> Result<(), Box<dyn Message>> {
        let mut messages = self.lock();
        if messages.closed {
            return Err(message);
        }
        let is_first = !self.nonempty.load(Ordering::Relaxed);
        messages.queue.push_back(message);
        if is_first {
            self.nonempty.store(true, Ordering::SeqCst);
        }
        drop(messages);
        // The thread that pushed the first message has woken the loop, or is about to.
        if is_first && self.sleeping.load(Ordering::SeqCst) && self.sleeping.swap(false, Ordering::SeqCst) {
            self.wake();
        }
        Ok(())
    }

    /// Pushes a message that can wait until the loop wakes for another reason.
    pub(crate) fn send_without_wake(&self, message: Box<dyn Message>) {
        let mut messages = self.lock();
        if !messages.closed {
            messages.queue.push_back(message);
        }
    }

    #[inline]
    pub(crate) fn has_messages(&self) -> bool {
        self.nonempty.load(Ordering::SeqCst)
    }

    pub(crate) fn set_sleeping(&self, sleeping: bool) {
        self.sleeping.store(sleeping, Ordering::SeqCst);
    }

    /// Swaps the queued messages for an empty queue, whose memory is reused.
    fn take_all(&self, empty: &mut VecDeque<Box<dyn Message>>) {
        let mut messages = self.lock();
        self.nonempty.store(false, Ordering::SeqCst);
        std::mem::swap(&mut messages.queue, empty);
    }

    fn wake(&self) {
        // An eventfd write fails only when its counter is full, that is when it is readable, or when the process has
        // no descriptors or memory left for it; there is nothing to do in that case.
        let woken: io::Result<()> = self.waker.wake();
        debug_assert!(woken.is_ok(), "waking the loop: {woken:?}");
    }
}

/// The loop's end of the queue.
pub(crate) struct RemoteQueue {
    pub(crate) shared: Arc<SharedQueue>,
    /// Messages that were taken out and not yet dispatched: more than one poll may take.
    backlog: Cell<VecDeque<Box<dyn Message>>>,
    has_backlog: Cell<bool>,
}

impl RemoteQueue {
    pub(crate) fn new(waker: mio::Waker) -> Self {
        Self { shared: SharedQueue::new(waker), backlog: Cell::default(), has_backlog: Cell::new(false) }
    }

    /// Whether a message is waiting. No system call, no lock.
    #[inline]
    pub(crate) fn has_messages(&self) -> bool {
        self.shared.has_messages() || self.has_backlog.get()
    }

    /// All of them, without dispatching them.
    pub(crate) fn take(&self) -> VecDeque<Box<dyn Message>> {
        let mut messages = self.backlog.take();
        self.has_backlog.set(false);
        let mut arrived = VecDeque::new();
        self.shared.take_all(&mut arrived);
        messages.append(&mut arrived);
        messages
    }

    /// Queues a message for the next poll, after those left over from this one.
    pub(crate) fn requeue(&self, message: Box<dyn Message>) {
        let mut backlog = self.backlog.take();
        backlog.push_back(message);
        self.backlog.set(backlog);
        self.has_backlog.set(true);
    }

    /// The messages to dispatch: those left over from the last time, or else what is in the queue.
    pub(crate) fn drain(&self) -> Drain<'_> {
        let mut messages = self.backlog.take();
        if messages.is_empty() {
            self.shared.take_all(&mut messages);
        }
        Drain { queue: self, messages }
    }
}

/// Messages being dispatched. What is left when it is dropped, because a callback panicked for instance, is kept.
pub(crate) struct Drain<'a> {
    queue: &'a RemoteQueue,
    messages: VecDeque<Box<dyn Message>>,
}

impl Drain<'_> {
    pub(crate) fn len(&self) -> usize {
        self.messages.len()
    }
}

impl Iterator for Drain<'_> {
    type Item = Box<dyn Message>;

    fn next(&mut self) -> Option<Box<dyn Message>> {
        self.messages.pop_front()
    }
}

impl Drop for Drain<'_> {
    fn drop(&mut self) {
        self.queue.has_backlog.set(!self.messages.is_empty());
        self.queue.backlog.set(std::mem::take(&mut self.messages));
    }
}

impl Drop for RemoteQueue {
    fn drop(&mut self) {
        let undelivered = {
            let mut messages = self.shared.lock();
            messages.closed = true;
            std::mem::take(&mut messages.queue)
        };
        // Outside of the lock: a closure may own a LoopProxy that is used when it is dropped.
        drop(undelivered);
    }
}

/// A proxy of a loop for other threads: it can be cloned, sent and shared, and posts closures to run on the loop's thread.
/// (winit's `EventLoopProxy` and asyncio's `call_soon_threadsafe` are the same idea.)
///
/// It does not keep the loop alive: hold a [`KeepAlive`](crate::KeepAlive) on the loop's side while a post is expected.
/// What is posted to a loop that is not running waits for its next poll.
///
/// ```
/// use hexloop::{Loop, RunMode};
///
/// let lp = Loop::new()?;
/// let waiting = lp.keep_alive();
/// let proxy = lp.proxy();
/// std::thread::spawn(move || {
///     proxy.post(|lp| lp.stop());
/// });
/// lp.run(RunMode::Default)?;
/// drop(waiting);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone)]
pub struct LoopProxy {
    shared: Arc<SharedQueue>,
}

impl fmt::Debug for LoopProxy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LoopProxy").field("has_messages", &self.shared.has_messages()).finish_non_exhaustive()
    }
}

impl LoopProxy {
    pub(crate) fn new(shared: Arc<SharedQueue>) -> Self {
        Self { shared }
    }

    /// Runs `callback` in the loop's poll phase, after everything that was posted before it. Returns `false` if the loop is
    /// gone.
    pub fn post(&self, callback: impl FnOnce(&Loop) + Send + 'static) -> bool {
        self.shared.send(Box::new(Post(callback))).is_ok()
    }
}
