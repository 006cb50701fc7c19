//! The disk cache of transformed sources as programs see it: what they print never depends on it.

mod support;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;
use support::{hexloop, run};

const PATIENCE: Duration = Duration::from_secs(60);

/// A folder with a program large enough to be kept, and a cache of its own.
struct Bench {
    root: PathBuf,
}

impl Bench {
    fn new() -> Bench {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("hexloop-kept-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let root = std::env::temp_dir().join(name);
        fs::create_dir_all(&root).unwrap();
        let bench = Bench { root };
        bench.write(
            "main.js",
            "async function f() { await null; throw new Error('x'); }\nf().catch((error) => console.log(error.stack.split('\\n')[1]));\n",
        );
        bench
    }

    /// A file of more than 4 KB that begins with `text`.
    fn write(&self, name: &str, text: &str) {
        fs::write(self.root.join(name), format!("{text}// {}\n", "padding ".repeat(1000))).unwrap();
    }

    fn cache(&self) -> PathBuf {
        self.root.join("cache")
    }

    fn prints(&self, options: &[&str]) -> String {
        let mut command = hexloop(&["NODE_OPTIONS"]);
        command.env("HEXLOOP_CACHE", self.cache()).current_dir(&self.root).args(options).arg("main.js");
        let ended = run(&mut command, PATIENCE).unwrap();
        assert!(ended.status.success() && ended.err.is_empty(), "{}", ended.err);
        ended.out.replace(self.root.to_str().unwrap(), "ROOT")
    }

    fn results(&self) -> Vec<PathBuf> {
        let is_apart =
            |path: &PathBuf| ["packs", "engines"].iter().any(|name| path.starts_with(self.cache().join(name)));
        let is_result = |path: &PathBuf| !path.ends_with("growth") && !is_apart(path);
        files(&self.cache()).into_iter().filter(is_result).collect()
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.map(|entry| entry.unwrap().path());
    paths.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

const PRINTED: &str = "    at f (ROOT/main.js:1:40)\n";

#[test]
fn a_second_run_uses_what_the_first_one_stored() {
    let bench = Bench::new();
    assert_eq!(bench.prints(&[]), PRINTED);
    let kept = bench.results();
    assert_eq!(kept.len(), 1);
    let written = fs::metadata(&kept[0]).unwrap().modified().unwrap();
    assert_eq!(bench.prints(&[]), PRINTED);
    assert_eq!(bench.results(), kept);
    assert_eq!(fs::metadata(&kept[0]).unwrap().modified().unwrap(), written, "it was not made again");
}

#[test]
fn a_changed_file_is_transformed_again() {
    let bench = Bench::new();
    bench.prints(&[]);
    bench.write(
        "main.js",
        "\nasync function f() { await null; throw new Error('x'); }\nf().catch((error) => console.log(error.stack.split('\\n')[1]));\n",
    );
    assert_eq!(bench.prints(&[]), "    at f (ROOT/main.js:2:40)\n");
    assert_eq!(bench.results().len(), 2);
}

#[test]
fn a_damaged_result_is_not_used() {
    let bench = Bench::new();
    bench.prints(&[]);
    let path = bench.results().pop().unwrap();
    let whole = fs::read(&path).unwrap();
    let mut flipped = whole.clone();
    *flipped.last_mut().unwrap() ^= 1;
    for damaged in [&whole[..whole.len() / 2], &flipped, b"", b"console.log('from the cache')"] {
        fs::write(&path, damaged).unwrap();
        assert_eq!(bench.prints(&[]), PRINTED);
        assert_eq!(fs::read(&path).unwrap(), whole, "the result is whole again");
    }
}

#[test]
fn no_cache_reads_and_writes_nothing() {
    let bench = Bench::new();
    assert_eq!(bench.prints(&["--no-cache"]), PRINTED);
    assert!(!bench.cache().exists());
    bench.prints(&[]);
    let path = bench.results().pop().unwrap();
    fs::write(&path, "damaged").unwrap();
    assert_eq!(bench.prints(&["--no-cache"]), PRINTED);
    assert_eq!(fs::read(&path).unwrap(), b"damaged");
}

#[test]
fn a_source_that_needs_no_transform_is_not_stored() {
    let bench = Bench::new();
    bench.write("main.js", "console.log('plain');\n");
    assert_eq!(bench.prints(&[]), "plain\n");
    assert!(bench.results().is_empty());
}

#[test]
fn a_folder_that_cannot_be_written_is_no_error() {
    let bench = Bench::new();
    fs::write(bench.cache(), "a file").unwrap();
    assert_eq!(bench.prints(&[]), PRINTED);
    fs::remove_file(bench.cache()).unwrap();
    fs::create_dir(bench.cache()).unwrap();
    fs::set_permissions(bench.cache(), fs::Permissions::from_mode(0o555)).unwrap();
    assert_eq!(bench.prints(&[]), PRINTED);
}

#[test]
fn many_processes_at_once_print_the_same() {
    let bench = Bench::new();
    for number in 0..20 {
        bench.write(
            &format!("m{number}.js"),
            &format!("async function f() {{ await null; }}\nmodule.exports = {number};\n"),
        );
    }
    bench.write("main.js", "let sum = 0; for (let i = 0; i < 20; i++) sum += require('./m' + i); console.log(sum);\n");
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert_eq!(bench.prints(&[]), "190\n"));
        }
    });
    assert_eq!(bench.results().len(), 20, "each result once, none left unfinished");
}

#[test]
fn node_module_reports_where_the_cache_is() {
    let bench = Bench::new();
    let ask = "const m = require('module'); console.log(m.getCompileCacheDir(), m.enableCompileCache().status);\n";
    bench.write("main.js", ask);
    assert_eq!(bench.prints(&[]), "ROOT/cache 2\n");
    assert_eq!(bench.prints(&["--no-cache"]), "undefined 3\n");
}
