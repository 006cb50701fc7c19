//! The places of a function where the engine may throw, and what V8's messages say about them.

use std::collections::{HashMap, HashSet};

use oxc_ast::ast::{ArrowFunctionExpression, Function, Program};
use oxc_ast_visit::{Visit, walk};
use oxc_span::Span;
use oxc_syntax::scope::ScopeFlags;

use super::finder::Finder;
use super::value::{Constants, Value};

/// An expression that a message may quote or show the value of.
#[derive(Clone, Debug)]
pub(super) struct Quoted {
    pub start: usize,
    pub end: usize,
    pub printed: String,
    pub value: Value,
    pub shape: Shape,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shape {
    NameOrLiteral,
    /// The callee as V8 prints it.
    Call(String),
    Other,
}

/// What iterates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Iteration {
    Loop,
    ArraySpread,
    CallSpread,
    /// `const [a] = x`
    Declaration,
    /// `[a] = x`, a nested pattern, `yield* x`: V8 shows the value.
    Shown,
}

impl Iteration {
    pub(super) fn is_spread(self) -> bool {
        matches!(self, Iteration::ArraySpread | Iteration::CallSpread)
    }
}

#[derive(Clone, Debug)]
pub(super) enum Target {
    Name(String),
    Member { object: Quoted, key: Key },
}

/// Of a member expression.
#[derive(Clone, Debug)]
pub(super) struct Key {
    pub start: usize,
    pub value: Value,
}

/// What an object pattern takes first.
#[derive(Clone, Debug)]
pub(super) enum First {
    Property {
        name: String,
        at: usize,
    },
    /// With a default value.
    Defaulted {
        name: String,
        at: usize,
    },
    /// Nothing, the rest, or a computed name.
    Unnamed,
}

#[derive(Clone, Debug)]
pub(super) enum Kind {
    Iterate {
        subject: Option<Quoted>,
        how: Iteration,
    },
    /// An object pattern; without a subject it is a parameter's.
    Destructure {
        subject: Option<Quoted>,
        first: First,
        is_nested: bool,
    },
    /// `at`: where V8 points.
    Assign {
        target: Target,
        at: usize,
    },
    Reference {
        name: String,
    },
    Read {
        object: Quoted,
        key: Key,
    },
    Delete {
        object: Quoted,
        key: Key,
    },
    Call {
        callee: Callee,
        arguments: Vec<Quoted>,
        is_new: bool,
    },
    Extends {
        superclass: Quoted,
    },
    In {
        left: Quoted,
    },
    /// `#name in x`
    HasPrivate {
        name: String,
    },
}

#[derive(Clone, Debug)]
pub(super) struct Callee {
    pub end: usize,
    pub printed: String,
    /// The object of `object.method(…)`.
    pub receiver: Option<Quoted>,
    /// `Map.prototype.get.call`: the names of its members, from the left.
    pub path: Vec<String>,
}

#[derive(Clone, Debug)]
pub(super) struct Site {
    pub start: usize,
    pub end: usize,
    pub kind: Kind,
}

/// Of one function of a source, in order of evaluation as far as the source shows it.
#[derive(Default)]
pub(super) struct Sites {
    pub sites: Vec<Site>,
    pub constants: Constants,
    /// Where names are declared that have a temporal dead zone.
    pub lexical: HashMap<String, Vec<usize>>,
    /// Names of variables that cannot be assigned to.
    pub is_const: HashMap<String, bool>,
    /// Classes and their getters.
    pub getters: HashSet<(String, String)>,
    /// The class with a private name.
    pub private_names: HashMap<String, PrivateName>,
}

#[derive(Clone, Debug)]
pub(super) struct PrivateName {
    pub class: Option<String>,
    pub is_static: bool,
    pub is_method: bool,
}

impl Sites {
    /// Those of the innermost function around `offset`.
    pub(super) fn find(program: &Program, source: &str, offset: usize) -> Sites {
        let mut functions = Functions { offset, innermost: 0..source.len() + 1 };
        functions.visit_program(program);
        let whole = 0..source.len() + 1;
        let mut finder = Finder { source, target: functions.innermost, around: vec![whole], found: Sites::default() };
        finder.visit_program(program);
        finder.found
    }
}

pub(super) type Range = std::ops::Range<usize>;

pub(super) fn range(span: Span) -> Range {
    span.start as usize..span.end as usize
}

struct Functions {
    offset: usize,
    innermost: Range,
}

impl Functions {
    fn enter(&mut self, function: Span) {
        let function = range(function);
        // An arrow may end where its expression does.
        if function.start <= self.offset && self.offset <= function.end && function.len() <= self.innermost.len() {
            self.innermost = function;
        }
    }
}

impl<'a> Visit<'a> for Functions {
    fn visit_function(&mut self, function: &Function<'a>, flags: ScopeFlags) {
        self.enter(function.span);
        walk::walk_function(self, function, flags);
    }

    fn visit_arrow_function_expression(&mut self, arrow: &ArrowFunctionExpression<'a>) {
        self.enter(arrow.span);
        walk::walk_arrow_function_expression(self, arrow);
    }
}
