//! The REPL session: inputs are submitted by another thread, which waits until they are done.

use crate::host::host;
use crate::interrupt;
use crate::runtime::Runtime;
use hexloop::{KeepAlive, LoopProxy};
use hexloop_engine::{Out, Root, Value};
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::io::IsTerminal as _;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

thread_local! {
    static SESSION: RefCell<Option<Session>> = const { RefCell::new(None) };
}

struct Session {
    pending: HashMap<u64, Sender<Prompt>>,
    next: u64,
    /// The input that is running.
    running: Option<u64>,
    /// The prompt keeps the loop alive until it is closed.
    open: Option<KeepAlive>,
}

/// What the prompt does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prompt {
    Again,
    Leave,
}

/// The hint for a line that is being typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hint {
    /// The completion of the name before the cursor.
    pub rest: String,
    /// The preview of the expression's value.
    pub value: String,
}

const HINT_TIMEOUT: Duration = Duration::from_millis(50);

/// The handle for the prompt's thread.
#[derive(Clone)]
pub struct Repl {
    proxy: LoopProxy,
}

impl Runtime {
    /// Opens a session. Run the loop afterwards ([`Runtime::spin_event_loop`]).
    pub fn open_repl(&self) -> Repl {
        let host = host();
        let session = Session { pending: HashMap::new(), next: 0, running: None, open: Some(host.lp.keep_alive()) };
        SESSION.set(Some(session));
        if std::io::stdin().is_terminal()
            && let Err(error) = interrupt::listen(host.lp.proxy(), interrupted)
        {
            eprintln!("hexloop: Ctrl+C will end the session: {error}");
        }
        host.call(&host.entries.open_repl, Vec::new());
        Repl { proxy: host.lp.proxy() }
    }
}

impl Repl {
    /// Runs one complete input; blocks the calling thread until it is done.
    pub fn submit(&self, input: String) -> Prompt {
        let (sender, receiver) = channel();
        self.proxy.post(move |_| {
            let host = host();
            let id = SESSION.with_borrow_mut(|session| {
                let session = session.as_mut()?;
                session.next += 1;
                session.pending.insert(session.next, sender);
                session.running = Some(session.next);
                Some(session.next)
            });
            if let Some(id) = id {
                interrupt::set_input_running(true);
                if host.call_interruptible(&host.entries.repl_input, vec![Out::from(id), Out::from(input)]) {
                    interrupt::take();
                    host.call(&host.entries.repl_interrupt, vec![Out::from(id), Out::from(true)]);
                }
            }
        });
        receiver.recv().unwrap_or(Prompt::Leave)
    }

    /// Completions of the text before the cursor.
    pub fn complete(&self, text: String) -> Vec<String> {
        let (sender, receiver): (_, Receiver<Vec<String>>) = channel();
        self.proxy.post(move |_| {
            let _ = sender.send(completions(&text));
        });
        receiver.recv().unwrap_or_default()
    }

    /// The hint for the text. None if the loop is busy: typing does not wait for it.
    pub fn hint(&self, text: String) -> Option<Hint> {
        let (sender, receiver) = channel();
        self.proxy.post(move |_| {
            let _ = sender.send(hint(&text));
        });
        receiver.recv_timeout(HINT_TIMEOUT).ok().flatten()
    }

    /// Exits the process, like `process.exit()`: pending timers do not keep a closed REPL alive.
    pub fn leave(&self) {
        self.proxy.post(|_| {
            let host = host();
            host.call(&host.entries.repl_exit, Vec::new());
            close();
        });
    }
}

fn completions(text: &str) -> Vec<String> {
    strings_from(&host().entries.repl_complete, text)
}

fn hint(text: &str) -> Option<Hint> {
    let mut strings = strings_from(&host().entries.repl_preview, text).into_iter();
    Some(Hint { rest: strings.next()?, value: strings.next()? })
}

/// Calls an entry with a text; returns its array of strings.
fn strings_from(entry: &OnceCell<Root>, text: &str) -> Vec<String> {
    let host = host();
    let cx = host.cx();
    let function = entry.get().and_then(|entry| entry.get(cx).as_object());
    let Some(Ok(names)) = function.map(|function| function.call(&[Value::string(cx, text)])) else { return Vec::new() };
    let Some(names) = names.as_object() else { return Vec::new() };
    let count = names.get("length").ok().and_then(|length| length.to_number().ok()).unwrap_or(0.0) as u32;
    (0..count).filter_map(|index| names.get_index(index).ok()?.to_text().ok()).collect()
}

/// Ctrl+C while the loop turns: the running input is awaiting.
fn interrupted() {
    let running = SESSION.with_borrow(|session| session.as_ref().and_then(|session| session.running));
    if let Some(id) = running
        && interrupt::take()
    {
        let host = host();
        host.call(&host.entries.repl_interrupt, vec![Out::from(id), Out::from(false)]);
    }
}

/// An input is done; `leave` after `.exit`. The session stays open until the prompt has saved its history and calls
/// [`Repl::leave`].
pub fn finish(id: u64, leave: bool) {
    interrupt::set_input_running(false);
    let sender = SESSION.with_borrow_mut(|session| {
        let session = session.as_mut()?;
        session.running = None;
        session.pending.remove(&id)
    });
    if let Some(sender) = sender {
        let _ = sender.send(if leave { Prompt::Leave } else { Prompt::Again });
    }
}

fn close() {
    let open = SESSION.with_borrow_mut(|session| session.as_mut()?.open.take());
    drop(open);
}
