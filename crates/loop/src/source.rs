//! Sources of readiness: sockets, pipes, terminals, whatever mio can poll.

use std::cell::{Cell, RefCell};
use std::io;
use std::rc::Rc;

use mio::{Interest, Registry, Token};

use crate::event_loop::{Core, Loop};
use crate::handle::{CallbackCell, Handle, HandleState, impl_debug, sealed::Parts};
use crate::observer::CallbackKind;
use crate::remote_queue::Message;
use crate::slots::{Key, Packing, Slots};
use crate::sys::{self, Descriptor, Pollable};

type OnReady = Box<dyn FnMut(Readiness)>;

/// What a source is ready for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Readiness {
    /// Reading will not block (there may be data, the end, or an error to read).
    pub readable: bool,
    /// Writing will not block.
    pub writable: bool,
    /// The peer will send no more.
    pub read_closed: bool,
    /// The peer will receive no more.
    pub write_closed: bool,
    /// The source has an error.
    pub error: bool,
    /// Out-of-band data.
    pub priority: bool,
}

impl From<&mio::event::Event> for Readiness {
    fn from(event: &mio::event::Event) -> Self {
        Self {
            readable: event.is_readable(),
            writable: event.is_writable(),
            read_closed: event.is_read_closed(),
            write_closed: event.is_write_closed(),
            error: event.is_error(),
            priority: event.is_priority(),
        }
    }
}

pub(crate) struct SourceCell {
    state: HandleState,
    on_ready: CallbackCell<OnReady>,
    /// Reported after all others of its batch.
    low_priority: Cell<bool>,
    /// The number of polls before it was registered: events of those are not about this source, even if a packed key of 32
    /// bits matches.
    polls_before: u64,
    descriptor: Descriptor,
}

impl SourceCell {
    pub(crate) fn clear(&self) {
        self.on_ready.clear();
    }
}

#[derive(Default)]
pub(crate) struct Sources {
    cells: RefCell<Slots<Rc<SourceCell>>>,
    /// The source registered for each descriptor. A descriptor that was closed before its source is deregistered by the
    /// system, and its number may be another source's by now, which must not be deregistered.
    owners: RefCell<Vec<Option<Key>>>,
    /// How many there are, to be read in every turn.
    count: Cell<usize>,
}

impl Sources {
    /// Whether there is nothing to poll.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.count.get() == 0
    }

    fn insert(&self, cell: Rc<SourceCell>) -> Key {
        self.count.set(self.count.get() + 1);
        self.cells.borrow_mut().insert(cell)
    }

    fn remove(&self, key: Key) -> Option<Rc<SourceCell>> {
        let removed = self.cells.borrow_mut().remove(key);
        self.count.set(self.count.get() - usize::from(removed.is_some()));
        removed
    }

    fn set_owner(&self, descriptor: Descriptor, key: Key) {
        let Some(index) = descriptor.index() else { return };
        let mut owners = self.owners.borrow_mut();
        if index >= owners.len() {
            owners.resize(index + 1, None);
        }
        owners[index] = Some(key);
    }

    fn is_owner(&self, descriptor: Descriptor, key: Key) -> bool {
        let owner = |index: usize| self.owners.borrow().get(index).copied().flatten();
        descriptor.index().is_none_or(|index| owner(index) == Some(key))
    }

    /// Ends all of them; they are for the caller to clear.
    pub(crate) fn take_all(&self, core: &Core) -> Vec<Rc<SourceCell>> {
        let cells = self.cells.borrow_mut().take_all();
        self.count.set(0);
        // A source whose descriptor is another's by now names a registration that ends as well.
        self.owners.borrow_mut().clear();
        for cell in &cells {
            cell.state.deactivate(core);
            cell.state.retire();
            let _ = core.poller.registry(|registry| cell.descriptor.deregister(registry));
        }
        cells
    }

    fn remove_owner(&self, descriptor: Descriptor) {
        if let Some(index) = descriptor.index() {
            self.owners.borrow_mut()[index] = None;
        }
    }
}

/// Unit tests run with the keys of a 32-bit target.
const PACKING: Packing = Packing::for_width(if cfg!(test) { 32 } else { usize::BITS });

/// A source that the loop polls, with the callback that runs when it becomes ready.
///
/// Readiness is edge-triggered, as in mio: it is reported once, when the source *becomes* ready. Read, write or accept until
/// the system returns `WouldBlock`. After a short read the next one can be omitted only if neither
/// [`read_closed`](Readiness::read_closed) nor [`error`](Readiness::error) is set: the end of the stream may have come with
/// the data, in the same edge, and is not reported again.
///
/// The source itself stays with the caller. An active source keeps the loop alive unless it is unreferenced. Closing or
/// dropping it ends the registration, as [`deregister`](Source::deregister) does. Do so before the descriptor is closed:
/// where a duplicate of the descriptor stays open, in this process or another, the system keeps polling it, and it can no
/// longer be deregistered.
///
/// For a raw descriptor use `mio::unix::SourceFd(&fd)`.
///
/// ```
/// use hexloop::{Handle, Interest, Loop, RunMode, Source};
/// use std::{cell::RefCell, io::Write, rc::Rc};
///
/// let lp = Loop::new()?;
/// let (mut sender, mut receiver) = hexloop::mio::unix::pipe::new()?;
/// let seen = Rc::new(RefCell::new(None));
/// let source = Source::register(&lp, &mut receiver, Interest::READABLE, {
///     let seen = seen.clone();
///     move |readiness| *seen.borrow_mut() = Some(readiness)
/// })?;
/// sender.write_all(b"x")?;
/// lp.run(RunMode::Once)?;
/// assert!(seen.borrow().unwrap().readable);
/// source.deregister(&mut receiver)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[must_use = "a source that is dropped is deregistered"]
pub struct Source {
    lp: Loop,
    key: Key,
    cell: Rc<SourceCell>,
}

impl Source {
    /// Registers `source` for `interest`.
    pub fn register(
        lp: &Loop,
        source: &mut impl Pollable,
        interest: Interest,
        on_ready: impl FnMut(Readiness) + 'static,
    ) -> io::Result<Self> {
        let core = lp.core();
        let cell = Rc::new(SourceCell {
            state: HandleState::new(core),
            on_ready: CallbackCell::new(Some(Box::new(on_ready))),
            low_priority: Cell::new(false),
            polls_before: core.counters.polls.get(),
            descriptor: Descriptor::of(source),
        });
        let key = core.sources.insert(cell.clone());
        let registered = token(key)
            .and_then(|token| core.poller.registry(|registry| sys::register(registry, source, token, interest)));
        if let Err(error) = registered {
            core.sources.remove(key);
            return Err(error);
        }
        core.sources.set_owner(cell.descriptor, key);
        cell.state.activate(core);
        Ok(Self { lp: lp.clone(), key, cell })
    }

    /// From now on it is reported after all others that became ready in the same batch, as libuv does with signals and
    /// child processes: what a child wrote comes before its exit.
    pub fn set_low_priority(&self) {
        self.cell.low_priority.set(true);
    }

    /// Changes the interest. What is ready already is reported again.
    pub fn reregister(&self, source: &mut impl Pollable, interest: Interest) -> io::Result<()> {
        let core = self.lp.core();
        if self.is_closing() || !core.sources.is_owner(self.cell.descriptor, self.key) {
            return Err(io::Error::new(io::ErrorKind::NotFound, "the source is not registered"));
        }
        if Descriptor::of(source) != self.cell.descriptor {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "another descriptor was registered"));
        }
        let token = token(self.key)?;
        core.poller.registry(|registry| sys::reregister(registry, source, token, interest))
    }

    /// Ends the registration and drops the callback; events that were already received are not reported any more. `source` is
    /// the one that was registered. After [`close`](Handle::close) it does nothing.
    pub fn deregister(&self, source: &mut impl Pollable) -> io::Result<()> {
        if self.is_closing() {
            return Ok(());
        }
        self.end(|registry| sys::deregister(registry, source, self.cell.descriptor))
    }

    /// Ends the registration with the system, if it is still this source's, and everything else.
    fn end(&self, deregister: impl FnOnce(&Registry) -> io::Result<()>) -> io::Result<()> {
        let core = self.lp.core();
        self.cell.state.deactivate(core);
        self.cell.state.retire();
        let is_registered =
            core.sources.remove(self.key).is_some() && core.sources.is_owner(self.cell.descriptor, self.key);
        let mut outcome = Ok(());
        if is_registered {
            core.sources.remove_owner(self.cell.descriptor);
            outcome = core.poller.registry(deregister);
        }
        // Last: what the callback owns may register the same descriptor again when it is dropped.
        self.cell.on_ready.clear();
        outcome
    }
}

impl Handle for Source {}

impl_debug!(Source);

impl Parts for Source {
    fn event_loop(&self) -> &Loop {
        &self.lp
    }

    fn with_state<R>(&self, look: impl FnOnce(&HandleState) -> R) -> R {
        look(&self.cell.state)
    }

    fn retire(&self) {
        // It fails where the descriptor was closed before, which ended the registration.
        let _ = self.end(|registry| self.cell.descriptor.deregister(registry));
    }
}

impl Drop for Source {
    fn drop(&mut self) {
        self.retire();
    }
}

fn token(key: Key) -> io::Result<Token> {
    let too_many = || io::Error::new(io::ErrorKind::QuotaExceeded, "too many sources for this target");
    PACKING.pack(key).map(Token).ok_or_else(too_many)
}

/// A source that the system named, if it is still registered.
pub(crate) struct Ready {
    pub(crate) key: Key,
    cell: Rc<SourceCell>,
}

impl Ready {
    /// For an event of the last poll.
    pub(crate) fn find(core: &Core, token: Token) -> Option<Self> {
        let cells = core.sources.cells.borrow();
        let (key, cell) = cells.find(PACKING, token.0)?;
        (cell.polls_before < core.counters.polls.get()).then(|| Self { key, cell: cell.clone() })
    }

    pub(crate) fn is_low_priority(&self) -> bool {
        self.cell.low_priority.get()
    }

    /// Runs the callback.
    pub(crate) fn deliver(&self, lp: &Loop, readiness: Readiness) {
        let id = self.cell.state.id();
        self.cell.on_ready.run(&self.cell.state, |on_ready| lp.call(CallbackKind::Io, id, &mut || on_ready(readiness)));
    }
}

/// An event that was taken from the system and is still to be delivered. The system will not report it a second time.
#[derive(Clone, Copy)]
pub(crate) struct UndeliveredEvent {
    pub(crate) key: Key,
    pub(crate) readiness: Readiness,
}

impl UndeliveredEvent {
    pub(crate) fn deliver(self, lp: &Loop) {
        let cell = lp.core().sources.cells.borrow().get(self.key).cloned();
        if let Some(cell) = cell {
            Ready { key: self.key, cell }.deliver(lp, self.readiness);
        }
    }
}

impl Message for UndeliveredEvent {
    fn dispatch(self: Box<Self>, lp: &Loop) -> bool {
        self.deliver(lp);
        // It was counted when it was taken.
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RunMode;
    use mio::unix::pipe;
    use std::io::Write;

    // 8,192 registrations take minutes under Miri.
    #[test]
    #[cfg_attr(miri, ignore)]
    fn a_late_event_is_not_delivered_to_a_successor_whose_packed_key_is_the_same() {
        let lp = Loop::new().unwrap();
        let (mut sender, first) = pipe::new().unwrap();
        let (mut other_sender, second) = pipe::new().unwrap();
        let ends = Rc::new(RefCell::new([first, second]));
        let sources: Rc<RefCell<Vec<Source>>> = Rc::default();
        let delivered = Rc::new(Cell::new(0));
        for at in [0, 1] {
            let (same_lp, ends_again, sources_again, delivered) =
                (lp.clone(), ends.clone(), sources.clone(), delivered.clone());
            // Whichever is ready first replaces the other, as often as there are tenancies.
            let replace = move |_| {
                delivered.set(delivered.get() + 1);
                let mut ends = ends_again.borrow_mut();
                let mut sources = sources_again.borrow_mut();
                for _ in 0..1 << 12 {
                    sources[1 - at].deregister(&mut ends[1 - at]).unwrap();
                    let delivered = delivered.clone();
                    let on_ready = move |_| delivered.set(delivered.get() + 100);
                    sources[1 - at] =
                        Source::register(&same_lp, &mut ends[1 - at], Interest::READABLE, on_ready).unwrap();
                }
                same_lp.stop();
            };
            let source = Source::register(&lp, &mut ends.borrow_mut()[at], Interest::READABLE, replace).unwrap();
            sources.borrow_mut().push(source);
        }
        sender.write_all(b"x").unwrap();
        other_sender.write_all(b"x").unwrap();
        lp.run(RunMode::Default).unwrap();
        assert_eq!(delivered.get(), 1, "the event was for the predecessor");
        lp.run(RunMode::Once).unwrap();
        assert_eq!(delivered.get(), 101, "the successor has one of its own");
        sources.borrow_mut().clear();
    }
}
