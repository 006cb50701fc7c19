//! Types are blanked exactly as Node blanks them: `strip/recorded.json` contains the results of `module.stripTypeScriptTypes()` in
//! Node 26.

use hexloop_source::{CompilerOptions, Goal, Language, StripOptions, Stripped, TypeScriptError, strip};
use serde_json::Value;

fn options(compiler: &CompilerOptions) -> StripOptions<'_> {
    StripOptions { path: "a.ts", language: Language::TypeScript, goal: None, compiler, strip_only: false }
}

fn strip_only(source: &str) -> Result<Stripped, TypeScriptError> {
    let compiler = CompilerOptions::default();
    strip(source, &StripOptions { strip_only: true, ..options(&compiler) })
}

fn stripped(source: &str) -> String {
    let result = strip(source, &options(&CompilerOptions::default())).expect("it is TypeScript");
    assert!(result.is_in_place(), "every place is where it was");
    result.code
}

/// Where Hexloop's result differs, because Node's output does not parse or has another meaning.
const BETTER: &[(&str, &str)] = &[
    ("class A { a?\n [b] }", "class A { a;\n [b] }"),
    ("class A { a!: 1\n [b] }", "class A { a;   \n [b] }"),
    ("class A { a: any\n [b] }", "class A { a;    \n [b] }"),
    ("class A { a: any\n *b(){} }", "class A { a;    \n *b(){} }"),
    ("class A { a\n [k: string]: any\n *b(){} }", "class A { a\n ;               \n *b(){} }"),
    ("class A { a\n m():void\n *m(){} }", "class A { a\n ;       \n *m(){} }"),
    ("const f = async <T>\n(x) => 1", "const f = async (  \n x) => 1"),
    ("export as namespace X", "                     "),
];

/// What only one of the two parsers rejects; TypeScript itself rejects all but the last.
const OTHER_PARSER: &[&str] = &[
    "if (a) type X = 1; else interface Y {}",
    "while(1) type X = 1",
    "for(;;) interface X {}",
    "label: type X = 1",
    "do type X = 1; while(1)",
    "class A { a\n abstract b; *m(){} }",
    "class A { static x?: number; static readonly y: 1 = 1; protected abstract readonly z }",
    "class A { override x = 1 }",
    "import type D, {A} from \"x\"",
    "import type A, * as B from \"x\"",
    "for (const x: number of y) {}",
    "let x = <const>[\"a\"]",
    "declare\nlet x",
    "let x\n!: number",
];

#[test]
fn the_output_is_nodes() {
    let recorded: Vec<Value> = serde_json::from_str(include_str!("strip/recorded.json")).unwrap();
    for entry in recorded {
        let source = entry["source"].as_str().unwrap();
        let found = strip_only(source);
        if let Some((_, better)) = BETTER.iter().find(|(known, _)| *known == source) {
            assert_eq!(found.expect(source).code, *better);
        } else if !OTHER_PARSER.contains(&source) {
            match found {
                Ok(found) => assert_eq!(Value::from(found.code), entry["code"], "{source}"),
                Err(error) => assert_eq!(error.code, entry["error"], "{source}"),
            }
        }
    }
}

#[test]
fn what_is_not_erasable_is_refused_in_nodes_words() {
    let recorded: Vec<Value> = serde_json::from_str(include_str!("strip/recorded.json")).unwrap();
    let unsupported = |entry: &&Value| entry["error"] == "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX";
    for entry in recorded.iter().filter(unsupported) {
        let error = strip_only(entry["source"].as_str().unwrap()).unwrap_err();
        assert_eq!(error.error.message, entry["message"].as_str().unwrap());
    }
}

#[test]
fn characters_become_blanks_of_their_width() {
    let source = "let x: 'é日😀' = f();";
    let code = stripped(source);
    assert_eq!(code, "let x   \u{a0}\u{2002} \u{feff}  = f();");
    assert_eq!(code.len(), source.len());
    assert_eq!(code.encode_utf16().count(), source.encode_utf16().count());
}

#[test]
fn imports_that_are_only_types_are_removed() {
    for (source, expected) in [
        ("import { A } from 'x'; let a: A", "let a"),
        ("import { A, b } from 'x'; b as A", "import { b } from 'x'; b"),
        ("import A, { b } from 'x'; let a: A = b", "import { b } from 'x'; let a = b"),
        ("import a, * as b from 'x'; a as b.C", "import a from 'x'; a"),
        ("import * as A from 'x'; type B = typeof A", ""),
        ("import { type A } from 'x'", ""),
        ("import { A } from 'x'; class B implements A {}", "class B {}"),
        ("import { A } from 'x'; class B extends A {}", "import { A } from 'x'; class B extends A {}"),
        ("import { A } from 'x'; export { A }", "import { A } from 'x'; export { A }"),
        ("import 'x'", "import 'x'"),
        ("import {} from 'x'", "import {} from 'x'"),
        ("import { A } from 'x'; export default A", "import { A } from 'x'; export default A"),
    ] {
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let found = words(&stripped(source));
        assert_eq!(found, words(expected), "{source}");
    }
}

#[test]
fn an_import_that_is_shadowed_where_its_name_is_used_is_removed_too() {
    let hidden = "import { A } from 'x'; function f(A) { return A }";
    assert!(!stripped(hidden).contains("import"));
    let seen = "import { A } from 'x'; function f(A) { return A } f(A)";
    assert!(stripped(seen).contains("import { A }"));
}

#[test]
fn exports_of_types_are_removed() {
    assert_eq!(stripped("interface A {} const b = 1; export { A, b }").trim(), "const b = 1; export {    b }");
    assert_eq!(stripped("type A = 1; export default A").trim(), "");
    assert_eq!(stripped("interface A {} class A {} export { A }").trim(), "class A {} export { A }");
}

#[test]
fn verbatim_module_syntax_keeps_imports() {
    let compiler = CompilerOptions { verbatim_module_syntax: Some(true), ..CompilerOptions::default() };
    let code = strip("import { A, type B } from 'x'", &options(&compiler)).unwrap().code;
    assert_eq!(code, "import { A,        } from 'x'");
}

#[test]
fn an_assertion_in_angle_brackets_is_erased_where_that_is_safe() {
    assert_eq!(stripped("f(<any>x)"), "f(     x)");
    let compiler = CompilerOptions::default();
    let object = strip("const f = () => <any>{}", &options(&compiler)).unwrap();
    assert_eq!(object.code, "const f = () => ({});\n");
}

#[test]
fn a_syntax_error_is_reported_with_its_position() {
    let error = strip("let x = 1;\nlet y: = 2;", &options(&CompilerOptions::default())).unwrap_err();
    assert_eq!(error.code, "ERR_INVALID_TYPESCRIPT_SYNTAX");
    assert_eq!((error.error.line, error.error.column, error.error.path.as_str()), (2, 8, "a.ts"));
}

#[test]
fn jsx_is_no_javascript() {
    let compiler = CompilerOptions::default();
    let plain = StripOptions { language: Language::of("a.js"), path: "a.js", ..options(&compiler) };
    assert!(strip("x = <a/>", &plain).is_err());
    let jsx = StripOptions { language: Language::of("a.jsx"), path: "a.jsx", ..options(&compiler) };
    assert!(strip("x = <a/>", &jsx).is_ok());
}

#[test]
fn commonjs_may_return_and_modules_may_await() {
    let compiler = CompilerOptions::default();
    let as_goal = |source, goal| strip(source, &StripOptions { goal, ..options(&compiler) }).is_ok();
    assert!(as_goal("return 1 as any", Some(Goal::CommonJs)));
    assert!(as_goal("await (1 as any)", Some(Goal::Module)));
    assert!(as_goal("await f() as any", None));
}

/// More than a megabyte, processed in chunks.
fn large(first: &str, last: &str) -> String {
    let middle = "export function f(a: number): string {\n  return `${a as any}`; // }\n}\n";
    format!("{first}\n{}{last}\n", middle.repeat((1 << 20) / middle.len() + 1))
}

#[test]
fn a_large_file_is_erased_as_a_small_one() {
    let source = large("const regex = /[/}]/, text: string = '}';", "const last = f<string>(1)!;");
    let small = stripped("export function f(a: number): string {\n  return `${a as any}`; // }\n}\n");
    let code = stripped(&source);
    assert_eq!(code.len(), source.len());
    assert!(code.starts_with("const regex = /[/}]/, text         = '}';\n"));
    assert!(code.ends_with("const last = f        (1) ;\n"));
    assert_eq!(code.matches(&small).count(), source.matches("export function").count());
}

#[test]
fn imports_of_a_large_file_stay_if_its_last_line_uses_them() {
    let first = "import { A, b, c } from 'x';";
    let code = stripped(&large(first, "const last: A = b; function g(c) { return c }"));
    assert!(code.starts_with("import {    b,   } from 'x';\n"), "{}", &code[..40]);
    let code = stripped(&large(first, "const last: A = b; function g(d) { return c }"));
    assert!(code.starts_with("import {    b, c } from 'x';\n"), "{}", &code[..40]);
    assert!(stripped(&large(first, "type T = A;")).starts_with("                           "));
}

#[test]
fn a_large_file_with_a_parameter_property_or_an_error_is_processed_as_a_whole() {
    let compiler = CompilerOptions::default();
    let printed = strip(&large("class A { constructor(public x) {} }", ""), &options(&compiler)).unwrap();
    assert!(printed.map.is_some());
    let source = large("let a;", "let b: = 1;");
    let error = strip(&source, &options(&compiler)).unwrap_err();
    assert_eq!(error.error.line as usize, source.lines().count());
}

#[test]
fn enums_of_a_large_file_leave_other_positions_unchanged() {
    let compiler = CompilerOptions::default();
    let source = large("enum A { x }", "export enum B { y = 's', z = 2 } let last: A = A.x;");
    let lowered = strip(&source, &options(&compiler)).unwrap();
    assert!(lowered.map.is_none());
    assert!(lowered.code.starts_with("var A=(function(A){ A[A[\"x\"]=0]=\"x\"; return A})(A||{});\n"));
    let (line, last) = (source.lines().count() as u32, lowered.code.lines().last().unwrap());
    let column = |text: &str| text.find("A.x").unwrap() as u32 + 1;
    assert_eq!(lowered.original(line, column(last)), (line, column(source.lines().last().unwrap())));
}

#[test]
fn plain_enums_are_lowered_in_place() {
    let compiler = CompilerOptions::default();
    for (source, code) in [
        (
            "enum A { x, y = 5, z }",
            r#"var A=(function(A){ A[A["x"]=0]="x"; A[A["y"] = 5]="y"; A[A["z"]=A["y"]+1]="z"; return A})(A||{});"#,
        ),
        ("const enum A { 'a b' = 1 << 2, }", r#"var A=(function(A){ A[A["a b"] = 1 << 2]="a b"; return A})(A||{});"#),
        (
            "enum A { s = 's', t = `${s}!` }",
            r#"var A=(function(A){ A["s"] = 's'; A["t"] = `${A["s"]}!`; return A})(A||{});"#,
        ),
        (
            "enum A {\n  x, // one\n  y = -(x | 2) // two\n}",
            "var A=(function(A){\n  A[A[\"x\"]=0]=\"x\"; // one\n  A[A[\"y\"] = -(A[\"x\"] | 2)]=\"y\"; // two\nreturn A})(A||{});",
        ),
        ("export enum A {}", "export var A=(function(A){return A})(A||{});"),
    ] {
        let lowered = strip(source, &options(&compiler)).unwrap();
        assert_eq!(lowered.code, code);
        assert!(lowered.map.is_none());
    }
}

#[test]
fn enums_that_use_what_is_not_theirs_are_printed() {
    let compiler = CompilerOptions::default();
    for source in [
        "enum A { x = 'abc'.length }",
        "enum A { x = y }",
        "enum A { x = 's', y }",
        "enum A { x } function f() { enum B { y = A.x } }",
        "export enum A { x } export enum A { y = 1 }",
        "enum\nA { x }",
    ] {
        assert!(strip(source, &options(&compiler)).is_ok_and(|stripped| stripped.map.is_some()), "{source}");
    }
}

#[test]
fn jsx_may_nest_without_limit() {
    let compiler = CompilerOptions::default();
    let tsx = StripOptions { language: Language::Tsx, ..options(&compiler) };
    assert!(strip(&format!("x = {}{}", "<p>".repeat(20_000), "</p>".repeat(20_000)), &tsx).is_ok());
    // The apostrophe begins no string.
    assert!(strip(&format!("x = <p>don't {}", "<b>{!".repeat(100_000)), &tsx).is_err());
}

#[test]
fn a_hundred_thousand_parentheses_are_refused() {
    let compiler = CompilerOptions::default();
    let source = format!("let x: any = {}1{}", "(".repeat(100_000), ")".repeat(100_000));
    let error = strip(&source, &options(&compiler)).unwrap_err();
    assert_eq!(error.error.message, "Nesting deeper than 10000 levels");
}

#[test]
fn decorators_stay_where_they_are_evaluated() {
    let compiler = CompilerOptions::default();
    let result = strip("class A {\n  @(await d)\n  static\n  m() {}\n}", &options(&compiler)).unwrap();
    assert!(result.map.is_none(), "lines stay");
    let lines: Vec<&str> = result.code.lines().collect();
    assert!(lines[1].ends_with(r#".element("method",1,[(await d)],"#), "{}", lines[1]);
    assert_eq!(lines[3], r#"  "m")]() {}"#);
    assert_eq!(result.original(2, lines[1].find("await").unwrap() as u32 + 1), (2, 5));
}

#[test]
fn a_decorated_class_is_exported_under_its_name() {
    let compiler = CompilerOptions::default();
    let exported = |source: &str| strip(source, &options(&compiler)).expect(source).code;
    for source in ["@d export class A {}", "export @d class A {}", "@d export abstract class A<T> {}"] {
        assert!(exported(source).contains(r#"export let A;({"A":class"#), "{}", exported(source));
    }
    for source in ["@d export default class A {}", "export default @d class A {}"] {
        assert!(exported(source).ends_with("export{A as default};"), "{}", exported(source));
    }
    for source in ["@d export default class {}", "export default @d class {}"] {
        assert!(exported(source).contains(r#"export default ({"default":class"#), "{}", exported(source));
    }
}

#[test]
fn decorators_are_no_javascript_and_not_for_parameters() {
    let compiler = CompilerOptions::default();
    let javascript = StripOptions { language: Language::JavaScript, ..options(&compiler) };
    let error = strip("{ using a = b }\n@d class A {}", &javascript).unwrap_err();
    assert_eq!(error.error.message, "Invalid or unexpected token");
    let error = strip("class A { m(@d x) {} }", &options(&compiler)).unwrap_err();
    assert!(error.error.message.starts_with("Decorators are not valid here"), "{}", error.error.message);
}

/// The programs that are compared with Node, with tokens removed, doubled and swapped.
#[test]
fn no_decorator_and_no_namespace_makes_it_panic() {
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut roll = |sides: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed % sides as u64) as usize
    };
    let compiler = CompilerOptions::default();
    let (mut programs, mut stripped) = (0, 0);
    for folder in ["decorators", "namespaces"] {
        let folder = format!("{}/../../tests/typescript/{folder}", env!("CARGO_MANIFEST_DIR"));
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|extension| extension != "ts") {
                continue;
            }
            programs += 1;
            let source = std::fs::read_to_string(path).unwrap();
            let words: Vec<&str> =
                source.split_inclusive([' ', '\n', ';', '(', ')', '{', '}', '@', '.', '=']).collect();
            for _ in 0..150 {
                let mut words = words.clone();
                for _ in 0..=roll(3) {
                    let (at, other) = (roll(words.len()), roll(words.len()));
                    match roll(3) {
                        0 => drop(words.remove(at)),
                        1 => words.insert(at, words[other]),
                        _ => words.swap(at, other),
                    }
                }
                stripped += u32::from(strip(&words.concat(), &options(&compiler)).is_ok());
            }
        }
    }
    assert!(programs > 15 && stripped > 200, "{stripped} of {programs} programs were TypeScript");
}
