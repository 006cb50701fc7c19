//! `hexloop explain FILE`: the output of a short program, line by line, with what put each line there.

use crate::output::{print, warn};
use crate::recorded_run::{Ended, Run, Wanted};
use crate::tool_arguments::{Bad, ToolArguments, style};
use std::io::Read as _;
use std::process::Stdio;
use std::time::Duration;

const SECONDS: u64 = 10;

/// The code where the program could not be run.
const NOT_RUN: i32 = 2;

pub fn command(words: &[String]) -> i32 {
    match explain(words) {
        Ok(code) => code,
        Err(Bad(message)) => {
            warn(&format!("hexloop explain: {message}\n"));
            NOT_RUN
        }
    }
}

fn explain(words: &[String]) -> Result<i32, Bad> {
    let Some(wanted) = ToolArguments::of_command("explain", words)? else { return Ok(0) };
    let file = &wanted.file("explain")?;
    let width = wanted.number("--width", 20, 1000)?;
    let seconds = wanted.number("--seconds", 1, 86_400)?.unwrap_or(SECONDS);
    let arguments: Vec<String> = wanted.arguments.iter().chain(wanted.rest.iter().flatten()).cloned().collect();
    let options: Vec<String> = std::iter::once("--trace-exact".to_owned()).chain(wanted.options.clone()).collect();
    let run = Wanted { options: &options, file, arguments: &arguments, out: Stdio::null(), err: Stdio::piped() };
    let (ended, errors) = run_silently(run, Duration::from_secs(seconds)).map_err(Bad)?;
    let text = hexloop_trace::explain(&ended.trace, style(width));
    Ok(print(&format!("{text}{}", how_it_ended(&ended, seconds, &errors))))
}

/// What it prints is in the recording; an error that ended the program is only on standard error.
fn run_silently(wanted: Wanted<'_>, limit: Duration) -> Result<(Ended, String), String> {
    let mut run = Run::start(wanted)?;
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

fn how_it_ended(ended: &Ended, seconds: u64, errors: &str) -> String {
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
