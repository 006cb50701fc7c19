//! What goes around a module's body.
//!
//! ```text
//!   plain    (function NAME(…){'use strict';DECLARATIONS BODY
//!            return{__proto__:null,a,get b(){return b}}})
//!   in two   (function* NAME(…){'use strict';DECLARATIONS __hexloop_install({__proto__:null,get a(){return a},…});yield;BODY
//!            })
//! ```
//!
//! A getter costs a function, and its first call a compilation. Where nobody can look before the body has run, only what may
//! change afterwards gets one.
//!
//! The parameters: `__hexloop_meta` (what `import.meta` is), `__hexloop_import` (what `import()` calls),
//! `__hexloop_install` (in two: called once with an object of getters, one for each local export), `__hexloop_0` … (the
//! environments of all requests) and `__hexloop_ns_N` (the namespace objects of [`Linked::namespaces`]).

use std::fmt::Write as _;

use super::awaits::LOOP;
use super::declarations::{DEFAULT, MAKE_DEFAULT, namespace_name};
use super::references::{CONSTANT, IMPORT, META};
use super::source_text::{is_plain_name, push_quoted};
use super::{Linked, LocalExport};

/// How a module's function runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One call runs the body and answers the exports. For a module that nobody can look into before its body has run: not
    /// one in a cycle, nor one that awaits at its top level.
    Plain,
    /// A generator: the first `next()` hands out the exports, the second runs the body; each `yield` of the body is an
    /// `await`.
    TwoPhase,
}

/// What stands before and after a module's body in the text for the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrapper {
    pub head: String,
    pub tail: String,
    /// How long the head is, in UTF-16 units; it has one line.
    pub prefix: u32,
}

impl Wrapper {
    /// The whole text.
    pub fn around(&self, body: &str) -> String {
        [&self.head, body, &self.tail].concat()
    }
}

impl Linked {
    /// Around the body, the expression that evaluates to the module's function, which is called `name`.
    pub fn wrapper(&self, name: &str, shape: Shape) -> Wrapper {
        let mut head = if self.prologue.loops { "(__hexloop_loop=>".to_owned() } else { "(".to_owned() };
        self.push_signature(&mut head, name, shape);
        self.push_prologue(&mut head);
        let mut tail = "\n".to_owned();
        match shape {
            Shape::Plain => {
                tail.push_str("return");
                push_exports(&mut tail, &self.local_exports, push_final);
            }
            Shape::TwoPhase => {
                head.push_str("__hexloop_install(");
                push_exports(&mut head, &self.local_exports, push_getter);
                head.push_str(");yield;");
            }
        }
        tail.push_str("})");
        if self.prologue.loops {
            let _ = write!(tail, "({LOOP})");
        }
        Wrapper { prefix: crate::lines::utf16_length(&head), head, tail }
    }

    fn push_signature(&self, head: &mut String, name: &str, shape: Shape) {
        let star = if shape == Shape::TwoPhase { "*" } else { "" };
        let _ = write!(head, "function{star} {name}({META},{IMPORT},__hexloop_install");
        for request in 0..self.requests.len() {
            let _ = write!(head, ",__hexloop_{request}");
        }
        for &request in &self.namespaces {
            let _ = write!(head, ",{}", namespace_name(request));
        }
        head.push_str("){'use strict';");
    }

    fn push_prologue(&self, head: &mut String) {
        if self.prologue.hoisted_default {
            let _ = write!(head, "const {DEFAULT}={MAKE_DEFAULT}();");
        }
        if self.prologue.constant {
            let _ = write!(head, "const {CONSTANT}=0;");
        }
    }
}

fn push_exports(out: &mut String, exports: &[LocalExport], push: impl Fn(&mut String, &LocalExport)) {
    out.push_str("{__proto__:null");
    for export in exports {
        out.push(',');
        push(out, export);
    }
    out.push('}');
}

fn push_getter(out: &mut String, export: &LocalExport) {
    out.push_str("get ");
    push_key(out, &export.exported);
    let _ = write!(out, "(){{return {}}}", export.read);
}

/// What an export is once the body has run.
fn push_final(out: &mut String, export: &LocalExport) {
    if !export.constant {
        return push_getter(out, export);
    }
    match export.exported.as_str() {
        // With a colon it would be the prototype.
        "__proto__" => out.push_str("[\"__proto__\"]"),
        name => push_key(out, name),
    }
    if export.exported != export.read || export.exported == "__proto__" {
        let _ = write!(out, ":{}", export.read);
    }
}

fn push_key(out: &mut String, name: &str) {
    match is_plain_name(name) {
        true => out.push_str(name),
        false => push_quoted(out, name),
    }
}
