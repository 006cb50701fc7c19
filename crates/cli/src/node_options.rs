//! `$NODE_OPTIONS`: options for all Node-compatible processes, parsed before the command line.
//!
//! What Node 26 does not allow there is rejected with Node's message. Hexloop's own options for how a program runs are allowed,
//! too.

use crate::arguments::{Reader, split};
use crate::node_flags;
use crate::options::{self, Settings, UsageError};

pub fn apply(settings: &mut Settings, text: &str) -> Result<(), UsageError> {
    let words = split_words(text)?;
    let mut reader = Reader::new(&words);
    while let Some(word) = reader.rest.next() {
        // Node parses up to the first word that is no option.
        if word == "-" || !word.starts_with('-') {
            break;
        }
        let (name, value) = split(word);
        let of_node = node_flags::find(name);
        let is_refused = of_node.as_ref().is_some_and(|flag| !flag.in_environment);
        match options::find(name) {
            Some(found) if found.section.in_environment && !is_refused => reader.set(settings, &found, name, value)?,
            None if of_node.is_some_and(|flag| flag.in_environment) => reader.take_node_option(name, value)?,
            _ => {
                let equals = if value.is_some() { "=" } else { "" };
                return Err(UsageError(format!("{name}{equals} is not allowed in NODE_OPTIONS")));
            }
        }
    }
    Ok(())
}

/// Splits at spaces; double quotes quote spaces, and within them a backslash escapes the next character.
fn split_words(text: &str) -> Result<Vec<String>, UsageError> {
    let invalid = |what: &str| Err(UsageError(format!("invalid value for NODE_OPTIONS ({what})\n")));
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut is_quoted = false;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '"' => {
                is_quoted = !is_quoted;
                word.get_or_insert_default();
            }
            '\\' if is_quoted => match characters.next() {
                Some(escaped) => word.get_or_insert_default().push(escaped),
                None => return invalid("invalid escape"),
            },
            ' ' if !is_quoted => words.extend(word.take()),
            other => word.get_or_insert_default().push(other),
        }
    }
    if is_quoted {
        return invalid("unterminated string");
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use crate::arguments::parse;

    #[test]
    fn the_environment_comes_before_the_command_line() {
        let arguments = ["-C", "second", "a.js"].map(str::to_owned);
        let environment = r#"--max-old-space-size=4096 --conditions first -r "./a b.js""#;
        let found = parse("hexloop", &arguments, environment, true).unwrap_or_else(|bad| panic!("{}", bad.0));
        assert_eq!(found.options.modules.conditions, ["first", "second"]);
        assert_eq!(found.options.modules.require, ["./a b.js"]);
        assert_eq!(found.options.exec_arguments, ["-C", "second"]);
    }

    /// The messages are those of Node 26.
    #[test]
    fn what_may_not_stand_there_is_refused_in_nodes_words() {
        for (text, message) in [
            ("--eval", "--eval is not allowed in NODE_OPTIONS"),
            ("-e 1", "-e is not allowed in NODE_OPTIONS"),
            ("-pe", "-pe is not allowed in NODE_OPTIONS"),
            ("--no-eval", "--no-eval is not allowed in NODE_OPTIONS"),
            ("--version=1", "--version= is not allowed in NODE_OPTIONS"),
            ("--banana", "--banana is not allowed in NODE_OPTIONS"),
            ("--stack-size=900", "--stack-size= is not allowed in NODE_OPTIONS"),
            ("--env-file=a", "--env-file= is not allowed in NODE_OPTIONS"),
            ("--test-udp-no-try-send", "--test-udp-no-try-send is not allowed in NODE_OPTIONS"),
            ("--v8-options", "--v8-options is not allowed in NODE_OPTIONS"),
            ("--", "-- is not allowed in NODE_OPTIONS"),
            ("-r", "-r requires an argument"),
            ("--title -p", "--title requires an argument"),
            (r#"-r "a"#, "invalid value for NODE_OPTIONS (unterminated string)\n"),
            (r#"--title="a \"#, "invalid value for NODE_OPTIONS (invalid escape)\n"),
        ] {
            assert_eq!(parse("hexloop", &[], text, true).err().map(|bad| bad.0).as_deref(), Some(message), "{text}");
        }
    }

    #[test]
    fn words_after_the_first_that_is_no_option_are_not_read() {
        let found =
            parse("hexloop", &[], "--no-warnings a.js --title=b", true).unwrap_or_else(|bad| panic!("{}", bad.0));
        assert!(found.options.warnings.none && found.options.title.is_none());
    }
}
