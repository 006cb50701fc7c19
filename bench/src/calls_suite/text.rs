//! A run as a person reads it.

use std::fmt::Write as _;

use super::Findings;
use super::recorded::{Fall, Verdict};
use super::rows::{CONTESTANTS, Group, HEXLOOP, Kind, NOISE, PEERS, Row, mean, median};

/// How many of the worst rows are listed for each peer.
const WORST: usize = 10;

pub fn render(findings: &Findings, verdict: &Verdict, recording: bool) -> String {
    let mut text = format!(
        "Everyday calls, best of {} interleaved rounds; ratio: peer / hexloop, larger is better for Hexloop\n",
        findings.rounds
    );
    table(&mut text, findings);
    means(&mut text, findings);
    worst(&mut text, findings);
    missing(&mut text, findings);
    machine(&mut text, findings);
    for problem in &findings.problems {
        let _ = writeln!(text, "\n{problem}");
    }
    if !recording {
        judged(&mut text, verdict);
    }
    text
}

/// A block of lines for every module, with one set of columns for all.
fn table(text: &mut String, findings: &Findings) {
    let mut lines: Vec<Vec<String>> = Vec::new();
    for module in findings.rows.modules() {
        let rows = findings.rows.iter().filter(move |row| row.module == module);
        lines.push(Vec::new());
        lines.push(heading(module));
        lines.extend(rows.clone().map(cells));
        for group in Group::ALL {
            let members = rows.clone().filter(move |row| group.has(row));
            let count = members.clone().count();
            if count > 0 {
                lines.push(mean_cells(&format!("  mean of {count} {}", group.name()), members));
            }
        }
    }
    aligned(text, &lines);
}

fn heading(first: &str) -> Vec<String> {
    let ratios = PEERS.iter().map(|peer| format!("to {}", CONTESTANTS[*peer]));
    [first.to_owned()].into_iter().chain(CONTESTANTS.map(String::from)).chain(ratios).collect()
}

fn cells(row: &Row) -> Vec<String> {
    let (unit, scale) = unit(row.kind);
    let mut line = vec![format!("  {}, {unit}", row.name)];
    line.extend(
        (0..CONTESTANTS.len()).map(|contestant| row.best(contestant).map_or("–".into(), |ns| short(ns / scale))),
    );
    line.extend(PEERS.map(|peer| times(row.ratio(peer))));
    let widest = (0..CONTESTANTS.len()).filter_map(|contestant| row.spread(contestant)).fold(0.0, f64::max);
    if widest > NOISE {
        line.push(format!("rounds {:.0} % apart", widest * 100.0));
    }
    line
}

fn mean_cells<'a>(name: &str, rows: impl Iterator<Item = &'a Row> + Clone) -> Vec<String> {
    let blank = CONTESTANTS.map(|_| String::new());
    let ratios = PEERS.map(|peer| times(mean(rows.clone(), peer)));
    [name.to_owned()].into_iter().chain(blank).chain(ratios).collect()
}

fn means(text: &mut String, findings: &Findings) {
    let mut lines = vec![Vec::new(), heading("geometric means")];
    for group in Group::ALL {
        let members = findings.rows.iter().filter(move |row| group.has(row));
        let count = members.clone().count();
        if count > 0 {
            lines.push(mean_cells(&format!("  {count} {}", group.name()), members));
        }
    }
    // The columns of single contestants are empty here.
    let without_values = |line: Vec<String>| {
        line.into_iter()
            .enumerate()
            .filter(|(column, _)| !(1..=CONTESTANTS.len()).contains(column))
            .map(|(_, cell)| cell)
    };
    let lines: Vec<Vec<String>> = lines.into_iter().map(|line| without_values(line).collect()).collect();
    aligned(text, &lines);
}

fn worst(text: &mut String, findings: &Findings) {
    for peer in PEERS {
        let mut lines = vec![Vec::new(), vec![format!("worst against {}", CONTESTANTS[peer])]];
        for row in findings.rows.worst(peer, WORST) {
            let (unit, scale) = unit(row.kind);
            let value = |contestant| row.best(contestant).map_or("–".into(), |ns| short(ns / scale));
            let mark = if row.engine { " (the engine's own)" } else { "" };
            let name = format!("  {}{mark}, {unit}", row.full_name());
            lines.push(vec![name, value(peer), value(HEXLOOP), times(row.ratio(peer))]);
        }
        aligned(text, &lines);
    }
}

fn missing(text: &mut String, findings: &Findings) {
    for (contestant, name) in CONTESTANTS.iter().enumerate() {
        let rows: Vec<&Row> = findings.rows.iter().filter(|row| row.missing[contestant].is_some()).collect();
        if rows.is_empty() {
            continue;
        }
        let _ = writeln!(text, "\n{name} does not have");
        for row in rows {
            let why = row.missing[contestant].as_deref().unwrap_or_default();
            let _ = writeln!(text, "  {} ({})", row.full_name(), why.chars().take(80).collect::<String>());
        }
    }
}

fn machine(text: &mut String, findings: &Findings) {
    let machine = &findings.machine;
    let load = |load: Option<f64>| load.map_or("unknown".into(), |load| format!("{load:.1}"));
    let _ = writeln!(
        text,
        "\nmachine: load {} before and {} after, on {} cores",
        load(machine.load_before),
        load(machine.load_after),
        machine.cores
    );
    let each = |figure: &dyn Fn(usize) -> String| {
        let parts = CONTESTANTS.iter().enumerate().map(|(contestant, name)| format!("{name} {}", figure(contestant)));
        parts.collect::<Vec<_>>().join(", ")
    };
    let switches = each(&|contestant| format!("{:.0}", machine.switches_per_second(contestant)));
    let _ = writeln!(text, "involuntary context switches per second: {switches}");
    if findings.rounds > 1 {
        let spreads = each(&|contestant| {
            let spreads: Vec<f64> = findings.rows.iter().filter_map(|row| row.spread(contestant)).collect();
            median(&spreads).map_or("–".into(), |spread| format!("{:.0} %", spread * 100.0))
        });
        let noisy = findings.rows.iter().filter(|row| row.is_noisy()).count();
        let _ = writeln!(text, "median round over the best, of the median row: {spreads}; {noisy} rows over 20 %");
    }
}

fn judged(text: &mut String, verdict: &Verdict) {
    if verdict.nothing_recorded {
        text.push_str(
            "\nbench/calls/ratios.json is not there, so nothing is compared: ./x bench calls --record writes it\n",
        );
        return;
    }
    if verdict.unrecorded > 0 {
        let _ = writeln!(text, "\n{} rows are not in ratios.json: ./x bench calls --record", verdict.unrecorded);
    }
    listed(text, "in ratios.json, but not measured any more", verdict.gone.iter().cloned());
    listed(text, "noisy: fell below 80 % of the recorded ratio, but the rounds do not agree", falls(&verdict.unsure));
    listed(text, "FELL: below 80 % of the recorded ratio to Node", falls(&verdict.fell));
}

fn falls(falls: &[Fall]) -> impl Iterator<Item = String> {
    falls.iter().map(|fall| format!("{}: {}, recorded {:.2}x", fall.name, times(fall.measured), fall.recorded))
}

fn listed(text: &mut String, title: &str, names: impl Iterator<Item = String>) {
    let names: Vec<String> = names.collect();
    if !names.is_empty() {
        let _ = writeln!(text, "\n{title}\n  {}", names.join("\n  "));
    }
}

/// The first column to the left, the others to the right; an empty line has no cells.
fn aligned(text: &mut String, lines: &[Vec<String>]) {
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| lines.iter().filter_map(|line| line.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    for line in lines {
        let mut out = String::new();
        for (column, (cell, width)) in line.iter().zip(&widths).enumerate() {
            out.push_str(&if column == 0 { format!("{cell:<width$}") } else { format!("  {cell:>width$}") });
        }
        let _ = writeln!(text, "{}", out.trim_end());
    }
}

fn unit(kind: Kind) -> (&'static str, f64) {
    match kind {
        Kind::Call => ("ns", 1.0),
        Kind::Operation => ("µs", 1000.0),
    }
}

/// Two decimals, and for a small ratio as many as show two digits of it.
fn times(ratio: Option<f64>) -> String {
    let Some(ratio) = ratio else { return "–".into() };
    let decimals = (1.0 - ratio.log10().floor()).clamp(2.0, 8.0) as usize;
    format!("{ratio:.decimals$}x")
}

fn short(value: f64) -> String {
    match value {
        value if value < 10.0 => format!("{value:.2}"),
        value if value < 100.0 => format!("{value:.1}"),
        value => format!("{value:.0}"),
    }
}
