//! Ports whose two ends are on two threads: queues of messages that belong to no engine.
//!
//! ```text
//!   thread A                                                  thread B
//!   lib/messaging ─ post(id) ─▶ End ── the peer's inbox ──▶ End ─ ready ─▶ async handle ─▶ poll ─ take(id) ─▶ lib/messaging
//! ```
//!
//! A message is text (`lib/messaging/wire.js` writes it), memory, and the ends of other ports. An end is owned by the thread
//! whose table it is in, or by the message that carries it somewhere; when its owner goes, it goes, and the other end hears of
//! that after everything that was sent before. So nothing here needs to be told that a thread has ended.

use crate::bindings::descriptors::GivenUp;
use hexloop::Notifier;
use hexloop_engine::TransferredBuffer;
use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

/// What crosses from one thread to another.
#[derive(Default)]
pub struct Message {
    pub text: String,
    pub memory: Vec<Memory>,
    pub ports: Vec<Arc<End>>,
    /// Open files, by whose numbers the text speaks of them. They are closed with a message that nobody takes.
    pub files: Vec<GivenUp>,
    /// Its number in a recording (`crate::trace`); 0: none.
    pub letter: u64,
}

/// Bytes that were copied, or the memory of a buffer itself.
pub enum Memory {
    Copied(Vec<u8>),
    Moved(TransferredBuffer),
}

impl Memory {
    /// For one more reader; None for what only one can have.
    pub fn again(&mut self) -> Option<Memory> {
        match self {
            Memory::Copied(bytes) => Some(Memory::Copied(bytes.clone())),
            Memory::Moved(memory) => memory.share().map(Memory::Moved),
        }
    }
}

/// One end of a port.
pub struct End {
    pub id: u32,
    peer: OnceLock<Weak<End>>,
    inbox: Mutex<Inbox>,
}

#[derive(Default)]
struct Inbox {
    mail: VecDeque<Message>,
    /// The thread that reads; none while the end is on its way.
    home: Option<Arc<Home>>,
    peer_is_gone: bool,
}

/// What an end has for its thread.
pub enum Taken {
    Nothing,
    Message(Message),
    /// There is nothing, and there will never be anything.
    PeerIsGone,
}

/// How a thread learns that one of its ends has mail.
pub struct Home {
    ready: Mutex<Vec<u32>>,
    notifier: Notifier,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing that can panic runs under these locks.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Home {
    pub fn new(notifier: Notifier) -> Arc<Home> {
        Arc::new(Home { ready: Mutex::default(), notifier })
    }

    fn tell(&self, id: u32) {
        let mut ready = locked(&self.ready);
        if !ready.contains(&id) {
            ready.push(id);
        }
        drop(ready);
        self.notifier.notify();
    }

    /// The ends that got mail since this was last asked.
    pub fn take_ready(&self) -> Vec<u32> {
        std::mem::take(&mut *locked(&self.ready))
    }
}

impl End {
    fn new() -> End {
        static LAST: AtomicU32 = AtomicU32::new(0);
        End { id: LAST.fetch_add(1, Ordering::Relaxed) + 1, peer: OnceLock::new(), inbox: Mutex::default() }
    }

    /// Two ends of one port.
    pub fn pair() -> (Arc<End>, Arc<End>) {
        let (one, two) = (Arc::new(End::new()), Arc::new(End::new()));
        let _ = one.peer.set(Arc::downgrade(&two));
        let _ = two.peer.set(Arc::downgrade(&one));
        (one, two)
    }

    fn peer(&self) -> Option<Arc<End>> {
        self.peer.get().and_then(Weak::upgrade)
    }

    /// To the other end; false where that is gone.
    pub fn post(&self, message: Message) -> bool {
        match self.peer() {
            Some(peer) => {
                peer.receive(message);
                true
            }
            None => false,
        }
    }

    fn receive(&self, message: Message) {
        let mut inbox = locked(&self.inbox);
        inbox.mail.push_back(message);
        let home = inbox.home.clone();
        drop(inbox);
        if let Some(home) = home {
            home.tell(self.id);
        }
    }

    pub fn take(&self) -> Taken {
        let mut inbox = locked(&self.inbox);
        match inbox.mail.pop_front() {
            Some(message) => Taken::Message(message),
            None if inbox.peer_is_gone => Taken::PeerIsGone,
            None => Taken::Nothing,
        }
    }

    /// Whether there is nothing, and never will be.
    pub fn is_over(&self) -> bool {
        let inbox = locked(&self.inbox);
        inbox.mail.is_empty() && inbox.peer_is_gone
    }

    /// The end is now read by the thread of `home`, which hears at once of what waits.
    fn settle(&self, home: &Arc<Home>) {
        let mut inbox = locked(&self.inbox);
        inbox.home = Some(home.clone());
        let is_ready = !inbox.mail.is_empty() || inbox.peer_is_gone;
        drop(inbox);
        if is_ready {
            home.tell(self.id);
        }
    }

    fn leave_home(&self) {
        locked(&self.inbox).home = None;
    }
}

impl Drop for End {
    fn drop(&mut self) {
        if let Some(peer) = self.peer() {
            let mut inbox = locked(&peer.inbox);
            inbox.peer_is_gone = true;
            let home = inbox.home.clone();
            drop(inbox);
            if let Some(home) = home {
                home.tell(peer.id);
            }
        }
    }
}

thread_local! {
    static TABLE: RefCell<Table> = RefCell::default();
}

/// The ends of this thread.
#[derive(Default)]
struct Table {
    home: Option<Arc<Home>>,
    ends: HashMap<u32, Arc<End>>,
}

pub fn set_home(home: Arc<Home>) {
    TABLE.with_borrow_mut(|table| {
        for end in table.ends.values() {
            end.settle(&home);
        }
        table.home = Some(home);
    });
}

/// From here on the end is this thread's.
pub fn keep(end: Arc<End>) -> u32 {
    let id = end.id;
    TABLE.with_borrow_mut(|table| {
        if let Some(home) = &table.home {
            end.settle(home);
        }
        table.ends.insert(id, end);
    });
    id
}

pub fn find(id: u32) -> Option<Arc<End>> {
    TABLE.with_borrow(|table| table.ends.get(&id).cloned())
}

/// Takes the end away from this thread, to be sent or dropped.
pub fn give_up(id: u32) -> Option<Arc<End>> {
    let end = TABLE.with_borrow_mut(|table| table.ends.remove(&id));
    if let Some(end) = &end {
        end.leave_home();
    }
    end
}

/// The thread ends: so do its ends.
pub fn give_up_all() {
    let table = TABLE.take();
    for end in table.ends.values() {
        end.leave_home();
    }
    drop(table);
    if let Some(all) = locked(&CHANNELS).as_mut() {
        all.retain(|_, members| {
            members.retain(|far| far.peer().is_some());
            !members.is_empty()
        });
    }
}

/// The members of each broadcast channel, in the order in which they joined. Each is the far end of a port whose near end its
/// thread keeps.
static CHANNELS: Mutex<Option<HashMap<String, Vec<Arc<End>>>>> = Mutex::new(None);

/// The number under which this thread hears what the others post.
pub fn join_channel(name: String) -> u32 {
    let (near, far) = End::pair();
    locked(&CHANNELS).get_or_insert_default().entry(name).or_default().push(far);
    keep(near)
}

/// Members whose own end is gone are found out and dropped here.
pub fn leave_channel(name: &str) {
    let mut channels = locked(&CHANNELS);
    let Some(all) = channels.as_mut() else { return };
    let mut gone = Vec::new();
    if let Some(members) = all.get_mut(name) {
        gone.extend(members.extract_if(.., |far| far.peer().is_none()));
        if members.is_empty() {
            all.remove(name);
        }
    }
    drop(channels);
    drop(gone);
}

/// To every member but the one that this thread knows as `own`.
pub fn broadcast(name: &str, own: u32, mut make: impl FnMut() -> Message) {
    let channels = locked(&CHANNELS);
    let members = channels.as_ref().and_then(|all| all.get(name)).cloned().unwrap_or_default();
    drop(channels);
    for far in members {
        if far.peer().is_some_and(|near| near.id != own) {
            far.post(make());
        }
    }
}

/// To the first member of a channel that is still there, ports and all; false where there is none.
pub fn post_to_one(name: &str, message: Message) -> bool {
    let far = {
        let channels = locked(&CHANNELS);
        let members = channels.as_ref().and_then(|all| all.get(name));
        members.and_then(|members| members.iter().find(|far| far.peer().is_some()).cloned())
    };
    far.is_some_and(|far| far.post(message))
}

/// Whether a channel has members besides the one that this thread knows as `own`.
pub fn has_others(name: &str, own: u32) -> bool {
    let channels = locked(&CHANNELS);
    let members = channels.as_ref().and_then(|all| all.get(name));
    members.is_some_and(|members| members.iter().any(|far| far.peer().is_some_and(|near| near.id != own)))
}
