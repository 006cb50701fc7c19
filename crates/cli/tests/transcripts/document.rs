//! The transcripts of a document: where they are, what they say, and whether that is what was printed.

/// A block of commands and what they printed.
#[derive(Clone)]
pub struct Transcript {
    /// The line of its marker, counted from 1.
    pub line: usize,
    /// Where the commands run, from the root of the repository.
    pub folder: String,
    pub has_masks: bool,
    pub steps: Vec<Step>,
}

#[derive(Clone)]
pub struct Step {
    pub command: String,
    pub printed: Vec<String>,
}

impl Transcript {
    pub fn all_of(document: &str) -> Vec<Transcript> {
        let mut found = Vec::new();
        refreshed(document, &mut |transcript| {
            found.push(transcript.clone());
            None
        });
        found
    }
}

/// The document, with the transcripts for which `look` returns the lines of their steps written anew.
pub fn refreshed(text: &str, look: &mut dyn FnMut(&Transcript) -> Option<Vec<Vec<String>>>) -> String {
    let mut out = String::new();
    let mut lines = text.lines().zip(1..);
    while let Some((line, number)) = lines.next() {
        out.push_str(&format!("{line}\n"));
        let Some(marker) = line.strip_prefix("<!-- transcript: ").and_then(|rest| rest.strip_suffix(" -->")) else {
            continue;
        };
        let mut lines = lines.by_ref().map(|(line, _)| line);
        let fence = lines.next().filter(|line| line.starts_with("```")).expect("a fence follows the marker");
        let block: Vec<&str> = lines.take_while(|line| !line.starts_with("```")).collect();
        let transcript = parse(number, marker, &block);
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

fn parse(line: usize, marker: &str, block: &[&str]) -> Transcript {
    let mut words = marker.split(' ');
    let folder = words.next().unwrap().to_owned();
    let modes: Vec<&str> = words.collect();
    assert!(modes.iter().all(|mode| *mode == "numbers"), "{marker}");
    let mut steps: Vec<Step> = Vec::new();
    for text in block {
        match text.strip_prefix("$ ") {
            Some(command) => steps.push(Step { command: command.to_owned(), printed: Vec::new() }),
            None => steps.last_mut().expect("a transcript begins with a command").printed.push((*text).to_owned()),
        }
    }
    Transcript { line, folder, has_masks: !modes.is_empty(), steps }
}

/// Whether what is written was printed. With masks, some more may be printed in between.
pub fn is_same(written: &[String], printed: &[String], has_masks: bool) -> bool {
    if !has_masks {
        return written == printed;
    }
    let (written, printed) = (masked(written), masked(printed));
    // What varies is a line or a finding, not most of the output.
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
