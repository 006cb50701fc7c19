//! The prompt: reads lines in a thread of its own, so that timers and I/O go on while it waits.
//!
//! ```text
//!   this thread                                  the loop's thread
//!   read a line; incomplete? read another
//!   submit(input)  ── LoopProxy::post ──────────▶   macrotask: evaluate, await, print
//!   wait           ◀───────── channel ────────   finish
//! ```

use hexloop_node::{NODE_VERSION, Prompt, Repl, Runtime};
use hexloop_source::{Completeness, completeness};
use rustyline::completion::Completer;
use rustyline::config::{CompletionType, Config};
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{Context, Editor, Helper, Highlighter, Hinter, Validator};
use std::io::IsTerminal;
use std::path::PathBuf;

/// Runs a session until it is left; answers the exit code.
pub fn run(runtime: &Runtime) -> i32 {
    println!("Welcome to Hexloop {} (Node.js {NODE_VERSION}).", env!("CARGO_PKG_VERSION"));
    println!("Type \".help\" for more information.");
    let repl = runtime.open_repl();
    let reader = std::thread::Builder::new().name("prompt".to_owned()).spawn(move || read_inputs(&repl));
    if let Err(error) = reader {
        eprintln!("hexloop: the prompt's thread could not be started: {error}");
        return 1;
    }
    runtime.until_done()
}

fn read_inputs(repl: &Repl) {
    if std::io::stdin().is_terminal() {
        edit_lines(repl);
    } else {
        plain_lines(repl);
    }
    repl.leave();
}

/// Collects lines until they make a whole input.
#[derive(Default)]
struct Collector {
    text: String,
}

impl Collector {
    fn prompt(&self) -> &'static str {
        if self.text.is_empty() { "> " } else { "| " }
    }

    /// A whole input, when this line completes one. An input that cannot be right goes out too, to be reported.
    fn add(&mut self, line: &str) -> Option<String> {
        let is_break = matches!(line.trim(), ".break" | ".clear");
        if self.text.is_empty() && line.trim().is_empty() {
            return None;
        }
        if is_break {
            self.text.clear();
            return None;
        }
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(line);
        let is_command = self.text.trim_start().starts_with('.');
        if !is_command && completeness(&self.text) == Completeness::Incomplete {
            return None;
        }
        Some(std::mem::take(&mut self.text))
    }
}

fn edit_lines(repl: &Repl) {
    let config = Config::builder().completion_type(CompletionType::List).auto_add_history(false).build();
    let Ok(mut editor) = Editor::<Completion, FileHistory>::with_config(config) else { return plain_lines(repl) };
    editor.set_helper(Some(Completion { repl: repl.clone() }));
    let history = history_file();
    if let Some(path) = &history {
        // A first session has none yet.
        let _ = editor.load_history(path);
    }
    let mut collector = Collector::default();
    let mut interrupted = false;
    loop {
        match editor.readline(collector.prompt()) {
            Ok(line) => {
                interrupted = false;
                if !line.trim().is_empty() {
                    let _ = editor.add_history_entry(&line);
                }
                if let Some(input) = collector.add(&line)
                    && repl.submit(input) == Prompt::Leave
                {
                    break;
                }
            }
            Err(ReadlineError::Interrupted) if interrupted && collector.text.is_empty() => break,
            Err(ReadlineError::Interrupted) => {
                if collector.text.is_empty() {
                    println!("(To exit, press Ctrl+C again or Ctrl+D or type .exit)");
                    interrupted = true;
                }
                collector.text.clear();
            }
            Err(_) => break,
        }
    }
    if let Some(path) = &history {
        let _ = editor.append_history(path);
    }
}

/// Standard input that is no terminal (`-i`): the same, without editing.
fn plain_lines(repl: &Repl) {
    let mut collector = Collector::default();
    print_prompt(&collector);
    for line in std::io::stdin().lines() {
        let Ok(line) = line else { break };
        if let Some(input) = collector.add(&line)
            && repl.submit(input) == Prompt::Leave
        {
            return;
        }
        print_prompt(&collector);
    }
}

fn print_prompt(collector: &Collector) {
    use std::io::Write as _;
    print!("{}", collector.prompt());
    let _ = std::io::stdout().flush();
}

/// `NODE_REPL_HISTORY`, empty for none; else a file in the home folder.
fn history_file() -> Option<PathBuf> {
    match std::env::var_os("NODE_REPL_HISTORY") {
        Some(path) if path.is_empty() => None,
        Some(path) => Some(PathBuf::from(path)),
        None => std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".hexloop_repl_history")),
    }
}

#[derive(Helper, Highlighter, Hinter, Validator)]
struct Completion {
    repl: Repl,
}

impl Completer for Completion {
    type Candidate = String;

    fn complete(&self, line: &str, position: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let before = &line[..position];
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
        let mut start = before
            .rfind(|c: char| !is_part(c))
            .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
        if before.trim_start().starts_with('.') && !before.trim_start()[1..].contains(|c: char| !c.is_alphabetic()) {
            start = before.len() - before.trim_start().len();
        }
        Ok((start, self.repl.complete(before.to_owned())))
    }
}

#[cfg(test)]
mod tests {
    use super::Collector;

    #[test]
    fn lines_are_collected_until_they_make_an_input() {
        let mut collector = Collector::default();
        assert_eq!(collector.add("function f() {"), None);
        assert_eq!(collector.prompt(), "| ");
        assert_eq!(collector.add("}").as_deref(), Some("function f() {\n}"));
        assert_eq!(collector.prompt(), "> ");
    }

    #[test]
    fn break_gives_up_what_was_collected() {
        let mut collector = Collector::default();
        assert_eq!(collector.add("let x = {"), None);
        assert_eq!(collector.add(".break"), None);
        assert_eq!(collector.add("1").as_deref(), Some("1"));
    }
}
