//! The command line of `hexloop-bench`.

use std::path::{Path, PathBuf};

use crate::calls_suite::CallsSetup;
use crate::modules_suite::ModulesSetup;
use crate::process::Runnable;

pub const USAGE: &str = "\
usage: hexloop-bench loop --programs DIR --hexloop PATH --node PATH --bun PATH --deno PATH [OPTIONS]
       hexloop-bench lib --programs DIR --hexloop PATH --node PATH --bun PATH --deno PATH [OPTIONS]
       hexloop-bench modules --graphs DIR --hexloop PATH --node PATH --bun PATH --deno PATH [OPTIONS]
       hexloop-bench net --programs DIR --hexloop PATH --node PATH --bun PATH --deno PATH [OPTIONS]
       hexloop-bench cores --programs DIR --hexloop PATH --node PATH --bun PATH --deno PATH [OPTIONS]
       hexloop-bench calls --programs DIR --hexloop PATH --node PATH --bun PATH [--record] [OPTIONS]
       hexloop-bench uv --pairs DIR [OPTIONS]

  --rounds N    rounds per program; the best one counts (default 5)
  --only NAME   only the rows whose name contains NAME
  --json        print JSON instead of a table
  --strict      exit with 1 when a target is missed
  --record      write the ratios to Node that later runs of calls are compared with";

pub struct Options {
    pub suite: Suite,
    pub rounds: usize,
    pub only: Option<String>,
    pub json: bool,
    pub strict: bool,
}

pub enum Suite {
    Loop(LoopSetup),
    Lib(LoopSetup),
    Modules(ModulesSetup),
    Net(LoopSetup),
    Cores(LoopSetup),
    Calls(CallsSetup),
    Uv { pairs: PathBuf },
}

/// Where the loop, lib, net and cores suites find their programs and the four runtimes.
pub struct LoopSetup {
    pub programs: PathBuf,
    pub runtimes: Runtimes,
}

pub struct Runtimes {
    pub hexloop: PathBuf,
    pub node: PathBuf,
    pub bun: PathBuf,
    pub deno: PathBuf,
}

impl Runtimes {
    /// The same program on Node, Bun, Deno and Hexloop, in this order.
    pub fn on(&self, path: &Path) -> Vec<Runnable> {
        let on = |program: &Path, before: &[&str]| Runnable {
            program: program.to_path_buf(),
            args: before.iter().map(|arg| arg.to_string()).chain([path.to_string_lossy().into_owned()]).collect(),
            env: Vec::new(),
        };
        vec![
            on(&self.node, &[]),
            on(&self.bun, &[]),
            // Deno prompts for permissions and prints progress by default.
            on(&self.deno, &["run", "--allow-all", "--quiet"]),
            on(&self.hexloop, &[]),
        ]
    }
}

impl Options {
    pub fn parse(mut args: impl Iterator<Item = String>) -> Result<Options, String> {
        let suite = args.next().ok_or("which suite: loop, lib, modules, net, cores, calls or uv?")?;
        let mut paths = Paths::default();
        let mut options = (5, None, false, false);
        let mut record = false;
        while let Some(arg) = args.next() {
            let mut value = || args.next().ok_or(format!("{arg} needs a value"));
            match arg.as_str() {
                "--rounds" => options.0 = positive(&value()?)?,
                "--only" => options.1 = Some(value()?),
                "--json" => options.2 = true,
                "--strict" => options.3 = true,
                "--record" => record = true,
                name => match paths.slot(name) {
                    Some(slot) => *slot = Some(value()?.into()),
                    None => return Err(format!("unknown option {name}")),
                },
            }
        }
        if record && suite != "calls" {
            return Err(format!("{suite} records nothing; --record is for calls"));
        }
        let suite = match suite.as_str() {
            "loop" => Suite::Loop(paths.programs()?),
            "lib" => Suite::Lib(paths.programs()?),
            "net" => Suite::Net(paths.programs()?),
            "cores" => Suite::Cores(paths.programs()?),
            "modules" => Suite::Modules(ModulesSetup {
                graphs: required(paths.graphs.take(), "--graphs")?,
                runtimes: paths.runtimes()?,
            }),
            "calls" => Suite::Calls(CallsSetup {
                programs: required(paths.programs, "--programs")?,
                runtimes: [
                    required(paths.node, "--node")?,
                    required(paths.bun, "--bun")?,
                    required(paths.hexloop, "--hexloop")?,
                ],
                record,
            }),
            "uv" => Suite::Uv { pairs: required(paths.pairs, "--pairs")? },
            other => return Err(format!("no suite is called {other}")),
        };
        let (rounds, only, json, strict) = options;
        Ok(Options { suite, rounds, only, json, strict })
    }
}

#[derive(Default)]
struct Paths {
    programs: Option<PathBuf>,
    hexloop: Option<PathBuf>,
    node: Option<PathBuf>,
    bun: Option<PathBuf>,
    deno: Option<PathBuf>,
    pairs: Option<PathBuf>,
    graphs: Option<PathBuf>,
}

impl Paths {
    fn programs(mut self) -> Result<LoopSetup, String> {
        Ok(LoopSetup { programs: required(self.programs.take(), "--programs")?, runtimes: self.runtimes()? })
    }

    fn runtimes(self) -> Result<Runtimes, String> {
        Ok(Runtimes {
            hexloop: required(self.hexloop, "--hexloop")?,
            node: required(self.node, "--node")?,
            bun: required(self.bun, "--bun")?,
            deno: required(self.deno, "--deno")?,
        })
    }

    fn slot(&mut self, option: &str) -> Option<&mut Option<PathBuf>> {
        match option {
            "--programs" => Some(&mut self.programs),
            "--hexloop" => Some(&mut self.hexloop),
            "--node" => Some(&mut self.node),
            "--bun" => Some(&mut self.bun),
            "--deno" => Some(&mut self.deno),
            "--pairs" => Some(&mut self.pairs),
            "--graphs" => Some(&mut self.graphs),
            _ => None,
        }
    }
}

fn required(path: Option<PathBuf>, option: &str) -> Result<PathBuf, String> {
    path.ok_or(format!("{option} is missing"))
}

fn positive(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if number > 0 => Ok(number),
        _ => Err(format!("{text} is not a number of rounds")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Options, String> {
        Options::parse(line.split_whitespace().map(String::from))
    }

    #[test]
    fn five_rounds_by_default() {
        assert_eq!(parse("uv --pairs /p").unwrap().rounds, 5);
        assert_eq!(parse("uv --pairs /p --rounds 9").unwrap().rounds, 9);
    }

    #[test]
    fn what_is_missing_or_unknown_is_named() {
        assert_eq!(parse("uv").err().unwrap(), "--pairs is missing");
        assert_eq!(parse("uv --fast").err().unwrap(), "unknown option --fast");
        assert_eq!(parse("uv --pairs /p --rounds 0").err().unwrap(), "0 is not a number of rounds");
        assert_eq!(parse("ux").err().unwrap(), "no suite is called ux");
        assert_eq!(parse("uv --pairs").err().unwrap(), "--pairs needs a value");
        assert_eq!(parse("uv --record").err().unwrap(), "uv records nothing; --record is for calls");
    }

    #[test]
    fn calls_are_compared_with_node_and_bun() {
        let options = parse("calls --programs /p --hexloop /h --node /n --bun /b --record").unwrap();
        let Suite::Calls(setup) = options.suite else { panic!("another suite") };
        assert_eq!(setup.runtimes.map(|path| path.display().to_string()), ["/n", "/b", "/h"]);
        assert!(setup.record);
        assert_eq!(parse("calls --programs /p --hexloop /h --node /n").err().unwrap(), "--bun is missing");
    }
}
