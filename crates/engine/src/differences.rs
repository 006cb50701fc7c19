//! What this build of the engine does otherwise than V8, where that can be seen in the order of promise jobs.
//!
//! The engine is asked, not its version: each question runs a small program in a VM of its own, beside a chain of promises whose jobs
//! count the rounds, and the answer is in which round it came to its end. What differs is made the same by whoever runs
//! programs (`crates/node/lib/core/engine_differences.js`, `delegated_yield.js`); an engine that agrees with V8 has nothing to repair.
//!
//! Asking takes a VM and a few milliseconds, so the answer is kept under what it depends on ([`Differences::depend_on`]).

use crate::context::{Context, Cx};
use crate::engine_build;

/// Name, the round in which V8 is done, and the program: it calls `done` when it is.
const QUESTIONS: &[(&str, u32, &str)] = &[
    ("finally", 4, "Promise.resolve().finally(() => {}).then(done)"),
    ("resolve", 3, "class Sub extends Promise {} Sub.resolve(Promise.resolve()).then(done)"),
    (
        "delegated-yield",
        3,
        "async function* inner() { yield 1 } async function* outer() { yield* inner() } outer().next().then(done)",
    ),
];

/// Beside each program. As many rounds as any of them takes, and some more.
const COUNT: &str = "(ask) => {
  const answer = { round: 0 };
  let round = 0;
  const step = () => { if (++round < 16) Promise.resolve().then(step) };
  Promise.resolve().then(step);
  ask(() => { answer.round = round });
  return answer;
}";

/// The names of the questions to which this engine has another answer than V8.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Differences(Vec<&'static str>);

impl Differences {
    /// Asks the engine.
    pub fn ask() -> Differences {
        let context = Context::new();
        let differs = |(name, of_v8, program): &(&'static str, u32, &str)| {
            (round_of(context.cx(), program)? != f64::from(*of_v8)).then_some(*name)
        };
        Differences(QUESTIONS.iter().filter_map(differs).collect())
    }

    /// As kept by an earlier process. None where the words are others than those that this one knows.
    pub fn read(kept: &str) -> Option<Differences> {
        let known = |word: &str| QUESTIONS.iter().map(|(name, ..)| *name).find(|name| *name == word);
        kept.split_whitespace().map(known).collect::<Option<_>>().map(Differences)
    }

    /// To be kept for later processes.
    pub fn text(&self) -> String {
        self.0.join(" ")
    }

    pub fn names(&self) -> &[&'static str] {
        &self.0
    }

    /// What the answers depend on: the engine's build, and the questions. None where builds cannot be told apart.
    pub fn depend_on() -> Option<(String, String)> {
        let build = engine_build()?.iter().map(|byte| format!("{byte:02x}")).collect();
        let questions = QUESTIONS.iter().map(|(name, round, program)| format!("{name} {round} {program}\n"));
        Some((build, questions.chain([COUNT.to_owned()]).collect()))
    }
}

/// None where the program cannot be run: then nothing is known to differ.
fn round_of(cx: Cx<'_>, program: &str) -> Option<f64> {
    let count = cx.evaluate(COUNT, "differences", 1).ok()?.as_object()?;
    let ask = cx.evaluate(&format!("(done) => {{ {program} }}"), "differences", 1).ok()?;
    // The promise jobs have run when the call returns.
    let answer = count.call(&[ask]).ok()?.as_object()?;
    answer.get("round").ok()?.to_number().ok()
}

#[cfg(test)]
mod tests {
    use super::{Differences, QUESTIONS, round_of};
    use crate::context::Context;

    #[test]
    fn every_question_has_an_answer() {
        let context = Context::new();
        for (name, _, program) in QUESTIONS {
            assert!(round_of(context.cx(), program).is_some_and(|round| round > 0.0), "{name}");
        }
    }

    #[test]
    fn what_was_kept_is_read_back_and_unknown_words_are_asked_anew() {
        let asked = Differences::ask();
        assert_eq!(Differences::read(&asked.text()), Some(asked));
        assert_eq!(Differences::read(""), Some(Differences::default()));
        assert_eq!(Differences::read("finally something-else"), None);
    }
}
