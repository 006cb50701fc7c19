//! `hexloop completions SHELL`: a script for bash, zsh or fish, generated from the tables in `options.rs` and `commands.rs`.
//!
//! A command is the first argument or none. After the file come the program's own arguments: only files are offered there.

use crate::commands::{COMMANDS, Command};
use crate::options::{Entry, each_listed};
use crate::output::{fail, print};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

const SHELLS: [&str; 3] = ["bash", "zsh", "fish"];

pub fn command(arguments: &[String]) -> i32 {
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["bash"] => print(&bash()),
        ["zsh"] => print(&zsh()),
        ["fish"] => print(&fish()),
        ["--help" | "-h"] => print(&crate::help::for_command("completions")),
        [] => fail("completions needs a shell: hexloop completions bash, zsh or fish", crate::INVALID_USAGE),
        [other, ..] => fail(&format!("no completions for {other}: bash, zsh or fish"), crate::INVALID_USAGE),
    }
}

/// The options after `hexloop COMMAND`: for `trace` all of them, as for `hexloop FILE`.
fn entries_of(command: &Command) -> Vec<&'static Entry> {
    if command.run.is_none() { each_listed().collect() } else { command.entries() }
}

fn names_of<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> String {
    entries.into_iter().flat_map(Entry::each_name).collect::<Vec<_>>().join(" ")
}

fn commands() -> String {
    COMMANDS.iter().map(|command| command.name).collect::<Vec<_>>().join(" ")
}

/// The completions after a command that takes no file.
fn completions_after(command: &Command) -> Option<String> {
    match command.name {
        "help" => Some(commands()),
        "completions" => Some(SHELLS.join(" ")),
        "version" => Some(String::new()),
        _ => None,
    }
}

fn with_own() -> impl Iterator<Item = &'static Command> {
    COMMANDS.iter().filter(|command| command.run.is_some())
}

/// The options whose value may be the next argument.
fn names_with_value(separator: &str) -> String {
    let entries = each_listed().chain(COMMANDS.iter().flat_map(|command| command.own));
    let names: BTreeSet<_> = entries.filter(|entry| entry.needs_value()).flat_map(Entry::each_name).collect();
    names.into_iter().collect::<Vec<_>>().join(separator)
}

fn bash() -> String {
    let mut choices = BTreeMap::new();
    for entry in each_listed().chain(COMMANDS.iter().flat_map(|command| command.own)) {
        if !entry.choices.is_empty() {
            choices.insert(entry.names, entry.choices.join(" "));
        }
    }
    let mut text = String::from(
        "# bash completion of hexloop; made by: hexloop completions bash
_hexloop() {
  local cur=${COMP_WORDS[COMP_CWORD]} name=${COMP_WORDS[COMP_CWORD - 1]} words= at=1
  # bash takes --loop=node apart.
  if [[ $cur == = ]]; then
    cur=
  elif [[ $name == = ]]; then
    name=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  COMPREPLY=()
  case $name in
",
    );
    for (name, values) in &choices {
        let _ = writeln!(text, "    {name}) mapfile -t COMPREPLY < <(compgen -W '{values}' -- \"$cur\"); return ;;");
    }
    let _ = writeln!(text, "  esac\n  case ${{COMP_WORDS[1]}} in {}) at=2 ;; esac", commands().replace(' ', "|"));
    text.push_str("  for ((; at < COMP_CWORD; at++)); do\n    case ${COMP_WORDS[at]} in\n");
    let _ = writeln!(text, "      {}) [[ ${{COMP_WORDS[++at]}} != = ]] || ((++at)) ;;", names_with_value("|"));
    text.push_str(
        "      =) ((++at)) ;;
      -*) ;;
      *) mapfile -t COMPREPLY < <(compgen -f -- \"$cur\"); return ;;
    esac
  done
  case ${COMP_WORDS[1]}:$cur in
",
    );
    for command in with_own() {
        let _ = writeln!(text, "    {}:-*) words='{}' ;;", command.name, names_of(entries_of(command)));
        if let Some(after) = completions_after(command) {
            let _ = writeln!(text, "    {}:*) ((COMP_CWORD > 1)) && words='{after}' ;;", command.name);
        }
    }
    let _ = writeln!(text, "    *:-*) words='{}' ;;", names_of(each_listed()));
    let _ = writeln!(text, "  esac\n  ((COMP_CWORD > 1)) || [[ $cur == -* ]] || words='{}'", commands());
    text.push_str(
        "  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\"; [[ $cur == -* ]] || compgen -f -- \"$cur\")
}
complete -o filenames -F _hexloop hexloop
",
    );
    text
}

fn zsh() -> String {
    let mut text = String::from("#compdef hexloop\n# zsh completion of hexloop; made by: hexloop completions zsh\n");
    text.push_str("_hexloop() {\n  local -a commands=(\n");
    for command in COMMANDS {
        let _ = writeln!(text, "    {}", quoted(&format!("{}:{}", command.name, command.summary)));
    }
    text.push_str("  )\n  case ${words[2]} in\n");
    for command in COMMANDS {
        let _ = writeln!(
            text,
            "    {})\n      if (( CURRENT > 2 )); then\n        shift words; (( CURRENT-- ))",
            command.name
        );
        text.push_str("        _arguments -S -A '-*'");
        zsh_specs(&mut text, &entries_of(command));
        let rest = match completions_after(command) {
            Some(after) if after.is_empty() => String::new(),
            Some(after) => format!(" {}", quoted(&format!("1:word:({after})"))),
            None => " '*:file:_files'".to_owned(),
        };
        let _ = writeln!(text, "{rest}\n        return\n      fi ;;");
    }
    text.push_str("  esac\n  _arguments -S -A '-*'");
    zsh_specs(&mut text, &each_listed().collect::<Vec<_>>());
    text.push_str(
        " \\\n    '1:command or file:{ (( CURRENT == 2 )) && _describe -t commands command commands; _files }' '*:file:_files'\n}\n",
    );
    text.push_str("if [ \"${funcstack[1]}\" = _hexloop ]; then _hexloop \"$@\"; else compdef _hexloop hexloop; fi\n");
    text
}

fn zsh_specs(text: &mut String, entries: &[&Entry]) {
    for entry in entries {
        let what = entry.purpose.replace('[', "\\[").replace(']', "\\]").replace(':', "\\:");
        let value = entry.value.trim_matches([' ', '=', '[', ']']);
        let action = if !entry.choices.is_empty() {
            format!(":{value}:({})", entry.choices.join(" "))
        } else if is_file(entry) {
            format!(":{value}:_files")
        } else if entry.value.is_empty() {
            String::new()
        } else {
            format!(":{value}: ")
        };
        let (equals, action) = match entry.value {
            "" => ("", action),
            value if value.starts_with("[=") => ("=-", format!(":{action}")),
            value if value.starts_with(" [") => ("", format!(":{action}")),
            value if value.starts_with('=') => ("=", action),
            _ => ("", action),
        };
        for name in entry.each_name() {
            let equals = if name.starts_with("--") { equals } else { "" };
            let _ = write!(text, " \\\n    {}", quoted(&format!("*{name}{equals}[{what}]{action}")));
        }
    }
}

fn fish() -> String {
    let mut text = String::from("# fish completion of hexloop; made by: hexloop completions fish\n");
    let _ = write!(
        text,
        "# Whether the file is still to come, after one of these commands; '' is none.
function __hexloop_before_file
  set -l words (commandline -opc)
  set -l at 2
  set -l command ''
  if contains -- \"$words[2]\" {}
    set command $words[2]
    set at 3
  end
  contains -- \"$command\" $argv; or return 1
  while test $at -le (count $words)
    switch $words[$at]
      case {}
        set at (math $at + 2)
      case '-*'
        set at (math $at + 1)
      case '*'
        return 1
    end
  end
end
",
        commands(),
        names_with_value(" ")
    );
    for command in COMMANDS {
        let _ = writeln!(
            text,
            "complete -c hexloop -n 'test (count (commandline -opc)) -eq 1' -a {} -d {}",
            command.name,
            quoted(command.summary)
        );
    }
    // Those of `hexloop FILE`, with or without a command before.
    let general: Vec<_> = COMMANDS.iter().filter(|command| command.run.is_none()).map(|command| command.name).collect();
    let general = format!("\"__hexloop_before_file '' {}\"", general.join(" "));
    each_listed().for_each(|entry| fish_option(&mut text, &general, entry));
    for command in with_own() {
        let condition = format!("'__hexloop_before_file {}'", command.name);
        entries_of(command).into_iter().for_each(|entry| fish_option(&mut text, &condition, entry));
        if let Some(after) = completions_after(command) {
            let _ = writeln!(text, "complete -c hexloop -n {condition} -f -a {}", quoted(&after));
        }
    }
    text
}

fn fish_option(text: &mut String, condition: &str, entry: &Entry) {
    let _ = write!(text, "complete -c hexloop -n {condition}");
    for name in entry.each_name() {
        let _ = match name.strip_prefix("--") {
            Some(long) => write!(text, " -l {long}"),
            None => write!(text, " -s {}", &name[1..]),
        };
    }
    if !entry.choices.is_empty() {
        let _ = write!(text, " -x -a {}", quoted(&entry.choices.join(" ")));
    } else if is_file(entry) {
        text.push_str(" -r -F");
    } else if entry.needs_value() && !entry.value.starts_with(" [") {
        text.push_str(" -x");
    }
    let _ = writeln!(text, " -d {}", quoted(entry.purpose));
}

fn is_file(entry: &Entry) -> bool {
    ["FILE", "OUT", "MODULE"].iter().any(|name| entry.value.contains(name))
}

/// In single quotes, escaped for all three shells.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}
