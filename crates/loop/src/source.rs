//! Sources of readiness: sockets, pipes, terminals, anything that mio can watch.

use std::cell::{Cell, RefCell};
use std::io;
use std::rc::Rc;

use mio::event::Source as Watched;
use mio::{Interest, Token};

use crate::event_loop::Loop;
use crate::handle::{CallbackCell, Handle, HandleState, parts::Parts};
use crate::observer::CallbackKind;
use crate::slots::{Key, Slots};

type OnReady = Box<dyn FnMut(Readiness)>;

/// What a source is ready for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Readiness {
    /// Reading will not block (there may be data, the end, or an error to read).
    pub readable: bool,
    /// Writing will not block.
    pub writable: bool,
    /// The other side will send no more.
    pub read_closed: bool,
    /// The other side will take no more.
    pub write_closed: bool,
    /// The source has an error to tell.
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
    /// Told after all others of its batch.
    last: Cell<bool>,
}

#[derive(Default)]
pub(crate) struct Sources {
    cells: RefCell<Slots<Rc<SourceCell>>>,
    /// How many there are, to be read in every turn.
    count: Cell<usize>,
}

impl Sources {
    /// Whether the system has anything to be asked about.
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
}

/// A source that the loop watches, with the callback that runs in poll when it becomes ready.
///
/// Readiness is told once, when it *becomes* so (edge-triggered, as mio does it): read or write until the system
/// answers `WouldBlock` or gives less than was asked for. The source itself stays with the caller. An active source
/// keeps the loop alive unless it is unreferenced.
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
/// lp.run(RunMode::Once);
/// assert!(seen.borrow().unwrap().readable);
/// source.deregister(&mut receiver)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Source {
    lp: Loop,
    key: Key,
    cell: Rc<SourceCell>,
}

impl Source {
    /// Watches `source` for `interest`.
    pub fn register(
        lp: &Loop,
        source: &mut impl Watched,
        interest: Interest,
        on_ready: impl FnMut(Readiness) + 'static,
    ) -> io::Result<Self> {
        let core = lp.core();
        let cell = Rc::new(SourceCell {
            state: HandleState::new(core),
            on_ready: CallbackCell::new(Some(Box::new(on_ready))),
            last: Cell::new(false),
        });
        let key = core.sources.insert(cell.clone());
        let registered = core.poller.registry(|registry| registry.register(source, token(key), interest));
        if let Err(error) = registered {
            core.sources.remove(key);
            return Err(error);
        }
        cell.state.activate(core);
        Ok(Self { lp: lp.clone(), key, cell })
    }

    /// From now on it is told after all others that became ready with it, as libuv does with signals, the ends of
    /// children among them: what a child wrote comes before its end.
    pub fn tell_last(&self) {
        self.cell.last.set(true);
    }

    /// Watches for something else from now on. What is ready already is told again.
    pub fn reregister(&self, source: &mut impl Watched, interest: Interest) -> io::Result<()> {
        if self.is_closing() {
            return Err(io::Error::new(io::ErrorKind::NotFound, "the source is not registered"));
        }
        let poller = &self.lp.core().poller;
        poller.registry(|registry| registry.reregister(source, token(self.key), interest))
    }

    /// Stops watching and lets go of the callback; readiness that was already seen is not told any more.
    pub fn deregister(&self, source: &mut impl Watched) -> io::Result<()> {
        if self.is_closing() {
            return Ok(());
        }
        self.retire();
        self.lp.core().poller.registry(|registry| registry.deregister(source))
    }
}

impl Handle for Source {}

impl Parts for Source {
    fn event_loop(&self) -> &Loop {
        &self.lp
    }

    fn with_state<R>(&self, look: impl FnOnce(&HandleState) -> R) -> R {
        look(&self.cell.state)
    }

    fn retire(&self) {
        let core = self.lp.core();
        self.cell.state.deactivate(core);
        self.cell.state.retire();
        drop(core.sources.remove(self.key));
        self.cell.on_ready.clear();
    }
}

impl Drop for Source {
    fn drop(&mut self) {
        self.retire();
    }
}

fn token(key: Key) -> Token {
    Token(key.to_bits() as usize)
}

/// Runs the callback of a source that became ready, if it is still registered. Those that are to be told last are put into
/// `late` instead, where there is one.
pub(crate) fn tell_ready(lp: &Loop, token: Token, readiness: Readiness, late: Option<&mut Vec<(Token, Readiness)>>) {
    let cells = &lp.core().sources.cells;
    let cell = cells.borrow().get(Key::from_bits(token.0 as u64)).cloned();
    let Some(cell) = cell else { return };
    if cell.last.get()
        && let Some(late) = late
    {
        late.push((token, readiness));
        return;
    }
    let id = cell.state.id();
    cell.on_ready.run(&cell.state, |on_ready| lp.call(CallbackKind::Io, id, &mut || on_ready(readiness)));
}
