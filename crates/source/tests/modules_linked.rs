//! What the loader learns about a module, which errors are reported, and that the result always parses.

use hexloop_source::{
    Goal, Imported, LegacyAwait, LinkOptions, Linked, Options, Phase, Position, Rewrites, Shape, check, link,
};

fn try_link(source: &str) -> Result<Linked, hexloop_source::SyntaxError> {
    link(source, &LinkOptions { path: "file:///a.mjs", rewrites: &Rewrites::NONE })
}

#[track_caller]
fn linked(source: &str) -> Linked {
    try_link(source).unwrap_or_else(|error| panic!("{source}: {error}"))
}

#[test]
fn requests_come_once_each_in_order() {
    let module = linked(
        "import 'a'; export * from 'b'; import x from 'a'; import j from 'a' with {type: 'json'}; import source w from 'c'",
    );
    let requests: Vec<_> =
        module.requests.iter().map(|r| (r.specifier.as_str(), r.attributes.len(), r.phase)).collect();
    let (evaluation, source) = (Phase::Evaluation, Phase::Source);
    assert_eq!(requests, [("a", 0, evaluation), ("b", 0, evaluation), ("a", 1, evaluation), ("c", 0, source)]);
    assert_eq!(module.requests[2].attributes, [("type".to_owned(), "json".to_owned())]);
    assert_eq!(module.star_exports, [1]);
    assert_eq!(module.imports[2].imported, Imported::Source);
}

#[test]
fn imports_know_where_they_stand() {
    let module = linked("import d, {a as b,\n  'x y' as é, c} from 'm'; import * as ns from 'n'; d");
    let positions: Vec<_> = module
        .imports
        .iter()
        .map(|i| (i.local.as_str(), i.position.line, i.position.column, i.position.length))
        .collect();
    // As Node underlines them: the imported name, not the local one.
    assert_eq!(positions, [("d", 1, 8, 1), ("b", 1, 12, 1), ("é", 2, 3, 5), ("c", 2, 15, 1), ("ns", 2, 40, 2)]);
    let module = linked("export {foo as ttt} from './m.mjs'");
    assert_eq!(module.indirect_exports[0].position, Position { line: 1, column: 9, length: 10 });
}

#[test]
fn an_import_that_is_exported_is_indirect_but_a_namespace_is_not() {
    let module = linked("export {a as b, ns}; import {a} from 'm'; import * as ns from 'n'; export * as all from 'o'");
    let indirect: Vec<_> = module.indirect_exports.iter().map(|e| (e.exported.as_str(), e.request)).collect();
    assert_eq!(indirect, [("all", 2), ("b", 0)]);
    assert_eq!(module.local_exports[0].read, "__hexloop_ns_1");
    assert_eq!(module.namespaces, [1]);
}

#[test]
fn what_can_change_later_is_not_constant() {
    let constant = |source: &str| linked(source).local_exports[0].constant;
    assert!(constant("export const a = 1"));
    assert!(constant("export let a = 1; a = 2"));
    assert!(constant("export function a() {}"));
    assert!(constant("export default 1"));
    assert!(!constant("export let a = 1; () => { a = 2 }"));
    assert!(!constant("export let a = 1; class B { c = a++ }"));
    assert!(!constant("export var a; for (const x of y) { a = x }"));
    assert!(!constant("export let a = 1; () => eval(b)"));
    assert!(!constant("export default function f() {} () => { f = 1 }"));
}

#[test]
fn the_json_is_complete() {
    let json = linked("import a, {b} from './x' with {type: 'json'}; export {b as 'c\"'}; export default a").to_json();
    assert_eq!(
        json,
        r#"{"requests":[{"specifier":"./x","attributes":[["type","json"]],"phase":"evaluation","line":1,"column":20,"length":5}],"imports":[{"request":0,"imported":"default","local":"a","line":1,"column":8,"length":1},{"request":0,"imported":"b","local":"b","line":1,"column":12,"length":1}],"constants":["default"],"variables":[],"indirectExports":[{"exported":"c\"","request":0,"imported":"b","line":1,"column":12,"length":1}],"starExports":[],"namespaces":[],"topLevelAwait":false,"dynamicImport":false,"importMeta":false}"#
    );
}

#[test]
fn errors_have_the_messages_of_node() {
    for (source, message) in [
        ("export {a}", "Export 'a' is not defined in module"),
        ("export let a; export {a}", "Duplicate export of 'a'"),
        ("import {a} from 'x'; let a", "Identifier 'a' has already been declared"),
        ("import defer * as x from './m.mjs'", "Unexpected token '*'"),
        ("import.defer('./m.mjs')", "Unexpected identifier 'defer'"),
        ("x<!--y", "HTML comments are not allowed in modules"),
        ("@d class A {}", "Invalid or unexpected token"),
        ("with (a) {}", "Strict mode code may not include a with statement"),
        ("return", "Illegal return statement"),
        ("new.target", "new.target expression is not allowed here"),
        ("x\n--> y", "HTML comments are not allowed in modules"),
    ] {
        match try_link(source) {
            Ok(_) => panic!("{source} was linked"),
            Err(error) => assert_eq!(error.message, message, "{source}"),
        }
    }
}

#[test]
fn what_v8_rejects_only_at_run_time_is_linked() {
    assert_eq!(linked("import {a} from 'x'; f() = a").body.code, "; f() = __hexloop_0.a");
}

/// A small random number generator, so that a failure can be repeated.
struct Random(u64);

impl Random {
    fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        from[(self.0 % from.len() as u64) as usize]
    }

    /// An expression, or an assignment target.
    fn expression(&mut self, depth: usize) -> String {
        let leaf =
            self.pick(&["a", "ns", "ns.b", "1", "'s'", "import.meta", "x", "this", "arguments", "e.stack", "(a)"]);
        if depth == 0 {
            return leaf.to_owned();
        }
        let form = self.pick(&[
            "@",
            "a(@)",
            "a`${@}`",
            "ns.f(@, @)",
            "await @",
            "await\n(@)",
            "[@, ...@]",
            "({a, k: @})",
            "(@, @)",
            "@ ? @ : @",
            "(a) => @",
            "async () => await @",
            "function () { return arguments }",
            "class extends (@) { [@] = 1 }",
            "import(@)",
            "new a(@)",
            "a = @",
            "a ||= @",
            "[a, ns.b] = @",
            "({a, b: a = @} = @)",
            "a?.(@)",
            "typeof @",
            "({stack}) => @",
            "-(@)",
            "x.y = @",
        ]);
        let mut text = String::new();
        for (index, piece) in form.split('@').enumerate() {
            if index > 0 {
                text += &format!("({})", self.expression(depth - 1));
            }
            text += piece;
        }
        text
    }

    fn statement(&mut self, depth: usize) -> String {
        let form = self.pick(&[
            "@",
            "@;",
            "a()\n@",
            "var v = @",
            "if (@) a(); else a()",
            "for await (const q of @) { continue }",
            "l: for await (x of @) for (;;) { continue l }",
            "for (a of @) break",
            "try { @ } catch (e) { e.stack; a() }",
            "switch (@) { case @: a()\na() }",
            "{ let a = @\na() }",
            "while (0) a()\na()",
            "do a(); while (0) a()",
        ]);
        let mut text = String::new();
        for (index, piece) in form.split('@').enumerate() {
            if index > 0 {
                text += &format!("({})", self.expression(depth));
            }
            text += piece;
        }
        text
    }
}

#[test]
fn whatever_is_linked_parses_as_a_script_and_keeps_its_lines() {
    let legacy = Some(LegacyAwait { value: "$w", each: "$e" });
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let (mut modules, mut awaiting) = (0, 0);
    for round in 0..1500 {
        let mut source = String::from("import {a} from 'm'\nimport * as ns from 'n'\nlet x, e\n");
        for _ in 0..1 + round % 3 {
            source += &random.statement(1 + round % 2);
            source += random.pick(&["\n", ";\n", ";"]);
        }
        source += random.pick(&[
            "",
            "export {a, x as 'y z'}",
            "export default class {}a()",
            "\nexport default () => a",
            "\nexport default function () {}",
        ]);
        let legacy_await = legacy.filter(|_| round % 2 == 0);
        let rewrites = Rewrites {
            legacy_await,
            for_await: Some("$e"),
            stack_reads: Some("$s"),
            catches: Some("$s"),
            ..Rewrites::NONE
        };
        let Ok(module) = link(&source, &LinkOptions { path: "f", rewrites: &rewrites }) else { continue };
        modules += 1;
        awaiting += usize::from(module.top_level_await);
        assert_eq!(module.body.code.matches('\n').count(), source.matches('\n').count(), "{source}");
        let shapes: &[Shape] =
            if module.top_level_await { &[Shape::TwoPhase] } else { &[Shape::TwoPhase, Shape::Plain] };
        for shape in shapes {
            let code = module.wrapper("f", *shape).around(&module.body.code);
            if let Err(error) = check(&code, &Options { path: "f", goal: Goal::Script }) {
                panic!("{source}\n----\n{code}\n----\n{}", error.render());
            }
        }
    }
    assert!(modules > 1000 && awaiting > 300, "{modules} modules, {awaiting} of them awaiting");
}
