//! `paths` and `baseUrl`: TypeScript's rules for which pattern wins and what it is relative to.

use std::path::{Component, Path, PathBuf};

/// Where bare specifiers are searched before `node_modules`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PathAliases {
    pub(super) base_url: Option<PathBuf>,
    pub(super) patterns: Vec<Pattern>,
    /// The folder of the configuration that has the `paths`: what they are relative to without a `baseUrl`.
    pub(super) folder: PathBuf,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pattern {
    pub text: String,
    pub targets: Vec<String>,
}

impl PathAliases {
    pub fn is_empty(&self) -> bool {
        self.base_url.is_none() && self.patterns.is_empty()
    }

    /// An exact pattern wins; otherwise the one with the longest prefix before its `*`. A specifier that matches a pattern is not
    /// searched under `baseUrl`.
    pub(super) fn candidates(&self, specifier: &str) -> Vec<PathBuf> {
        if !is_bare(specifier) {
            return Vec::new();
        }
        let folder = self.base_url.as_ref().unwrap_or(&self.folder);
        let best = self
            .patterns
            .iter()
            .filter_map(|pattern| Some((pattern.matched(specifier)?, pattern)))
            .max_by_key(|(matched, _)| matched.rank);
        if let Some((matched, pattern)) = best {
            let fill = |target: &String| clean(&folder.join(target.replacen('*', matched.star, 1)));
            return pattern.targets.iter().map(fill).collect();
        }
        self.base_url.iter().map(|base| clean(&base.join(specifier))).collect()
    }
}

struct Match<'s> {
    /// What the `*` matched.
    star: &'s str,
    rank: usize,
}

impl Pattern {
    fn matched<'s>(&self, specifier: &'s str) -> Option<Match<'s>> {
        let Some((before, after)) = self.text.split_once('*') else {
            return (self.text == specifier).then_some(Match { star: "", rank: usize::MAX });
        };
        let star = specifier.strip_prefix(before)?.strip_suffix(after)?;
        Some(Match { star, rank: before.len() })
    }
}

/// Neither a path nor a URL.
fn is_bare(specifier: &str) -> bool {
    let is_relative = matches!(specifier, "." | "..") || ["./", "../", "/"].iter().any(|p| specifier.starts_with(p));
    let is_url = ["node:", "file:", "data:", "http:", "https:"].iter().any(|scheme| specifier.starts_with(scheme));
    !specifier.is_empty() && !is_relative && !is_url
}

/// The path without `.` and `..`; it need not exist.
pub(super) fn clean(path: &Path) -> PathBuf {
    let mut cleaned = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(cleaned.pop()),
            part => cleaned.push(part),
        }
    }
    cleaned
}
