//! How other threads reach the loop.
//!
//! Every loop has an inbox. Another thread puts a letter in: a closure to run, a bell that was rung, a pool job that
//! ended. Poll takes the letters out, in the order in which they came.
//!
//! A letter wakes the loop only if the loop sleeps, and only once:
//!
//! ```text
//!   sender                                 loop, about to sleep
//!   ──────                                 ────────────────────
//!   put the letter in, filled = true       sleeping = true
//!   was the loop sleeping? then            is the inbox filled? then do not sleep
//!     sleeping = false, ring the OS        sleep
//! ```
//!
//! Both sides write before they read, in one total order (`SeqCst`), so at least one of them sees the other: a
//! letter is never slept over. A thousand letters to a loop that is awake cost no system call at all.

use std::cell::Cell;
use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::event_loop::Loop;
use crate::observer::CallbackKind;

/// Something sent to the loop. It knows what is to be done when it is read.
pub(crate) trait Letter: Send {
    /// Does it, and says whether that was an event of poll or only a note for the observer.
    fn read(self: Box<Self>, lp: &Loop) -> bool;
}

/// A closure from [`Remote::post`].
struct Post<F>(F);

impl<F: FnOnce(&Loop) + Send> Letter for Post<F> {
    fn read(self: Box<Self>, lp: &Loop) -> bool {
        lp.call_once(CallbackKind::Post, lp.core().next_id(), || self.0(lp));
        true
    }
}

pub(crate) struct Inbox {
    letters: Mutex<Letters>,
    filled: AtomicBool,
    sleeping: AtomicBool,
    waker: mio::Waker,
}

#[derive(Default)]
struct Letters {
    waiting: VecDeque<Box<dyn Letter>>,
    /// The loop is gone: nobody will read.
    abandoned: bool,
}

impl Inbox {
    pub(crate) fn new(waker: mio::Waker) -> Arc<Self> {
        Arc::new(Self {
            letters: Mutex::default(),
            filled: AtomicBool::new(false),
            sleeping: AtomicBool::new(false),
            waker,
        })
    }

    fn lock(&self) -> MutexGuard<'_, Letters> {
        // Nothing that can panic runs under the lock.
        self.letters.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a letter in and wakes the loop if it sleeps; gives it back if the loop is gone.
    pub(crate) fn send(&self, letter: Box<dyn Letter>) -> Result<(), Box<dyn Letter>> {
        let mut letters = self.lock();
        if letters.abandoned {
            return Err(letter);
        }
        let is_first = !self.filled.load(Ordering::Relaxed);
        letters.waiting.push_back(letter);
        if is_first {
            self.filled.store(true, Ordering::SeqCst);
        }
        drop(letters);
        // Whoever put in the first letter has woken the loop, or is about to.
        if is_first && self.sleeping.load(Ordering::SeqCst) && self.sleeping.swap(false, Ordering::SeqCst) {
            self.wake();
        }
        Ok(())
    }

    /// Puts a letter in that can wait until the loop looks for another reason.
    pub(crate) fn send_quietly(&self, letter: Box<dyn Letter>) {
        let mut letters = self.lock();
        if !letters.abandoned {
            letters.waiting.push_back(letter);
        }
    }

    #[inline]
    pub(crate) fn is_filled(&self) -> bool {
        self.filled.load(Ordering::SeqCst)
    }

    pub(crate) fn set_sleeping(&self, sleeping: bool) {
        self.sleeping.store(sleeping, Ordering::SeqCst);
    }

    /// Swaps what is waiting for an empty queue, whose memory is used again.
    fn take_all(&self, empty: &mut VecDeque<Box<dyn Letter>>) {
        let mut letters = self.lock();
        self.filled.store(false, Ordering::SeqCst);
        std::mem::swap(&mut letters.waiting, empty);
    }

    fn wake(&self) {
        // An eventfd write fails only when its counter is full, that is when it is readable, or when the process has
        // no descriptors or memory left for it; there is nobody to tell in that case.
        let woken: io::Result<()> = self.waker.wake();
        debug_assert!(woken.is_ok(), "waking the loop: {woken:?}");
    }
}

/// The loop's end of the inbox.
pub(crate) struct Mailbox {
    pub(crate) inbox: Arc<Inbox>,
    /// Letters that were taken out and not yet read: more came than one poll may take.
    unread: Cell<VecDeque<Box<dyn Letter>>>,
    has_unread: Cell<bool>,
}

impl Mailbox {
    pub(crate) fn new(waker: mio::Waker) -> Self {
        Self { inbox: Inbox::new(waker), unread: Cell::default(), has_unread: Cell::new(false) }
    }

    /// Whether a letter is waiting. No system call, no lock.
    #[inline]
    pub(crate) fn has_mail(&self) -> bool {
        self.inbox.is_filled() || self.has_unread.get()
    }

    /// All of them, unread.
    pub(crate) fn take(&self) -> VecDeque<Box<dyn Letter>> {
        let mut letters = self.unread.take();
        self.has_unread.set(false);
        let mut arrived = VecDeque::new();
        self.inbox.take_all(&mut arrived);
        letters.append(&mut arrived);
        letters
    }

    /// Queues a letter for the next poll, after those left over from this one.
    pub(crate) fn requeue(&self, letter: Box<dyn Letter>) {
        let mut unread = self.unread.take();
        unread.push_back(letter);
        self.unread.set(unread);
        self.has_unread.set(true);
    }

    /// The letters to read: those left over from the last time, or else what is in the inbox.
    pub(crate) fn open(&self) -> OpenedMail<'_> {
        let mut letters = self.unread.take();
        if letters.is_empty() {
            self.inbox.take_all(&mut letters);
        }
        OpenedMail { mailbox: self, letters }
    }
}

/// Letters being read. What is not read when it is dropped, because a callback panicked for instance, is kept.
pub(crate) struct OpenedMail<'a> {
    mailbox: &'a Mailbox,
    letters: VecDeque<Box<dyn Letter>>,
}

impl OpenedMail<'_> {
    pub(crate) fn len(&self) -> usize {
        self.letters.len()
    }
}

impl Iterator for OpenedMail<'_> {
    type Item = Box<dyn Letter>;

    fn next(&mut self) -> Option<Box<dyn Letter>> {
        self.letters.pop_front()
    }
}

impl Drop for OpenedMail<'_> {
    fn drop(&mut self) {
        self.mailbox.has_unread.set(!self.letters.is_empty());
        self.mailbox.unread.set(std::mem::take(&mut self.letters));
    }
}

impl Drop for Mailbox {
    fn drop(&mut self) {
        let undelivered = {
            let mut letters = self.inbox.lock();
            letters.abandoned = true;
            std::mem::take(&mut letters.waiting)
        };
        // Outside of the lock: a closure may own a Remote that is used when it is dropped.
        drop(undelivered);
    }
}

/// A handle to a loop for other threads: it can be cloned, sent and shared, and posts closures.
///
/// It does not keep the loop alive: hold a [`KeepAlive`](crate::KeepAlive) on the loop's side while an answer is
/// awaited. What is posted to a loop that does not run waits for its next poll.
///
/// ```
/// use hexloop::{Loop, RunMode};
///
/// let lp = Loop::new()?;
/// let answer_awaited = lp.keep_alive();
/// let remote = lp.remote();
/// std::thread::spawn(move || {
///     remote.post(|lp| lp.stop());
/// });
/// lp.run(RunMode::UntilDone);
/// drop(answer_awaited);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone)]
pub struct Remote {
    inbox: Arc<Inbox>,
}

impl Remote {
    pub(crate) fn new(inbox: Arc<Inbox>) -> Self {
        Self { inbox }
    }

    /// Runs `callback` in the loop's poll phase, as a callback of its own, after everything posted before it.
    /// `false` if the loop is gone.
    pub fn post(&self, callback: impl FnOnce(&Loop) + Send + 'static) -> bool {
        self.inbox.send(Box::new(Post(callback))).is_ok()
    }
}
