//! `/events`: streams the recording to the page. Server-Sent Events, each a JSON message:
//!
//! ```text
//!   { "replace": { …a whole trace… } }                                        the first, and after a restart
//!   { "append": { "tasks": …, "waits": … }, "places": …, "stacks": …, "labels": …, "replace": { "findings": … } }
//! ```
//!
//! Every client follows the recording on its own ([`Tail`]). There is no queue in between: the recording's ring is one.
//! A client that is too slow misses rows and gets their number; one that does not read at all is disconnected. A client
//! that reconnects starts with what is still in the ring.

use crate::trace::Recorder;
use hexloop_trace::{Finding, Tail, Trace, Update};
use serde_json::{Map, Value, json};
use std::io::{self, Write as _};
use std::net::TcpStream;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

const CHECK_INTERVAL: Duration = Duration::from_millis(200);

/// How often findings are updated if there are new rows: it scans all of them.
const FINDINGS_INTERVAL: Duration = Duration::from_secs(5);

/// After this long without data a comment is sent, to detect a disconnected client.
const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(10);

/// How long a client may read nothing at all.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// How long the exit of the process may be delayed to send the last rows to connected clients.
const EXIT_TIMEOUT: Duration = Duration::from_millis(100);

const HEAD: &str = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n\
                    X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nConnection: close\r\n\r\n\
                    retry: 1000\n\n";

/// The exit of the process, and how many clients still have to be notified.
static EXIT: Exit = Exit { state: Mutex::new(State { exit_code: None, subscribers: 0 }), changed: Condvar::new() };

struct Exit {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    exit_code: Option<i32>,
    subscribers: usize,
}

impl Exit {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for this long; returns the exit code if the process exits meanwhile.
    fn wait(&self, time: Duration) -> Option<i32> {
        let waited = self.changed.wait_timeout_while(self.lock(), time, |state| state.exit_code.is_none());
        waited.unwrap_or_else(PoisonError::into_inner).0.exit_code
    }
}

/// At exit: connected clients get the last rows, if they read them in time.
pub fn shut_down(code: i32) {
    let mut state = EXIT.lock();
    if state.subscribers == 0 {
        return;
    }
    state.exit_code = Some(code);
    EXIT.changed.notify_all();
    let _ = EXIT.changed.wait_timeout_while(state, EXIT_TIMEOUT, |state| state.subscribers > 0);
}

/// Counts a client while it lives.
struct Subscriber;

impl Subscriber {
    fn new() -> Subscriber {
        EXIT.lock().subscribers += 1;
        Subscriber
    }
}

impl Drop for Subscriber {
    fn drop(&mut self) {
        EXIT.lock().subscribers -= 1;
        EXIT.changed.notify_all();
    }
}

/// Serves one client until it disconnects or the process exits.
pub fn serve(stream: &TcpStream, recorder: &Recorder) -> io::Result<()> {
    let _counted = Subscriber::new();
    stream.set_write_timeout(Some(WRITE_TIMEOUT))?;
    let mut client = Client::new(stream)?;
    let mut tail = Tail::default();
    let mut findings = Findings::default();
    loop {
        let mut news = tail.poll(recorder.recording());
        let exit_code = EXIT.wait(Duration::ZERO);
        if exit_code.is_some() {
            client.send(&news, recorder, None, None)?;
            // What the previous read left for this one.
            news = tail.poll(recorder.recording());
        }
        let found = findings.changed(recorder, &news, exit_code.is_some());
        client.send(&news, recorder, found, exit_code)?;
        if exit_code.is_some() {
            return Ok(());
        }
        EXIT.wait(CHECK_INTERVAL);
    }
}

struct Client<'a> {
    stream: &'a TcpStream,
    number: u64,
    last_write: Instant,
    dropped: u64,
}

impl Client<'_> {
    fn new(mut stream: &TcpStream) -> io::Result<Client<'_>> {
        stream.write_all(HEAD.as_bytes())?;
        Ok(Client { stream, number: 0, last_write: Instant::now(), dropped: 0 })
    }

    fn send(
        &mut self,
        news: &Update,
        recorder: &Recorder,
        findings: Option<Vec<Finding>>,
        exit_code: Option<i32>,
    ) -> io::Result<()> {
        let mut program = recorder.program_now();
        if let Some(code) = exit_code {
            (program.exit_code, program.ended_by) = (code, "exit".to_owned());
        }
        if news.is_reset {
            let whole = Trace { program, findings: findings.unwrap_or_default(), ..news.rows.clone() };
            self.dropped = whole.dropped.events;
            return self.write(&json!({ "replace": whole }));
        }
        let mut replaced = Map::new();
        if news.has_new_names {
            replaced.insert("threads".to_owned(), json!(news.rows.threads));
            if !news.rows.files.is_empty() {
                replaced.insert("files".to_owned(), json!(news.rows.files));
            }
        }
        if news.rows.dropped.events > std::mem::replace(&mut self.dropped, news.rows.dropped.events) {
            replaced.insert("dropped".to_owned(), json!(news.rows.dropped));
        }
        if let Some(findings) = findings {
            replaced.insert("findings".to_owned(), json!(findings));
        }
        if exit_code.is_some() {
            replaced.insert("program".to_owned(), json!(program));
        }
        match message(&news.rows, replaced) {
            Some(message) => self.write(&message),
            None if self.last_write.elapsed() > KEEP_ALIVE_INTERVAL => self.write_text(": nothing new\n\n"),
            None => Ok(()),
        }
    }

    fn write(&mut self, message: &Value) -> io::Result<()> {
        self.number += 1;
        self.write_text(&format!("id: {}\ndata: {message}\n\n", self.number))
    }

    fn write_text(&mut self, text: &str) -> io::Result<()> {
        self.last_write = Instant::now();
        self.stream.write_all(text.as_bytes())
    }
}

/// None if there is nothing to send.
fn message(rows: &Trace, replaced: Map<String, Value>) -> Option<Value> {
    let tables = [
        ("tasks", rows.tasks.len(), json!(rows.tasks)),
        ("phaseSpans", rows.phase_spans.began.len(), json!(rows.phase_spans)),
        ("waits", rows.waits.began.len(), json!(rows.waits)),
        ("jobs", rows.jobs.id.len(), json!(rows.jobs)),
        ("output", rows.output.at.len(), json!(rows.output)),
        ("calls", rows.calls.at.len(), json!(rows.calls)),
        ("samples", rows.samples.at.len(), json!(rows.samples)),
        ("rejections", rows.rejections.at.len(), json!(rows.rejections)),
        ("handles", rows.handles.id.len(), json!(rows.handles)),
    ];
    let append: Map<String, Value> = tables
        .into_iter()
        .filter(|(_, length, _)| *length > 0)
        .map(|(name, _, table)| (name.to_owned(), table))
        .collect();
    let mut message = Map::new();
    if !append.is_empty() {
        message.insert("append".to_owned(), append.into());
    }
    for (name, length, list) in [
        ("places", rows.places.file.len(), json!(rows.places)),
        ("stacks", rows.stacks.len(), json!(rows.stacks)),
        ("labels", rows.labels.len(), json!(rows.labels)),
    ] {
        if length > 0 {
            message.insert(name.to_owned(), list);
        }
    }
    if !replaced.is_empty() {
        message.insert("replace".to_owned(), replaced.into());
    }
    (!message.is_empty()).then(|| message.into())
}

/// The findings so far.
#[derive(Default)]
struct Findings {
    last_check: Option<Instant>,
    has_news: bool,
    last_sent: Vec<Finding>,
}

impl Findings {
    /// All findings, if they have changed.
    fn changed(&mut self, recorder: &Recorder, news: &Update, is_last: bool) -> Option<Vec<Finding>> {
        self.has_news |= !news.rows.tasks.is_empty() || !news.rows.samples.at.is_empty();
        let is_due = is_last || self.last_check.is_none_or(|last_check| last_check.elapsed() >= FINDINGS_INTERVAL);
        if !is_due || !self.has_news {
            return None;
        }
        (self.last_check, self.has_news) = (Some(Instant::now()), false);
        let found = recorder.findings_now();
        if found == self.last_sent && !news.is_reset {
            return None;
        }
        self.last_sent.clone_from(&found);
        Some(found)
    }
}
