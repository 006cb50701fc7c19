//! `./x bench modules`: programs of many files, and one of a large file, on Node, Bun, Deno and Hexloop.
//!
//! The files are generated for each run of the suite ([`Graphs::write`]): a tree of 1,000 modules, each with a few functions, as ES
//! modules, as TypeScript and as CommonJS, one bundle of 5 MB and one file of 10 MB of TypeScript. *Cold* is a start with an empty
//! cache, *warm* one with the cache of earlier starts (Hexloop has compiled code from the third on); the peers use their own caches.
//! All are whole processes, measured from outside. The memory of the large file is the difference to an empty one.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::options::Runtimes;
use crate::process::Runnable;
use crate::report::{Report, Row, Target, keep_minimum};

const CONTESTANTS: [&str; 4] = ["node", "bun", "deno", "hexloop"];
const MODULES: usize = 1000;
const BUNDLE_FUNCTIONS: usize = 20_000;
const MEGABYTE: f64 = 1024.0 * 1024.0;
const LARGE_FILE: usize = 10 * 1024 * 1024;
/// How many times its size a large file may take in memory.
const MAX_MEMORY_FACTOR: f64 = 10.0;

pub struct ModulesSetup {
    /// A scratch folder.
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
    .filter(|(name, ..)| matches_filter(only, name))
    .map(|(name, main, cold)| Start::new(setup, name, main, cold, no_longer_than_node))
    .collect();
    let mut large = matches_filter(only, LargeFile::NAME).then(|| LargeFile::new(setup));
    if starts.is_empty() && large.is_none() {
        return Err(format!("no row is called {}", only.unwrap_or_default()));
    }
    for round in 1..=rounds {
        eprintln!("round {round} of {rounds}");
        starts.iter_mut().for_each(Start::round);
        large.iter_mut().for_each(LargeFile::round);
    }
    Ok(Report {
        title: format!("Loading programs, best of {rounds} interleaved rounds; ratio: peer / hexloop"),
        contestants: CONTESTANTS.to_vec(),
        rows: starts.into_iter().map(Start::row).chain(large.map(LargeFile::row)).collect(),
    })
}

fn matches_filter(only: Option<&str>, name: &str) -> bool {
    only.is_none_or(|part| name.contains(part))
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
            // Node warns about type stripping and about packages without a type.
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
                        keep_minimum(&mut self.best[index], run.wall.as_secs_f64() * 1e3);
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

/// The peak memory of a large file and of an empty one.
struct LargeFile {
    /// Of each contestant: the large file, the empty one.
    contestants: Vec<[Runnable; 2]>,
    minimum: Vec<Option<f64>>,
    problem: Option<String>,
}

impl LargeFile {
    const NAME: &'static str = "10 MB of TypeScript, peak memory";

    fn new(setup: &ModulesSetup) -> LargeFile {
        let on = |file| {
            let mut runnables = setup.runtimes.on(&setup.graphs.join("large").join(file));
            for runnable in &mut runnables {
                // Without a cache: then the most memory is used.
                runnable.env.push(("HEXLOOP_CACHE_SIZE".into(), "0".into()));
                runnable.env.push(("NODE_NO_WARNINGS".into(), "1".into()));
            }
            runnables
        };
        let contestants: Vec<_> =
            on("main.ts").into_iter().zip(on("empty.ts")).map(|(main, empty)| [main, empty]).collect();
        LargeFile { minimum: vec![None; contestants.len()], contestants, problem: None }
    }

    fn round(&mut self) {
        for (index, name) in CONTESTANTS.iter().enumerate() {
            let [main, empty] = &self.contestants[index];
            match main.run().and_then(|main| Ok((main.peak_bytes, empty.run()?.peak_bytes))) {
                Ok((main, empty)) => {
                    keep_minimum(&mut self.minimum[index], main.saturating_sub(empty) as f64 / MEGABYTE)
                }
                Err(why) => self.problem = Some(format!("{name} {why}")),
            }
        }
    }

    fn row(self) -> Row {
        let target = Target::AtMost(MAX_MEMORY_FACTOR * LARGE_FILE as f64 / MEGABYTE);
        Row { name: LargeFile::NAME.into(), unit: "MB", values: self.minimum, target, problem: self.problem }
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
    fs::write(bundle.join("main.cjs"), "console.log(require('./bundle.cjs').total(3));\n")?;
    let large = root.join("large");
    fs::create_dir_all(&large)?;
    fs::write(large.join("package.json"), Kind::TypeScript.package())?;
    fs::write(large.join("empty.ts"), "export {};\n")?;
    fs::write(large.join("main.ts"), large_text())
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

/// Interfaces, functions and classes, all exported.
fn large_text() -> String {
    let mut text = String::with_capacity(LARGE_FILE + 4096);
    for number in 0.. {
        if text.len() >= LARGE_FILE {
            break;
        }
        let _ = writeln!(
            text,
            "export interface Part{number} {{ id: number; label: string; tags?: readonly string[] }}\n\
             export type Answer{number} = Part{number} | null | {{ kind: 'part{number}', value: number }};\n\
             export function handle{number}(value: number, options?: {{ limit?: number; label: string }}): Answer{number} {{\n  \
               const limit: number = options && options.limit !== undefined ? options.limit : {number};\n  \
               for (let at = 0; at < limit; at++) {{\n    \
                 if (value % (at + 2) === 0) return {{ kind: 'part{number}', value: value / (at + 2) }};\n  }}\n  \
               return {{ id: value, label: options?.label ?? 'none' }} as Part{number};\n}}\n\
             export class Store{number}<T extends Part{number}> {{\n  \
               private items: T[] = [];\n  \
               add(item: T): this {{ this.items.push(item); return this; }}\n  \
               find<K extends keyof T>(key: K, value: T[K]): T | undefined {{\n    \
                 return this.items.find((item) => item[key] === value);\n  }}\n}}"
        );
    }
    text.push_str("console.log(handle0(3), new Store1().find('id', 1));\n");
    text
}
