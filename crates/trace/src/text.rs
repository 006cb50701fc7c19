//! A trace as text, for terminals and logs: what ran, in order.
//!
//! ```text
//!   turn  phase    at            took  what                       where
//!         main     0.000 ms   1.2 ms   main script
//!         tick     1.204 ms    12 µs     tick                     /app/a.js:4:9
//!   1     timers   2.310 ms    30 µs   setTimeout 0 ms            /app/a.js:3:1
//! ```

use crate::model::{ABSENT, Kind, TaskRow, Trace};
use std::io::{self, Write};

impl Trace {
    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let program = &self.program;
        writeln!(out, "{} (process {}), {}", program.file, program.pid, duration(program.duration))?;
        if self.dropped.events > 0 {
            let before = duration(self.dropped.before);
            writeln!(out, "{} events before {before} did not fit and are gone", self.dropped.events)?;
        }
        writeln!(out, "{:>5}  {:<7} {:>12} {:>9}  {:<28} scheduled at", "turn", "phase", "at", "took", "what")?;
        let mut output = 0;
        for row in self.tasks.rows().filter(|row| row.began != ABSENT) {
            output = self.write_output_until(row.began, output, out)?;
            self.write_task(&row, out)?;
        }
        self.write_output_until(i64::MAX, output, out)?;
        self.write_never_run(out)?;
        self.write_findings(out)
    }

    fn write_task(&self, row: &TaskRow, out: &mut dyn Write) -> io::Result<()> {
        let kind = Kind::from_number(row.kind as usize);
        let is_job = kind.is_some_and(Kind::is_microtask);
        let of_phase = usize::try_from(row.phase).ok().and_then(|at| self.phases.get(at));
        let thread = usize::try_from(row.thread).ok().filter(|at| *at > 0).and_then(|at| self.threads.get(at));
        let phase = thread.map(|thread| &thread.name).or(of_phase).map_or("", String::as_str);
        let turn = if is_job || row.turn == 0 { String::new() } else { row.turn.to_string() };
        let name = self.kinds.get(row.kind.max(0) as usize).map_or("", String::as_str);
        let what = match self.label_at(row.label) {
            Some(label) if is_job => format!("  {name} ({label})"),
            Some(label) => label.to_owned(),
            None if is_job => format!("  {name}"),
            None => name.to_owned(),
        };
        let mut place = self.place_text(self.top_of(row.scheduled)).unwrap_or_default();
        if let Some(defined) = self.place_text(row.defined).filter(|_| !self.is_one_line(row)) {
            place = format!("{place}, runs {defined}");
        }
        let (at, took) = (milliseconds(row.began), duration(row.ended - row.began));
        let line = format!("{turn:>5}  {phase:<7} {at:>12} {took:>9}  {what:<28} {place}");
        writeln!(out, "{}", line.trim_end())
    }

    /// Whether a function is defined on the line that schedules it.
    fn is_one_line(&self, row: &TaskRow) -> bool {
        let at = |place: i32| {
            let place = usize::try_from(place).ok()?;
            Some((*self.places.file.get(place)?, *self.places.line.get(place)?))
        };
        at(row.defined) == at(self.top_of(row.scheduled))
    }

    fn write_output_until(&self, time: i64, mut next: usize, out: &mut dyn Write) -> io::Result<usize> {
        while self.output.at.get(next).is_some_and(|at| *at < time) {
            let at = milliseconds(self.output.at[next]);
            for line in self.output.text[next].lines() {
                let sign = if self.output.stream[next] == 1 { '>' } else { '!' };
                writeln!(out, "{:>5}  {:<7} {at:>12} {:>9}  {sign} {line}", "", "", "")?;
            }
            next += 1;
        }
        Ok(next)
    }

    fn write_findings(&self, out: &mut dyn Write) -> io::Result<()> {
        if !self.findings.is_empty() {
            writeln!(out, "findings:")?;
        }
        for finding in &self.findings {
            writeln!(out, "{:>5}  {:<7} {}", "", finding.severity.name(), finding.title)?;
        }
        Ok(())
    }

    fn write_never_run(&self, out: &mut dyn Write) -> io::Result<()> {
        let never: Vec<TaskRow> = self.tasks.rows().filter(|row| row.began == ABSENT).collect();
        if never.is_empty() {
            return Ok(());
        }
        writeln!(out, "never ran:")?;
        for row in never {
            let name = self.kinds.get(row.kind.max(0) as usize).map_or("", String::as_str);
            let what = self.label_at(row.label).unwrap_or(name);
            let why = if row.cancelled == ABSENT { "" } else { "cleared" };
            let place = self.place_text(self.top_of(row.scheduled)).unwrap_or_default();
            let line = format!("{:>5}  {:<7} {:>12} {why:>9}  {what:<28} {place}", "", "", milliseconds(row.queued));
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

fn milliseconds(ns: i64) -> String {
    format!("{:.3} ms", ns as f64 / 1e6)
}

/// With a suitable unit.
fn duration(ns: i64) -> String {
    let (size, unit, digits) = match ns.max(1).ilog10() {
        0..3 => return format!("{ns} ns"),
        3..6 => (1e3, "µs", 0),
        6..9 => (1e6, "ms", 1),
        _ => (1e9, "s", 2),
    };
    format!("{:.digits$} {unit}", ns as f64 / size)
}
