//! docs/compatibility.md is what `tests/compat/table.js` says of this very build, against the names that a real Node 26 was
//! asked for (`tests/compat/node26.json`). `./x compat table` writes the page anew, `./x compat` asks Node anew as well.

mod support;

use std::path::Path;
use support::hexloop;

#[test]
fn the_compatibility_page_is_what_the_runtime_offers() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let output = hexloop(&["NODE_OPTIONS"]).arg(root.join("tests/compat/table.js")).output().unwrap();
    assert!(output.status.success(), "table.js failed:\n{}", String::from_utf8_lossy(&output.stderr));
    let made = String::from_utf8(output.stdout).unwrap();
    let kept = std::fs::read_to_string(root.join("docs/compatibility.md")).unwrap_or_default();
    if made == kept {
        return;
    }
    let stale: Vec<String> = made
        .lines()
        .zip(kept.lines())
        .filter(|(made, kept)| made != kept)
        .take(5)
        .map(|(made, kept)| format!("  - {kept}\n  + {made}"))
        .collect();
    panic!("docs/compatibility.md is not current; ./x compat table writes it anew:\n{}", stale.join("\n"));
}
