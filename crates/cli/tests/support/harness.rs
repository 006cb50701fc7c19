//! The main function of a suite: one test for each program, by libtest-mimic, so that a folder or a program can be run alone:
//! `./x test order/timers`, `cargo test --test order order/timers`.

use libtest_mimic::{Arguments, Completion, Failed, Trial};
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How many of the slowest programs are printed.
const SLOWEST: usize = 5;

static TIMES: Mutex<Vec<(Duration, String)>> = Mutex::new(Vec::new());

/// Runs the tests that the command line selects, `at_a_time` of them unless it says otherwise.
pub fn main(at_a_time: usize, mut tests: Vec<Trial>) -> ExitCode {
    let mut arguments = Arguments::from_args();
    arguments.test_threads.get_or_insert(at_a_time);
    select(&mut arguments, &mut tests);
    let conclusion = libtest_mimic::run(&arguments, tests);
    print_slowest();
    conclusion.exit_code()
}

/// A test whose time is taken.
pub fn test(name: String, body: impl FnOnce() -> Result<(), String> + Send + 'static) -> Trial {
    skippable_test(name, move || body().map(|()| Completion::Completed))
}

/// The same, of a program that may need what this machine does not have: `Completion::ignored_with("needs root")`.
pub fn skippable_test(name: String, body: impl FnOnce() -> Result<Completion, String> + Send + 'static) -> Trial {
    Trial::ignorable_test(name.clone(), move || {
        let began = Instant::now();
        let result = body();
        TIMES.lock().unwrap().push((began.elapsed(), name));
        result.map_err(Failed::from)
    })
}

/// A filter that is the path of a folder or of a program selects what is there and nothing else; any other one selects the names that
/// contain it, as libtest does.
fn select(arguments: &mut Arguments, tests: &mut Vec<Trial>) {
    let Some(filter) = arguments.filter.as_deref().filter(|_| !arguments.exact) else { return };
    let path = filter.strip_prefix("tests/").unwrap_or(filter).trim_end_matches('/');
    // A program may be named with its extension.
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    let found = [path, stem].into_iter().find(|path| tests.iter().any(|test| is_at(test.name(), path)));
    if let Some(path) = found {
        tests.retain(|test| is_at(test.name(), path));
    }
    arguments.filter = Some(found.unwrap_or(path).to_owned());
}

fn is_at(name: &str, path: &str) -> bool {
    let rest = name.strip_prefix(path);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', ':']) || rest.starts_with(" ["))
}

/// All times with `HEXLOOP_TEST_TIMES` (`./x test --times`).
fn print_slowest() {
    let mut times = std::mem::take(&mut *TIMES.lock().unwrap());
    times.sort_by(|one, other| other.cmp(one));
    if std::env::var_os("HEXLOOP_TEST_TIMES").is_none() {
        times.truncate(SLOWEST);
    }
    if !times.is_empty() {
        println!("the slowest:");
    }
    for (time, name) in times {
        println!("{:>9.2} s  {name}", time.as_secs_f64());
    }
}
