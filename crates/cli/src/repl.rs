//! The REPL's input: reads lines on a separate thread, so that timers and I/O keep running.
//!
//! ```text
//!   this thread                                  the loop's thread
//!   read a line; incomplete? read another
//!   submit(input)  ── LoopProxy::post ───────▶   macrotask: evaluate, await, print
//!   wait           ◀───────── channel ────────   finish
//! ```

mod helper;
mod highlight;

use crate::output::{print, warn};
use helper::{PreviousLines, ReplHelper};
use hexloop_node::{NODE_VERSION, Prompt, Repl, Runtime};
use hexloop_source::{Completeness, completeness};
use rustyline::config::{ColorMode, CompletionType, Config};
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{Cmd, ConditionalEventHandler, Editor, Event, EventContext, EventHandler, KeyEvent, RepeatCount};
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Runs a session until it ends; returns the exit code.
pub fn run(runtime: &Runtime) -> i32 {
    print(&format!(
        "Welcome to Hexloop {} (Node.js {NODE_VERSION}).\nType \".help\" for more information.\n",
        env!("CARGO_PKG_VERSION")
    ));
    let repl = runtime.open_repl();
    let reader = std::thread::Builder::new().name("prompt".to_owned()).spawn(move || read_inputs(&repl));
    if let Err(error) = reader {
        warn(&format!("hexloop: the prompt's thread could not be started: {error}\n"));
        return 1;
    }
    runtime.spin_event_loop()
}

fn read_inputs(repl: &Repl) {
    if std::io::stdin().is_terminal() {
        edit_lines(repl);
    } else {
        plain_lines(repl);
    }
    repl.leave();
}

/// Collects lines until they are a complete input.
#[derive(Default)]
struct Collector {
    text: String,
}

impl Collector {
    fn prompt(&self) -> &'static str {
        if self.text.is_empty() { "> " } else { "| " }
    }

    /// The input, if this line completes one. An invalid input is returned too, so that its error is reported.
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

type LineEditor = Editor<ReplHelper, FileHistory>;

fn edit_lines(repl: &Repl) {
    let is_plain = std::env::var_os("NODE_DISABLE_COLORS").is_some();
    let colors = if is_plain { ColorMode::Disabled } else { ColorMode::Enabled };
    let config =
        Config::builder().completion_type(CompletionType::List).auto_add_history(false).color_mode(colors).build();
    let Ok(mut editor) = LineEditor::with_config(config) else { return plain_lines(repl) };
    let previous = PreviousLines::default();
    editor.set_helper(Some(ReplHelper::new(repl.clone(), previous.clone())));
    let history = history_file();
    if let Some(path) = &history {
        // The first session has no history yet.
        let _ = editor.load_history(path);
    }
    read_session(repl, &mut editor, &previous);
    if let Some(path) = &history {
        let _ = editor.append_history(path);
    }
}

/// Reads inputs until the session ends.
fn read_session(repl: &Repl, editor: &mut LineEditor, previous: &PreviousLines) {
    let mut collector = Collector::default();
    let mut interrupted = false;
    loop {
        previous.set(&collector.text);
        match editor.readline(collector.prompt()) {
            Ok(line) => {
                interrupted = false;
                let input = if collector.text.is_empty() && line.trim() == ".editor" {
                    let _ = editor.add_history_entry(".editor");
                    read_in_editor_mode(editor, previous)
                } else {
                    collector.add(&line)
                };
                let Some(input) = input else { continue };
                // The lines of one input are one history entry.
                let _ = editor.add_history_entry(&input);
                if repl.submit(input) == Prompt::Leave {
                    return;
                }
            }
            // Discards the input; on an empty line the second Ctrl+C exits.
            Err(ReadlineError::Interrupted) if previous.has_line() || !collector.text.is_empty() => {
                interrupted = false;
                collector.text.clear();
            }
            Err(ReadlineError::Interrupted) if interrupted => return,
            Err(ReadlineError::Interrupted) => {
                print("(To exit, press Ctrl+C again or Ctrl+D or type .exit)\n");
                interrupted = true;
            }
            Err(_) => return,
        }
    }
}

/// `.editor`: all lines up to Ctrl+D are one input. `None`: cancelled with Ctrl+C.
fn read_in_editor_mode(editor: &mut LineEditor, previous: &PreviousLines) -> Option<String> {
    print("// Entering editor mode (Ctrl+D to finish, Ctrl+C to cancel)\n");
    let finish = KeyEvent::ctrl('D');
    let is_finished = Arc::new(AtomicBool::new(false));
    editor.bind_sequence(finish, EventHandler::Conditional(Box::new(FinishEditor(is_finished.clone()))));
    let mut text = String::new();
    // A line starts with the indentation of the previous one.
    let mut indentation = String::new();
    let outcome = loop {
        previous.set_without_hints(&text);
        match editor.readline_with_initial("", (&indentation, "")) {
            Ok(line) => {
                indentation = line.chars().take_while(|character| matches!(character, ' ' | '\t')).collect();
                text.push_str(&line);
                text.push('\n');
            }
            Err(_) => break None,
        }
        if is_finished.load(Ordering::Relaxed) {
            break Some(text.trim_end().to_owned());
        }
    };
    editor.unbind_sequence(finish);
    outcome.filter(|text| !text.is_empty())
}

/// Ctrl+D in editor mode: ends the line and the input.
struct FinishEditor(Arc<AtomicBool>);

impl ConditionalEventHandler for FinishEditor {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, _: &EventContext) -> Option<Cmd> {
        self.0.store(true, Ordering::Relaxed);
        Some(Cmd::AcceptLine)
    }
}

/// Standard input that is no terminal (`-i`): the same without line editing.
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
    print(collector.prompt());
}

/// `NODE_REPL_HISTORY`, empty for none; otherwise a file in the home folder.
fn history_file() -> Option<PathBuf> {
    match std::env::var_os("NODE_REPL_HISTORY") {
        Some(path) if path.is_empty() => None,
        Some(path) => Some(PathBuf::from(path)),
        None => std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".hexloop_repl_history")),
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
    fn break_discards_what_was_collected() {
        let mut collector = Collector::default();
        assert_eq!(collector.add("let x = {"), None);
        assert_eq!(collector.add(".break"), None);
        assert_eq!(collector.add("1").as_deref(), Some("1"));
    }
}
