//! Lowers standard decorators and `accessor` fields, which the engine does not parse, by edits that keep lines.
//!
//! Nothing moves: decorators are evaluated in place, in the computed name of their element, so `await`, `this` and the order of
//! evaluation do not change. `$0` is a `DecoratedClass` of `lib/core/decorated_class.js`.
//!
//! ```text
//!   @d class C extends B {        let $0=R.decorated([d]);let C;({"C":class extends B {static{C=$0.apply(this)}…
//!     @m static run() {}            static[$0.element("method",1,[m],"run")]() {}
//!     @f x = 1                      [$0.element("field",0,[f],"x")] = $0.init(1,this,1);#after=$0.after(1,this);
//!     @f #y                         static[$0.element("field",2,[f],"#y")](){} #y=$0.init(2,this,void 0);#after=…
//!     @m #z() {}                    [$0.element("method",2,[m],"#z")]() {}get #z(){return $0.value(3)}
//!     accessor w = 2                get"w"(){return this.#w}set"w"(v){this.#w=v}#w = 2
//!   }                             static{$0.finish()}}});
//! ```
//!
//! The static block at the start of the body runs when all methods are defined and before any static field is: that is when the
//! specification applies decorators. Elements with a private name are defined under a symbol and deleted there.
//!
//! oxc lowers legacy decorators only (`experimentalDecorators`; `print.rs` uses that). It prints standard ones as they are, which
//! the engine rejects: `@d class C {}`.

use std::collections::HashMap;

use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_span::GetSpan;

use super::adjacent::AdjacentTokens;
use super::class_elements::{Body, decorators_of};
use super::print::RUNTIME;
use super::removed::is_removed_element;
use crate::edits::Edits;

pub(super) struct Decorators<'e, 'a> {
    pub text: AdjacentTokens<'a>,
    pub edits: &'e mut Edits,
    /// Whether decorators are standard ones; otherwise only `accessor` is lowered.
    pub decorates: bool,
    /// Whether fields are assigned as before ES2022.
    pub assigns_fields: bool,
    next: usize,
    /// The names that anonymous classes get from their context.
    names: HashMap<u32, String>,
    /// The replacement for `this`, if any.
    this: Option<String>,
}

/// The class options of tsconfig.json.
#[derive(Clone, Copy)]
pub(super) struct ClassOptions {
    pub decorates: bool,
    pub assigns_fields: bool,
}

/// How a class declaration is exported.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Export {
    No,
    Named,
    Default,
}

impl<'e, 'a> Decorators<'e, 'a> {
    pub fn new(program: &'a Program<'a>, edits: &'e mut Edits, class_options: ClassOptions) -> Decorators<'e, 'a> {
        let text = AdjacentTokens { source: program.source_text, comments: &program.comments };
        let ClassOptions { decorates, assigns_fields } = class_options;
        Decorators { text, edits, decorates, assigns_fields, next: 0, names: HashMap::new(), this: None }
    }

    pub(super) fn name(&mut self, what: &str) -> String {
        self.next += 1;
        format!("__hexloop_{what}_{}", self.next)
    }

    pub(super) fn with_this(&mut self, this: Option<String>, inside: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.this, this);
        inside(self);
        self.this = outer;
    }

    fn is_decorated(&self, class: &Class<'a>) -> bool {
        self.decorates && !class.decorators.is_empty()
    }

    /// Whether any element of the class itself is edited.
    fn changes(&self, class: &Class<'a>) -> bool {
        let changes = |element: &ClassElement<'a>| {
            let is_accessor = matches!(element, ClassElement::AccessorProperty(_)) && !is_removed_element(element);
            let decorators = decorators_of(element);
            if self.decorates { is_accessor || !decorators.is_empty() } else { is_accessor && decorators.is_empty() }
        };
        !class.declare && (self.is_decorated(class) || class.body.body.iter().any(changes))
    }

    /// Deletes modifiers, word by word: comments and line terminators stay.
    pub(super) fn delete_words(&mut self, from: u32, to: u32) {
        let mut at = self.text.next(from);
        while at < to {
            let end = at + (self.text.word(at).len() as u32).max(1);
            self.edits.replace(at as usize..end as usize, "");
            at = self.text.next(end);
        }
    }

    /// `@a @b` becomes `open` `a` `,` `b` `close`.
    pub(super) fn decorator_list(&mut self, decorators: &[Decorator<'a>], open: String, close: String) {
        let mut before = open;
        for decorator in decorators {
            let start = decorator.span.start as usize;
            self.edits.replace(start..start + 1, std::mem::replace(&mut before, ",".to_owned()));
            self.decorator(&decorator.expression);
        }
        if let Some(last) = decorators.last() {
            self.edits.end(last.span.end as usize, close);
        }
    }

    /// `@a.b` is called as a method of `a`.
    fn decorator(&mut self, expression: &Expression<'a>) {
        let (object, name) = match expression {
            Expression::StaticMemberExpression(member) => {
                (&member.object, format!(",{})", quoted(member.property.name.as_str())))
            }
            Expression::PrivateFieldExpression(member) => (&member.object, format!(",o=>o.#{})", member.field.name)),
            other => return self.visit_expression(other),
        };
        if matches!(object, Expression::Super(_)) {
            return self.visit_expression(expression);
        }
        self.edits.insert(expression.span().start as usize, format!("{RUNTIME}.bound("));
        self.visit_expression(object);
        self.delete_words(object.span().end, expression.span().end);
        self.edits.end(expression.span().end as usize, name);
    }

    /// Records the name that an anonymous class gets.
    pub(super) fn named(&mut self, name: Option<impl Into<String>>, value: Option<&Expression<'a>>) {
        if let (Some(name), Some(value)) = (name, value)
            && let Expression::ClassExpression(class) = value.without_parentheses()
            && class.id.is_none()
        {
            self.names.insert(class.span.start, name.into());
        }
    }

    /// The position of the keyword `class`.
    fn keyword(&self, class: &Class<'a>) -> u32 {
        let mut at = class.decorators.last().map_or(class.span.start, |last| last.span.end);
        loop {
            at = self.text.next(at);
            match self.text.word(at) {
                "class" | "" => return at,
                word => at += word.len() as u32,
            }
        }
    }

    fn declaration(&mut self, class: &Class<'a>, start: u32, export: Export) {
        let state = self.name("class");
        if !self.is_decorated(class) {
            let start = class.decorators.first().map_or(start, |first| first.span.start.min(start));
            self.edits.insert(start as usize, format!("let {state}={RUNTIME}.decorated();"));
            return self.class(class, Body::new(state, false), None);
        }
        let keyword = self.keyword(class);
        let (first, last) = (class.decorators[0].span.start, class.decorators[class.decorators.len() - 1].span.end);
        self.delete_words(start.min(first), first);
        self.decorator_list(&class.decorators, format!("let {state}={RUNTIME}.decorated(["), "]);".to_owned());
        self.delete_words(last, keyword);
        let name = class.id.as_ref().map(|id| id.name.as_str());
        let property = property(name.unwrap_or_default());
        let (open, close) = match (name, export) {
            (Some(name), Export::No) => (format!("let {name};({{{property}:class"), "});".to_owned()),
            (Some(name), Export::Named) => (format!("export let {name};({{{property}:class"), "});".to_owned()),
            (Some(name), Export::Default) => {
                (format!("let {name};({{{property}:class"), format!("}});export{{{name} as default}};"))
            }
            (None, _) => ("export default ({\"default\":class".to_owned(), format!("}},{state}.self);")),
        };
        self.edits.replace(keyword as usize..keyword as usize + 5, open);
        self.delete_name(class);
        self.class(class, Body::new(state, true), name);
        self.edits.end(class.span.end as usize, close);
    }

    fn delete_name(&mut self, class: &Class<'a>) {
        if let Some(id) = &class.id {
            self.edits.replace(id.span.start as usize..id.span.end as usize, "");
        }
    }

    /// The variables of a class expression are parameters of a function, an arrow function if nothing yields.
    fn expression(&mut self, class: &Class<'a>) {
        let state = self.name("class");
        let keyword = self.keyword(class) as usize;
        let given = self.names.remove(&class.span.start);
        let own = class.id.as_ref().map(|id| id.name.as_str());
        let Suspends { awaits, yields } = Suspends::inside(class);
        let wait = if yields { "yield*" } else { ["", "await "][usize::from(awaits)] };
        let asynchronous = if awaits { "async " } else { "" };
        let start = format!("({wait}{RUNTIME}.decorated(");
        let bind = |more: String| match yields {
            true => format!(").of({asynchronous}function*({state}{more}){{return "),
            false => format!(").of({asynchronous}({state}{more})=>"),
        };
        let end = if yields { "}.bind(this)))" } else { "))" };
        if !self.is_decorated(class) {
            let (before, after) = match given.filter(|_| own.is_none()) {
                Some(name) => (format!("({{{}:", property(&name)), format!("}})[{}]", quoted(&name))),
                None => Default::default(),
            };
            self.edits.insert(keyword, format!("{start}{}{before}", bind(String::new())));
            self.class(class, Body::new(state, false), None);
            return self.edits.end(class.span.end as usize, format!("{after}{end}"));
        }
        self.decorator_list(&class.decorators, format!("{start}["), "]".to_owned());
        let parameter = own.map(|name| format!(",{name}")).unwrap_or_default();
        let property = property(own.or(given.as_deref()).unwrap_or_default());
        self.edits.replace(keyword..keyword + 5, format!("{}({{{property}:class", bind(parameter)));
        self.delete_name(class);
        self.class(class, Body::new(state.clone(), true), own);
        self.edits.end(class.span.end as usize, format!("}},{state}.self){end}"));
    }

    /// Heritage and body. `binding`: the variable for the class that the decorators return.
    fn class(&mut self, class: &Class<'a>, mut body: Body, binding: Option<&str>) {
        if let Some(heritage) = &class.heritage {
            self.visit_expression(&heritage.expression);
        }
        let outer = std::mem::take(&mut self.this);
        // The code at the start of the body is known at its end: the edits inside are added after it.
        let mut inside = std::mem::take(self.edits);
        for element in &class.body.body {
            self.element(element, &mut body);
        }
        std::mem::swap(self.edits, &mut inside);
        let assign = binding.map(|name| format!("{name}=")).unwrap_or_default();
        let mut first = format!("static{{{assign}{}.apply(this{})}}", body.state, body.accesses());
        if body.has_instance_methods() {
            first += &format!("#{}={}.begin(this);", self.name("begin"), body.state);
        }
        self.edits.insert(class.body.span.start as usize + 1, first);
        self.edits.extend(inside);
        if body.class_is_decorated {
            self.edits.end(class.body.span.end as usize - 1, format!(";static{{{}.finish()}}", body.state));
        }
        self.this = outer;
    }
}

/// A string literal.
pub(super) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// The key of a property whose value is a class, which names the class. The engine sets a computed name too late.
fn property(name: &str) -> String {
    if name == "__proto__" { "[\"__proto__\"]".to_owned() } else { quoted(name) }
}

impl<'a> Visit<'a> for Decorators<'_, 'a> {
    fn visit_statement(&mut self, statement: &Statement<'a>) {
        let (class, start, export) = match statement {
            Statement::ClassDeclaration(class) => (class, class.span.start, Export::No),
            Statement::ExportDeclaration(whole) => match &whole.declaration {
                Declaration::ClassDeclaration(class) => (class, whole.span.start, Export::Named),
                _ => return walk::walk_statement(self, statement),
            },
            Statement::ExportDefaultDeclaration(whole) => match &whole.declaration {
                ExportDefaultDeclarationKind::ClassDeclaration(class) => (class, whole.span.start, Export::Default),
                _ => return walk::walk_statement(self, statement),
            },
            _ => return walk::walk_statement(self, statement),
        };
        match self.changes(class) {
            true => self.declaration(class, start, export),
            false => self.visit_class(class),
        }
    }

    fn visit_class(&mut self, class: &Class<'a>) {
        if self.changes(class) {
            return self.expression(class);
        }
        let outer = std::mem::take(&mut self.this);
        walk::walk_class(self, class);
        self.this = outer;
    }

    fn visit_function(&mut self, function: &Function<'a>, flags: oxc_syntax::scope::ScopeFlags) {
        self.with_this(None, |walker| walk::walk_function(walker, function, flags));
    }

    fn visit_this_expression(&mut self, this: &ThisExpression) {
        if let Some(instead) = &self.this {
            self.edits.replace(this.span.start as usize..this.span.end as usize, instead.clone());
        }
    }

    fn visit_variable_declarator(&mut self, declarator: &VariableDeclarator<'a>) {
        self.named(declarator.id.get_identifier_name().map(|name| name.to_string()), declarator.init.as_ref());
        walk::walk_variable_declarator(self, declarator);
    }

    fn visit_assignment_expression(&mut self, assignment: &AssignmentExpression<'a>) {
        if let AssignmentTarget::AssignmentTargetIdentifier(id) = &assignment.left {
            self.named(Some(id.name.to_string()), Some(&assignment.right));
        }
        walk::walk_assignment_expression(self, assignment);
    }

    fn visit_object_property(&mut self, property: &ObjectProperty<'a>) {
        self.named(property.key.static_name(), Some(&property.value));
        walk::walk_object_property(self, property);
    }

    fn visit_property_definition(&mut self, property: &PropertyDefinition<'a>) {
        self.named(property.key.static_name(), property.value.as_ref());
        walk::walk_property_definition(self, property);
    }
}

/// Whether evaluating a class awaits or yields: in its heritage, a computed name or a decorator.
#[derive(Default)]
struct Suspends {
    awaits: bool,
    yields: bool,
}

impl Suspends {
    fn inside(class: &Class) -> Suspends {
        let mut suspends = Suspends::default();
        suspends.visit_class(class);
        suspends
    }
}

impl<'a> Visit<'a> for Suspends {
    fn visit_await_expression(&mut self, expression: &AwaitExpression<'a>) {
        self.awaits = true;
        walk::walk_await_expression(self, expression);
    }

    fn visit_yield_expression(&mut self, expression: &YieldExpression<'a>) {
        self.yields = true;
        walk::walk_yield_expression(self, expression);
    }

    fn visit_function(&mut self, _: &Function<'a>, _: oxc_syntax::scope::ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
}
