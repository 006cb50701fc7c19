//! A trace in Chrome's Trace Event Format (JSON), for ui.perfetto.dev and chrome://tracing.
//!
//! ```text
//!   thread "loop"     ┌ timers ─────────────┐ ┌ poll ──────────────────┐   phases, and in them what ran
//!                     │ setTimeout │ tick │ │ │ wait     │ socket data │
//!                            └──────────flow──────────────────▲            from the scheduling task to the scheduled one
//!   thread "pool 1"                           │ fs │
//!   counters          jobs that wait for a thread · open handles
//! ```
//!
//! Times are microseconds there; three decimals keep the nanoseconds.

use crate::model::{ABSENT, Trace};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{self, Write};

/// The process that everything belongs to.
const PROCESS: u32 = 1;

impl Trace {
    pub fn write_perfetto(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(b"{\"displayTimeUnit\":\"ns\",\"otherData\":")?;
        let about = json!({ "hexloop": self.program.hexloop, "dropped": self.dropped.events });
        serde_json::to_writer(&mut *out, &about)?;
        out.write_all(b",\"traceEvents\":[")?;
        let mut events = Events { out, is_first: true };
        self.name_tracks(&mut events)?;
        self.write_phases(&mut events)?;
        self.write_tasks(&mut events)?;
        self.write_jobs(&mut events)?;
        self.write_instants(&mut events)?;
        self.write_counters(&mut events)?;
        events.out.write_all(b"]}\n")
    }

    fn name_tracks(&self, events: &mut Events<'_>) -> io::Result<()> {
        let name = format!("hexloop {}", self.program.file);
        events.add(json!({ "ph": "M", "pid": PROCESS, "name": "process_name", "args": { "name": name } }))?;
        let collector = (!self.collections.began.is_empty()).then_some("collector");
        for (tid, name) in self.threads.iter().map(|thread| thread.name.as_str()).chain(collector).enumerate() {
            let args = json!({ "name": name });
            events.add(json!({ "ph": "M", "pid": PROCESS, "tid": tid, "name": "thread_name", "args": args }))?;
            let args = json!({ "sort_index": tid });
            events.add(json!({ "ph": "M", "pid": PROCESS, "tid": tid, "name": "thread_sort_index", "args": args }))?;
        }
        Ok(())
    }

    fn write_phases(&self, events: &mut Events<'_>) -> io::Result<()> {
        let spans = &self.phase_spans;
        for at in 0..spans.phase.len() {
            let name = usize::try_from(spans.phase[at]).ok().and_then(|phase| self.phases.get(phase));
            let args = json!({ "turn": spans.turn[at] });
            events.slice(0, name.map_or("", String::as_str), "phase", (spans.began[at], spans.ended[at]), args)?;
        }
        let waits = &self.waits;
        for at in 0..waits.began.len() {
            let args = json!({ "turn": waits.turn[at], "limit": limit(waits.limit[at]) });
            events.slice(0, "wait", "wait", (waits.began[at], waits.ended[at]), args)?;
        }
        // On a separate track: the collector runs concurrently, and slices of one track must not cross.
        let track = self.threads.len() as i32;
        for (began, ended) in self.collections.began.iter().zip(&self.collections.ended) {
            events.slice(track, "collection", "collector", (*began, *ended), json!({}))?;
        }
        Ok(())
    }

    fn write_tasks(&self, events: &mut Events<'_>) -> io::Result<()> {
        let spans: HashMap<i64, (i64, i64, i32)> =
            self.tasks.rows().map(|row| (row.id, (row.began, row.ended, row.thread))).collect();
        for row in self.tasks.rows().filter(|row| row.began != ABSENT) {
            let kind = usize::try_from(row.kind).ok().and_then(|kind| self.kinds.get(kind)).map_or("", String::as_str);
            let mut args = json!({ "id": row.id, "turn": row.turn });
            for (name, value) in [
                ("scheduled", self.place_text(self.top_of(row.scheduled))),
                ("defined", self.place_text(row.defined)),
                ("late", (row.due != ABSENT && row.due < row.began).then(|| format!("{} ns", row.began - row.due))),
            ] {
                if let Some(value) = value {
                    args[name] = Value::String(value);
                }
            }
            let name = self.label_at(row.label).unwrap_or(kind);
            events.slice(row.thread, name, kind, (row.began, row.ended), args)?;
            // A flow starts in the slice that is open at its time: only if that is the parent's.
            let parent = spans.get(&row.parent).filter(|_| row.queued != ABSENT);
            if let Some((began, ended, thread)) = parent
                && (*began..=*ended).contains(&row.queued)
            {
                events.flow(row.id, (*thread, row.queued), (row.thread, row.began))?;
            }
        }
        Ok(())
    }

    fn write_jobs(&self, events: &mut Events<'_>) -> io::Result<()> {
        let jobs = &self.jobs;
        for at in 0..jobs.id.len() {
            if jobs.began[at] == ABSENT || jobs.thread[at] < 0 {
                continue;
            }
            let ended = if jobs.ended[at] == ABSENT { self.program.duration } else { jobs.ended[at] };
            let args = json!({ "id": jobs.id[at], "waited": jobs.began[at] - jobs.queued[at] });
            let name = self.label_at(jobs.label[at]).unwrap_or("job");
            events.slice(jobs.thread[at], name, "pool", (jobs.began[at], ended), args)?;
        }
        Ok(())
    }

    /// Output, synchronous calls, rejections.
    fn write_instants(&self, events: &mut Events<'_>) -> io::Result<()> {
        for (at, text) in self.output.at.iter().zip(&self.output.text) {
            events.instant(text.trim_end(), "output", *at)?;
        }
        for (at, message) in self.rejections.at.iter().zip(&self.rejections.message) {
            events.instant(&format!("unhandled rejection: {message}"), "rejection", *at)?;
        }
        let calls = &self.calls;
        for at in 0..calls.at.len() {
            let place = self.place_text(self.top_of(calls.stack[at]));
            let args = json!({ "bytes": limit(calls.bytes[at]), "at": place });
            let name = self.label_at(calls.label[at]).unwrap_or("call");
            events.slice(0, name, "call", (calls.at[at], calls.at[at] + calls.took[at]), args)?;
        }
        Ok(())
    }

    fn write_counters(&self, events: &mut Events<'_>) -> io::Result<()> {
        let jobs = self.jobs.queued.iter().zip(&self.jobs.began);
        events.counter("jobs that wait for a thread", jobs.map(|(queued, began)| (*queued, *began)))?;
        let handles = self.handles.made.iter().zip(&self.handles.closed);
        events.counter("open handles", handles.map(|(made, closed)| (*made, *closed)))
    }
}

fn limit(value: i64) -> Value {
    if value == ABSENT { Value::Null } else { value.into() }
}

fn microseconds(ns: i64) -> f64 {
    ns as f64 / 1e3
}

struct Events<'a> {
    out: &'a mut dyn Write,
    is_first: bool,
}

impl Events<'_> {
    fn add(&mut self, event: Value) -> io::Result<()> {
        if !std::mem::take(&mut self.is_first) {
            self.out.write_all(b",\n")?;
        }
        serde_json::to_writer(&mut *self.out, &event).map_err(io::Error::from)
    }

    fn slice(
        &mut self,
        tid: i32,
        name: &str,
        category: &str,
        (began, ended): (i64, i64),
        args: Value,
    ) -> io::Result<()> {
        let (ts, dur) = (microseconds(began), microseconds((ended - began).max(0)));
        self.add(json!({
            "ph": "X", "pid": PROCESS, "tid": tid, "name": name, "cat": category, "ts": ts, "dur": dur, "args": args
        }))
    }

    fn flow(&mut self, id: i64, from: (i32, i64), to: (i32, i64)) -> io::Result<()> {
        let end = |phase: &str, (tid, at): (i32, i64)| {
            json!({
                "ph": phase, "pid": PROCESS, "tid": tid, "name": "scheduled", "cat": "flow", "id": id,
                "ts": microseconds(at), "bp": "e"
            })
        };
        self.add(end("s", from))?;
        self.add(end("f", to))
    }

    fn instant(&mut self, name: &str, category: &str, at: i64) -> io::Result<()> {
        self.add(json!({
            "ph": "i", "s": "t", "pid": PROCESS, "tid": 0, "name": name, "cat": category, "ts": microseconds(at)
        }))
    }

    /// The number of open spans, at each time it changes. A span without an end stays open.
    fn counter(&mut self, name: &str, spans: impl Iterator<Item = (i64, i64)>) -> io::Result<()> {
        let mut steps: Vec<(i64, i32)> = Vec::new();
        for (from, to) in spans {
            steps.push((from, 1));
            if to != ABSENT {
                steps.push((to, -1));
            }
        }
        steps.sort_unstable();
        let mut open = 0;
        for (at, step) in steps {
            open += step;
            let args = json!({ "value": open });
            self.add(json!({ "ph": "C", "pid": PROCESS, "name": name, "ts": microseconds(at), "args": args }))?;
        }
        Ok(())
    }
}
