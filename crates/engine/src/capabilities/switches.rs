//! `HEXLOOP_ENGINE`: which capabilities may be used.
//!
//! A list of words, separated by commas, read from left to right; all capabilities are on at first.
//!
//! ```text
//!   public              none: the C API as the installed headers declare it, and nothing else
//!   no-NAME             without this one
//!   NAME                with this one: public,vm-lock,nested-entry
//! ```

use super::{Absent, Capability, Probed};
use std::sync::OnceLock;

pub(super) const VARIABLE: &str = "HEXLOOP_ENGINE";
const PUBLIC: &str = "public";

/// By index in [`Capability::ALL`].
type Allowed = [bool; Capability::ALL.len()];

/// Err(Absent::SwitchedOff) for a capability that may not be used.
pub(super) fn require(capability: Capability) -> Probed<()> {
    let allowed = Capability::ALL.iter().zip(allowed()).any(|(known, allowed)| *known == capability && *allowed);
    if allowed { Ok(()) } else { Err(Absent::SwitchedOff) }
}

fn allowed() -> &'static Allowed {
    static ALLOWED: OnceLock<Allowed> = OnceLock::new();
    // An unknown word is refused by the command (`check_engine_switches`).
    ALLOWED.get_or_init(|| parse(&variable()).unwrap_or([true; Capability::ALL.len()]))
}

fn variable() -> String {
    std::env::var_os(VARIABLE).map(|words| words.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Err: what is wrong with `HEXLOOP_ENGINE`. To be called before the engine is used.
pub fn check_engine_switches() -> Result<(), String> {
    parse(&variable()).map(drop)
}

fn parse(words: &str) -> Result<Allowed, String> {
    let mut allowed = [true; Capability::ALL.len()];
    for word in words.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        let (name, on) = word.strip_prefix("no-").map_or((word, true), |name| (name, false));
        if word == PUBLIC {
            allowed = [false; Capability::ALL.len()];
        } else if let Some(place) = Capability::ALL.iter().position(|capability| capability.name() == name) {
            allowed[place] = on;
        } else {
            let names: Vec<&str> = Capability::ALL.iter().map(|capability| capability.name()).collect();
            return Err(format!(
                "{VARIABLE}: there is no '{word}'; it is a list of 'public', 'no-NAME' and 'NAME', where NAME is one of {}",
                names.join(", ")
            ));
        }
    }
    Ok(allowed)
}

#[cfg(test)]
mod tests {
    use super::{Capability, parse};

    fn on(words: &str) -> Vec<&'static str> {
        let allowed = parse(words).unwrap();
        Capability::ALL.iter().zip(allowed).filter(|(_, on)| *on).map(|(capability, _)| capability.name()).collect()
    }

    #[test]
    fn words_are_read_from_left_to_right() {
        assert_eq!(on("").len(), Capability::ALL.len());
        assert_eq!(on("public"), [""; 0]);
        assert_eq!(on("public, vm-lock,time-limit"), ["time-limit", "vm-lock"]);
        assert_eq!(on("no-code-cache").len(), Capability::ALL.len() - 1);
        assert_eq!(on("vm-lock,public,no-vm-lock"), [""; 0]);
    }

    #[test]
    fn an_unknown_word_is_named_together_with_the_known_ones() {
        let refused = parse("no-such-thing").unwrap_err();
        assert!(refused.contains("'no-such-thing'") && refused.contains("sloppy-this"), "{refused}");
    }
}
