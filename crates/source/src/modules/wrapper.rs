//! What goes around a module's body.
//!
//! ```text
//!   plain    (function NAME(…){'use strict';DECLARATIONS __hexloop_install({…});BODY
//!            })
//!   in two   (function* NAME(…){'use strict';DECLARATIONS __hexloop_install({…});yield;BODY
//!            })
//! ```
//!
//! The parameters: `__hexloop_meta` (what `import.meta` is), `__hexloop_import` (what `import()` calls),
//! `__hexloop_install` (called once with an object of getters, one for each local export), `__hexloop_0` … (the
//! environments of all requests) and `__hexloop_ns_N` (the namespace objects of [`Linked::namespaces`]).

use std::fmt::Write as _;

use super::Linked;
use super::awaits::LOOP;
use super::declarations::{DEFAULT, MAKE_DEFAULT, namespace_name};
use super::references::{CONSTANT, IMPORT, META};
use super::text::{is_plain_name, push_quoted};

/// How a module's function runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One call hands out the exports and runs the body. Not for a module that awaits at its top level.
    Plain,
    /// A generator: the first `next()` hands out the exports, the second runs the body; each `yield` of the body is an
    /// `await`.
    InTwo,
}

/// The text for the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrapper {
    pub code: String,
    /// How much of the first line, in UTF-16 units, stands before the body.
    pub prefix: u32,
}

impl Linked {
    /// The expression that evaluates to the module's function, which is called `name`.
    pub fn wrapper(&self, name: &str, shape: Shape) -> Wrapper {
        let head = self.head(name, shape);
        let (open, close) = match self.prologue.loops {
            true => ("(__hexloop_loop=>", format!("\n}})({LOOP})")),
            false => ("(", "\n})".to_owned()),
        };
        let code = format!("{open}{head}{}{close}", self.body.code);
        Wrapper { prefix: (open.len() + crate::lines::utf16_length(&head) as usize) as u32, code }
    }

    fn head(&self, name: &str, shape: Shape) -> String {
        let star = if shape == Shape::InTwo { "*" } else { "" };
        let mut head = format!("function{star} {name}({META},{IMPORT},__hexloop_install");
        for request in 0..self.requests.len() {
            let _ = write!(head, ",__hexloop_{request}");
        }
        for &request in &self.namespaces {
            let _ = write!(head, ",{}", namespace_name(request));
        }
        head.push_str("){'use strict';");
        if self.prologue.hoisted_default {
            let _ = write!(head, "const {DEFAULT}={MAKE_DEFAULT}();");
        }
        if self.prologue.constant {
            let _ = write!(head, "const {CONSTANT}=0;");
        }
        head.push_str("__hexloop_install({__proto__:null");
        for export in &self.local_exports {
            head.push_str(",get ");
            match is_plain_name(&export.exported) {
                true => head.push_str(&export.exported),
                false => push_quoted(&mut head, &export.exported),
            }
            let _ = write!(head, "(){{return {}}}", export.read);
        }
        head.push_str("});");
        if shape == Shape::InTwo {
            head.push_str("yield;");
        }
        head
    }
}
