//! Workers that sit in `Atomics.wait`, and how they are woken when they are ended.
//!
//! The engine ends a script at the script's next step, and who waits takes none. So a worker says where it is about to wait
//! (`lib/worker/waiting.js`), and who ends it starts a thread that notifies that place, with a machine of its own over the
//! same memory, until the worker is awake: it may have been on its way to sleep when it was first notified.
//!
//! ```text
//!   worker                                     who ends it
//!   say where; ended? then do not wait         ended = true; where does it wait? then wake it
//! ```
//!
//! Both write before they read, under one lock, so one of them sees the other. A notification wakes all who wait at a place.
//! The others among them are told that they were disturbed, and wait on. Only the main thread, which nobody can end, does not
//! ask.

use hexloop_engine::{Context, MovedMemory, Value};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Between two attempts to wake somebody.
const PAUSE: Duration = Duration::from_millis(2);

struct Sleeper {
    /// Tells workers apart.
    key: usize,
    memory: MovedMemory,
    offset: usize,
    address: usize,
    disturbed: bool,
}

static SLEEPERS: Mutex<Vec<Sleeper>> = Mutex::new(Vec::new());

fn sleepers() -> MutexGuard<'static, Vec<Sleeper>> {
    SLEEPERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The worker `key` is about to wait at `offset` of a SharedArrayBuffer.
pub fn lie_down(key: usize, buffer: &Value<'_>, offset: usize) {
    let Some(start) = buffer.with_bytes(|bytes| bytes.as_ptr() as usize) else { return };
    let Some(memory) = MovedMemory::take(buffer) else { return };
    sleepers().push(Sleeper { key, memory, offset, address: start + offset, disturbed: false });
}

/// The worker is awake; whether somebody was woken for whom it was not meant.
pub fn get_up(key: usize) -> bool {
    let mut sleepers = sleepers();
    let Some(place) = sleepers.iter().position(|sleeper| sleeper.key == key) else { return false };
    let sleeper = sleepers.swap_remove(place);
    drop(sleepers);
    sleeper.disturbed
}

/// Wakes the worker if it waits, on a thread that ends when it is awake.
pub fn wake(key: usize) {
    if !sleepers().iter().any(|sleeper| sleeper.key == key) {
        return;
    }
    let wakes = std::thread::Builder::new().name("waker".to_owned()).spawn(move || {
        let context = Context::new();
        while notify(&context, key) {
            std::thread::sleep(PAUSE);
        }
    });
    if let Err(error) = wakes {
        eprintln!("hexloop: a worker in Atomics.wait cannot be woken: {error}");
    }
}

/// False where it does not wait any more.
fn notify(context: &Context, key: usize) -> bool {
    let mut sleepers = sleepers();
    let Some(sleeper) = sleepers.iter_mut().find(|sleeper| sleeper.key == key) else { return false };
    let (address, offset) = (sleeper.address, sleeper.offset);
    let memory = sleeper.memory.share();
    for other in sleepers.iter_mut().filter(|other| other.address == address) {
        other.disturbed = true;
    }
    drop(sleepers);
    let cx = context.cx();
    let notified = memory.and_then(|memory| memory.into_view(cx)).and_then(|view| {
        let source = "(view, offset) => Atomics.notify(new Int32Array(view.buffer), offset / 4)";
        let function = cx.evaluate(source, "", 1).ok()?.as_object()?;
        function.call(&[view, Value::number(cx, offset as f64)]).ok()
    });
    notified.is_some()
}
