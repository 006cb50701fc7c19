//! TypeScript files resolve as their compiler does; JavaScript files resolve as in Node.

#[path = "resolve/tree.rs"]
mod tree;

use hexloop_source::resolve::{FormatKind, RequireRequest};
use tree::{Tree, resolver};

const FILES: &str = r##"
== package.json
{"name": "project", "type": "module", "imports": {"#lib/*": "./src/lib/*.js"}, "exports": {"./lib/*": "./src/lib/*.js"}}
== tsconfig.json
{"compilerOptions": {"baseUrl": "./src", "paths": {"@/*": ["./*"], "@one": ["./lib/a"], "~assets/*": ["../assets/*", "./lib/*"]}}}
== main.ts
== view.tsx
== page.jsx
== main.js
== legacy.cts
== src/lib/a.ts
== src/lib/b.tsx
== src/lib/c.mts
== src/lib/d.cts
== src/lib/both.js
== src/lib/both.ts
== src/lib/plain.js
== src/lib/folder/index.ts
== src/lib/tsx-folder/index.tsx
== src/events/index.ts
== src/ambiguous.ts
== src/ambiguous/index.ts
== node_modules/package/package.json
{"name": "package", "exports": "./dist/index.js"}
== node_modules/package/dist/index.ts
== node_modules/plain/index.js
"##;

#[track_caller]
fn import(from: &str, specifier: &str) -> String {
    let tree = Tree::of(FILES);
    match resolver().import(specifier, Some(&tree.url(from))) {
        Ok(found) => found.url.replace(&tree.url(""), ""),
        Err(error) => error.code.to_owned(),
    }
}

#[track_caller]
fn require(from: &str, request: &str) -> String {
    let tree = Tree::of(FILES);
    let parent = tree.path(from);
    match resolver().require(&RequireRequest { request, parent: Some(&parent), ..RequireRequest::default() }) {
        Ok(found) => found.replace(&tree.path(""), ""),
        Err(error) => error.code.to_owned(),
    }
}

const NOT_FOUND: &str = "ERR_MODULE_NOT_FOUND";

#[test]
fn the_compiled_name_means_the_source() {
    for from in ["main.ts", "view.tsx", "page.jsx"] {
        assert_eq!(import(from, "./src/lib/a.js"), "src/lib/a.ts");
        assert_eq!(import(from, "./src/lib/b.js"), "src/lib/b.tsx");
        assert_eq!(import(from, "./src/lib/b.jsx"), "src/lib/b.tsx");
        assert_eq!(import(from, "./src/lib/c.mjs"), "src/lib/c.mts");
        assert_eq!(import(from, "./src/lib/d.cjs"), "src/lib/d.cts");
    }
    assert_eq!(require("legacy.cts", "./src/lib/a.js"), "src/lib/a.ts");
    assert_eq!(require("legacy.cts", "./src/lib/d.cjs"), "src/lib/d.cts");
}

#[test]
fn a_file_that_is_there_wins() {
    assert_eq!(import("main.ts", "./src/lib/both.js"), "src/lib/both.js");
    assert_eq!(require("legacy.cts", "./src/lib/both"), "src/lib/both.js");
}

#[test]
fn javascript_gets_nodes_answer() {
    assert_eq!(import("main.js", "./src/lib/a.js"), NOT_FOUND);
    assert_eq!(import("main.js", "./src/lib/a"), NOT_FOUND);
    assert_eq!(import("main.js", "@/lib/a"), NOT_FOUND);
    assert_eq!(import("main.js", "./src/lib/folder"), "ERR_UNSUPPORTED_DIR_IMPORT");
    assert_eq!(require("main.js", "./src/lib/a"), "MODULE_NOT_FOUND");
}

#[test]
fn extensions_may_be_left_out() {
    assert_eq!(import("main.ts", "./src/lib/a"), "src/lib/a.ts");
    assert_eq!(import("main.ts", "./src/lib/b"), "src/lib/b.tsx");
    assert_eq!(import("main.ts", "./src/lib/plain"), "src/lib/plain.js");
    assert_eq!(import("main.ts", "./src/lib/both"), "src/lib/both.ts");
    assert_eq!(import("main.ts", "./src/lib/nope"), NOT_FOUND);
    assert_eq!(require("legacy.cts", "./src/lib/a"), "src/lib/a.ts");
}

#[test]
fn a_folder_means_its_index_unless_a_file_has_the_name() {
    assert_eq!(import("main.ts", "./src/lib/folder"), "src/lib/folder/index.ts");
    assert_eq!(import("main.ts", "./src/lib/folder/"), "src/lib/folder/index.ts");
    assert_eq!(import("main.ts", "./src/lib/tsx-folder"), "src/lib/tsx-folder/index.tsx");
    assert_eq!(import("main.ts", "./src/ambiguous"), "src/ambiguous.ts");
    assert_eq!(require("legacy.cts", "./src/lib/folder"), "src/lib/folder/index.ts");
}

#[test]
fn queries_stay() {
    assert_eq!(import("main.ts", "./src/lib/a.js?x#y"), "src/lib/a.ts?x#y");
    assert_eq!(import("main.ts", "./src/lib/a?x"), "src/lib/a.ts?x");
}

#[test]
fn the_projects_own_imports_and_exports_name_sources_too() {
    assert_eq!(import("main.ts", "#lib/a"), "src/lib/a.ts");
    assert_eq!(import("main.ts", "project/lib/b"), "src/lib/b.tsx");
    assert_eq!(require("legacy.cts", "#lib/a"), "src/lib/a.ts");
    assert_eq!(require("legacy.cts", "project/lib/b"), "src/lib/b.tsx");
    assert_eq!(import("main.js", "#lib/a"), NOT_FOUND);
}

#[test]
fn tsconfig_paths_and_base_url_lead_somewhere() {
    for from in ["main.ts", "view.tsx", "src/lib/a.ts"] {
        assert_eq!(import(from, "@/lib/a"), "src/lib/a.ts");
        assert_eq!(import(from, "@/lib/b.js"), "src/lib/b.tsx");
        assert_eq!(import(from, "@/lib/folder"), "src/lib/folder/index.ts");
        assert_eq!(import(from, "@one"), "src/lib/a.ts");
        assert_eq!(import(from, "~assets/plain.js"), "src/lib/plain.js");
        assert_eq!(import(from, "lib/a"), "src/lib/a.ts");
        assert_eq!(import(from, "plain"), "node_modules/plain/index.js");
    }
    assert_eq!(require("legacy.cts", "@/lib/a"), "src/lib/a.ts");
    assert_eq!(require("legacy.cts", "plain"), "node_modules/plain/index.js");
}

#[test]
fn a_built_in_module_wins_over_a_folder_of_its_name() {
    assert_eq!(import("main.ts", "events"), "node:events");
    assert_eq!(require("legacy.cts", "events"), "events");
}

#[test]
fn the_format_includes_types_and_jsx() {
    let tree = Tree::of(FILES);
    let resolver = resolver();
    let of = |name: &str| {
        let format = resolver.format_of(&tree.path(name)).unwrap();
        (format.kind, format.typescript, format.jsx)
    };
    assert_eq!(of("main.ts"), (FormatKind::Module, true, false));
    assert_eq!(of("view.tsx"), (FormatKind::Module, true, true));
    assert_eq!(of("page.jsx"), (FormatKind::Module, false, true));
    assert_eq!(of("legacy.cts"), (FormatKind::CommonJs, true, false));
    let name = |name: &str| resolver.format_for_require(&tree.path(name)).unwrap();
    assert_eq!(name("view.tsx"), Some("module-typescript"));
    assert_eq!(name("legacy.cts"), Some("commonjs-typescript"));
}
