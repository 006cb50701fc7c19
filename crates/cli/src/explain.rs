//! `hexloop explain FILE`: the output of a short program, line by line, with the cause of each line.

use crate::output::{print, warn};
use crate::recorded_run::{FinishedRun, Run, RunOptions};
use crate::tool_arguments::{ToolArguments, ToolError, style};
use std::io::Read as _;
use std::process::Stdio;
use std::time::Duration;

const SECONDS: u64 = 10;

/// The exit code if the program could not be run.
const NOT_RUN: i32 = 2;

pub fn command(arguments: &[String]) -> i32 {
    match explain(arguments) {
        Ok(code) => code,
        Err(ToolError(message)) => {
            warn(&format!("hexloop explain: {message}\n"));
            NOT_RUN
        }
    }
}

fn explain(arguments: &[String]) -> Result<i32, ToolError> {
    let Some(parsed) = ToolArguments::for_command("explain", arguments)? else { return Ok(0) };
    let file = &parsed.file("explain")?;
    let width = parsed.number("--width", 20, 1000)?;
    let seconds = parsed.number("--seconds", 1, 86_400)?.unwrap_or(SECONDS);
    let program_arguments: Vec<String> =
        parsed.program_arguments.iter().chain(parsed.rest.iter().flatten()).cloned().collect();
    let options: Vec<String> = std::iter::once("--trace-exact".to_owned()).chain(parsed.options.clone()).collect();
    let run_options =
        RunOptions { options: &options, file, arguments: &program_arguments, out: Stdio::null(), err: Stdio::piped() };
    let (ended, errors) = run_captured(run_options, Duration::from_secs(seconds)).map_err(ToolError)?;
    let text = hexloop_trace::explain(&ended.trace, style(width));
    Ok(print(&format!("{text}{}", exit_summary(&ended, seconds, &errors))))
}

/// The output is in the recording; an error that ended the program is only on standard error.
fn run_captured(run_options: RunOptions<'_>, limit: Duration) -> Result<(FinishedRun, String), String> {
    let mut run = Run::start(run_options)?;
    let pipe = run.child().stderr.take();
    let reader = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            let _ = pipe.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    });
    run.wait(limit);
    match run.end() {
        Ok(ended) => Ok((ended, reader.join().unwrap_or_default())),
        Err(message) => {
            warn(&reader.join().unwrap_or_default());
            Err(message)
        }
    }
}

fn exit_summary(ended: &FinishedRun, seconds: u64, errors: &str) -> String {
    let program = &ended.trace.program;
    if program.ended_by == "signal" {
        format!(
            "
It still ran after {seconds} s and was ended. `hexloop --why` shows what kept it alive.
"
        )
    } else if program.exit_code > 0 {
        format!(
            "
It ended with code {}:
{}
",
            program.exit_code,
            errors.trim_end()
        )
    } else {
        String::new()
    }
}
