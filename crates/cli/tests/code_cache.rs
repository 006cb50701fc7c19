//! The code cache as programs see it: what they print never depends on it.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;
use support::{hexloop, run};

const PATIENCE: Duration = Duration::from_secs(60);

/// Where a function was defined, what its source is, where it throws: all that code reveals of its source.
const REVEALING: &str = "
function twice(value) { return value * 2 }
class Box { #inside = 'αβγ'; read() { return this.#inside + [...'ab'].join() } }
const later = async (value) => { for await (const one of [value]) return one + 1 };
exports.reveal = async (where) => {
  console.log(where, twice(21), new Box().read(), await later(1), String(twice));
  try { null.nothing } catch (error) { console.log(error.stack.split('\\n')[1].trim()) }
};
";

struct Program {
    root: PathBuf,
}

impl Program {
    /// CommonJS, an ES module, TypeScript and a worker; large enough to be worth it.
    fn new() -> Program {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("hexloop-code-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let program = Program { root: std::env::temp_dir().join(name) };
        fs::create_dir_all(&program.root).unwrap();
        let padding = format!("// {}\n", "padding ".repeat(3000));
        program.write("revealing.cjs", &format!("{REVEALING}{padding}"));
        program.write(
            "small.mjs",
            "import { reveal } from './revealing.cjs';\nexport const small = () => reveal('module');\n",
        );
        program.write("typed.mts", "enum Size { Small = 1 }\nexport const size = (): Size => Size.Small;\n");
        program.write(
            "main.mjs",
            "import { Worker, isMainThread } from 'node:worker_threads';
             import { small } from './small.mjs';
             import { size } from './typed.mts';
             await small();
             console.log(isMainThread, size());
             if (isMainThread) {
               await new Promise((done) => new Worker(new URL(import.meta.url)).on('exit', done));
               process.exit(3);
             }",
        );
        program
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.root.join(name), text).unwrap();
    }

    fn prints(&self, options: &[&str]) -> String {
        let mut command = hexloop(&["NODE_OPTIONS"]);
        command.env("HEXLOOP_CACHE", self.root.join("cache")).current_dir(&self.root).args(options).arg("main.mjs");
        let ended = run(&mut command, PATIENCE).unwrap();
        assert_eq!((ended.status.code(), &*ended.err), (Some(3), ""));
        ended.out
    }

    /// The files of the cache, with their sizes, the largest first.
    fn kept(&self) -> Vec<(u64, PathBuf)> {
        fn gather(folder: &Path, found: &mut Vec<(u64, PathBuf)>) {
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                let metadata = entry.metadata().unwrap();
                if metadata.is_dir() {
                    gather(&entry.path(), found);
                } else if entry.file_name() != "growth" {
                    found.push((metadata.len(), entry.path()));
                }
            }
        }
        let mut found = Vec::new();
        gather(&self.root.join("cache"), &mut found);
        found.sort_by(|one, other| other.cmp(one));
        found
    }

    /// Those among them that hold code. The others are transformed sources and results of probes.
    fn packs(&self) -> Vec<(u64, PathBuf)> {
        self.kept()
            .into_iter()
            .filter(|(_, file)| file.parent().is_some_and(|folder| folder.ends_with("packs")))
            .collect()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}

#[test]
fn every_run_prints_the_same() {
    if support::engine::is_skipped("every_run_prints_the_same") {
        return;
    }
    let program = Program::new();
    let plain = program.prints(&["--no-cache"]);
    assert!(program.kept().is_empty(), "--no-cache keeps nothing");
    assert_eq!(plain.matches("revealing.cjs:7:").count(), 2, "{plain}");
    assert_eq!(program.prints(&[]), plain);
    let empty = program.packs().iter().filter(|(size, _)| *size < 100).count();
    assert_eq!(empty, 2, "after the first run a pack for the built-in files and one for the program, both empty");
    for _ in 0..4 {
        assert_eq!(program.prints(&[]), plain);
        let sizes: Vec<u64> = program.packs().into_iter().map(|(size, _)| size).collect();
        assert!(
            sizes[0] > 50_000 && sizes.iter().all(|size| *size > 2000),
            "the second run has written its code: {sizes:?}"
        );
    }
    // A run that is slow somewhere may call a function that none has called before, and then writes again.
    let written = || -> Vec<_> {
        program
            .packs()
            .into_iter()
            .map(|(size, path)| (size, fs::metadata(path).unwrap().modified().unwrap()))
            .collect()
    };
    let is_unchanged_by_a_run = || {
        let before = written();
        assert_eq!(program.prints(&[]), plain);
        before == written()
    };
    assert!((0..20).any(|_| is_unchanged_by_a_run()), "what is known is not written again and again");
}

#[test]
fn a_file_that_changes_is_compiled_again() {
    let program = Program::new();
    for _ in 0..3 {
        program.prints(&[]);
    }
    let source = fs::read_to_string(program.root.join("revealing.cjs")).unwrap();
    program.write("revealing.cjs", &source.replace("value * 2", "value * 3"));
    for _ in 0..3 {
        let printed = program.prints(&[]);
        assert!(printed.contains("module 63 ") && printed.contains("value * 3"), "{printed}");
    }
}

#[test]
fn a_damaged_cache_is_ignored() {
    let program = Program::new();
    let plain = program.prints(&["--no-cache"]);
    for _ in 0..3 {
        program.prints(&[]);
    }
    let whole: Vec<(PathBuf, Vec<u8>)> =
        program.kept().into_iter().map(|(_, path)| (path.clone(), fs::read(path).unwrap())).collect();
    for damage in 0..12usize {
        for (path, bytes) in &whole {
            let mut bytes = bytes.clone();
            match damage % 3 {
                0 => bytes.iter_mut().skip(damage * 97).step_by(997).for_each(|byte| *byte ^= 0x21),
                1 => bytes.truncate(bytes.len() * damage / 12),
                _ => bytes.iter_mut().skip(40 + damage * 8).take(64).for_each(|byte| *byte = 0xff),
            }
            fs::write(path, bytes).unwrap();
        }
        assert_eq!(program.prints(&[]), plain, "damage {damage}");
    }
}

#[test]
fn many_processes_share_it() {
    let program = Program::new();
    let plain = program.prints(&["--no-cache"]);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..5 {
                    assert_eq!(program.prints(&[]), plain);
                }
            });
        }
    });
}

#[test]
fn every_kind_of_entry_works_without() {
    let program = Program::new();
    let plain = program.prints(&["--no-cache"]);
    for way in ["no-nested-entry", "public"] {
        for _ in 0..3 {
            let mut command = hexloop(&["NODE_OPTIONS"]);
            command.env("HEXLOOP_CACHE", program.root.join("cache")).env("HEXLOOP_ENGINE", way);
            let ended = run(command.current_dir(&program.root).arg("main.mjs"), PATIENCE).unwrap();
            assert_eq!(ended.out, plain, "{way}");
        }
    }
}
