//! `./x bench loop`: the same JavaScript programs on Node, Bun, Deno and Hexloop.
//!
//! Each program in `bench/loop` times itself and prints two lines, `result …` and `ns …`.
//! The results must be equal everywhere, otherwise the numbers compare different work. Startup is
//! measured from outside: wall time and peak memory of `hello.js`.

use crate::options::LoopSetup;
use crate::process::Runnable;
use crate::report::{Report, Row, Target, keep_minimum};

pub const CONTESTANTS: [&str; 4] = ["node", "bun", "deno", "hexloop"];

/// A start takes milliseconds and varies by half; each round starts every runtime this often.
const STARTS_PER_ROUND: usize = 10;

/// File name in `bench/loop`, name of the row, target.
const PROGRAMS: [(&str, &str, Target); 6] = [
    ("setimmediate-chain", "setImmediate chain", Target::TimesFaster(4.0)),
    ("immediates-at-once", "300,000 immediates at once", Target::TimesFaster(1.5)),
    ("timers-100-durations", "300,000 timers, 100 durations (cpu)", Target::TimesFaster(3.0)),
    ("nexttick-chain", "nextTick chain", Target::TimesFaster(2.0)),
    ("promise-chain", "promise chain", Target::AtMost(110.0)),
    ("await", "await", Target::AtMost(90.0)),
];

pub fn run(setup: &LoopSetup, rounds: usize, only: Option<&str>) -> Result<Report, String> {
    let wanted = |name: &str| only.is_none_or(|part| name.contains(part));
    let mut programs: Vec<TimedProgram> = PROGRAMS
        .iter()
        .filter(|(file, name, _)| wanted(file) || wanted(name))
        .map(|(file, name, target)| TimedProgram::new(contestants(setup, file), name, *target))
        .collect();
    let mut hello = wanted("hello start memory").then(|| Starts::new(setup));
    if programs.is_empty() && hello.is_none() {
        return Err(format!("no row is called {}", only.unwrap_or_default()));
    }
    for round in 1..=rounds {
        eprintln!("round {round} of {rounds}");
        programs.iter_mut().for_each(TimedProgram::round);
        hello.iter_mut().for_each(Starts::round);
    }
    let mut rows: Vec<Row> = programs.into_iter().map(TimedProgram::row).collect();
    rows.extend(hello.into_iter().flat_map(Starts::rows));
    Ok(Report {
        title: format!("The loop, best of {rounds} interleaved rounds; ratio: peer / hexloop"),
        contestants: CONTESTANTS.to_vec(),
        rows,
    })
}

fn contestants(setup: &LoopSetup, file: &str) -> Vec<Runnable> {
    let path = setup.programs.join(format!("{file}.js"));
    setup.runtimes.on(&path)
}

/// A program that prints what it measured.
pub struct TimedProgram {
    name: &'static str,
    unit: &'static str,
    target: Target,
    contestants: Vec<Runnable>,
    best: Vec<Option<f64>>,
    result: Option<String>,
    problem: Option<String>,
}

impl TimedProgram {
    pub fn new(contestants: Vec<Runnable>, name: &'static str, target: Target) -> TimedProgram {
        let best = vec![None; contestants.len()];
        TimedProgram { name, unit: "ns", target, best, contestants, result: None, problem: None }
    }

    /// For values that are no times: the word before the number that the programs print.
    pub fn counted_in(self, unit: &'static str) -> TimedProgram {
        TimedProgram { unit, ..self }
    }

    pub fn round(&mut self) {
        for (index, name) in CONTESTANTS.iter().enumerate() {
            let measurement = self.contestants[index].run().and_then(|run| Measurement::parse(&run.stdout, self.unit));
            match measurement {
                Ok(measurement) => self.take(index, measurement),
                Err(why) => self.problem = Some(format!("{name} {why}")),
            }
        }
    }

    fn take(&mut self, index: usize, measurement: Measurement) {
        let expected = self.result.get_or_insert_with(|| measurement.result.clone());
        if *expected != measurement.result {
            self.problem = Some(format!("{} printed {}, another {expected}", CONTESTANTS[index], measurement.result));
        }
        keep_minimum(&mut self.best[index], measurement.value);
    }

    pub fn row(self) -> Row {
        Row { name: self.name.into(), unit: self.unit, values: self.best, target: self.target, problem: self.problem }
    }
}

/// The two lines that every program prints.
#[derive(Debug, PartialEq)]
struct Measurement {
    result: String,
    value: f64,
}

impl Measurement {
    fn parse(stdout: &str, unit: &str) -> Result<Measurement, String> {
        let after = |word: &str| stdout.lines().find_map(|line| line.strip_prefix(word)?.strip_prefix(' '));
        match (after("result"), after(unit).map(str::parse)) {
            (Some(result), Some(Ok(value))) => Ok(Measurement { result: result.into(), value }),
            _ => Err(format!("printed no result and {unit} but {stdout:?}")),
        }
    }
}

/// Startup, one line of output and exit, measured from outside.
struct Starts {
    contestants: Vec<Runnable>,
    milliseconds: Vec<Vec<f64>>,
    megabytes: Vec<Vec<f64>>,
    problem: Option<String>,
}

impl Starts {
    fn new(setup: &LoopSetup) -> Starts {
        Starts {
            contestants: contestants(setup, "hello"),
            milliseconds: vec![Vec::new(); CONTESTANTS.len()],
            megabytes: vec![Vec::new(); CONTESTANTS.len()],
            problem: None,
        }
    }

    fn round(&mut self) {
        for _ in 0..STARTS_PER_ROUND {
            for (index, name) in CONTESTANTS.iter().enumerate() {
                match self.contestants[index].run() {
                    Ok(run) if run.stdout == "hello world\n" => {
                        self.milliseconds[index].push(run.wall.as_secs_f64() * 1e3);
                        self.megabytes[index].push(run.peak_bytes as f64 / (1024.0 * 1024.0));
                    }
                    Ok(run) => {
                        self.problem = Some(format!("{name} printed {:?}", run.stdout));
                    }
                    Err(why) => self.problem = Some(format!("{name} {why}")),
                }
            }
        }
    }

    fn rows(self) -> Vec<Row> {
        let row = |name: &str, unit, values: Vec<Option<f64>>, target| Row {
            name: name.into(),
            unit,
            values,
            target,
            problem: None,
        };
        let best = self.milliseconds.iter().map(|all| minimum(all)).collect();
        let middle = self.milliseconds.iter().map(|all| median(all)).collect();
        let memory = self.megabytes.iter().map(|all| median(all)).collect();
        let mut rows = vec![
            row("hello world, start, best", "ms", best, Target::ShareOf("node", 0.45)),
            row("hello world, start, median", "ms", middle, Target::Open),
            row("hello world, peak memory", "MB", memory, Target::ShareOf("node", 0.75)),
        ];
        rows[0].problem = self.problem;
        rows
    }
}

fn minimum(values: &[f64]) -> Option<f64> {
    values.iter().copied().reduce(f64::min)
}

fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Runtimes;

    fn setup(hexloop: &str) -> LoopSetup {
        LoopSetup {
            programs: "/nowhere".into(),
            runtimes: Runtimes {
                hexloop: hexloop.into(),
                node: "/bin/echo".into(),
                bun: "/bin/echo".into(),
                deno: "/bin/echo".into(),
            },
        }
    }

    #[test]
    fn a_measurement_is_a_result_and_a_time() {
        let measurement = Measurement::parse("result 42\nns 1.5\n", "ns").unwrap();
        assert_eq!((measurement.result.as_str(), measurement.value), ("42", 1.5));
        assert!(Measurement::parse("ns 1.5\n", "ns").is_err());
        assert!(Measurement::parse("result 42\nns fast\n", "ns").is_err());
    }

    #[test]
    fn different_results_are_a_problem() {
        let mut timed = TimedProgram::new(contestants(&setup("/bin/echo"), "await"), "await", Target::Open);
        timed.take(0, Measurement::parse("result 42\nns 2", "ns").unwrap());
        timed.take(3, Measurement::parse("result 42\nns 1", "ns").unwrap());
        assert_eq!(timed.problem, None);
        timed.take(3, Measurement::parse("result 41\nns 1", "ns").unwrap());
        assert_eq!(timed.problem.unwrap(), "hexloop printed 41, another 42");
    }

    #[test]
    fn a_runtime_that_does_not_start_is_named() {
        let mut timed = TimedProgram::new(contestants(&setup("/nowhere/hexloop"), "await"), "await", Target::Open);
        timed.round();
        let problem = timed.problem.unwrap();
        assert!(problem.starts_with("hexloop cannot start"), "{problem}");
    }

    #[test]
    fn the_median_is_the_middle_one() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[]), None);
    }
}
