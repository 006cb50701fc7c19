//! Graphs of modules that Node cannot be asked about: larger than it can load, and what Hexloop adds to its errors. The programs of
//! `tests/modules` are run by `modules.rs`.

mod support;

use std::time::Duration;
use support::{Ended, Scratch, hexloop};

const PATIENCE: Duration = Duration::from_secs(60);

/// Runs the `main.mjs` of a folder.
fn run(folder: &Scratch) -> Ended {
    let mut command = hexloop(&["NODE_OPTIONS", "FORCE_COLOR"]);
    support::run(command.arg("main.mjs").current_dir(folder.path()), PATIENCE).unwrap_or_else(|why| panic!("{why}"))
}

/// Node runs out of stack at a tenth of this.
#[test]
fn a_chain_of_five_thousand_modules_loads() {
    const LENGTH: usize = 5000;
    let folder = Scratch::new("modules-chain");
    for number in 0..LENGTH - 1 {
        let below = number + 1;
        let text = format!("import {{ n as below }} from './m{below}.mjs'; export const n = below + 1;");
        folder.write(&format!("m{number}.mjs"), &text);
    }
    folder.write(&format!("m{}.mjs", LENGTH - 1), "export const n = 1;");
    folder.write("main.mjs", "import { n } from './m0.mjs'; console.log(n);");
    assert_eq!(run(&folder).out, "5000\n");
}

#[test]
fn a_cycle_of_thousands_of_modules_runs() {
    const LENGTH: usize = 2000;
    let folder = Scratch::new("modules-cycle");
    for number in 0..LENGTH {
        let next = (number + 1) % LENGTH;
        let text = format!(
            "import {{ f as next }} from './m{next}.mjs'; \
             export function f(n) {{ return n === 0 ? {number} : next(n - 1); }}"
        );
        folder.write(&format!("m{number}.mjs"), &text);
    }
    folder.write("main.mjs", "import { f } from './m0.mjs'; console.log(f(3), f(1999));");
    assert_eq!(run(&folder).out, "3 1999\n");
}

#[test]
fn a_missing_export_names_both_files_and_the_nearest_name() {
    let folder = Scratch::new("modules-hint");
    folder.write("main.mjs", "import { bannana } from './fruit.mjs';");
    folder.write("fruit.mjs", "export const apple = 1, banana = 2;");
    let err = run(&folder).err;
    let here = format!("file://{}", folder.path().display());
    let hint = format!("({here}/main.mjs imports 'bannana' from {here}/fruit.mjs: did you mean 'banana'?)");
    assert!(err.lines().any(|line| line == hint), "{err}");
    folder.write("main.mjs", "import { zebra } from './fruit.mjs';");
    let err = run(&folder).err;
    assert!(err.contains("fruit.mjs: it exports apple, banana.)"), "{err}");
}
