//! The `hexloop` command.

use hexloop_node::{Options, Program, Runtime};

fn main() {
    let mut arguments = std::env::args();
    let argv0 = arguments.next().unwrap_or_default();
    let arguments: Vec<String> = arguments.collect();
    let Some(file) = arguments.first().cloned() else { return };
    let file = std::path::absolute(&file).unwrap_or_else(|_| file.into());
    let mut shown = arguments.clone();
    shown[0] = file.display().to_string();
    let options = Options { arguments: shown, argv0, ..Options::default() };
    let code = Runtime::enter(options, move |runtime| runtime.run(Program::File(file)));
    match code {
        Ok(code) => hexloop_node::leave(code),
        Err(error) => {
            eprintln!("hexloop: {error}");
            std::process::exit(1);
        }
    }
}
