//! Emits what is new in the other tables, and new names.

use super::Tail;
use crate::model::Trace;
use crate::recording::Tables;

/// How many rows of each table were emitted, including dropped ones.
#[derive(Default)]
pub(super) struct Cursors {
    pub files: usize,
    places: usize,
    stacks: usize,
    labels: usize,
    waits: u64,
    jobs: u64,
    collections: u64,
    output: u64,
    calls: u64,
    samples: u64,
    rejections: u64,
    closed: u64,
}

impl Tail {
    pub(super) fn add_tables(&mut self, rows: &mut Trace, tables: &Tables) {
        let cursors = &mut self.cursors;
        for wait in tables.waits.since(&mut cursors.waits) {
            rows.waits.turn.push(wait.turn);
            rows.waits.began.push(wait.began);
            rows.waits.ended.push(wait.ended);
            rows.waits.limit.push(wait.limit);
            self.spans.waits.push_back((wait.turn, wait.began, wait.ended));
        }
        for job in tables.jobs.since(&mut cursors.jobs) {
            self.jobs.ended(*job);
        }
        for row in tables.collections.since(&mut cursors.collections) {
            rows.collections.began.push(row.began);
            rows.collections.ended.push(row.ended);
        }
        for row in tables.output.since(&mut cursors.output) {
            rows.output.at.push(row.at);
            rows.output.task.push(row.task);
            rows.output.stream.push(row.stream);
            let stack = usize::try_from(row.stack).ok().and_then(|at| tables.interned.stacks.get(at));
            rows.output.place.push(stack.and_then(|places| places.first()).copied().unwrap_or(-1));
            rows.output.text.push(row.text.clone());
        }
        for row in tables.calls.since(&mut cursors.calls) {
            rows.calls.at.push(row.at);
            rows.calls.took.push(row.took);
            rows.calls.task.push(row.task);
            rows.calls.label.push(row.label);
            rows.calls.stack.push(row.stack);
            rows.calls.bytes.push(row.bytes);
        }
        for row in tables.samples.since(&mut cursors.samples) {
            rows.samples.at.push(row.at);
            rows.samples.task.push(row.task);
            rows.samples.stack.push(row.stack);
        }
        for row in tables.rejections.since(&mut cursors.rejections) {
            rows.rejections.at.push(row.at);
            rows.rejections.task.push(row.task);
            rows.rejections.stack.push(row.stack);
            rows.rejections.message.push(row.message.clone());
        }
        for row in tables.closed.since(&mut cursors.closed) {
            rows.handles.id.push(row.id);
            rows.handles.kind.push(row.kind.clone());
            rows.handles.label.push(-1);
            rows.handles.made.push(row.made);
            rows.handles.closed.push(row.closed);
            rows.handles.stack.push(row.stack);
            rows.handles.refed.push(-1);
        }
    }

    /// After the rows: they may have added labels. Files are always emitted completely, the page replaces its list.
    pub(super) fn add_names(&mut self, rows: &mut Trace, tables: &Tables) {
        let (cursors, interned) = (&mut self.cursors, &tables.interned);
        if interned.files.len() > cursors.files {
            rows.files.clone_from(&interned.files);
        }
        let places = &interned.places;
        rows.places.file.extend_from_slice(&places.file[cursors.places..]);
        rows.places.line.extend_from_slice(&places.line[cursors.places..]);
        rows.places.column.extend_from_slice(&places.column[cursors.places..]);
        rows.places.name.extend_from_slice(&places.name[cursors.places..]);
        rows.stacks.extend_from_slice(&interned.stacks[cursors.stacks..]);
        rows.labels.extend_from_slice(&interned.labels[cursors.labels..]);
        cursors.files = interned.files.len();
        cursors.places = places.file.len();
        cursors.stacks = interned.stacks.len();
        cursors.labels = interned.labels.len();
    }
}
