//! `hexloop explain FILE`: the output of a short program, line by line, with what put each line there.

use crate::recorded_run::{Ended, Run, Wanted};
use crate::tool_arguments::{Bad, ToolArguments, style};
use std::io::Read as _;
use std::process::Stdio;
use std::time::Duration;

const OPTIONS: &[(&str, bool)] = &[("--width", true), ("--seconds", true), ("--help", false)];

const HELP: &str = "Usage: hexloop explain [options] FILE [arguments]

Runs FILE and tells of each line it printed who printed it, what had caused that, and why it ran just then.

  --width=COLUMNS   how wide the text is (default: the terminal's, or 80)
  --seconds=N       end the program after this time (default: 10)
";

const SECONDS: u64 = 10;

/// The code where the program could not be run.
const NOT_RUN: i32 = 2;

pub fn command(words: &[String]) -> i32 {
    match explain(words) {
        Ok(code) => code,
        Err(Bad(sentence)) => {
            eprintln!("hexloop explain: {sentence}");
            NOT_RUN
        }
    }
}

fn explain(words: &[String]) -> Result<i32, Bad> {
    let wanted = ToolArguments::parse(words, OPTIONS)?;
    if wanted.has("--help") {
        print!("{HELP}");
        return Ok(0);
    }
    let file = wanted.file.as_deref().ok_or_else(|| Bad("which file? (hexloop explain FILE)".to_owned()))?;
    let width = wanted.number("--width", 20, 1000)?;
    let seconds = wanted.number("--seconds", 1, 86_400)?.unwrap_or(SECONDS);
    let arguments: Vec<String> = wanted.arguments.iter().chain(wanted.rest.iter().flatten()).cloned().collect();
    let options: Vec<String> = std::iter::once("--trace-exact".to_owned()).chain(wanted.options.clone()).collect();
    let run = Wanted { options: &options, file, arguments: &arguments, out: Stdio::null(), err: Stdio::piped() };
    let (ended, complaint) = run_silently(run, Duration::from_secs(seconds)).map_err(Bad)?;
    print!("{}", hexloop_trace::explain(&ended.trace, style(width)));
    tell_end(&ended, seconds, &complaint);
    Ok(0)
}

/// What it prints is in the recording. Standard error is kept, too, for an error that ended the program is not.
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
        Err(sentence) => {
            eprint!("{}", reader.join().unwrap_or_default());
            Err(sentence)
        }
    }
}

fn tell_end(ended: &Ended, seconds: u64, complaint: &str) {
    let program = &ended.trace.program;
    if program.ended_by == "signal" {
        println!("\nIt still ran after {seconds} s and was ended. `hexloop --why` tells what kept it alive.");
    } else if program.exit_code > 0 {
        println!("\nIt ended with code {}:\n{}", program.exit_code, complaint.trim_end());
    }
}
