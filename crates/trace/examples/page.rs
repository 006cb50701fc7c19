//! Puts a trace (a JSON file) into its page: `cargo run -p hexloop-trace --example page TRACE.json >trace.html`.
//! Without a file: the page that follows a running program.

use hexloop_trace::{Trace, check, live_page, page};

fn main() {
    let Some(file) = std::env::args().nth(1) else {
        return print!("{}", live_page());
    };
    let json = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let trace = Trace::from_json(&json).unwrap_or_else(|error| panic!("{file}: {error}"));
    let faults = check(&trace);
    assert!(faults.is_empty(), "{file}: {faults:?}");
    print!("{}", page(&json));
}
