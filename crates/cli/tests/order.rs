//! The proof of order: every program of `tests/order` prints exactly the lines of its `.out`.
//!
//! A program is a `.js` or `.mjs` file directly inside a group's folder; what lies deeper (`parts/`) is required by
//! programs. The comment lines that open a program may give directives:
//!
//! ```text
//! // flags: --unhandled-rejections=warn    put before the file's name
//! // profile: node10                       same as `--loop=node10`
//! // exit: 1                               the exit code, 0 if not given
//! // node: may-differ | no                 for verify-node.sh: Node leaves this order open | cannot run it
//! ```
//!
//! Standard error is what its `.err` holds (`NODE tests/record.mjs order` writes them), or nothing.
//!
//! Every program runs once more without the engine's capabilities (`[public]`: `HEXLOOP_ENGINE=public`). There promise jobs are drained
//! whenever a call returns, also after a callback that threw, where Node lets them wait for the next callback. Programs that show this have
//! a `.plain.out` beside their `.out`; what cannot be shown at all is listed in `tests/engines/public-differences`. Some run a third time,
//! while they are recorded (`[trace]`: `order/recorded.rs`).

#[path = "order/recorded.rs"]
mod recorded_order;
mod support;

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;
use support::comparable::comparable;
use support::{Expected, Layout, Program, Scratch, Suite, engine, harness, hexloop, recorded, run};

/// Each is written to end within 150 ms on an idle machine.
const SUITE: Suite = Suite {
    folder: "order",
    layout: Layout::Folders,
    extensions: &["js", "mjs"],
    patience: Duration::from_secs(20),
    at_a_time: 2,
    fewest: 500,
};

fn main() -> ExitCode {
    let programs = SUITE.programs();
    let mut tests = recorded_order::tests(&programs);
    for program in programs {
        if engine::under_test().is_none() {
            tests.push(program.clone().test(None, |program| check(program, None)));
        }
        tests.push(program.test(Some("public"), |program| check(program, Some("public"))));
    }
    harness::main(SUITE.at_a_time, tests)
}

/// What the comment lines that open a program say.
#[derive(Default)]
struct Directives {
    arguments: Vec<String>,
    exit_code: i32,
}

impl Directives {
    fn of(program: &Path) -> Result<Directives, String> {
        let mut directives = Directives::default();
        let source = fs::read_to_string(program).unwrap();
        for line in source.lines().map_while(|line| line.strip_prefix("// ")) {
            let Some((key, value)) = line.split_once(": ") else { continue };
            match key {
                "flags" => directives.arguments.extend(value.split_whitespace().map(str::to_owned)),
                "profile" => directives.arguments.push(format!("--loop={value}")),
                "exit" => directives.exit_code = value.parse().unwrap(),
                "node" if ["may-differ", "no"].contains(&value) => {}
                "node" => return Err(format!("  node: {value}?\n")),
                prose if prose.contains(' ') => {}
                unknown => return Err(format!("  unknown directive {unknown}\n")),
            }
        }
        Ok(directives)
    }
}

/// What would change an order or a line, were it set where the tests run.
const CLEARED: [&str; 4] = ["HEXLOOP_ENGINE", "UV_THREADPOOL_SIZE", "NODE_OPTIONS", "FORCE_COLOR"];

fn check(program: &Program, engine: Option<&str>) -> Result<(), String> {
    let directives = Directives::of(&program.path)?;
    let scratch = Scratch::new("order");
    let mut command = hexloop(&CLEARED);
    command.args(&directives.arguments).arg(&program.path).env("TMPDIR", scratch.path());
    command.envs(engine.map(|engine| ("HEXLOOP_ENGINE", engine)));
    let mut ended = run(&mut command, program.limit)?;
    ended.err = comparable(&ended.err, program.path.parent().unwrap());
    let mut expected = Expected::beside(&program.path)?;
    expected.code = directives.exit_code;
    if engine.is_some() {
        expected.out = recorded(&program.path, "plain.out").unwrap_or(expected.out);
    }
    expected.compare(&ended)
}
