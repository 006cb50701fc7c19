//! `bench/calls/ratios.json`: of every row the ratio to Node, as it was on an idle machine.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use super::Findings;
use super::rows::{HEXLOOP, NODE, Row, Rows};

/// A row has fallen when its ratio is below this share of the recorded one.
const FLOOR: f64 = 0.8;

/// Nanoseconds below which a row is mostly the loop around the call, and a fall of its ratio says nothing.
const LOOP: f64 = 2.0;

/// By module, then by row. Nothing when the file is not there.
pub struct Recorded(Option<BTreeMap<String, BTreeMap<String, f64>>>);

/// A run, compared with what is recorded.
#[derive(Default)]
pub struct Verdict {
    /// There is no file to compare with.
    pub nothing_recorded: bool,
    pub fell: Vec<Fall>,
    /// Rows that fell, with rounds too far apart to rely on that (or with one round only).
    pub unsure: Vec<Fall>,
    /// Rows that are not in the file.
    pub unrecorded: usize,
    /// Rows of the file that were not measured, when all rows were selected.
    pub gone: Vec<String>,
}

pub struct Fall {
    pub name: String,
    pub recorded: f64,
    /// Nothing where Hexloop does not have the row any more.
    pub measured: Option<f64>,
}

impl Recorded {
    pub fn read(file: &Path) -> Result<Recorded, String> {
        match fs::read_to_string(file) {
            Ok(text) => {
                let ratios = serde_json::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))?;
                Ok(Recorded(Some(ratios)))
            }
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Recorded(None)),
            Err(error) => Err(format!("cannot read {}: {error}", file.display())),
        }
    }

    pub fn write(&self, file: &Path) -> Result<(), String> {
        let text = serde_json::to_string_pretty(&self.0).map_err(|error| error.to_string())?;
        fs::write(file, text + "\n").map_err(|error| format!("cannot write {}: {error}", file.display()))
    }

    /// Takes the ratios of a run; those of rows that were not measured stay, unless all rows were selected. Returns the rows that
    /// were too noisy to be recorded: they keep what they had.
    pub fn take(&mut self, rows: &Rows, all: bool) -> Vec<String> {
        let before = self.0.take().unwrap_or_default();
        let mut ratios = if all { BTreeMap::new() } else { before.clone() };
        let mut noisy = Vec::new();
        for row in rows.iter() {
            let Some(ratio) = row.ratio(NODE) else { continue };
            let ratio = if row.is_noisy() {
                noisy.push(row.full_name());
                before.get(row.module).and_then(|module| module.get(&row.name)).copied()
            } else {
                Some((ratio * 1e4).round() / 1e4)
            };
            if let Some(ratio) = ratio {
                ratios.entry(row.module.to_owned()).or_default().insert(row.name.clone(), ratio);
            }
        }
        self.0 = Some(ratios);
        noisy
    }

    pub fn judge(&self, findings: &Findings, all: bool) -> Verdict {
        let Some(ratios) = &self.0 else {
            return Verdict { nothing_recorded: true, ..Verdict::default() };
        };
        let mut verdict = Verdict::default();
        for row in findings.rows.iter() {
            match ratios.get(row.module).and_then(|module| module.get(&row.name)) {
                Some(recorded) => verdict.compare(row, *recorded, findings.rounds),
                None if row.ratio(NODE).is_some() => verdict.unrecorded += 1,
                None => {}
            }
        }
        if all {
            let measured =
                |module: &str, name: &str| findings.rows.iter().any(|row| row.module == module && row.name == name);
            for (module, names) in ratios {
                verdict.gone.extend(
                    names.keys().filter(|name| !measured(module, name)).map(|name| format!("{module}: {name}")),
                );
            }
        }
        verdict
    }
}

impl Verdict {
    fn compare(&mut self, row: &Row, recorded: f64, rounds: usize) {
        let measured = row.ratio(NODE);
        let fall = Fall { name: row.full_name(), recorded, measured };
        match measured {
            Some(ratio) if ratio >= recorded * FLOOR => {}
            Some(_) if row.best(HEXLOOP).is_some_and(|ns| ns < LOOP) => {}
            Some(_) if rounds < 2 || row.is_noisy() => self.unsure.push(fall),
            // A process that failed is a problem of its own.
            None if row.missing[HEXLOOP].is_none() => {}
            _ => self.fell.push(fall),
        }
    }
}
