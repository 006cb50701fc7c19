//! Writes the table of built-in JavaScript files, so that a release binary carries lib/ inside, and the constants that Rust shares with them.
//!
//! A file's startup cost is proportional to its size, so comments and indentation are stripped (line numbers stay the
//! same), and each source is already wrapped in the function that the loader calls.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn main() {
    let lib = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("lib");
    let mut files = Vec::new();
    collect(&lib, &mut files);
    // Sorted by id, for binary search.
    let mut table: Vec<(String, PathBuf)> = files
        .into_iter()
        .map(|file| (file.strip_prefix(&lib).expect("below lib").with_extension("").display().to_string(), file))
        .collect();
    table.sort();
    let mut text = String::from("&[\n");
    for (id, file) in &table {
        let source = std::fs::read_to_string(file).expect("a file of lib/ is UTF-8");
        let _ = writeln!(text, "    ({id:?}, {:?}),", stripped(&source));
    }
    text.push_str("]\n");
    let out = PathBuf::from(std::env::var("OUT_DIR").expect("cargo sets it")).join("builtins.rs");
    std::fs::write(&out, text).expect("OUT_DIR is writable");
    std::fs::write(out.with_file_name("shared_constants.rs"), shared_constants(&lib)).expect("OUT_DIR is writable");
    println!("cargo:rerun-if-changed=build.rs");
}

/// Constants are defined once, in JavaScript, and Rust gets a module of them. A comment begins the list, an empty line or `};` ends it:
///
/// ```js
/// // Shared with Rust as `http_event` (build.rs).
/// const NEED_DATA = 0;      // or, in an object literal, `NEED_DATA: 0,`
/// ```
fn shared_constants(lib: &Path) -> String {
    const FILES: [&str; 10] = [
        "buffer/encodings.js",
        "child_process/channel.js",
        "child_process/native_events.js",
        "dgram/handle.js",
        "http/head_flags.js",
        "http/parser.js",
        "loop/state.js",
        "net/handle.js",
        "tls/context.js",
        "tls/tls_wrap.js",
    ];
    let mut modules = String::new();
    for file in FILES {
        let source = std::fs::read_to_string(lib.join(file)).expect("a file of lib/ is UTF-8");
        let mut lines = source.lines();
        while let Some(line) = lines.next() {
            let Some(name) = line.trim().strip_prefix("// Shared with Rust as `") else { continue };
            let (name, _) = name.split_once('`').expect("a closing backtick");
            let _ = writeln!(modules, "/// From `lib/{file}`.\n#[allow(dead_code)]\npub mod {name} {{");
            for line in lines.by_ref().take_while(|line| !matches!(line.trim(), "" | "};")) {
                let (constant, value) =
                    shared_constant(line).unwrap_or_else(|| panic!("{file}: not a constant: {line}"));
                let _ = writeln!(modules, "    pub const {constant}: u32 = {value};");
            }
            modules.push_str("}\n");
        }
    }
    modules
}

/// Name and value of `const NAME = 0;` or `NAME: 0,`.
fn shared_constant(line: &str) -> Option<(&str, u32)> {
    let code = line.split("//").next()?.trim().trim_end_matches([',', ';']);
    let (name, value) = code.trim_start_matches("const ").split_once(" = ").or_else(|| code.split_once(": "))?;
    Some((name.trim(), value.trim().parse().ok()?))
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    println!("cargo:rerun-if-changed={}", folder.display());
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "js") {
            println!("cargo:rerun-if-changed={}", path.display());
            files.push(path);
        }
    }
}

/// Strips comment lines and indentation. A file with a multi-line template literal (some line has an odd number of
/// backticks) is left as it is: what looks like a comment there may be text.
fn stripped(source: &str) -> String {
    if source.lines().any(|line| line.matches('`').count() % 2 == 1) {
        return source.to_owned();
    }
    let line = |line: &str| {
        let code = line.trim();
        if code.starts_with("//") { String::new() } else { code.to_owned() }
    };
    source.lines().map(line).collect::<Vec<_>>().join("\n")
}
