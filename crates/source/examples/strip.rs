//! Prints the JavaScript of a TypeScript or JSX file: `cargo run -p hexloop-source --example strip FILE [--only]`.
//!
//! The nearest `tsconfig.json` applies. With `--only` it does what `module.stripTypeScriptTypes()` does; with `--map` it prints the
//! source map instead; with `--memory` only the peak memory.

use std::path::Path;
use std::process::ExitCode;

use hexloop_source::{CompilerOptions, Language, StripOptions, TsConfigs, strip};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |flag: &str| arguments.iter().any(|argument| argument == flag);
    let Some(file) = arguments.iter().find(|argument| !argument.starts_with("--")) else {
        eprintln!("usage: strip FILE [--only | --map | --memory]");
        return ExitCode::from(2);
    };
    match run(file, has("--only")) {
        Ok(_) if has("--memory") => println!("{}", peak_memory()),
        Ok((_, map)) if has("--map") => println!("{}", map.unwrap_or_default()),
        Ok((code, _)) => print!("{code}"),
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn run(file: &str, strip_only: bool) -> Result<(String, Option<String>), String> {
    let path = std::fs::canonicalize(Path::new(file)).map_err(|error| format!("{file}: {error}"))?;
    let source = std::fs::read_to_string(&path).map_err(|error| format!("{file}: {error}"))?;
    let config = TsConfigs::new().of(&path).map_err(|error| error.to_string())?;
    let compiler = config.map(|config| config.options.clone()).unwrap_or(CompilerOptions::default());
    let path = path.to_string_lossy();
    let options =
        StripOptions { path: &path, language: Language::of(&path), goal: None, compiler: &compiler, strip_only };
    match strip(&source, &options) {
        Ok(stripped) => Ok((stripped.code, stripped.map.map(|map| map.to_json()))),
        Err(error) => Err(format!("{} [{}]", error.error.render(), error.code)),
    }
}

/// `VmHWM` of this process from `/proc/self/status`.
fn peak_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or("unknown").to_owned()
}
