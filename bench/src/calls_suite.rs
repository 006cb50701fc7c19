//! `./x bench calls`: everyday calls of Node's API, and everyday operations that wait, on Node, Bun and Hexloop.
//!
//! Every file of `bench/calls` named in [`MODULES`] is a module of the API with its rows; `measure.js` there times one file and
//! prints JSON. A round runs each file on each runtime in turn, a process each, so that no module warms or slows another. A row is
//! judged by the best round of each runtime, as a ratio: peer / hexloop. `ratios.json` has the ratios to Node that were recorded
//! on an idle machine (`--record`); a row that falls far below its own fails the run, so that a change which makes one call slow
//! cannot hide behind a mean.
//!
//! | | |
//! |---|---|
//! | rows: best rounds, ratios, means | `rows.rs` |
//! | what is recorded, and what fell | `recorded.rs` |
//! | for people · for programs | `text.rs` · `as_json.rs` |

mod as_json;
mod recorded;
mod rows;
mod text;

use std::path::PathBuf;
use std::process::ExitCode;

use serde_json::Value;

use crate::busy;
use crate::options::Options;
use crate::process::Runnable;
use recorded::Recorded;
use rows::{CONTESTANTS, Kind, Rows};

/// The files of `bench/calls`, in the order of the table.
const MODULES: [&str; 40] = [
    "buffer",
    "encoding",
    "string_decoder",
    "path",
    "url",
    "querystring",
    "util",
    "assert",
    "console",
    "errors",
    "events",
    "event_target",
    "timers",
    "process",
    "os",
    "perf_hooks",
    "async_hooks",
    "diagnostics_channel",
    "module",
    "vm",
    "v8",
    "crypto",
    "zlib",
    "fs_sync",
    "fs_promises",
    "fs_callbacks",
    "stream",
    "web_streams",
    "blob",
    "fetch",
    "http",
    "https",
    "net",
    "dgram",
    "dns",
    "readline",
    "messaging",
    "worker_threads",
    "child_process",
    "language",
];

pub struct CallsSetup {
    /// `bench/calls`
    pub programs: PathBuf,
    /// In the order of [`CONTESTANTS`].
    pub runtimes: [PathBuf; CONTESTANTS.len()],
    /// Whether to rewrite `ratios.json`.
    pub record: bool,
}

/// One run of the suite.
struct Findings {
    rounds: usize,
    rows: Rows,
    /// Processes that failed: their rows are not there.
    problems: Vec<String>,
    machine: Machine,
}

/// How busy the machine was.
struct Machine {
    cores: usize,
    load_before: Option<f64>,
    load_after: Option<f64>,
    /// Of each contestant's processes: involuntary context switches, and seconds.
    switches: [u64; CONTESTANTS.len()],
    seconds: [f64; CONTESTANTS.len()],
}

pub fn main(setup: &CallsSetup, options: &Options) -> ExitCode {
    match run(setup, options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("hexloop-bench: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Whether every process ended well and no row fell.
fn run(setup: &CallsSetup, options: &Options) -> Result<bool, String> {
    if setup.record && options.rounds < 2 {
        return Err("one round does not show what is noise: --record needs at least --rounds 2".into());
    }
    let file = setup.programs.join("ratios.json");
    let mut recorded = Recorded::read(&file)?;
    let only = options.only.as_deref();
    let findings = measure(setup, &MODULES, options.rounds, only);
    if findings.rows.is_empty() && findings.problems.is_empty() {
        return Err(format!("no row is called {}", only.unwrap_or_default()));
    }
    let verdict = recorded.judge(&findings, only.is_none());
    if options.json {
        println!("{}", as_json::render(&findings, &verdict));
    } else {
        print!("{}", text::render(&findings, &verdict, setup.record));
    }
    if !setup.record {
        return Ok(findings.problems.is_empty() && verdict.fell.is_empty());
    }
    if !findings.problems.is_empty() {
        return Err("nothing was recorded: see the problems above".into());
    }
    let noisy = recorded.take(&findings.rows, only.is_none());
    recorded.write(&file)?;
    eprintln!("wrote {}", file.display());
    if !noisy.is_empty() {
        eprintln!("too noisy to be recorded, record again with --only:\n  {}", noisy.join("\n  "));
    }
    Ok(true)
}

fn measure(setup: &CallsSetup, modules: &[&'static str], rounds: usize, only: Option<&str>) -> Findings {
    let mut findings =
        Findings { rounds, rows: Rows::default(), problems: Vec::new(), machine: Machine::before_the_run() };
    for round in 1..=rounds {
        eprintln!("round {round} of {rounds}");
        for module in modules {
            findings.round(setup, module, only.unwrap_or_default());
        }
    }
    findings.machine.load_after = busy::load();
    findings
}

impl Findings {
    fn round(&mut self, setup: &CallsSetup, module: &'static str, only: &str) {
        for (contestant, runtime) in setup.runtimes.iter().enumerate() {
            let measured = program(setup, runtime, module, only).run().and_then(|run| {
                self.machine.switches[contestant] += run.involuntary_switches;
                self.machine.seconds[contestant] += run.wall.as_secs_f64();
                readings(&run.stdout)
            });
            match measured {
                // No row of this module is selected.
                Ok((_, readings)) if readings.is_empty() => return,
                Ok((engine, readings)) => {
                    for reading in readings {
                        self.rows.take(module, engine, contestant, reading);
                    }
                }
                Err(why) => self.problems.push(format!("{module} on {}: {why}", CONTESTANTS[contestant])),
            }
        }
    }
}

impl Machine {
    fn before_the_run() -> Machine {
        Machine {
            cores: busy::cores(),
            load_before: busy::load(),
            load_after: None,
            switches: [0; CONTESTANTS.len()],
            seconds: [0.0; CONTESTANTS.len()],
        }
    }

    /// Involuntary context switches of a contestant's processes per second.
    fn switches_per_second(&self, contestant: usize) -> f64 {
        if self.seconds[contestant] > 0.0 { self.switches[contestant] as f64 / self.seconds[contestant] } else { 0.0 }
    }
}

fn program(setup: &CallsSetup, runtime: &std::path::Path, module: &str, only: &str) -> Runnable {
    let measure = setup.programs.join("measure.js").to_string_lossy().into_owned();
    Runnable {
        program: runtime.to_path_buf(),
        args: vec![measure, module.into(), only.into()],
        // What is deprecated is called as well.
        env: vec![("NODE_NO_WARNINGS".into(), "1".into())],
    }
}

/// What `measure.js` printed about one row.
struct Reading {
    kind: Kind,
    name: String,
    /// Nanoseconds, or why there are none.
    result: Result<f64, String>,
}

/// Whether the module is the engine's own work, and its rows.
fn readings(stdout: &str) -> Result<(bool, Vec<Reading>), String> {
    let unreadable = || format!("printed no readings but {:?}", stdout.chars().take(200).collect::<String>());
    let printed: Value = serde_json::from_str(stdout).map_err(|_| unreadable())?;
    let rows = printed["rows"].as_array().ok_or_else(unreadable)?;
    let readings = rows.iter().map(|row| reading(row).ok_or_else(unreadable)).collect::<Result<_, _>>()?;
    Ok((printed["engine"].as_bool().unwrap_or(false), readings))
}

fn reading(row: &Value) -> Option<Reading> {
    let kind = match row["kind"].as_str()? {
        "call" => Kind::Call,
        "operation" => Kind::Operation,
        _ => return None,
    };
    let result = match row["error"].as_str() {
        Some(why) => Err(why.to_owned()),
        None => Ok(row["ns"].as_f64().filter(|ns| *ns > 0.0)?),
    };
    Some(Reading { kind, name: row["name"].as_str()?.to_owned(), result })
}

#[cfg(test)]
mod tests;
