//! Where this build of the engine differs from V8 in the order of promise jobs.
//!
//! This is detected, not derived from the version: each case runs a small program in a VM of its own, beside a chain of promises
//! whose jobs count the rounds, and its result is the round in which the program completed. The runtime corrects the
//! differences (`crates/node/lib/core/engine_differences.js`, `delegated_yield.js`); an engine that agrees with V8 needs none.
//!
//! Detection takes a VM and a few milliseconds, so the result is cached under what it depends on ([`Differences::cache_key`]).

use crate::context::{Context, Cx};
use crate::engine_build;

/// Name, the round in which the program completes on V8, and the program: it calls `done` on completion.
const CASES: &[(&str, u32, &str)] = &[
    ("finally", 4, "Promise.resolve().finally(() => {}).then(done)"),
    ("resolve", 3, "class Sub extends Promise {} Sub.resolve(Promise.resolve()).then(done)"),
    (
        "delegated-yield",
        3,
        "async function* inner() { yield 1 } async function* outer() { yield* inner() } outer().next().then(done)",
    ),
];

/// Runs beside each program, for more rounds than any of them takes.
const COUNT: &str = "(ask) => {
  const answer = { round: 0 };
  let round = 0;
  const step = () => { if (++round < 16) Promise.resolve().then(step) };
  Promise.resolve().then(step);
  ask(() => { answer.round = round });
  return answer;
}";

/// The names of the cases in which this engine differs from V8.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Differences(Vec<&'static str>);

impl Differences {
    /// Runs all cases.
    pub fn detect() -> Differences {
        let context = Context::new();
        let differs = |(name, v8_round, program): &(&'static str, u32, &str)| {
            (completion_round(context.cx(), program)? != f64::from(*v8_round)).then_some(*name)
        };
        Differences(CASES.iter().filter_map(differs).collect())
    }

    /// What an earlier process serialized. None if it contains names that this version does not know.
    pub fn parse(kept: &str) -> Option<Differences> {
        let known = |word: &str| CASES.iter().map(|(name, ..)| *name).find(|name| *name == word);
        kept.split_whitespace().map(known).collect::<Option<_>>().map(Differences)
    }

    /// For the cache.
    pub fn serialize(&self) -> String {
        self.0.join(" ")
    }

    pub fn names(&self) -> &[&'static str] {
        &self.0
    }

    /// What the result depends on: the engine's build, and the cases. None if builds cannot be identified.
    pub fn cache_key() -> Option<(String, String)> {
        let build = engine_build()?.iter().map(|byte| format!("{byte:02x}")).collect();
        let questions = CASES.iter().map(|(name, round, program)| format!("{name} {round} {program}\n"));
        Some((build, questions.chain([COUNT.to_owned()]).collect()))
    }
}

/// None if the program cannot be run; then it is not counted as a difference.
fn completion_round(cx: Cx<'_>, program: &str) -> Option<f64> {
    let count = cx.evaluate(COUNT, "differences", 1).ok()?.as_object()?;
    let ask = cx.evaluate(&format!("(done) => {{ {program} }}"), "differences", 1).ok()?;
    // The promise jobs have run when the call returns.
    let answer = count.call(&[ask]).ok()?.as_object()?;
    answer.get("round").ok()?.to_number().ok()
}

#[cfg(test)]
mod tests {
    use super::{CASES, Differences, completion_round};
    use crate::context::Context;

    #[test]
    fn every_case_completes() {
        let context = Context::new();
        for (name, _, program) in CASES {
            assert!(completion_round(context.cx(), program).is_some_and(|round| round > 0.0), "{name}");
        }
    }

    #[test]
    fn a_serialized_list_is_parsed_and_one_with_unknown_names_is_not() {
        let detected = Differences::detect();
        assert_eq!(Differences::parse(&detected.serialize()), Some(detected));
        assert_eq!(Differences::parse(""), Some(Differences::default()));
        assert_eq!(Differences::parse("finally something-else"), None);
    }
}
