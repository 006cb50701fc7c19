//! `./x bench modules`: programs of many files, and one of a large file, on Node, Bun, Deno and Hexloop.
//!
//! The files are written anew for each run of the suite ([`Graphs::write`]): a tree of 1,000 modules, each with a few functions,
//! as ES modules, as TypeScript and as CommonJS, and one bundle of 5 MB. *Cold* is a start with an empty transform cache,
//! *warm* one after it; the peers keep what they keep by themselves. All are whole processes, seen from outside.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::options::Runtimes;
use crate::process::Runnable;
use crate::report::{Report, Row, Target, keep_least};

const CONTESTANTS: [&str; 4] = ["node", "bun", "deno", "hexloop"];
const MODULES: usize = 1000;
const BUNDLE_FUNCTIONS: usize = 20_000;

pub struct ModulesSetup {
    /// A folder that is ours to fill.
    pub graphs: PathBuf,
    pub runtimes: Runtimes,
}

pub fn run(setup: &ModulesSetup, rounds: usize, only: Option<&str>) -> Result<Report, String> {
    write_graphs(&setup.graphs).map_err(|error| format!("cannot write to {}: {error}", setup.graphs.display()))?;
    let no_longer_than_node = Target::ShareOf("node", 1.0);
    let mut starts: Vec<Start> = [
        ("1,000 ES modules, cold", "es/main.mjs", true),
        ("1,000 ES modules, warm", "es/main.mjs", false),
        ("1,000 TypeScript modules, cold", "ts/main.ts", true),
        ("1,000 TypeScript modules, warm", "ts/main.ts", false),
        ("1,000 CommonJS modules", "cjs/main.cjs", false),
        ("require of a 5 MB bundle, cold", "bundle/main.cjs", true),
        ("require of a 5 MB bundle, warm", "bundle/main.cjs", false),
    ]
    .into_iter()
    .filter(|(name, ..)| only.is_none_or(|part| name.contains(part)))
    .map(|(name, main, cold)| Start::new(setup, name, main, cold, no_longer_than_node))
    .collect();
    if starts.is_empty() {
        return Err(format!("no row is called {}", only.unwrap_or_default()));
    }
    for round in 1..=rounds {
        eprintln!("round {round} of {rounds}");
        starts.iter_mut().for_each(Start::round);
    }
    Ok(Report {
        title: format!("Loading programs, best of {rounds} interleaved rounds; ratio: peer / hexloop"),
        contestants: CONTESTANTS.to_vec(),
        rows: starts.into_iter().map(Start::row).collect(),
    })
}

/// A program whose start is timed from outside.
struct Start {
    name: &'static str,
    /// The transform cache, emptied before each start.
    emptied: Option<PathBuf>,
    contestants: Vec<Runnable>,
    best: Vec<Option<f64>>,
    printed: Option<String>,
    target: Target,
    problem: Option<String>,
}

impl Start {
    fn new(setup: &ModulesSetup, name: &'static str, main: &str, cold: bool, target: Target) -> Start {
        let cache = setup.graphs.join(if cold { "cache-cold" } else { "cache-warm" });
        let mut contestants = setup.runtimes.on(&setup.graphs.join(main));
        for runnable in &mut contestants {
            runnable.env.push(("HEXLOOP_CACHE".into(), cache.to_string_lossy().into_owned()));
            // Node says that it strips types, and that packages without a type cost it a second parse.
            runnable.env.push(("NODE_NO_WARNINGS".into(), "1".into()));
        }
        let best = vec![None; contestants.len()];
        Start { name, emptied: cold.then_some(cache), contestants, best, printed: None, target, problem: None }
    }

    fn round(&mut self) {
        for (index, name) in CONTESTANTS.iter().enumerate() {
            if let Some(cache) = &self.emptied {
                let _ = fs::remove_dir_all(cache);
            }
            match self.contestants[index].run() {
                Ok(run) => {
                    let expected = self.printed.get_or_insert_with(|| run.stdout.clone());
                    if *expected == run.stdout {
                        keep_least(&mut self.best[index], run.wall.as_secs_f64() * 1e3);
                    } else {
                        self.problem = Some(format!("{name} printed {:?}, another {expected:?}", run.stdout));
                    }
                }
                Err(why) => self.problem = Some(format!("{name} {why}")),
            }
        }
    }

    fn row(self) -> Row {
        Row { name: self.name.into(), unit: "ms", values: self.best, target: self.target, problem: self.problem }
    }
}

fn write_graphs(root: &Path) -> std::io::Result<()> {
    let _ = fs::remove_dir_all(root);
    for kind in [Kind::EsModule, Kind::TypeScript, Kind::CommonJs] {
        let folder = root.join(kind.folder());
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("package.json"), kind.package())?;
        for number in 0..MODULES {
            let name = if number == 0 { "main".to_owned() } else { format!("m{number}") };
            fs::write(folder.join(format!("{name}.{}", kind.extension())), kind.module(number))?;
        }
    }
    let bundle = root.join("bundle");
    fs::create_dir_all(&bundle)?;
    fs::write(bundle.join("bundle.cjs"), bundle_text())?;
    fs::write(bundle.join("main.cjs"), "console.log(require('./bundle.cjs').total(3));\n")
}

#[derive(Clone, Copy)]
enum Kind {
    EsModule,
    TypeScript,
    CommonJs,
}

impl Kind {
    fn folder(self) -> &'static str {
        match self {
            Kind::EsModule => "es",
            Kind::TypeScript => "ts",
            Kind::CommonJs => "cjs",
        }
    }

    fn extension(self) -> &'static str {
        match self {
            Kind::EsModule => "mjs",
            Kind::TypeScript => "ts",
            Kind::CommonJs => "cjs",
        }
    }

    fn package(self) -> &'static str {
        if matches!(self, Kind::CommonJs) { "{\"type\": \"commonjs\"}\n" } else { "{\"type\": \"module\"}\n" }
    }

    /// Module n imports 4n+1 to 4n+4: a tree five levels deep.
    fn module(self, number: usize) -> String {
        let children: Vec<usize> = (4 * number + 1..=4 * number + 4).filter(|child| *child < MODULES).collect();
        let mut text = String::new();
        for child in &children {
            let _ = match self {
                Kind::CommonJs => writeln!(text, "const {{ sum: sum{child} }} = require('./m{child}.cjs');"),
                kind => writeln!(text, "import {{ sum as sum{child} }} from './m{child}.{}';", kind.extension()),
            };
        }
        let typed = |name: &str| if matches!(self, Kind::TypeScript) { format!(": {name}") } else { String::new() };
        if matches!(self, Kind::TypeScript) {
            let _ = writeln!(text, "interface Part{number} {{ id: number; label: string; tags?: readonly string[] }}");
        }
        let (num, string) = (typed("number"), typed("string"));
        for part in 0..8 {
            let _ = writeln!(
                text,
                "function step{part}(value{num}, label{string} = 'm{number}'){num} {{\n  \
                   const parts = label.split('-').map((part) => part.length + {part});\n  \
                   if (value > {number}) return parts.reduce((sum, part) => sum + part, value);\n  \
                   return value * {part} + parts.length;\n}}"
            );
        }
        let calls: String = children.iter().map(|child| format!(" + sum{child}(value)")).collect();
        let export = if matches!(self, Kind::CommonJs) { "" } else { "export " };
        let _ = writeln!(
            text,
            "{export}function sum(value{num}){num} {{\n  return step0(value) + step{}(value){calls};\n}}",
            number % 8
        );
        if matches!(self, Kind::CommonJs) {
            text.push_str("module.exports = { sum };\n");
        }
        if number == 0 {
            text.push_str("console.log(sum(7));\n");
        }
        text
    }
}

fn bundle_text() -> String {
    let mut text = String::from("'use strict';\nconst parts = [];\n");
    for number in 0..BUNDLE_FUNCTIONS {
        let _ = writeln!(
            text,
            "parts.push(function part{number}(value, options) {{\n  \
               const limit = options && options.limit !== undefined ? options.limit : {number};\n  \
               for (let at = 0; at < limit; at++) {{\n    if (value % (at + 2) === 0) return value / (at + 2);\n  }}\n  \
               try {{ return JSON.stringify({{ value, limit }}).length; }} catch (error) {{ return error.message.length; }}\n}});"
        );
    }
    text.push_str("exports.total = (value) => parts.reduce((sum, part) => sum + part(value, { limit: 2 }), 0);\n");
    text
}
