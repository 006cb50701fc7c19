//! `hexloop-bench`: Hexloop against its peers, in one run.
//!
//! A shared host is noisy, so absolute numbers from two runs cannot be compared. What can
//! be: programs run *interleaved* (every runtime in turn, then the next round), each runtime
//! compared by its best round, and the result is a ratio. `./x bench` builds and installs
//! all that is needed and calls this program; see `./x help`.

mod busy;
mod calls_suite;
mod cores_suite;
mod json;
mod lib_suite;
mod loop_suite;
mod modules_suite;
mod net_clients;
mod net_suite;
mod options;
mod process;
mod report;
mod table;
mod uv_suite;

use std::process::ExitCode;

use options::{Options, Suite};

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(message) => {
            eprintln!("hexloop-bench: {message}\n\n{}", options::USAGE);
            return ExitCode::from(2);
        }
    };
    if let Some(warning) = busy::warning() {
        eprintln!("{warning}");
    }
    let outcome = match &options.suite {
        Suite::Loop(setup) => loop_suite::run(setup, options.rounds, options.only.as_deref()),
        Suite::Lib(setup) => lib_suite::run(setup, options.rounds, options.only.as_deref()),
        Suite::Modules(setup) => modules_suite::run(setup, options.rounds, options.only.as_deref()),
        Suite::Net(setup) => net_suite::run(setup, options.rounds, options.only.as_deref()),
        Suite::Cores(setup) => cores_suite::run(setup, options.rounds, options.only.as_deref()),
        Suite::Calls(setup) => return calls_suite::main(setup, &options),
        Suite::Uv { pairs } => uv_suite::run(pairs, options.rounds, options.only.as_deref()),
    };
    let report = match outcome {
        Ok(report) => report,
        Err(message) => {
            eprintln!("hexloop-bench: {message}");
            return ExitCode::FAILURE;
        }
    };
    if options.json {
        println!("{}", json::render(&report));
    } else {
        print!("{}", table::render(&report));
    }
    if report.all_valid() && (report.all_met() || !options.strict) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
