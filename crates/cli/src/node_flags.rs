//! The options of Node 26: which of them Hexloop accepts because they have no effect here, and which are missing.
//!
//! `node_flags.txt` has every option of Node 26; `tests/compat/flags.js` generates it on a real Node and describes its format.
//! The table is only searched for an option that is not in `options.rs`, and for those of `$NODE_OPTIONS`.

use crate::options::with_dashes;

const FLAGS: &str = include_str!("node_flags.txt");

/// Options without an effect here, besides those that repeat Node's default or that Node itself ignores.
pub const WITHOUT_EFFECT: &[(&str, &[&str])] = &[
    (
        "limits of V8's heap, stack and threads, which JavaScriptCore does not have",
        &[
            "--max-old-space-size",
            "--max-semi-space-size",
            "--max-heap-size",
            "--max-old-space-size-percentage",
            "--v8-pool-size",
            "--stack-size",
        ],
    ),
    (
        "how Node itself starts, or how it shows an error that ends the process",
        &[
            "--node-snapshot",
            "--use-largepages",
            "--disable-wasm-trap-handler",
            "--verify-base-objects",
            "--trace-uncaught",
            "--enable-etw-stack-walking",
        ],
    ),
    (
        "features that are not here and need no switching off",
        &[
            "--no-addons",
            "--force-context-aware",
            "--no-experimental-webstorage",
            "--no-webstorage",
            "--no-experimental-sqlite",
            "--no-experimental-ffi",
            "--no-worker-snapshot",
        ],
    ),
];

/// Options of V8 that occur in package scripts; Node does not list those of V8.
const V8_FLAGS: &str = "--stack-size value v8";

/// How Node treats an option.
pub struct NodeFlag {
    pub takes_value: bool,
    /// It has an effect in Node, so it must not be accepted silently.
    pub has_effect: bool,
    /// It is allowed in `$NODE_OPTIONS`.
    pub in_environment: bool,
    is_v8: bool,
}

impl NodeFlag {
    /// The message for an option that Hexloop does not have.
    pub fn missing(&self, name: &str) -> String {
        if self.is_v8 {
            format!("Node has {name}, an option of V8; Hexloop runs on JavaScriptCore")
        } else {
            format!("Node has {name}; Hexloop does not yet")
        }
    }
}

pub fn find(name: &str) -> Option<NodeFlag> {
    let name = with_dashes(name);
    let lines = || FLAGS.lines().chain([V8_FLAGS]);
    let exact = lines().find_map(|line| Line::of(line, &name));
    let (line, is_negated) = match exact {
        Some(line) => (line, false),
        None => {
            let positive = format!("--{}", name.strip_prefix("--no-")?);
            let line = lines().find_map(|line| Line::of(line, &positive)).filter(|line| line.kind != "value")?;
            (line, true)
        }
    };
    let repeats_default = match line.kind {
        "nothing" => true,
        "on" => !is_negated,
        "flag" => is_negated,
        _ => false,
    };
    let is_listed = WITHOUT_EFFECT.iter().any(|(_, names)| names.contains(&name.as_str()));
    Some(NodeFlag {
        takes_value: line.kind == "value",
        has_effect: !repeats_default && !is_listed,
        in_environment: line.has("env"),
        is_v8: line.has("v8"),
    })
}

/// A line of the table.
struct Line<'a> {
    kind: &'a str,
    rest: &'a str,
}

impl<'a> Line<'a> {
    fn of(line: &'a str, name: &str) -> Option<Line<'a>> {
        let rest = line.strip_prefix(name)?.strip_prefix(' ')?;
        let kind = rest.split(' ').next().unwrap_or(rest);
        Some(Line { kind, rest })
    }

    fn has(&self, word: &str) -> bool {
        self.rest.split(' ').skip(1).any(|own| own == word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_knows_what_each_option_is() {
        let flag = |name| find(name).unwrap_or_else(|| panic!("{name}"));
        assert!(flag("--watch").has_effect && flag("--watch").in_environment && !flag("--watch").takes_value);
        assert!(!flag("--no-watch").has_effect);
        assert!(!flag("--eval").in_environment);
        assert!(flag("--max_old_space_size").takes_value && !flag("--max-old-space-size").has_effect);
        assert!(flag("--no-experimental-websocket").has_effect && !flag("--experimental-websocket").has_effect);
        assert!(find("--no-title").is_none() && find("--wat").is_none() && find("").is_none());
    }

    #[test]
    fn what_is_listed_without_effect_is_an_option_of_nodes() {
        for name in WITHOUT_EFFECT.iter().flat_map(|(_, names)| *names) {
            assert!(find(name).is_some(), "{name}");
        }
    }
}
