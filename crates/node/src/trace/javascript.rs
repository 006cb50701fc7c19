//! The methods of the recorder for `binding('trace')`.

use super::{Recorder, definitions, to_place};
use crate::sources;
use hexloop_engine::{Cx, Exception, Value, float64_array_over, stack};
use hexloop_trace::log::{self, cell};
use hexloop_trace::{Place, Received};
use std::sync::atomic::Ordering;

impl Recorder {
    /// One segment of the ring.
    pub fn segment<'a>(&self, cx: Cx<'a>, number: usize) -> Result<Value<'a>, Exception<'a>> {
        // SAFETY: `lib/trace/log.js` keeps the array in a variable of its own, and only indexes it: no native function
        // and no program gets it.
        unsafe { float64_array_over(cx, &self.recording.ring, log::segment(number)) }
    }

    pub fn cells<'a>(&self, cx: Cx<'a>) -> Result<Value<'a>, Exception<'a>> {
        // SAFETY: as above, for the files in `lib/trace`.
        unsafe { float64_array_over(cx, &self.recording.cells, 0..cell::ALL.len()) }
    }

    pub fn read_clock(&self) -> f64 {
        self.now()
    }

    pub fn stack(&self, text: &str) -> i32 {
        self.intern_stack(text)
    }

    /// Interns the place where a function is defined; `stack` is that of the call that passes it.
    pub fn definition(&self, text: &str, name: String, stack: i32) -> i32 {
        let call = self.tables().interned.innermost(stack);
        let call = call.map(|place| stack::Place { url: place.file, line: place.line, column: place.column });
        let Some(found) = definitions::find(text, call.as_ref()) else { return -1 };
        let place = Place { name, ..to_place("", found) };
        self.tables().interned.place(place, &sources::text)
    }

    pub fn label(&self, text: &str) -> i32 {
        self.tables().interned.label(text)
    }

    pub fn wrote(&self, stream: i32, text: &str, stack: i32) {
        let (now, task) = (self.now() as i64, self.current());
        self.tables().wrote(now, task, stream, stack, text);
    }

    pub fn called(&self, label: i32, began: i64, stack: i32, bytes: i64) {
        let (now, task) = (self.now() as i64, self.current());
        self.tables().called(began, now - began, task, label, stack, bytes);
    }

    pub fn rejected(&self, message: String, stack: i32, task: i64) {
        let now = self.now() as i64;
        self.tables().rejected(now, task, stack, message);
    }

    pub fn received(&self, message: u64, task: i64) {
        self.tables().received(Received { message, task });
    }

    pub fn handle_made(&self, id: i64, kind: String, stack: i32) {
        let (now, task) = (self.now() as i64, self.current());
        self.tables().handle_made(id, kind, stack, task, now);
    }

    pub fn handle_referenced(&self, id: i64, is_referenced: bool) {
        self.tables().handle_referenced(id, is_referenced);
    }

    pub fn handle_closed(&self, id: i64) {
        let now = self.now() as i64;
        self.tables().handle_closed(id, now);
    }

    pub fn is_exact(&self) -> bool {
        self.options.exact
    }

    pub fn is_on(&self) -> bool {
        self.is_on.load(Ordering::Relaxed)
    }
}
