//! Message ports between threads: message queues that belong to no engine.
//!
//! ```text
//!   thread A                                                  thread B
//!   lib/messaging ─ post(id) ─▶ Port ── the peer's queue ──▶ Port ─ ready ─▶ async handle ─▶ poll ─ take(id) ─▶ lib/messaging
//! ```
//!
//! A message is text (serialized by `lib/messaging/wire.js`), memory, and transferred ports. A port is owned by the
//! thread whose table it is in, or by the message that transfers it; when its owner is dropped the port is closed, and
//! its peer is notified after everything that was sent before. So thread exits need no handling here.

use crate::bindings::descriptors::TransferredFd;
use hexloop::Notifier;
use hexloop_engine::TransferredBuffer;
use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

/// A message between threads.
#[derive(Default)]
pub struct Message {
    pub text: String,
    pub memory: Vec<Memory>,
    pub ports: Vec<Arc<Port>>,
    /// Open files, which the text refers to by number. They are closed if the message is never received.
    pub files: Vec<TransferredFd>,
    /// Its id in a recording (`crate::trace`); 0: not recorded.
    pub trace_id: u64,
}

/// Copied bytes, or the memory of a transferred buffer.
pub enum Memory {
    Copied(Vec<u8>),
    Transferred(TransferredBuffer),
}

impl Memory {
    /// For one more receiver; None for memory that only one can have.
    pub fn try_clone(&mut self) -> Option<Memory> {
        match self {
            Memory::Copied(bytes) => Some(Memory::Copied(bytes.clone())),
            Memory::Transferred(memory) => memory.share().map(Memory::Transferred),
        }
    }
}

/// A port; its peer may be on another thread.
pub struct Port {
    pub id: u32,
    peer: OnceLock<Weak<Port>>,
    queue: Mutex<MessageQueue>,
}

#[derive(Default)]
struct MessageQueue {
    messages: VecDeque<Message>,
    /// The thread that receives; None while the port is being transferred.
    ready_queue: Option<Arc<ReadyQueue>>,
    peer_closed: bool,
}

/// The result of a receive.
pub enum Received {
    Nothing,
    Message(Message),
    /// The queue is empty, and the peer is closed.
    Closed,
}

/// Notifies a thread that one of its ports has messages.
pub struct ReadyQueue {
    ready: Mutex<Vec<u32>>,
    notifier: Notifier,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing that can panic runs under these locks.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl ReadyQueue {
    pub fn new(notifier: Notifier) -> Arc<ReadyQueue> {
        Arc::new(ReadyQueue { ready: Mutex::default(), notifier })
    }

    fn notify(&self, id: u32) {
        let mut ready = lock(&self.ready);
        if !ready.contains(&id) {
            ready.push(id);
        }
        drop(ready);
        self.notifier.notify();
    }

    /// The ports that became ready since the last call.
    pub fn take_ready(&self) -> Vec<u32> {
        std::mem::take(&mut *lock(&self.ready))
    }
}

impl Port {
    fn new() -> Port {
        static LAST: AtomicU32 = AtomicU32::new(0);
        Port { id: LAST.fetch_add(1, Ordering::Relaxed) + 1, peer: OnceLock::new(), queue: Mutex::default() }
    }

    /// Two entangled ports.
    pub fn pair() -> (Arc<Port>, Arc<Port>) {
        let (one, two) = (Arc::new(Port::new()), Arc::new(Port::new()));
        let _ = one.peer.set(Arc::downgrade(&two));
        let _ = two.peer.set(Arc::downgrade(&one));
        (one, two)
    }

    fn peer(&self) -> Option<Arc<Port>> {
        self.peer.get().and_then(Weak::upgrade)
    }

    /// Posts to the peer; false if it is closed.
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
        let mut queue = lock(&self.queue);
        queue.messages.push_back(message);
        let ready_queue = queue.ready_queue.clone();
        drop(queue);
        if let Some(ready_queue) = ready_queue {
            ready_queue.notify(self.id);
        }
    }

    pub fn take(&self) -> Received {
        let mut queue = lock(&self.queue);
        match queue.messages.pop_front() {
            Some(message) => Received::Message(message),
            None if queue.peer_closed => Received::Closed,
            None => Received::Nothing,
        }
    }

    /// Whether the queue is empty and the peer is closed.
    pub fn is_closed(&self) -> bool {
        let queue = lock(&self.queue);
        queue.messages.is_empty() && queue.peer_closed
    }

    /// Attaches the port to a thread, which is notified of messages that are already queued.
    fn attach(&self, ready_queue: &Arc<ReadyQueue>) {
        let mut queue = lock(&self.queue);
        queue.ready_queue = Some(ready_queue.clone());
        let is_ready = !queue.messages.is_empty() || queue.peer_closed;
        drop(queue);
        if is_ready {
            ready_queue.notify(self.id);
        }
    }

    fn detach(&self) {
        lock(&self.queue).ready_queue = None;
    }
}

impl Drop for Port {
    fn drop(&mut self) {
        if let Some(peer) = self.peer() {
            let mut queue = lock(&peer.queue);
            queue.peer_closed = true;
            let ready_queue = queue.ready_queue.clone();
            drop(queue);
            if let Some(ready_queue) = ready_queue {
                ready_queue.notify(peer.id);
            }
        }
    }
}

thread_local! {
    static TABLE: RefCell<Table> = RefCell::default();
}

/// The ports of this thread.
#[derive(Default)]
struct Table {
    ready_queue: Option<Arc<ReadyQueue>>,
    ports: HashMap<u32, Arc<Port>>,
}

pub fn set_ready_queue(ready_queue: Arc<ReadyQueue>) {
    TABLE.with_borrow_mut(|table| {
        for port in table.ports.values() {
            port.attach(&ready_queue);
        }
        table.ready_queue = Some(ready_queue);
    });
}

/// Adds a port to this thread; returns its id.
pub fn adopt(port: Arc<Port>) -> u32 {
    let id = port.id;
    TABLE.with_borrow_mut(|table| {
        if let Some(ready_queue) = &table.ready_queue {
            port.attach(ready_queue);
        }
        table.ports.insert(id, port);
    });
    id
}

pub fn find(id: u32) -> Option<Arc<Port>> {
    TABLE.with_borrow(|table| table.ports.get(&id).cloned())
}

/// Removes a port from this thread, to be transferred or closed.
pub fn release(id: u32) -> Option<Arc<Port>> {
    let port = TABLE.with_borrow_mut(|table| table.ports.remove(&id));
    if let Some(port) = &port {
        port.detach();
    }
    port
}

/// The thread exits: closes its ports.
pub fn release_all() {
    let table = TABLE.take();
    for port in table.ports.values() {
        port.detach();
    }
    drop(table);
    if let Some(all) = lock(&CHANNELS).as_mut() {
        all.retain(|_, members| {
            members.retain(|far| far.peer().is_some());
            !members.is_empty()
        });
    }
}

/// The members of each broadcast channel, in the order in which they joined. Each is the far port of a pair whose near
/// port its thread owns.
static CHANNELS: Mutex<Option<HashMap<String, Vec<Arc<Port>>>>> = Mutex::new(None);

/// Joins a channel; returns the id of the port that receives its messages.
pub fn join_channel(name: String) -> u32 {
    let (near, far) = Port::pair();
    lock(&CHANNELS).get_or_insert_default().entry(name).or_default().push(far);
    adopt(near)
}

/// Removes members whose near port is closed.
pub fn leave_channel(name: &str) {
    let mut channels = lock(&CHANNELS);
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

/// Posts to every member except `own`, a port of this thread.
pub fn broadcast(name: &str, own: u32, mut make: impl FnMut() -> Message) {
    let channels = lock(&CHANNELS);
    let members = channels.as_ref().and_then(|all| all.get(name)).cloned().unwrap_or_default();
    drop(channels);
    for far in members {
        if far.peer().is_some_and(|near| near.id != own) {
            far.post(make());
        }
    }
}

/// Posts to the first open member of a channel, with transferred ports; false if there is none.
pub fn post_to_one(name: &str, message: Message) -> bool {
    let far = {
        let channels = lock(&CHANNELS);
        let members = channels.as_ref().and_then(|all| all.get(name));
        members.and_then(|members| members.iter().find(|far| far.peer().is_some()).cloned())
    };
    far.is_some_and(|far| far.post(message))
}

/// Whether a channel has members other than `own`, a port of this thread.
pub fn has_others(name: &str, own: u32) -> bool {
    let channels = lock(&CHANNELS);
    let members = channels.as_ref().and_then(|all| all.get(name));
    members.is_some_and(|members| members.iter().any(|far| far.peer().is_some_and(|near| near.id != own)))
}
