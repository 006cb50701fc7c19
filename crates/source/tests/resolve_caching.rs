//! What the resolver caches, and that it does not cache misses.

#[path = "resolve/tree.rs"]
mod tree;

use hexloop_source::resolve::{FormatKind, RequireRequest, Resolver};
use std::fs;
use tree::{Tree, resolver};

fn require(resolver: &Resolver, tree: &Tree, request: &str) -> Option<String> {
    let parent = tree.path("app/main.js");
    let asked = RequireRequest { request, parent: Some(&parent), ..RequireRequest::default() };
    resolver.require(&asked).ok().map(|found| found.replace(&tree.path(""), ""))
}

fn import(resolver: &Resolver, tree: &Tree, specifier: &str) -> Option<String> {
    let found = resolver.import(specifier, Some(&tree.url("app/main.js"))).ok()?;
    Some(found.url.replace(&tree.url(""), ""))
}

#[test]
fn a_file_written_after_it_was_missed_is_found() {
    let (tree, resolver) = (Tree::of("== app/main.js"), resolver());
    for request in ["./late.js", "./folder/late.js", "late-package"] {
        assert_eq!(require(&resolver, &tree, request), None);
        assert_eq!(import(&resolver, &tree, request), None);
    }
    tree.write("app/late.js", b"");
    tree.write("app/folder/late.js", b"");
    tree.write("app/node_modules/late-package/index.js", b"");
    assert_eq!(require(&resolver, &tree, "./late.js").as_deref(), Some("app/late.js"));
    assert_eq!(import(&resolver, &tree, "./folder/late.js").as_deref(), Some("app/folder/late.js"));
    for find in [require, import] {
        assert_eq!(find(&resolver, &tree, "late-package").as_deref(), Some("app/node_modules/late-package/index.js"));
    }
}

#[test]
fn a_file_that_was_removed_is_missing() {
    let (tree, resolver) = (Tree::of("== app/main.js\n== app/gone.js\n== app/node_modules/gone/index.js"), resolver());
    for request in ["./gone.js", "gone"] {
        assert!(require(&resolver, &tree, request).is_some());
        assert!(import(&resolver, &tree, request).is_some());
    }
    fs::remove_file(tree.path("app/gone.js")).unwrap();
    fs::remove_dir_all(tree.path("app/node_modules/gone")).unwrap();
    for request in ["./gone.js", "gone"] {
        assert_eq!(require(&resolver, &tree, request), None);
        assert_eq!(import(&resolver, &tree, request), None);
    }
}

#[test]
fn a_package_json_that_was_missed_is_read_when_it_is_there() {
    let (tree, resolver) =
        (Tree::of("== app/main.js\n== app/node_modules/p/a.js\n== app/node_modules/p/b.js"), resolver());
    assert_eq!(require(&resolver, &tree, "p"), None);
    tree.write("app/node_modules/p/package.json", br#"{"main": "./a.js"}"#);
    assert_eq!(require(&resolver, &tree, "p").as_deref(), Some("app/node_modules/p/a.js"));
    let format = |name: &str| resolver.format_of(&tree.path(name)).unwrap().kind;
    assert_eq!(format("app/main.js"), FormatKind::Ambiguous);
    tree.write("app/package.json", br#"{"type": "module"}"#);
    assert_eq!(format("app/main.js"), FormatKind::Module);
}

#[test]
fn a_package_json_is_read_once_as_in_node_until_the_cache_is_cleared() {
    let (tree, resolver) =
        (Tree::of("== app/main.js\n== app/node_modules/p/a.js\n== app/node_modules/p/b.js"), resolver());
    tree.write("app/node_modules/p/package.json", br#"{"exports": "./a.js"}"#);
    assert_eq!(import(&resolver, &tree, "p").as_deref(), Some("app/node_modules/p/a.js"));
    tree.write("app/node_modules/p/package.json", br#"{"exports": "./b.js"}"#);
    assert_eq!(import(&resolver, &tree, "p").as_deref(), Some("app/node_modules/p/a.js"));
    resolver.clear();
    assert_eq!(import(&resolver, &tree, "p").as_deref(), Some("app/node_modules/p/b.js"));
}

#[test]
fn a_repaired_package_json_is_read_again() {
    let (tree, resolver) = (Tree::of("== app/main.js\n== app/node_modules/p/a.js"), resolver());
    tree.write("app/node_modules/p/package.json", b"{");
    assert_eq!(import(&resolver, &tree, "p"), None);
    tree.write("app/node_modules/p/package.json", br#"{"exports": "./a.js"}"#);
    assert_eq!(import(&resolver, &tree, "p").as_deref(), Some("app/node_modules/p/a.js"));
}

#[test]
fn no_depth_of_exports_is_too_deep_to_survive() {
    let (tree, resolver) = (Tree::of("== app/main.js"), resolver());
    for (open, close) in [("[", "]"), (r#"{"default":"#, "}")] {
        let exports = format!(r#"{{"exports": {}"./a.js"{}}}"#, open.repeat(100_000), close.repeat(100_000));
        tree.write("app/node_modules/deep/package.json", exports.as_bytes());
        resolver.clear();
        assert_eq!(import(&resolver, &tree, "deep"), None);
        assert_eq!(require(&resolver, &tree, "deep"), None);
    }
}

#[test]
fn a_chain_of_imports_without_end_is_an_error() {
    let (tree, resolver) = (Tree::of("== app/main.js"), resolver());
    tree.write("app/package.json", br##"{"name": "app", "exports": {".": "./x.js"}, "imports": {"#a": "app"}}"##);
    assert_eq!(import(&resolver, &tree, "#a"), None);
}
