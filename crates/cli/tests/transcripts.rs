//! Every transcript in README.md and docs/ is what its commands print today.
//!
//! ```text
//!   <!-- transcript: examples/order numbers -->     the folder to run in, and how to compare
//!   ```
//!   $ hexloop explain order.js                      run by sh, with this hexloop on PATH
//!   order.js printed 5 lines:                       compared with what it prints, standard error included
//!   ```
//! ```
//!
//! `numbers`: what varies from run to run is masked (numbers, units, severities), and so is where lines are wrapped; what is
//! written has to be printed in this order, and some more may be. A line `^C` interrupts the program when it has printed what stands before it.
//! Port 3000, in the files and the commands, is another one in the test. `./x transcripts` writes what is printed now.

#[path = "support/folder.rs"]
mod folder;

use folder::Folder;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::net::TcpListener;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Where a reader would have the program.
const SHOWN_FOLDER: &str = "/home/me/app";
const SHOWN_PORT: &str = "3000";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

struct Transcript {
    folder: String,
    has_masks: bool,
    steps: Vec<Step>,
}

struct Step {
    command: String,
    printed: Vec<String>,
}

#[test]
fn transcripts_are_what_their_commands_print() {
    let is_written = std::env::var("HEXLOOP_TRANSCRIPTS").is_ok_and(|mode| mode == "write");
    let mut documents = vec![root().join("README.md")];
    documents.extend(fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path()));
    documents.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    documents.sort();
    let (mut count, mut differences) = (0, String::new());
    for path in documents {
        let text = fs::read_to_string(&path).unwrap();
        let now = refreshed(&text, &mut |transcript| {
            count += 1;
            for (step, now) in transcript.steps.iter().zip(outputs(transcript)) {
                if !is_same(&step.printed, &now, transcript.has_masks) {
                    differences.push_str(&format!("\n{}: $ {}\n", path.display(), step.command));
                    differences.push_str(&format!(
                        "--- written\n{}\n--- printed\n{}\n",
                        step.printed.join("\n"),
                        now.join("\n")
                    ));
                    return Some(outputs(transcript));
                }
            }
            None
        });
        if is_written && now != text {
            fs::write(&path, now).unwrap();
        }
    }
    assert!(count >= 5, "only {count} transcripts were found");
    assert!(is_written || differences.is_empty(), "./x transcripts writes them anew\n{differences}");
}

/// The document, with the transcripts for which `look` returns the lines of their steps written anew.
fn refreshed(text: &str, look: &mut dyn FnMut(&Transcript) -> Option<Vec<Vec<String>>>) -> String {
    let mut out = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        out.push_str(&format!("{line}\n"));
        let Some(marker) = line.strip_prefix("<!-- transcript: ").and_then(|rest| rest.strip_suffix(" -->")) else {
            continue;
        };
        let fence = lines.next().filter(|line| line.starts_with("```")).expect("a fence follows the marker");
        let block: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
        let transcript = parse(marker, &block);
        let new = look(&transcript);
        let written = match &new {
            Some(outputs) => {
                let steps = transcript.steps.iter().zip(outputs);
                steps
                    .flat_map(|(step, lines)| std::iter::once(format!("$ {}", step.command)).chain(lines.clone()))
                    .collect()
            }
            None => block.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>(),
        };
        out.push_str(&format!("{fence}\n{}\n```\n", written.join("\n")));
    }
    out
}

fn parse(marker: &str, block: &[&str]) -> Transcript {
    let mut words = marker.split(' ');
    let folder = words.next().unwrap().to_owned();
    let modes: Vec<&str> = words.collect();
    assert!(modes.iter().all(|mode| *mode == "numbers"), "{marker}");
    let mut steps: Vec<Step> = Vec::new();
    for line in block {
        match line.strip_prefix("$ ") {
            Some(command) => steps.push(Step { command: command.to_owned(), printed: Vec::new() }),
            None => steps.last_mut().expect("a transcript begins with a command").printed.push((*line).to_owned()),
        }
    }
    Transcript { folder, has_masks: !modes.is_empty(), steps }
}

/// What each step prints now, in a copy of the transcript's folder.
fn outputs(transcript: &Transcript) -> Vec<Vec<String>> {
    let port = free_port().to_string();
    let mut folder = Folder::new();
    for entry in fs::read_dir(root().join(&transcript.folder)).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).replace(SHOWN_PORT, &port);
            folder = folder.and(path.file_name().unwrap().to_str().unwrap(), text);
        }
    }
    let bin = Folder::new();
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_hexloop"), bin.path("hexloop")).unwrap();
    let run = |step: &Step| {
        let mut command = Command::new("sh");
        let path = std::env::var("PATH").unwrap_or_default();
        command.args(["-c", &format!("exec 2>&1; {}", step.command.replace(SHOWN_PORT, &port))]);
        command
            .current_dir(&folder.0)
            .env_clear()
            .env("PATH", format!("{}:{path}", bin.0.display()))
            .env("HOME", &bin.0);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).process_group(0);
        let before = step.printed.iter().position(|line| line == "^C");
        let text =
            output(command, before).replace(&port, SHOWN_PORT).replace(&folder.0.display().to_string(), SHOWN_FOLDER);
        text.lines().map(|line| line.trim_end().to_owned()).collect()
    };
    transcript.steps.iter().map(run).collect()
}

/// Outside the range that the system gives away by itself; another process of this test looks at other ports first.
fn free_port() -> u16 {
    let first = 20_000 + (std::process::id() % 9_000) as u16;
    (first..30_000).find(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok()).unwrap()
}

/// All that the command prints; with `before`, it is interrupted after so many lines.
fn output(mut command: Command, before: Option<usize>) -> String {
    let mut child = command.spawn().unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    for _ in 0..before.unwrap_or(0) {
        reader.read_line(&mut text).unwrap();
    }
    if before.is_some() {
        // SAFETY: no pointers; the child has not been waited for, so the number is still its group's.
        unsafe { libc::kill(-(child.id() as libc::pid_t), libc::SIGINT) };
        text.push_str("^C\n");
    }
    reader.read_to_string(&mut text).unwrap();
    child.wait().unwrap();
    text
}

fn is_same(written: &[String], printed: &[String], has_masks: bool) -> bool {
    if !has_masks {
        return written == printed;
    }
    let (written, printed) = (masked(written), masked(printed));
    // What varies is a sentence or a finding, not most of the output.
    if written.len() * 2 < printed.len() {
        return false;
    }
    let mut rest = printed.iter();
    written.iter().all(|word| rest.any(|other| other == word))
}

/// The words, with what varies masked.
fn masked(lines: &[String]) -> Vec<String> {
    let mut words = Vec::new();
    for line in lines {
        let is_source = line.contains('│');
        for word in line.split_whitespace() {
            words.push(if is_source { word.to_owned() } else { masked_word(word) });
        }
    }
    words
}

fn masked_word(word: &str) -> String {
    let bare = word.trim_matches([',', '.', ';', ':']);
    if word.contains(".js:") {
        return word.to_owned();
    }
    if bare.starts_with(|c: char| c.is_ascii_digit()) {
        return "NUMBER".to_owned();
    }
    match bare {
        "ns" | "µs" | "ms" | "s" => "UNIT".to_owned(),
        "low" | "medium" | "high" => "SEVERITY".to_owned(),
        // Of a number that may be one.
        "finding" | "callback" | "time" | "event" => format!("{bare}s"),
        "findings" | "callbacks" | "times" | "events" => bare.to_owned(),
        _ => word.to_owned(),
    }
}

#[test]
fn masks_take_out_what_varies_and_nothing_else() {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let written = lines("medium · a.js:3:4\nheld the loop 15 times, for 231 ms at worst.");
    assert!(is_same(&written, &lines("high · a.js:3:4\nmore\nheld the loop 1 time,\nfor 1.2 s at worst."), true));
    assert!(!is_same(&written, &lines("high · a.js:3:5\nheld the loop 15 times, for 231 ms at worst."), true));
    assert!(!is_same(&written, &lines("high · a.js:3:4\nheld the loop 15 times."), true));
    assert!(!is_same(&[], &written, true));
    assert!(!is_same(&lines("a 1"), &lines("a 2"), false));
}

#[test]
fn a_document_keeps_all_that_is_no_transcript() {
    let text = "a\n\n<!-- transcript: x numbers -->\n```\n$ one\n1\n$ two\n```\nb\n```\n$ c\n```\n";
    assert_eq!(refreshed(text, &mut |_| None), text);
    let new = refreshed(text, &mut |_| Some(vec![vec!["2".to_owned()], vec![]]));
    assert_eq!(new, text.replace("\n1\n", "\n2\n"));
}
