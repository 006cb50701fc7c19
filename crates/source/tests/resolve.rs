//! `import` and `require` resolve as in Node 26, with the same errors.
//!
//! `resolve/cases.txt` was written by `resolve/record.mjs` on Node 26.10, over the files of `resolve/tree.txt`.

#[path = "resolve/tree.rs"]
mod tree;

use hexloop_source::resolve::{RequireRequest, ResolveError, ResolveOptions, Resolver, Warning, global_folders};
use serde_json::{Map, Value};
use std::path::Path;
use tree::{Tree, options};

/// A line `@ …`: flags, environment, current folder.
fn resolver(head: &str, root: &str) -> Resolver {
    let head = head.replace("$ROOT", root);
    let words = || head.split(' ').skip(1);
    let value = |name: &str| words().find_map(|word| word.strip_prefix(name)).map(str::to_owned);
    std::env::set_current_dir(Path::new(root).join(value("cwd=").unwrap())).unwrap();
    let home = format!("{root}/home");
    Resolver::new(ResolveOptions {
        conditions: value("--conditions=").into_iter().collect(),
        preserve_symlinks: words().any(|word| word == "--preserve-symlinks"),
        preserve_symlinks_main: words().any(|word| word == "--preserve-symlinks-main"),
        global_folders: global_folders(value("NODE_PATH=").as_deref(), Some(&home), "/nowhere/bin/node"),
        ..options()
    })
}

fn described(error: &ResolveError) -> Value {
    let mut shown = Map::new();
    shown.insert("name".into(), error.class.name().into());
    if !error.code.is_empty() {
        shown.insert("code".into(), error.code.into());
    }
    shown.insert("message".into(), error.message.clone().into());
    let mut fields = error.fields.clone();
    fields.sort();
    for (name, value) in fields {
        shown.insert(name.into(), value.into());
    }
    if let Some(cause) = &error.cause {
        shown.insert("cause".into(), described(cause));
    }
    Value::Object(shown)
}

fn answer(resolver: &Resolver, case: &str, root: &str) -> String {
    let mut words = case.splitn(3, ' ');
    let (kind, place, rest) = (words.next().unwrap(), words.next().unwrap(), words.next().unwrap());
    let rest = if rest.starts_with('"') { serde_json::from_str(rest).unwrap() } else { rest.to_owned() };
    let request = rest.replace("$ROOT", root);
    let path = format!("{root}/{place}");
    let url = if place.contains(':') { place.to_owned() } else { format!("file://{path}") };
    let parent = (place != "-").then_some(url.as_str());
    let outcome = match kind {
        "import" => resolver.import(&request, parent).map(|found| match found.format {
            Some(format) => format!("{} {}", found.url, format.name().unwrap_or("null")),
            None => found.url,
        }),
        "load" => resolver
            .import(&request, parent)
            .and_then(|found| resolver.format_of_url(&found.url))
            .map(|_| "loads".to_owned()),
        "require" => {
            resolver.require(&RequireRequest { request: &request, parent: Some(&path), ..RequireRequest::default() })
        }
        "find" => resolver.find_package_json(&request, &url),
        kind => panic!("no such kind of case: {kind}"),
    };
    let mut lines = match outcome {
        Ok(found) => format!("  = {found}"),
        Err(error) => format!("  ! {}", described(&error)),
    };
    for Warning { code, message } in resolver.take_warnings() {
        lines += &format!("\n  ~ {}", Value::from(vec![code.to_owned(), message]));
    }
    lines.replace(root, "$ROOT")
}

#[test]
fn every_request_resolves_as_in_node() {
    let tree = Tree::of(include_str!("resolve/tree.txt"));
    let mut current = None;
    let (mut count, mut differences) = (0, Vec::new());
    let mut lines = include_str!("resolve/cases.txt").lines().peekable();
    let filter = std::env::var("HEXLOOP_RESOLVE").unwrap_or_default();
    while let Some(line) = lines.next() {
        if line.starts_with('@') {
            current = Some(resolver(line, tree.root()));
        }
        if line.starts_with(['#', '@']) {
            continue;
        }
        let mut expected = Vec::new();
        while let Some(line) = lines.next_if(|line| line.starts_with("  ")) {
            expected.push(line);
        }
        if !line.contains(&filter) {
            continue;
        }
        count += 1;
        let (expected, said) = (expected.join("\n"), answer(current.as_ref().unwrap(), line, tree.root()));
        if said != expected {
            differences.push(format!("{line}\n{expected}\nbut here\n{said}\n"));
        }
    }
    assert!(!filter.is_empty() || count >= 600, "the table has {count} cases");
    assert!(differences.is_empty(), "{} of {count} differ:\n{}", differences.len(), differences.join("\n"));
}
