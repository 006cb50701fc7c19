//! Writes a recording when it ends.

use super::{EndReason, Recorder, workers};
use crate::options::Options;
use hexloop_trace::{Format, Program, Trace};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::PoisonError;
use std::sync::atomic::Ordering;

pub fn program_of(options: &Options) -> Program {
    let cwd = std::env::current_dir().map(|path| path.to_string_lossy().into_owned()).unwrap_or_default();
    Program {
        file: options.arguments.first().cloned().unwrap_or_default(),
        argv: options.arguments.clone(),
        cwd,
        pid: std::process::id(),
        hexloop: env!("CARGO_PKG_VERSION").to_owned(),
        profile: options.profile.name().to_owned(),
        exit_code: -1,
        ..Program::default()
    }
}

pub fn write(recorder: &Recorder, end: EndReason) {
    let now = recorder.since_base(crate::clock::steady_ns());
    {
        let mut program = recorder.program.lock().unwrap_or_else(PoisonError::into_inner);
        (program.exit_code, program.ended_by) = match end {
            EndReason::Exit(code) => (code, "exit".to_owned()),
            EndReason::Signal => (-1, "signal".to_owned()),
            EndReason::Request => (-1, "request".to_owned()),
        };
        recorder.tables().program = program.clone();
    }
    let mut trace = recorder.recording.trace(now);
    workers::merge_into(&mut trace, now);
    let (format, path) = target(recorder);
    let written = write_to(&trace, format, &path);
    match &written {
        Ok(()) if recorder.options.quiet || path == Path::new("-") => {}
        Ok(()) => print(&summary(&trace, format, &path)),
        Err(error) => print(&format!("hexloop: the trace could not be written to {}: {error}\n", path.display())),
    }
    if written.is_ok() && recorder.options.open {
        crate::browser::open_in_browser(&path);
    }
}

fn summary(trace: &Trace, format: Format, path: &Path) -> String {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let dropped = match trace.dropped.events {
        0 => String::new(),
        count => format!("; {count} older ones did not fit (--trace-events=N keeps more)"),
    };
    let tasks = trace.tasks.len();
    format!("hexloop: {tasks} events are in {}{dropped}; {}\n", path.display(), format.how_to_open())
}

/// The requested format, else by the file's extension.
fn target(recorder: &Recorder) -> (Format, PathBuf) {
    let options = &recorder.options;
    let format = options.format();
    let path = options.out.clone().unwrap_or_else(|| format.default_name().into());
    let number = recorder.written.fetch_add(1, Ordering::Relaxed) + 1;
    if options.from_start || path == Path::new("-") {
        return (format, path);
    }
    // A process may write several.
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().map(|extension| format!(".{}", extension.to_string_lossy())).unwrap_or_default();
    (format, path.with_file_name(format!("{stem}.{}.{number}{extension}", std::process::id())))
}

fn write_to(trace: &Trace, format: Format, path: &Path) -> io::Result<()> {
    if path == Path::new("-") {
        let mut out = BufWriter::new(io::stdout().lock());
        format.write(trace, &mut out)?;
        return out.flush();
    }
    let mut out = BufWriter::new(File::create(path)?);
    format.write(trace, &mut out)?;
    out.flush()
}

fn print(summary: &str) {
    let _ = io::stderr().write_all(summary.as_bytes());
}
