//! `/events`: the recording as it grows, for the page. Server-Sent Events, each a JSON message that the page takes:
//!
//! ```text
//!   { "replace": { …a whole trace… } }                                        the first, and after a restart
//!   { "append": { "tasks": …, "waits": … }, "places": …, "stacks": …, "labels": …, "replace": { "findings": … } }
//! ```
//!
//! Every client follows the recording by itself ([`Tail`]). There is no queue between: the recording's own ring is one. A
//! client that is too slow finds rows gone and is told how many; one that takes nothing at all is cut. A client that comes
//! again begins again with what the ring still has.

use crate::trace::Recorder;
use hexloop_trace::{Finding, Tail, Trace, Update};
use serde_json::{Map, Value, json};
use std::io::{self, Write as _};
use std::net::TcpStream;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

const LOOK_EVERY: Duration = Duration::from_millis(200);

/// Findings are looked for anew, if there are new rows: it means to go through all of them.
const FIND_EVERY: Duration = Duration::from_secs(5);

/// After such a silence something is sent, so that a client that is gone is noticed.
const SILENCE: Duration = Duration::from_secs(10);

/// How long a client may take nothing at all.
const WRITE_PATIENCE: Duration = Duration::from_secs(30);

/// How long the end of the process may wait for the last rows to be sent, if somebody looks on.
const LAST_PATIENCE: Duration = Duration::from_millis(100);

const HEAD: &str = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n\
                    X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nConnection: close\r\n\r\n\
                    retry: 1000\n\n";

/// The end of the process, and who is still to be told of it.
static END: End = End { state: Mutex::new(State { exit_code: None, followers: 0 }), changed: Condvar::new() };

struct End {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    exit_code: Option<i32>,
    followers: usize,
}

impl End {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for so long; the exit code if the process ends meanwhile.
    fn within(&self, time: Duration) -> Option<i32> {
        let waited = self.changed.wait_timeout_while(self.lock(), time, |state| state.exit_code.is_none());
        waited.unwrap_or_else(PoisonError::into_inner).0.exit_code
    }
}

/// The process ends: clients that are there get the last rows, if they take them at once.
pub fn end_with_process(code: i32) {
    let mut state = END.lock();
    if state.followers == 0 {
        return;
    }
    state.exit_code = Some(code);
    END.changed.notify_all();
    let _ = END.changed.wait_timeout_while(state, LAST_PATIENCE, |state| state.followers > 0);
}

/// Counted for as long as it lives.
struct Follower;

impl Follower {
    fn new() -> Follower {
        END.lock().followers += 1;
        Follower
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        END.lock().followers -= 1;
        END.changed.notify_all();
    }
}

/// Serves one client until it goes, or the process does.
pub fn follow(stream: &TcpStream, recorder: &Recorder) -> io::Result<()> {
    let _counted = Follower::new();
    stream.set_write_timeout(Some(WRITE_PATIENCE))?;
    let mut client = Client::new(stream)?;
    let mut tail = Tail::default();
    let mut findings = Findings::default();
    loop {
        let mut news = tail.poll(recorder.recording());
        let exit_code = END.within(Duration::ZERO);
        if exit_code.is_some() {
            client.send(&news, recorder, None, None)?;
            // What the look before left for this one.
            news = tail.poll(recorder.recording());
        }
        let found = findings.changed(recorder, &news, exit_code.is_some());
        client.send(&news, recorder, found, exit_code)?;
        if exit_code.is_some() {
            return Ok(());
        }
        END.within(LOOK_EVERY);
    }
}

struct Client<'a> {
    stream: &'a TcpStream,
    number: u64,
    spoke: Instant,
    dropped: u64,
}

impl Client<'_> {
    fn new(mut stream: &TcpStream) -> io::Result<Client<'_>> {
        stream.write_all(HEAD.as_bytes())?;
        Ok(Client { stream, number: 0, spoke: Instant::now(), dropped: 0 })
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
            None if self.spoke.elapsed() > SILENCE => self.write_text(": nothing new\n\n"),
            None => Ok(()),
        }
    }

    fn write(&mut self, message: &Value) -> io::Result<()> {
        self.number += 1;
        self.write_text(&format!("id: {}\ndata: {message}\n\n", self.number))
    }

    fn write_text(&mut self, text: &str) -> io::Result<()> {
        self.spoke = Instant::now();
        self.stream.write_all(text.as_bytes())
    }
}

/// None if there is nothing to tell.
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

/// What is wrong with the program, as far as one can tell by now.
#[derive(Default)]
struct Findings {
    looked: Option<Instant>,
    has_news: bool,
    told: Vec<Finding>,
}

impl Findings {
    /// All of them, if they are not those of before.
    fn changed(&mut self, recorder: &Recorder, news: &Update, is_last: bool) -> Option<Vec<Finding>> {
        self.has_news |= !news.rows.tasks.is_empty() || !news.rows.samples.at.is_empty();
        let is_due = is_last || self.looked.is_none_or(|looked| looked.elapsed() >= FIND_EVERY);
        if !is_due || !self.has_news {
            return None;
        }
        (self.looked, self.has_news) = (Some(Instant::now()), false);
        let found = recorder.findings_now();
        if found == self.told && !news.is_reset {
            return None;
        }
        self.told.clone_from(&found);
        Some(found)
    }
}
