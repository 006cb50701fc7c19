//! `hexloop doctor FILE`: runs a program under the recorder, optionally under load, and reports the findings.

use crate::load;
use crate::output::{print, warn};
use crate::recorded_run::{Run, RunOptions};
use crate::tool_arguments::{ToolArguments, ToolError, style};
use hexloop_trace::{DoctorReport, Format, Severity, Trace};
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

const SECONDS: u64 = 10;

/// The timeout for the port to accept connections.
const PORT_TIMEOUT: Duration = Duration::from_secs(30);

/// The time for the last responses of a load to pass through the loop.
const DRAIN_TIME: Duration = Duration::from_millis(100);

const NO_FINDINGS: i32 = 0;
const FINDINGS: i32 = 1;
const NOT_RUN: i32 = 2;

pub fn command(arguments: &[String]) -> i32 {
    match Invocation::parse(arguments)
        .and_then(|invocation| invocation.map_or(Ok(NO_FINDINGS), |invocation| invocation.execute()))
    {
        Ok(code) => code,
        Err(ToolError(message)) => {
            warn(&format!("hexloop doctor: {message}\n"));
            NOT_RUN
        }
    }
}

struct Invocation {
    arguments: ToolArguments,
    file: String,
    port: Option<u16>,
    seconds: Option<u64>,
    threshold: Severity,
    width: Option<u64>,
}

impl Invocation {
    /// `None`: only help was requested.
    fn parse(arguments: &[String]) -> Result<Option<Invocation>, ToolError> {
        let Some(arguments) = ToolArguments::for_command("doctor", arguments)? else { return Ok(None) };
        let file = arguments.file("doctor")?;
        let port = arguments.number("--on-port", 1, 65_535)?.map(|port| port as u16);
        if port.is_some() && arguments.rest.as_ref().is_none_or(Vec::is_empty) {
            return Err(ToolError("--on-port needs a command to run as load: --on-port PORT -- COMMAND".to_owned()));
        }
        let level = arguments.value("--threshold").unwrap_or("medium");
        let threshold = Severity::from_name(level).ok_or_else(|| {
            ToolError(format!("invalid value for --threshold: {level}, must be one of low, medium, high"))
        })?;
        let (seconds, width) = (arguments.number("--seconds", 1, 86_400)?, arguments.number("--width", 20, 1000)?);
        Ok(Some(Invocation { file, port, seconds, threshold, width, arguments }))
    }

    fn execute(&self) -> Result<i32, ToolError> {
        let trace = self.record().map_err(ToolError)?;
        let page = self.arguments.value("--out").unwrap_or("hexloop-doctor.html");
        let page_error = write_page(&trace, Path::new(page)).err();
        let report = DoctorReport { trace: &trace, threshold: self.threshold };
        if self.arguments.has("--json") {
            let mut value = report.json();
            value["page"] = if page_error.is_none() { page.into() } else { serde_json::Value::Null };
            print(&format!("{value}\n"));
        } else {
            let timeline =
                if page_error.is_none() { format!("\nThe timeline behind this: {page}\n") } else { String::new() };
            print(&format!("{}{timeline}", report.text(style(self.width))));
        }
        match page_error {
            Some(error) => warn(&format!("hexloop doctor: the page could not be written to {page}: {error}\n")),
            None if self.arguments.has("--open") => hexloop_node::open_in_browser(Path::new(page)),
            None => {}
        }
        Ok(if report.is_healthy() { NO_FINDINGS } else { FINDINGS })
    }

    fn record(&self) -> Result<Trace, String> {
        let load = if self.port.is_some() { self.arguments.rest.as_deref() } else { None };
        let own = if load.is_some() { None } else { self.arguments.rest.as_ref() };
        let program_arguments: Vec<String> =
            self.arguments.program_arguments.iter().chain(own.into_iter().flatten()).cloned().collect();
        let mut run = Run::start(RunOptions {
            options: &self.arguments.options,
            file: &self.file,
            arguments: &program_arguments,
            out: self.output(),
            err: Stdio::inherit(),
        })?;
        match (self.port, load) {
            (Some(port), Some(command)) => self.apply_load(&mut run, port, command)?,
            _ => run.wait(Duration::from_secs(self.seconds.unwrap_or(SECONDS))),
        }
        let ended = run.end()?;
        // No line of it ran: it could not be started.
        if ended.trace.places.file.is_empty() && !ended.status.success() {
            return Err("the program could not be run".to_owned());
        }
        Ok(ended.trace)
    }

    fn apply_load(&self, run: &mut Run, port: u16, command: &[String]) -> Result<(), String> {
        load::wait_for_port(run, port, PORT_TIMEOUT)?;
        let limit = self.seconds.map(Duration::from_secs);
        let status = load::run(command, self.output(), limit)?;
        if let Some(status) = status.filter(|status| !status.success()) {
            warn(&format!("hexloop doctor: the load ended with {status}\n"));
        }
        run.wait(DRAIN_TIME);
        Ok(())
    }

    /// Where the output of the program and of the load goes: not into the JSON.
    fn output(&self) -> Stdio {
        if !self.arguments.has("--json") {
            return Stdio::inherit();
        }
        use std::os::fd::AsFd as _;
        std::io::stderr().as_fd().try_clone_to_owned().map_or_else(|_| Stdio::null(), Stdio::from)
    }
}

fn write_page(trace: &Trace, path: &Path) -> std::io::Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    Format::Html.write(trace, &mut out)?;
    out.flush()
}
