//! The REPL's session: inputs go in from another thread, the prompt comes back when they are done.

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
    /// The input that runs now.
    running: Option<u64>,
    /// The prompt itself keeps the loop alive, until it is left.
    open: Option<KeepAlive>,
}

/// What the prompt does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prompt {
    Again,
    Leave,
}

/// What the REPL shows of a line that is being typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hint {
    /// The rest of the name before the cursor.
    pub rest: String,
    /// The value of the expression, as text.
    pub value: String,
}

const HINT_TIMEOUT: Duration = Duration::from_millis(50);

/// The handle that the prompt's thread keeps.
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
    /// Runs one whole input; blocks the calling thread until the prompt may show again.
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

    /// What the text before the cursor could become.
    pub fn complete(&self, text: String) -> Vec<String> {
        let (sender, receiver): (_, Receiver<Vec<String>>) = channel();
        self.proxy.post(move |_| {
            let _ = sender.send(completions(&text));
        });
        receiver.recv().unwrap_or_default()
    }

    /// What is shown behind and below the text while it is typed. None where the loop is busy: typing does not wait for it.
    pub fn hint(&self, text: String) -> Option<Hint> {
        let (sender, receiver) = channel();
        self.proxy.post(move |_| {
            let _ = sender.send(hint(&text));
        });
        receiver.recv_timeout(HINT_TIMEOUT).ok().flatten()
    }

    /// Ends the process, as `process.exit()`: nobody will type any more, and a timer that still runs is no reason to stay.
    pub fn leave(&self) {
        self.proxy.post(|_| {
            let host = host();
            host.call(&host.entries.repl_leave, Vec::new());
            close();
        });
    }
}

fn completions(text: &str) -> Vec<String> {
    strings_from(&host().entries.repl_complete, text)
}

fn hint(text: &str) -> Option<Hint> {
    let mut strings = strings_from(&host().entries.repl_hint, text).into_iter();
    Some(Hint { rest: strings.next()?, value: strings.next()? })
}

/// The strings that an entry returns for a text.
fn strings_from(entry: &OnceCell<Root>, text: &str) -> Vec<String> {
    let host = host();
    let cx = host.cx();
    let function = entry.get().and_then(|entry| entry.get(cx).as_object());
    let Some(Ok(names)) = function.map(|function| function.call(&[Value::string(cx, text)])) else { return Vec::new() };
    let Some(names) = names.as_object() else { return Vec::new() };
    let count = names.get("length").ok().and_then(|length| length.to_number().ok()).unwrap_or(0.0) as u32;
    (0..count).filter_map(|index| names.get_index(index).ok()?.to_text().ok()).collect()
}

/// Ctrl+C, and the loop turns: what runs is an input that awaits.
fn interrupted() {
    let running = SESSION.with_borrow(|session| session.as_ref().and_then(|session| session.running));
    if let Some(id) = running
        && interrupt::take()
    {
        let host = host();
        host.call(&host.entries.repl_interrupt, vec![Out::from(id), Out::from(false)]);
    }
}

/// An input is done; `leave` when it was `.exit`. The session stays open until the prompt has saved its history and calls
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
