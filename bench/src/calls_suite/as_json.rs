//! A run as a program reads it.

use serde_json::{Map, Value, json};

use super::Findings;
use super::recorded::{Fall, Verdict};
use super::rows::{CONTESTANTS, Group, Kind, PEERS, Row, mean};

pub fn render(findings: &Findings, verdict: &Verdict) -> String {
    let machine = &findings.machine;
    let report = json!({
        "rounds": findings.rounds,
        "rows": findings.rows.iter().map(row).collect::<Vec<_>>(),
        "means": Group::ALL.map(|group| {
            let members = findings.rows.iter().filter(move |row| group.has(row));
            json!({
                "of": group.name(),
                "rows": members.clone().count(),
                "ratio": by_name(PEERS, |peer| json!(mean(members.clone(), peer))),
            })
        }),
        "fell": falls(&verdict.fell),
        "noisy": falls(&verdict.unsure),
        "problems": findings.problems,
        "machine": {
            "cores": machine.cores,
            "loadBefore": machine.load_before,
            "loadAfter": machine.load_after,
            "involuntarySwitchesPerSecond":
                by_name(0..CONTESTANTS.len(), |contestant| json!(machine.switches_per_second(contestant))),
        },
    });
    format!("{report:#}")
}

fn row(row: &Row) -> Value {
    let all = 0..CONTESTANTS.len();
    json!({
        "module": row.module,
        "name": row.name,
        "kind": match row.kind { Kind::Call => "call", Kind::Operation => "operation" },
        "engine": row.engine,
        "ns": by_name(all.clone(), |contestant| json!(row.best(contestant))),
        "ratio": by_name(PEERS, |peer| json!(row.ratio(peer))),
        "spread": by_name(all.clone(), |contestant| json!(row.spread(contestant))),
        "missing": by_name(all, |contestant| json!(row.missing[contestant])),
    })
}

/// A value for each contestant, by its name.
fn by_name(contestants: impl IntoIterator<Item = usize>, value: impl Fn(usize) -> Value) -> Value {
    let members = contestants.into_iter().map(|contestant| (CONTESTANTS[contestant].to_owned(), value(contestant)));
    Value::Object(members.collect::<Map<_, _>>())
}

fn falls(falls: &[Fall]) -> Vec<Value> {
    falls
        .iter()
        .map(|fall| json!({ "name": fall.name, "recorded": fall.recorded, "measured": fall.measured }))
        .collect()
}
