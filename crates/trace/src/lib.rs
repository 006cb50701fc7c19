//! The trace of an event loop, from the first line of a program to its end: model, recording, formats and findings.
//!
//! ```text
//!   lib/trace/*.js ──rows──▶ Recorder ──▶ Trace ──▶ json · text · perfetto · the page
//!   the loop's observer ──▶     ▲           ▲
//!                          bounded rings    └── from_json: what was recorded elsewhere
//! ```
//!
//! [`Trace`] is the model that all parts share; docs/trace.md describes it for users. There is no JavaScript engine in
//! this crate: its input are rows, its output are reports.
//!
//! ```
//! use hexloop_trace::Trace;
//!
//! let mut trace = Trace::default();
//! let label = trace.label("setTimeout 10 ms");
//! assert_eq!(trace.labels[label as usize], "setTimeout 10 ms");
//! let again = Trace::from_json(&trace.to_json()).unwrap();
//! assert_eq!(again, trace);
//! ```

mod assemble;
mod bounded;
mod check;
mod code_frame;
mod doctor_report;
mod explain;
mod findings;
mod format;
mod html;
mod intern;
mod json;
pub mod log;
mod messages;
mod model;
mod page;
mod perfetto;
mod phrases;
mod recording;
mod tail;
mod terminal;
mod text;
mod view;
mod workers;

pub use check::{Violation, check};
pub use doctor_report::DoctorReport;
pub use explain::explain;
pub use findings::{KINDS as FINDING_KINDS, find};
pub use format::Format;
pub use intern::Place;
pub use json::InvalidTrace;
pub use messages::{Messages, Posted, Received};
pub use model::{
    ABSENT, Calls, Clock, Collections, Column, Dropped, File, Finding, Handles, Index, Jobs, Kind, Output, PhaseSpans,
    Places, Program, Rejections, Samples, Severity, TaskRow, Tasks, Thread, Trace, Waits,
};
pub use page::{compressed_page, live_page, page};
pub use recording::{Recording, Tables};
pub use tail::{Tail, Update};
pub use terminal::Style;
pub use workers::Worker;
