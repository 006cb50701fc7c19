//! TypeScript and JSX run as they stand: every program of `tests/typescript/` prints exactly its `.out`, which Node 26
//! printed for what the `typescript` package (5.9) made of it (`tests/typescript/record.mjs` writes them anew).

mod support;

use std::process::ExitCode;
use std::time::Duration;
use support::{Layout, Suite, harness, hexloop, prints_its_out};

const SUITE: Suite = Suite {
    folder: "typescript",
    layout: Layout::Flat,
    extensions: &["ts", "tsx"],
    patience: Duration::from_secs(60),
    at_a_time: 2,
    fewest: 7,
};

/// What a tsconfig.json decides is in folders that have one.
const FOLDERS: [Suite; 6] = [
    SUITE,
    Suite { folder: "typescript/legacy", fewest: 3, ..SUITE },
    Suite { folder: "typescript/decorators", fewest: 13, ..SUITE },
    Suite { folder: "typescript/decorators/assigned", fewest: 1, ..SUITE },
    Suite { folder: "typescript/namespaces", fewest: 5, ..SUITE },
    Suite { folder: "typescript/jsx_runtime", fewest: 2, ..SUITE },
];

fn main() -> ExitCode {
    let tests = FOLDERS.iter().flat_map(|folder| {
        folder.tests(|program| {
            let mut command = hexloop(&["NODE_OPTIONS"]);
            prints_its_out(command.arg(&program.path), &program.path, program.limit)
        })
    });
    harness::main(SUITE.at_a_time, tests.collect())
}
