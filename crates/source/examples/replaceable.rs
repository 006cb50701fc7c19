//! Finds calls in built-in files that user code can replace (part of `./x lint`).
//!
//! `Array.prototype.push`, `Map.prototype.get`, the iterator behind `for (… of …)`: a program may have replaced any of them, and
//! built-in files have to keep working (`crates/node/lib/core/intrinsics.js` explains how). This parses them and reports every access
//! through a prototype of the language. What is no method of the language, or runs before any user code, is in `replaceable.allowed` with
//! the reason.
//!
//! Globals are replaced as easily: a name that a file neither declares nor gets as a parameter is reported, and so is a property of
//! `globalThis`. A class without a constructor has one that spreads its arguments, by the iterator of arrays.
//!
//! Two more rules are about what a program adds to `Object.prototype` and `Array.prototype`. A property descriptor has a null
//! prototype, in every file: `Object.prototype.get = f` would make an accessor of it. `list[list.length] = x` would call a setter of
//! that index.

use oxc_allocator::Allocator;
use oxc_ast::ast::{
    Argument, ArrayAssignmentTarget, ArrayExpressionElement, ArrayPattern, AssignmentExpression, AssignmentTarget,
    BindingPattern, CallExpression, Class, ClassElement, ComputedMemberExpression, Expression, ForOfStatement,
    IdentifierReference, MethodDefinitionKind, NewExpression, ObjectExpression, ObjectPropertyKind, PropertyKind,
    SpreadElement, StaticMemberExpression, VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_parser::{ParseOptions, Parser};
use oxc_semantic::{Scoping, SemanticBuilder};
use oxc_span::{GetSpan, SourceType, Span};
use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What of `crates/node/lib` is not checked: tools of Hexloop's own, which run beside a program.
const TOOLS: &[&str] = &["async_context/promise_hooks.js", "repl", "trace", "why"];

/// What built-in files may name without declaring it: the parameters that they get (`BUILTIN_HEAD` in `crates/node/src/bindings.rs`),
/// and what no program can replace.
const KNOWN_NAMES: &[&str] = &[
    "exports",
    "require",
    "module",
    "binding",
    "Array",
    "ArrayBuffer",
    "BigInt",
    "Boolean",
    "DataView",
    "Date",
    "Error",
    "Map",
    "Math",
    "Number",
    "Object",
    "Proxy",
    "RangeError",
    "Reflect",
    "RegExp",
    "Set",
    "String",
    "Symbol",
    "SyntaxError",
    "TypeError",
    "Uint8Array",
    "WeakMap",
    "WeakRef",
    "WeakSet",
    "undefined",
    "NaN",
    "Infinity",
    "arguments",
    "globalThis",
];

const METHODS: &[(&str, &[&str])] = &[
    (
        "array…(list, …) of core/intrinsics",
        &[
            "push",
            "pop",
            "shift",
            "unshift",
            "splice",
            "map",
            "filter",
            "forEach",
            "some",
            "every",
            "find",
            "findIndex",
            "findLast",
            "join",
            "sort",
            "reduce",
            "fill",
            "flat",
            "flatMap",
            "reverse",
            "reduceRight",
            "findLastIndex",
            "toReversed",
            "toSpliced",
            "toSorted",
            "copyWithin",
        ],
    ),
    (
        "string…(text, …) of core/intrinsics",
        &[
            "startsWith",
            "endsWith",
            "charCodeAt",
            "codePointAt",
            "charAt",
            "toLowerCase",
            "toUpperCase",
            "trim",
            "trimStart",
            "trimEnd",
            "repeat",
            "padStart",
            "padEnd",
            "substring",
            "normalize",
            "localeCompare",
            "toWellFormed",
            "isWellFormed",
            "replaceAll",
        ],
    ),
    (
        "sliceOf, indexIn, isIn, lastIndexIn or concatOf of core/safe/lists",
        &["slice", "indexOf", "includes", "lastIndexOf", "concat"],
    ),
    ("arrayAt or stringAt of core/intrinsics", &["at"]),
    ("dateGetTime or numberProtoToFixed of core/intrinsics", &["getTime", "toFixed"]),
    ("replaceIn, splitAt, matchOf or matchesOf of core/safe/patterns", &["replace", "split", "match", "matchAll"]),
    ("regexpExec of core/intrinsics", &["search"]),
    ("regexpTest or regexpExec of core/intrinsics", &["test", "exec"]),
    ("call0 to call4, applyOn of core/safe/calls, functionBind of core/intrinsics", &["call", "apply", "bind"]),
    ("promiseThen or promiseFinally of core/safe/promises", &["then", "catch", "finally"]),
];

const NAMESPACES: &[&str] =
    &["Object", "Reflect", "Math", "Number", "JSON", "Array", "String", "ArrayBuffer", "Date", "Promise"];
const COLLECTIONS: &[&str] = &["Map", "Set", "WeakMap", "WeakSet", "WeakRef"];

/// A line of `replaceable.allowed`: where, what, why.
struct Allowed {
    file: String,
    what: String,
    used: bool,
}

struct Finder<'t> {
    text: &'t str,
    scoping: Scoping,
    /// Whether the file is none of `TOOLS`; in those only descriptors are reported.
    is_protected: bool,
    found: Vec<(Span, String, String)>,
}

/// The name of a property, unless it is computed.
fn key_of<'a>(property: &ObjectPropertyKind<'a>) -> Option<Cow<'a, str>> {
    match property {
        ObjectPropertyKind::ObjectProperty(property) if !property.computed => property.key.static_name(),
        _ => None,
    }
}

fn has_key(object: &ObjectExpression, names: &[&str]) -> bool {
    object.properties.iter().filter_map(key_of).any(|key| names.contains(&key.as_ref()))
}

impl Finder<'_> {
    fn text_of(&self, span: Span) -> String {
        span.source_text(self.text).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn report(&mut self, span: Span, what: String, instead: &str) {
        if self.is_protected {
            self.found.push((span, what, instead.to_owned()));
        }
    }

    /// A property descriptor, by its use or by its fields.
    fn descriptor(&mut self, object: &ObjectExpression) {
        if has_key(object, &["__proto__"]) || self.found.iter().any(|(span, ..)| *span == object.span) {
            return;
        }
        let fields: Vec<_> = object.properties.iter().filter_map(key_of).collect();
        let what = format!("descriptor {{ {} }}", fields.join(", "));
        self.found.push((object.span, what, "__proto__: null in it".to_owned()));
    }

    /// `defineProperty(object, key, { … })`, `defineProperties(object, { key: { … } })`, `Object.create(prototype, { key: { … } })`.
    fn described_properties(&mut self, call: &CallExpression) {
        let name = match &call.callee {
            Expression::Identifier(name) => name.name.as_str(),
            Expression::StaticMemberExpression(member) => member.property.name.as_str(),
            _ => return,
        };
        match name {
            "defineProperty" | "objectDefineProperty" | "reflectDefineProperty" => {
                if let Some(Argument::ObjectExpression(descriptor)) = call.arguments.get(2) {
                    self.descriptor(descriptor);
                }
            }
            "defineProperties" | "objectDefineProperties" | "create" | "objectCreate" => {
                let Some(Argument::ObjectExpression(descriptors)) = call.arguments.get(1) else { return };
                for property in &descriptors.properties {
                    if let ObjectPropertyKind::ObjectProperty(property) = property
                        && property.kind == PropertyKind::Init
                        && let Expression::ObjectExpression(descriptor) = &property.value
                    {
                        self.descriptor(descriptor);
                    }
                }
            }
            _ => {}
        }
    }

    /// `Object.keys`, called or not.
    fn is_static(&self, member: &StaticMemberExpression) -> bool {
        let Expression::Identifier(holder) = &member.object else { return false };
        let name = member.property.name.as_str();
        let is_constant = name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_');
        NAMESPACES.contains(&holder.name.as_str()) && name != "prototype" && !is_constant
    }

    /// `each(…)` or `eachOf(…)` of core/safe.
    fn is_safe_iteration(&self, expression: &Expression) -> bool {
        let Expression::CallExpression(call) = expression else { return false };
        matches!(&call.callee, Expression::Identifier(name) if name.name == "each" || name.name == "eachOf")
    }

    fn spread(&mut self, spread: &SpreadElement) {
        if !self.is_safe_iteration(&spread.argument) {
            let what = self.text_of(spread.span);
            self.report(spread.span, what, "...each(…) of core/safe/walk, or reflectApply");
        }
    }
}

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        if let Expression::StaticMemberExpression(member) = &call.callee {
            let name = member.property.name.as_str();
            let receiver = self.text_of(member.object.span());
            let what = format!("{receiver}.{name}");
            let is_exempt = self.is_static(member)
                || matches!(member.object, Expression::Super(_))
                || (name == "concat" && receiver.ends_with("Buffer"));
            if what == "Symbol.for" || what == "Symbol.keyFor" {
                self.report(call.span, what, "the function of that name of core/intrinsics or core/safe");
            } else if !is_exempt && let Some((instead, _)) = METHODS.iter().find(|(_, names)| names.contains(&name)) {
                self.report(call.span, what, instead);
            }
        }
        self.described_properties(call);
        for argument in &call.arguments {
            if let Argument::SpreadElement(spread) = argument {
                self.spread(spread);
            }
        }
        walk::walk_call_expression(self, call);
    }

    fn visit_identifier_reference(&mut self, identifier: &IdentifierReference<'a>) {
        let name = identifier.name.as_str();
        let is_declared = self.scoping.get_reference(identifier.reference_id()).symbol_id().is_some();
        if !is_declared && !KNOWN_NAMES.contains(&name) && !name.starts_with("__hexloop_") {
            let instead = "class… or global… of core/intrinsics, or globals.… of require('globals')";
            self.report(identifier.span, format!("global {name}"), instead);
        }
    }

    fn visit_static_member_expression(&mut self, member: &StaticMemberExpression<'a>) {
        if self.is_static(member) {
            let what = self.text_of(member.span);
            self.report(member.span, what, "the function of that name of core/intrinsics or core/safe");
        }
        if matches!(&member.object, Expression::Identifier(object) if object.name == "globalThis") {
            let what = self.text_of(member.span);
            self.report(member.span, what, "globals.… of require('globals')");
        }
        walk::walk_static_member_expression(self, member);
    }

    fn visit_computed_member_expression(&mut self, member: &ComputedMemberExpression<'a>) {
        if matches!(&member.object, Expression::Identifier(object) if object.name == "globalThis") {
            let what = self.text_of(member.span);
            self.report(member.span, what, "core/safe/views, or class… of core/intrinsics");
        }
        walk::walk_computed_member_expression(self, member);
    }

    fn visit_variable_declarator(&mut self, declarator: &VariableDeclarator<'a>) {
        if let (Some(Expression::Identifier(holder)), true) =
            (&declarator.init, matches!(declarator.id, BindingPattern::ObjectPattern(_)))
            && NAMESPACES.contains(&holder.name.as_str())
        {
            let what = format!("{{ … }} = {}", holder.name);
            self.report(declarator.span, what, "the functions of these names of core/intrinsics or core/safe");
        }
        walk::walk_variable_declarator(self, declarator);
    }

    fn visit_class(&mut self, class: &Class<'a>) {
        let has_constructor = class.body.body.iter().any(|element| {
            matches!(element, ClassElement::MethodDefinition(method) if method.kind == MethodDefinitionKind::Constructor)
        });
        if let Some(base) = class.heritage.as_ref().filter(|_| !has_constructor) {
            let what = format!("extends {} without a constructor", self.text_of(base.expression.span()));
            self.report(class.span, what, "a constructor that calls super");
        }
        walk::walk_class(self, class);
    }

    fn visit_object_expression(&mut self, object: &ObjectExpression<'a>) {
        if has_key(object, &["configurable", "enumerable"])
            || (has_key(object, &["value"]) && has_key(object, &["writable"]))
        {
            self.descriptor(object);
        }
        walk::walk_object_expression(self, object);
    }

    fn visit_assignment_expression(&mut self, assignment: &AssignmentExpression<'a>) {
        if let AssignmentTarget::ComputedMemberExpression(element) = &assignment.left {
            let list = self.text_of(element.object.span());
            if self.text_of(element.expression.span()) == format!("{list}.length") {
                let what = format!("{list}[{list}.length]");
                self.report(assignment.span, what, "arrayPush of core/intrinsics, or a list of core/safe/list");
            }
        }
        walk::walk_assignment_expression(self, assignment);
    }

    fn visit_new_expression(&mut self, new: &NewExpression<'a>) {
        if let Expression::Identifier(name) = &new.callee
            && COLLECTIONS.contains(&name.name.as_str())
        {
            self.report(new.span, format!("new {}", name.name), "new Safe… of core/safe/collections");
        }
        for argument in &new.arguments {
            if let Argument::SpreadElement(spread) = argument {
                self.spread(spread);
            }
        }
        walk::walk_new_expression(self, new);
    }

    fn visit_array_expression_element(&mut self, element: &ArrayExpressionElement<'a>) {
        if let ArrayExpressionElement::SpreadElement(spread) = element {
            self.spread(spread);
        }
        walk::walk_array_expression_element(self, element);
    }

    fn visit_for_of_statement(&mut self, statement: &ForOfStatement<'a>) {
        if !statement.r#await && !self.is_safe_iteration(&statement.right) {
            let what = format!("of {}", self.text_of(statement.right.span()));
            self.report(statement.span, what, "a loop by index, or each(…) of core/safe/walk");
        }
        walk::walk_for_of_statement(self, statement);
    }

    fn visit_array_assignment_target(&mut self, target: &ArrayAssignmentTarget<'a>) {
        let what = self.text_of(target.span);
        self.report(target.span, what, "an object pattern: ({ 0: a, 1: b } = …)");
        walk::walk_array_assignment_target(self, target);
    }

    fn visit_array_pattern(&mut self, pattern: &ArrayPattern<'a>) {
        let what = self.text_of(pattern.span);
        self.report(pattern.span, what, "an object pattern: { 0: a, 1: b }");
        walk::walk_array_pattern(self, pattern);
    }
}

fn files_under(path: &Path, into: &mut Vec<PathBuf>) {
    if path.is_dir() {
        let mut entries: Vec<_> =
            fs::read_dir(path).expect("a folder of lib").map(|entry| entry.expect("an entry").path()).collect();
        entries.sort();
        entries.iter().for_each(|entry| files_under(entry, into));
    } else {
        into.push(path.to_owned());
    }
}

/// `FILE-OR-FOLDER | WHAT | REASON`; one `*` in WHAT matches anything.
fn read_allowed(path: &Path) -> Vec<Allowed> {
    let text = fs::read_to_string(path).expect("replaceable.allowed");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let mut parts = line.split(" | ");
            let (Some(file), Some(what), Some(_reason)) = (parts.next(), parts.next(), parts.next()) else {
                panic!("a line of replaceable.allowed needs a file, a call and a reason: {line}");
            };
            Allowed { file: file.trim().to_owned(), what: what.trim().to_owned(), used: false }
        })
        .collect()
}

fn matches_pattern(what: &str, pattern: &str) -> bool {
    match pattern.split_once('*') {
        Some((start, end)) => what.len() >= start.len() + end.len() && what.starts_with(start) && what.ends_with(end),
        None => what == pattern,
    }
}

fn is_at_or_under(name: &str, path: &str) -> bool {
    name.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn main() -> ExitCode {
    let lib = Path::new(env!("CARGO_MANIFEST_DIR")).join("../node/lib");
    let mut allowed = read_allowed(&Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/replaceable.allowed"));
    let mut files = Vec::new();
    files_under(&lib, &mut files);
    let mut violations = 0;
    for file in &files {
        let name = file.strip_prefix(&lib).expect("a file of lib").display().to_string();
        let text = fs::read_to_string(file).expect("a file of lib");
        let allocator = Allocator::default();
        let options = ParseOptions { allow_return_outside_function: true, ..ParseOptions::default() };
        let parsed = Parser::new(&allocator, &text, SourceType::cjs()).with_options(options).parse();
        assert!(parsed.diagnostics.is_empty(), "{name} does not parse: {:?}", parsed.diagnostics);
        let is_protected = !TOOLS.iter().any(|path| is_at_or_under(&name, path));
        let scoping = SemanticBuilder::new().build(&parsed.program).semantic.into_scoping();
        let mut finder = Finder { text: &text, scoping, is_protected, found: Vec::new() };
        finder.visit_program(&parsed.program);
        for (span, what, instead) in finder.found {
            let exception =
                allowed.iter_mut().find(|line| is_at_or_under(&name, &line.file) && matches_pattern(&what, &line.what));
            if let Some(exception) = exception {
                exception.used = true;
                continue;
            }
            violations += 1;
            let line = text[..span.start as usize].matches('\n').count() + 1;
            println!("crates/node/lib/{name}:{line}: {what} can be changed by a program; write {instead}");
        }
    }
    for line in allowed.iter().filter(|line| !line.used) {
        violations += 1;
        println!("crates/source/examples/replaceable.allowed: {} | {} is not found any more", line.file, line.what);
    }
    println!("{} files of lib, {violations} calls that a program can replace", files.len());
    if violations == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
