//! `-v` prints what `node -v` prints, since tools parse it. `hexloop version` is for people; with `--verbose` both print what
//! a bug report needs: the engine, its build, and which of its capabilities are used.

use crate::output::{fail, print};
use hexloop_engine::{CapabilityReport, EngineReport, engine_report};
use hexloop_node::NODE_VERSION;
use std::fmt::Write as _;

/// `hexloop version`
pub fn command(arguments: &[String]) -> i32 {
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => print(&format!("hexloop {} (API of Node.js {NODE_VERSION})\n", env!("CARGO_PKG_VERSION"))),
        ["--verbose"] => verbose(),
        ["--help" | "-h"] => print(&crate::help::for_command("version")),
        _ => fail("version takes no arguments but --verbose", crate::INVALID_USAGE),
    }
}

pub fn short() -> String {
    format!("{NODE_VERSION}\n")
}

pub fn verbose() -> i32 {
    match hexloop_engine::load() {
        Ok(()) => print(&report()),
        Err(message) => fail(&message, crate::CANNOT_LOAD),
    }
}

fn report() -> String {
    let EngineReport { version, build, library, switches, capabilities, differences } = engine_report();
    let unknown = || "unknown".to_owned();
    let rows = [
        ("hexloop", env!("CARGO_PKG_VERSION").to_owned()),
        ("node", NODE_VERSION.to_owned()),
        ("system", format!("{} {}", std::env::consts::OS, std::env::consts::ARCH)),
        ("engine", format!("JavaScriptCore {}", version.unwrap_or_else(unknown))),
        ("build id", build.unwrap_or_else(unknown)),
        ("library", library.unwrap_or_else(unknown)),
        ("HEXLOOP_ENGINE", switches.unwrap_or_else(|| "not set".to_owned())),
    ];
    let mut text = String::new();
    for (name, value) in rows {
        let _ = writeln!(text, "{name:<16}{value}");
    }
    text.push_str("\ncapabilities (docs/engines.md)\n");
    for CapabilityReport { capability, outcome } in capabilities {
        let _ = match outcome {
            Ok(()) => writeln!(text, "  {:<22}yes", capability.name()),
            Err(why) => writeln!(text, "  {:<22}no   {why}", capability.name()),
        };
    }
    let names = differences.names();
    let corrected = if names.is_empty() { "nothing".to_owned() } else { names.join(", ") };
    let _ = writeln!(text, "\ndiffers from V8, and is corrected: {corrected}");
    text
}
