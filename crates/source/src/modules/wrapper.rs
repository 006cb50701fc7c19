//! The code around a module's body.
//!
//! ```text
//!   plain      (function NAME(…){'use strict';DECLARATIONS BODY
//!              return{__proto__:null,a,get b(){return b}}})
//!   two-phase  (function* NAME(…){'use strict';DECLARATIONS __hexloop_install({__proto__:null,get a(){return a},…});yield;BODY
//!              })
//! ```
//!
//! A getter costs a function, and its first call a compilation. Where no other module can read an export before the body has run,
//! only exports that may change afterwards get one.
//!
//! The parameters: `__hexloop_meta` (`import.meta`), `__hexloop_import` (what `import()` calls), `__hexloop_install` (two-phase:
//! called once with an object of getters, one for each local export), `__hexloop_0` … (the environments of all requests) and
//! `__hexloop_ns_N` (the namespace objects of [`Linked::namespaces`]).

use std::fmt::Write as _;

use super::awaits::LOOP;
use super::declarations::{DEFAULT, MAKE_DEFAULT, namespace_name};
use super::references::{CONSTANT, IMPORT, META};
use super::source_text::{is_plain_name, push_quoted};
use super::{Linked, LocalExport};

/// How a module's function runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One call runs the body and returns the exports. For a module whose exports cannot be read before its body has run: not
    /// one in a cycle, nor one with a top-level await.
    Plain,
    /// A generator: the first `next()` publishes the exports, the second runs the body; each `yield` of the body is an `await`.
    TwoPhase,
}

/// The code before and after a module's body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrapper {
    pub head: String,
    pub tail: String,
    /// The length of the head in UTF-16 units; it has one line.
    pub prefix: u32,
}

impl Wrapper {
    /// The complete source.
    pub fn around(&self, body: &str) -> String {
        [&self.head, body, &self.tail].concat()
    }
}

impl Linked {
    /// The wrapper that makes the body an expression: the module's function, which is called `name`.
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

/// An export after the body has run.
fn push_final(out: &mut String, export: &LocalExport) {
    if !export.constant {
        return push_getter(out, export);
    }
    match export.exported.as_str() {
        // With a colon it would set the prototype.
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
