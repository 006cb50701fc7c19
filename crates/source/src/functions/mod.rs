//! The functions of a source as V8 names them in a stack: `Foo.bar`, `new Foo`, `get g`, `exports.f`, `<static_initializer>`.
//!
//! The engine reports a name that is often empty, and nothing about the receiver of a call. The syntax shows most of it: the innermost
//! function around a frame's position has a name and a kind, and the call at the position of the frame below shows what it was called on.
//!
//! ```text
//!   class Foo { bar() { throw e } }     frame:  the method `bar`, of instances of `Foo`
//!   const x = new Sub();
//!   x.bar()                             call:   on `x`, a constant that is an instance of `Sub`  ─▶  Sub.bar
//! ```
//!
//! A source is parsed when a stack with a frame in it is first read, and never if it is longer than [`MAX_SOURCE`].
//!
//! `finder.rs` visits the tree, `naming.rs` has V8's rules for functions without a name, `receiver.rs` what is known about a receiver.

mod finder;
mod naming;
mod receiver;

use std::collections::HashMap;

use oxc_ast::ast::Program;

use crate::lines;
use crate::parse::{self, Goal, ParseMode};
use crate::types::{self, Language};
pub use receiver::Receiver;

/// Of longer sources only the engine's names are shown: the first stack with a frame in one of 3.9 MB took 190 ms.
const MAX_SOURCE: usize = 2 << 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionKind {
    Plain,
    Arrow,
    /// Of a class or an object.
    Method,
    Getter,
    Setter,
    Constructor,
    /// Field initializers, or a static block.
    Initializer,
}

#[derive(Clone, Debug)]
pub struct NamedFunction {
    start: u32,
    /// Where it begins for V8, and as line and column.
    shown_start: u32,
    position: (u32, u32),
    end: u32,
    /// Just after the parenthesis that opens the parameters.
    parameters: u32,
    parent: Option<u32>,
    /// The function whose `this` it has: another one's for an arrow function.
    this_of: Option<u32>,
    /// As V8 infers it; `None` if it is only known at run time.
    pub name: Option<Box<str>>,
    /// The property that it is stored in.
    pub method: Option<Box<str>>,
    pub kind: FunctionKind,
    pub is_async: bool,
    /// An arrow function whose body is an expression.
    is_expression: bool,
    /// What it is called on, as far as its definition shows.
    pub holder: Receiver,
}

impl NamedFunction {
    /// Whether the engine may report the end of this function as a position in it: that of a constructor while fields are initialized.
    fn may_end_at_position(&self) -> bool {
        self.is_expression || self.kind == FunctionKind::Constructor
    }
}

/// A call, `new` included.
#[derive(Clone, Debug)]
pub struct Call {
    /// Where the callee ends.
    callee_end: u32,
    /// Where the arguments begin.
    arguments: u32,
    pub is_new: bool,
    pub receiver: Receiver,
    /// The name of the member that is called.
    pub property: Option<Box<str>>,
}

/// A function's index in its source.
pub type FunctionIndex = u32;

#[derive(Default)]
pub struct Functions {
    /// In the order of their starts.
    list: Vec<NamedFunction>,
    /// In the order of `callee_end`.
    calls: Vec<Call>,
    /// Where the expressions of `await` end and begin, in the order of their ends.
    awaits: Vec<(u32, u32)>,
    /// Names that are declared once.
    names: HashMap<Box<str>, Receiver>,
    line_starts: Vec<u32>,
    /// The source, if it has other characters than ASCII.
    text: Option<Box<str>>,
}

impl Functions {
    /// Those of a file, which may be TypeScript. A source that does not parse has none.
    pub fn of_file(source: &str, file: &str) -> Functions {
        if source.len() > MAX_SOURCE {
            return Functions::default();
        }
        let read = |program: &Program| finder::find(source, program);
        let found = match Language::of(file) {
            Language::JavaScript => {
                let parsed = |goal| {
                    parse::parse(source, goal, ParseMode::TreeOnly, |parsed| (parsed.is_valid(), read(parsed.program)))
                };
                match parsed(if file.ends_with(".mjs") { Goal::Module } else { Goal::CommonJs }) {
                    Ok((true, found)) => Some(found),
                    _ => parsed(Goal::Module).ok().map(|(_, found)| found),
                }
            }
            language => types::tree(source, language, read),
        };
        let mut found = found.unwrap_or_default();
        found.calls.sort_by_key(|call| call.callee_end);
        found.awaits.sort_unstable();
        found.text = (!source.is_ascii()).then(|| source.into());
        found.line_starts = line_starts(source);
        found.set_positions(source);
        found
    }

    /// In one pass: a line may be as long as the source.
    fn set_positions(&mut self, source: &str) {
        let (mut line, mut column, mut at) = (1, 1, 0);
        for function in &mut self.list {
            let start = function.shown_start as usize;
            if start < at {
                (line, column, at) = (1, 1, 0);
            }
            while let Some(next) = self.line_starts.get(line).filter(|next| **next as usize <= start) {
                (line, column, at) = (line + 1, 1, *next as usize);
            }
            column += lines::utf16_length(source.get(at..start).unwrap_or_default());
            at = start;
            function.position = (line as u32, column);
        }
    }

    pub fn get(&self, index: FunctionIndex) -> &NamedFunction {
        &self.list[index as usize]
    }

    /// The offset of a position, both counted from 1 and in UTF-16 units.
    pub fn offset(&self, line: u32, column: u32) -> Option<usize> {
        let start = *self.line_starts.get(line.checked_sub(1)? as usize)? as usize;
        match &self.text {
            None => Some(start + column.checked_sub(1)? as usize),
            Some(text) => lines::offset(text.get(start..)?, 1, column).map(|offset| start + offset),
        }
    }

    /// Where a function begins: line and column.
    pub fn start(&self, index: FunctionIndex) -> (u32, u32) {
        self.get(index).position
    }

    /// The `await` that an async function waits in, if the engine points at its end: line and column of its beginning.
    pub fn await_at(&self, offset: usize) -> Option<(u32, u32)> {
        let at = self.awaits.binary_search_by_key(&(offset as u32), |(end, _)| *end).ok()?;
        let start = self.awaits[at].1;
        let line = self.line_starts.partition_point(|line| *line <= start);
        let line_start = self.line_starts[line - 1] as usize;
        let column = match &self.text {
            None => start - line_start as u32,
            Some(text) => lines::utf16_length(text.get(line_start..start as usize)?),
        };
        Some((line as u32, column + 1))
    }

    /// Whether nothing is known about the source.
    pub fn is_empty(&self) -> bool {
        self.line_starts.is_empty()
    }

    /// The innermost function around an offset.
    pub fn at(&self, offset: usize) -> Option<FunctionIndex> {
        let offset = offset as u32;
        let mut next =
            self.list.partition_point(|function| function.start <= offset).checked_sub(1).map(|at| at as u32);
        while let Some(index) = next {
            let function = self.get(index);
            if offset < function.end || (offset == function.end && function.may_end_at_position()) {
                return Some(index);
            }
            next = function.parent;
        }
        None
    }

    /// The function whose `this` a function has.
    pub fn this_of(&self, index: FunctionIndex) -> Option<FunctionIndex> {
        self.get(index).this_of
    }

    /// The call whose callee ends here, which is where the engine points.
    pub fn call_at(&self, offset: usize) -> Option<&Call> {
        let at = offset as u32;
        let candidates = &self.calls[..self.calls.partition_point(|call| call.callee_end <= at)];
        candidates.last().filter(|call| at <= call.arguments)
    }

    /// Whether this is where the engine has the frame that starts an async function, below that of its body.
    pub fn is_async_start(&self, index: FunctionIndex, offset: usize) -> bool {
        let function = self.get(index);
        let offset = offset as u32;
        function.is_async && (offset == function.parameters || offset + 1 == function.end || offset == function.end)
    }

    /// V8's name for the type of a receiver.
    pub fn type_name<'f>(&'f self, receiver: &'f Receiver) -> Option<&'f str> {
        receiver::type_name(&self.names, receiver)
    }

    /// What a name or an expression stands for.
    pub fn resolve<'f>(&'f self, receiver: &'f Receiver) -> &'f Receiver {
        receiver::resolve(&self.names, receiver)
    }
}

fn line_starts(source: &str) -> Vec<u32> {
    let mut starts = vec![0];
    let mut from = 0;
    while let Some(start) = lines::next_line_start(source, from) {
        starts.push(start as u32);
        from = start;
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Name, kind and type of the function around `@`, which is removed from the source.
    fn function(text: &str) -> (String, FunctionKind, String) {
        let at = text.find('@').expect("a mark");
        let source = text.replacen('@', "", 1);
        let functions = Functions::of_file(&source, "a.js");
        let function = functions.get(functions.at(at).expect("a function"));
        let holder = functions.type_name(&function.holder).unwrap_or_default().to_owned();
        (function.name.as_deref().unwrap_or("?").to_owned(), function.kind, holder)
    }

    fn check(text: &str, name: &str, kind: FunctionKind, holder: &str) {
        assert_eq!(function(text), (name.to_owned(), kind, holder.to_owned()), "{text}");
    }

    #[test]
    fn members_have_their_class() {
        use FunctionKind::*;
        check("class Foo { bar() { @ } }", "bar", Method, "Foo");
        check("class Foo { get g() { @ } }", "get g", Getter, "Foo");
        check("class Foo { static s() { @ } }", "s", Method, "Foo");
        check("class Foo { constructor() { @ } }", "Foo", Constructor, "Foo");
        check("class Foo { static { @ } }", "<static_initializer>", Initializer, "Foo");
        check("class Foo { f = () => @g() }", "f", Arrow, "Foo");
        check("const Foo = class { m() { @ } }", "m", Method, "Foo");
        check("f(class { m() { @ } })", "m", Method, "Object");
        check("f(class { static m() { @ } })", "m", Method, "Function");
        check("a.B = class { m() { @ } }", "m", Method, "a.B");
        check("x = { m() { @ } }", "m", Method, "Object");
        check("x = { [Symbol.iterator]() { @ } }", "[Symbol.iterator]", Method, "Object");
        check("P.prototype = { m: function () { @ } }", "m", Plain, "P");
    }

    #[test]
    fn functions_without_a_name_have_the_one_that_v8_infers() {
        use FunctionKind::*;
        check("const t = async () => { @ }", "t", Arrow, "");
        check("t = a || function () { @ }", "t", Plain, "");
        check("a.b = function () { @ }", "a.b", Plain, "");
        check("P.prototype.m = function () { @ }", "P.m", Plain, "P");
        check("P.prototype.m = function f() { @ }", "f", Plain, "P");
        check("exports.x = exports.y = function () { @ }", "exports.x.exports.y", Plain, "Object");
        check("o['x y'] = function () { @ }", "o.x y", Plain, "");
        check("o[key] = function () { @ }", "o.<computed>", Plain, "");
        check("function P() { this.m = () => @f() }", "m", Arrow, "P");
        check("f(function () { @ })", "", Plain, "");
        check("const x = (function () { @ })()", "", Plain, "");
        check("const { a = () => @f() } = {}", "a", Arrow, "");
        check("function f(a = () => @g()) {}", "a", Arrow, "");
    }

    /// Type and property of the call whose callee ends at `@`.
    fn call(text: &str) -> (Option<String>, Option<String>) {
        let at = text.find('@').expect("a mark");
        let source = text.replacen('@', "", 1);
        let functions = Functions::of_file(&source, "a.js");
        let call = functions.call_at(at).expect("a call");
        (functions.type_name(&call.receiver).map(str::to_owned), call.property.as_deref().map(str::to_owned))
    }

    #[test]
    fn a_call_shows_what_it_is_made_on() {
        let cases = [
            ("const s = new Sub(); s.bar@()", Some("Sub"), Some("bar")),
            ("[1].map@(f)", Some("Array"), Some("map")),
            ("new Set().forEach@(f)", Some("Set"), Some("forEach")),
            ("class A {} A.s@()", Some("A"), Some("s")),
            ("Object.assign@(a)", Some("Object"), Some("assign")),
            ("f@(a)", None, None),
            ("f.call@({})", Some("Object"), None),
            ("Reflect.apply@(f, [])", Some("Array"), None),
            ("new (require('events'))().emit@()", Some("EventEmitter"), Some("emit")),
            ("import * as ns from 'x'; ns.f@()", Some("Module"), Some("f")),
            ("a.b.c@()", None, Some("c")),
        ];
        for (text, receiver, property) in cases {
            assert_eq!(call(text), (receiver.map(str::to_owned), property.map(str::to_owned)), "{text}");
        }
    }

    #[test]
    fn a_position_after_a_function_is_not_inside_it() {
        let source = "!function () {}(); x => y";
        let functions = Functions::of_file(source, "a.js");
        assert_eq!(functions.at(15), None);
        assert_eq!(functions.at(source.len()), Some(1));
    }

    #[test]
    fn an_await_is_found_by_its_end() {
        let source = "async () => {\n  await f(é) }";
        let functions = Functions::of_file(source, "a.js");
        assert_eq!(functions.await_at(source.len() - 2), Some((2, 3)));
        assert_eq!(functions.await_at(source.len() - 1), None);
    }

    #[test]
    fn positions_count_utf16_units() {
        let source = "/* 😀 */\nconst é = () => f()";
        let functions = Functions::of_file(source, "a.js");
        let offset = functions.offset(2, 18).expect("an offset");
        assert_eq!(&source[offset..], "()");
        assert_eq!(functions.start(functions.at(offset).expect("a function")), (2, 11));
    }
}
