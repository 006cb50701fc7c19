//! `./x bench cores`: threads, processes and async context, on Node, Bun, Deno and Hexloop.
//!
//! Three kinds of rows. Programs of `bench/cores` that time themselves print `result …` and their unit. A server is measured by
//! `wrk`. And a pair of servers, one of which does the same work with an AsyncLocalStorage, is compared as a share: the cost of the
//! store. In every row smaller is better.

use crate::loop_suite::{CONTESTANTS, TimedProgram};
use crate::net_suite::{Server, wrk};
use crate::options::LoopSetup;
use crate::process::Runnable;
use crate::report::{Report, Row, Target, keep_minimum};

/// How long a server is measured, after a second of warm-up.
const SECONDS: &str = "3s";

/// File name in `bench/cores`, name of the row, unit, target.
const PROGRAMS: [(&str, &str, &str, Target); 7] = [
    ("round-trip", "small object to a worker and back", "ns", Target::ShareOf("node", 1.0 / 1.5)),
    ("transfer", "1 MB transferred there and back", "ns", Target::ShareOf("node", 1.0)),
    ("worker-start", "new Worker to 'online'", "ns", Target::ShareOf("node", 0.5)),
    ("worker-message", "new Worker to its first message", "ns", Target::Open),
    ("idle-memory", "memory of an idle worker", "bytes", Target::ShareOf("node", 0.6)),
    ("two-workers", "two tasks on two workers, of one's time", "share", Target::AtMost(1.0 / 1.9)),
    ("spawn", "spawn of /bin/true to 'close'", "ns", Target::ShareOf("node", 1.0)),
];

const CLUSTER: (&str, &str) = ("cluster", "cluster of two, http hello world");

/// The server without, the server with, and the row.
const CONTEXT: (&str, &str, &str) = ("hello", "hello-context", "AsyncLocalStorage on http, of the time without");

pub fn run(setup: &LoopSetup, rounds: usize, only: Option<&str>) -> Result<Report, String> {
    let wanted = |file: &str, name: &str| only.is_none_or(|part| file.contains(part) || name.contains(part));
    let mut programs: Vec<TimedProgram> = PROGRAMS
        .iter()
        .filter(|(file, name, ..)| wanted(file, name))
        .map(|(file, name, unit, target)| TimedProgram::new(contestants(setup, file), name, *target).counted_in(unit))
        .collect();
    let mut cluster = wanted(CLUSTER.0, CLUSTER.1).then(|| MeasuredServer::new(contestants(setup, CLUSTER.0)));
    let mut context = wanted(CONTEXT.1, CONTEXT.2).then(|| {
        (MeasuredServer::new(contestants(setup, CONTEXT.0)), MeasuredServer::new(contestants(setup, CONTEXT.1)))
    });
    if programs.is_empty() && cluster.is_none() && context.is_none() {
        return Err(format!("no row is called {}", only.unwrap_or_default()));
    }
    for round in 1..=rounds {
        eprintln!("round {round} of {rounds}");
        programs.iter_mut().for_each(TimedProgram::round);
        cluster.iter_mut().for_each(MeasuredServer::round);
        if let Some((without, with)) = &mut context {
            for index in 0..CONTESTANTS.len() {
                without.measure(index);
                with.measure(index);
            }
        }
    }
    let mut rows: Vec<Row> = programs.into_iter().map(TimedProgram::row).collect();
    rows.extend(cluster.map(|server| server.row(CLUSTER.1, Target::ShareOf("node", 1.0 / 1.5))));
    rows.extend(context.map(|(without, with)| share_row(without, with)));
    Ok(Report {
        title: format!("Many cores, best of {rounds} interleaved rounds; ratio: peer / hexloop"),
        contestants: CONTESTANTS.to_vec(),
        rows,
    })
}

fn contestants(setup: &LoopSetup, file: &str) -> Vec<Runnable> {
    setup.runtimes.on(&setup.programs.join(format!("{file}.js")))
}

/// A server that `wrk` measures on every runtime.
struct MeasuredServer {
    contestants: Vec<Runnable>,
    best: Vec<Option<f64>>,
    problem: Option<String>,
}

impl MeasuredServer {
    fn new(contestants: Vec<Runnable>) -> MeasuredServer {
        MeasuredServer { best: vec![None; contestants.len()], contestants, problem: None }
    }

    fn round(&mut self) {
        (0..self.contestants.len()).for_each(|index| self.measure(index));
    }

    fn measure(&mut self, index: usize) {
        let measured = Server::start(&self.contestants[index]).and_then(|server| {
            wrk(server.port, "1s")?;
            wrk(server.port, SECONDS)
        });
        match measured {
            Ok((ns, _)) => keep_minimum(&mut self.best[index], ns),
            Err(why) => self.problem = Some(format!("{}: {why}", CONTESTANTS[index])),
        }
    }

    fn row(self, name: &str, target: Target) -> Row {
        Row { name: name.into(), unit: "ns", values: self.best, target, problem: self.problem }
    }
}

fn share_row(without: MeasuredServer, with: MeasuredServer) -> Row {
    let values = with.best.iter().zip(&without.best).map(|(with, without)| Some((*with)? / (*without)?)).collect();
    let problem = with.problem.or(without.problem);
    Row { name: CONTEXT.2.into(), unit: "share", values, target: Target::AtMost(1.1), problem }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_its_programs() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("cores");
        let files = PROGRAMS.iter().map(|row| row.0).chain([CLUSTER.0, CONTEXT.0, CONTEXT.1]);
        for file in files {
            assert!(folder.join(format!("{file}.js")).is_file(), "{file}");
        }
    }

    #[test]
    fn what_a_store_costs_is_a_share_of_the_time_without() {
        let server =
            |best: [Option<f64>; 4]| MeasuredServer { contestants: Vec::new(), best: best.to_vec(), problem: None };
        let row = share_row(
            server([Some(100.0), None, Some(1.0), Some(50.0)]),
            server([Some(125.0), Some(1.0), None, Some(55.0)]),
        );
        assert_eq!(row.values, [Some(1.25), None, None, Some(1.1)]);
    }
}
