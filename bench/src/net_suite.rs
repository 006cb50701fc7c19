//! `./x bench net`: servers on loopback, the same program on Node, Bun, Deno and Hexloop, and a minimal one in C.
//!
//! Every program prints `port N` and serves until it is terminated. HTTP is measured by `wrk`, the rest by the clients in
//! `net_clients.rs`. In every row smaller is better: time per request, bytes per connection.

use crate::net_clients::{self, Limits};
use crate::options::LoopSetup;
use crate::process::Runnable;
use crate::report::{Report, Row, Target, keep_minimum};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

const CONTESTANTS: [&str; 5] = ["c", "node", "bun", "deno", "hexloop"];
const SECONDS: &str = "3s";

/// What is measured of a server.
#[derive(Clone, Copy, PartialEq)]
enum Workload {
    Requests,
    Echo,
    Download,
    Idle,
}

/// File in `bench/net`, name of the row, what is measured, contestants, target.
struct Program {
    file: &'static str,
    name: &'static str,
    workload: Workload,
    has_bare: bool,
    targets: &'static [(&'static str, Target)],
}

const PROGRAMS: [Program; 6] = [
    Program {
        file: "hello",
        name: "http hello world",
        workload: Workload::Requests,
        has_bare: true,
        targets: &[
            ("", Target::ShareOf("node", 1.0 / 1.5)),
            (" (to Bun)", Target::ShareOf("bun", 1.0 / 1.25)),
            (" (to C)", Target::ShareOf("c", 1.0 / 0.75)),
        ],
    },
    Program {
        file: "express",
        name: "express hello world",
        workload: Workload::Requests,
        has_bare: false,
        targets: &[("", Target::ShareOf("node", 1.0 / 1.2))],
    },
    Program {
        file: "fastify",
        name: "fastify hello world",
        workload: Workload::Requests,
        has_bare: false,
        targets: &[("", Target::ShareOf("node", 1.0 / 1.2))],
    },
    Program {
        file: "echo",
        name: "TCP echo, 64 connections, 1 KB",
        workload: Workload::Echo,
        has_bare: false,
        targets: &[("", Target::ShareOf("node", 1.0 / 1.5))],
    },
    Program {
        file: "download",
        name: "1 GB through pipe, per MB",
        workload: Workload::Download,
        has_bare: false,
        targets: &[("", Target::ShareOf("node", 1.0))],
    },
    Program {
        file: "idle",
        name: "idle keep-alive connection (of 10,000)",
        workload: Workload::Idle,
        has_bare: false,
        targets: &[("", Target::ShareOf("node", 0.5))],
    },
];

/// One program's results: the best value of each contestant, and its 99th percentile.
struct Measured<'a> {
    program: &'a Program,
    best: Vec<Option<f64>>,
    slowest: Vec<Option<f64>>,
    problem: Option<String>,
}

pub fn run(setup: &LoopSetup, rounds: usize, only: Option<&str>) -> Result<Report, String> {
    let limits = Limits::raise();
    let wanted =
        |program: &&Program| only.is_none_or(|part| program.file.contains(part) || program.name.contains(part));
    let mut rows: Vec<Measured<'_>> = PROGRAMS
        .iter()
        .filter(wanted)
        .map(|program| Measured {
            program,
            best: vec![None; CONTESTANTS.len()],
            slowest: vec![None; CONTESTANTS.len()],
            problem: None,
        })
        .collect();
    if rows.is_empty() {
        return Err(format!("no row is called {}", only.unwrap_or_default()));
    }
    for round in 1..=rounds {
        eprintln!("round {round} of {rounds}");
        for row in &mut rows {
            row.round(setup, &limits);
        }
    }
    Ok(Report {
        title: format!("Servers on loopback, best of {rounds} interleaved rounds; ratio: peer / hexloop"),
        contestants: CONTESTANTS.to_vec(),
        rows: rows.into_iter().flat_map(Measured::rows).collect(),
    })
}

impl Measured<'_> {
    fn round(&mut self, setup: &LoopSetup, limits: &Limits) {
        for (index, name) in CONTESTANTS.iter().enumerate() {
            let Some(runnable) = contestant(setup, self.program, index) else { continue };
            match Server::start(&runnable).and_then(|server| measure(&server, self.program.workload, limits)) {
                Ok((value, slowest)) => {
                    keep_minimum(&mut self.best[index], value);
                    if let Some(slowest) = slowest {
                        keep_minimum(&mut self.slowest[index], slowest);
                    }
                }
                Err(why) => self.problem = Some(format!("{name}: {why}")),
            }
        }
    }

    fn rows(self) -> Vec<Row> {
        let unit = if self.program.workload == Workload::Idle { "bytes" } else { "ns" };
        let row = |suffix: &str, unit, values: &[Option<f64>], target| Row {
            name: format!("{}{suffix}", self.program.name),
            unit,
            values: values.to_vec(),
            target,
            problem: None,
        };
        let mut rows: Vec<Row> =
            self.program.targets.iter().map(|(suffix, target)| row(suffix, unit, &self.best, *target)).collect();
        if self.program.file == "hello" {
            rows.push(row(", p99", "µs", &self.slowest, Target::ShareOf("node", 1.0)));
        }
        if let Some(first) = rows.first_mut() {
            first.problem = self.problem;
        }
        rows
    }
}

fn contestant(setup: &LoopSetup, program: &Program, index: usize) -> Option<Runnable> {
    if index == 0 {
        let path = setup.programs.join("bare");
        return program.has_bare.then_some(Runnable { program: path, args: Vec::new(), env: Vec::new() });
    }
    setup.runtimes.on(&setup.programs.join(format!("{}.js", program.file))).into_iter().nth(index - 1)
}

/// A server that is terminated on drop.
pub struct Server {
    child: Child,
    pub port: u16,
}

impl Server {
    pub fn start(runnable: &Runnable) -> Result<Server, String> {
        let mut child = Command::new(&runnable.program)
            .args(&runnable.args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot start {}: {error}", runnable.program.display()))?;
        let mut line = String::new();
        if let Some(stdout) = child.stdout.take() {
            let _ = BufReader::new(stdout).read_line(&mut line);
        }
        match line.trim().strip_prefix("port ").and_then(|port| port.parse().ok()) {
            Some(port) => Ok(Server { child, port }),
            None => {
                let _ = child.kill();
                let _ = child.wait();
                Err(format!("printed {line:?} instead of its port"))
            }
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The value, and for requests the 99th percentile of the latency.
fn measure(server: &Server, workload: Workload, limits: &Limits) -> Result<(f64, Option<f64>), String> {
    match workload {
        Workload::Requests => {
            // The first second is a warm-up for the JIT compilers.
            wrk(server.port, "1s")?;
            wrk(server.port, SECONDS)
        }
        Workload::Echo => Ok((net_clients::echo(server.port).map_err(|error| error.to_string())?, None)),
        Workload::Download => Ok((net_clients::download(server.port).map_err(|error| error.to_string())?, None)),
        Workload::Idle => {
            let status = format!("/proc/{}/statm", server.child.id());
            let value = net_clients::idle(server.port, Path::new(&status), limits);
            Ok((value.map_err(|error| error.to_string())?, None))
        }
    }
}

/// Nanoseconds per request, and the 99th percentile of the latency.
pub fn wrk(port: u16, duration: &str) -> Result<(f64, Option<f64>), String> {
    let output = Command::new("wrk")
        .args(["-t1", "-c64", "--latency", "-d", duration, &format!("http://127.0.0.1:{port}/")])
        .output()
        .map_err(|error| format!("cannot start wrk: {error}"))?;
    parse_wrk(&String::from_utf8_lossy(&output.stdout))
}

/// Nanoseconds per request, and the 99th percentile in microseconds.
fn parse_wrk(text: &str) -> Result<(f64, Option<f64>), String> {
    if let Some(line) = text.lines().find(|line| line.contains("Socket errors") || line.contains("Non-2xx")) {
        return Err(line.trim().to_owned());
    }
    let after = |word: &str| text.lines().find_map(|line| line.trim().strip_prefix(word)).map(str::trim);
    let rate: f64 =
        after("Requests/sec:").and_then(|rate| rate.parse().ok()).ok_or_else(|| format!("wrk printed {text:?}"))?;
    Ok((1e9 / rate, after("99%").and_then(microseconds)))
}

fn microseconds(text: &str) -> Option<f64> {
    let units = [("us", 1.0), ("ms", 1e3), ("s", 1e6)];
    units.iter().find_map(|(unit, factor)| Some(text.strip_suffix(unit)?.parse::<f64>().ok()? * factor))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_wrk_prints_is_a_time_and_a_latency() {
        let text = "  Latency Distribution\n     50%  500.00us\n     99%    1.50ms\nRequests/sec: 100000.00\n";
        assert_eq!(parse_wrk(text), Ok((10_000.0, Some(1500.0))));
        assert!(parse_wrk("nothing").is_err());
        assert!(parse_wrk("  Socket errors: connect 1\nRequests/sec: 1\n").is_err());
    }

    #[test]
    fn a_server_that_names_no_port_is_a_problem() {
        let echo = Runnable { program: "/bin/echo".into(), args: vec!["hello".into()], env: Vec::new() };
        assert_eq!(Server::start(&echo).err().unwrap(), "printed \"hello\\n\" instead of its port");
    }
}
