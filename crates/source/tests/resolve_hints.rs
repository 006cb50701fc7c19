//! The error for an unresolved request suggests the nearest one that resolves.

#[path = "resolve/tree.rs"]
mod tree;

use hexloop_source::resolve::{RequireRequest, ResolveError};
use tree::{Tree, resolver};

const FILES: &str = r##"
== app/main.mjs
== app/package.json
{"name": "app", "imports": {"#settings": "./lib/tools.mjs", "#settings/*": "./lib/*"}}
== app/lib/tools.mjs
== app/lib/widget.ts
== app/lib/other.js
== app/lib/a.ts
== app/lib/folder/index.js
== app/node_modules/lodash/index.js
== app/node_modules/.bin/x
== app/node_modules/@scope/package/index.js
== app/node_modules/closed/package.json
{"name": "closed", "exports": {".": "./i.js", "./feature": "./f.js", "./features/*": "./f/*.js"}}
== app/node_modules/closed/i.js
"##;

fn import(specifier: &str) -> ResolveError {
    let tree = Tree::of(FILES);
    resolver().import(specifier, Some(&tree.url("app/main.mjs"))).unwrap_err()
}

fn require(request: &str) -> ResolveError {
    let tree = Tree::of(FILES);
    let parent = tree.path("app/main.mjs");
    resolver().require(&RequireRequest { request, parent: Some(&parent), ..RequireRequest::default() }).unwrap_err()
}

#[track_caller]
fn says(error: &ResolveError, hint: &str) {
    assert_eq!(error.hint.as_deref(), Some(hint), "{error}");
    assert!(error.to_string().ends_with(&format!("\n{hint}")), "{error}");
}

#[track_caller]
fn says_nothing(error: &ResolveError) {
    assert_eq!(error.hint, None, "{error}");
}

#[test]
fn a_misspelt_file_is_the_nearest_name_in_its_folder() {
    says(&import("./lib/tolls.mjs"), r#"Did you mean to import "./lib/tools.mjs"?"#);
    says(&require("./lib/tolls.mjs"), r#"Did you mean to require "./lib/tools.mjs"?"#);
}

#[test]
fn a_wrong_extension_is_put_right() {
    says(&import("./lib/tools.js"), r#"Did you mean to import "./lib/tools.mjs"?"#);
}

#[test]
fn a_forgotten_extension_is_named() {
    says(&import("./lib/tools"), r#"Did you mean to import "./lib/tools.mjs"?"#);
    says(&require("./lib/tools"), r#"Did you mean to require "./lib/tools.mjs"?"#);
}

#[test]
fn javascript_that_imports_compiled_names_gets_the_typescript_file_as_a_hint() {
    says(&import("./lib/widget.js"), r#"Did you mean to import "./lib/widget.ts"?"#);
}

#[test]
fn a_misspelt_package_is_the_nearest_one_installed_or_built_in() {
    says(&import("lodahs"), r#"Did you mean to import "lodash"?"#);
    says(&require("lodahs/fp"), r#"Did you mean to require "lodash/fp"?"#);
    says(&import("@scope/pakage"), r#"Did you mean to import "@scope/package"?"#);
    says(&import("evnets"), r#"Did you mean to import "events"?"#);
}

#[test]
fn a_misspelt_subpath_is_the_nearest_one_exported() {
    says(&import("closed/featrue"), r#"Did you mean to import "closed/feature"?"#);
    says(&require("closed/featrue"), r#"Did you mean to import "closed/feature"?"#);
}

#[test]
fn a_misspelt_import_of_the_package_is_the_nearest_one_defined() {
    says(&import("#setings"), r##"Did you mean to import "#settings"?"##);
}

#[test]
fn no_hint_where_no_name_is_near() {
    for specifier in
        ["./lib/zebra-crossing.mjs", "./lib/x.ts", "./nowhere/tools.mjs", "xylophone", "@nobody/package", "closed/quux"]
    {
        says_nothing(&import(specifier));
    }
    says_nothing(&require("xylophone"));
}

#[test]
fn a_node_builtin_that_is_missing_here_is_reported_as_such() {
    let tree = Tree::of(FILES);
    let resolver = hexloop_source::resolve::Resolver::new(hexloop_source::resolve::ResolveOptions {
        builtins: |name| name == "fs",
        ..tree::options()
    });
    let error = resolver.import("http", Some(&tree.url("app/main.mjs"))).unwrap_err();
    says(&error, "Node has 'http' built in; Hexloop does not have it yet.");
}
