//! Lowers enums to functions that fill an object, by edits that keep lines.
//!
//! ```text
//!   export enum A {            export var A=(function(A){
//!     x,                         A[A["x"]=0]="x";
//!     y = x << 2, // why         A[A["y"] = A["x"] << 2]="y"; // why
//!     z,                         A[A["z"]=A["y"]+1]="z";
//!     s = 's',                   A["s"] = 's';
//!   }                          return A})(A||{});
//! ```
//!
//! Only if every enum of a file is *plain*: at the top level, its values composed of literals, operators and its own earlier
//! members. Then the rest of the file does not matter, and a large file can be processed chunk by chunk (`large`). Whether a
//! member is a string, and so has no reverse mapping, follows from its source alone.
//!
//! oxc lowers all other enums (`print.rs`), to objects with the same properties. It is not used for plain ones, since it has to print
//! the file: that takes the tree of the whole file and its scopes at once, and lines move, so that each stack needs a map.

use std::collections::HashMap;

use oxc_ast::ast::*;
use oxc_span::{GetSpan, Span};

use super::adjacent::AdjacentTokens;
use super::namespaces::declared;
use crate::edits::Edits;
use crate::modules::quoted;

/// How often each name is declared at the top level: `export var` of one name may occur only once.
#[derive(Default)]
pub(super) struct Declared(HashMap<String, usize>);

impl Declared {
    /// Records the declarations of a file, or of a chunk of it.
    pub fn add(&mut self, program: &Program) {
        for (declaration, _) in program.body.iter().filter_map(declared) {
            match declaration {
                Declaration::VariableDeclaration(variables) => {
                    variables.declarations.iter().for_each(|one| self.count(one.id.get_binding_identifiers()));
                }
                Declaration::FunctionDeclaration(function) => self.count(function.id.as_ref()),
                Declaration::ClassDeclaration(class) => self.count(class.id.as_ref()),
                Declaration::TSEnumDeclaration(one) => self.count([&one.id]),
                Declaration::TSNamespaceDeclaration(one) => self.count([&one.id]),
                _ => {}
            }
        }
    }

    fn count<'t, 'a: 't>(&mut self, names: impl IntoIterator<Item = &'t BindingIdentifier<'a>>) {
        for name in names {
            *self.0.entry(name.name.to_string()).or_default() += 1;
        }
    }

    fn is_single(&self, name: &str) -> bool {
        self.0.get(name).is_none_or(|times| *times < 2)
    }
}

/// Adds the edits for all top-level enums, shifted by `offset`, and returns how many there are; `None` if one of them is not
/// plain.
pub(super) fn lower(program: &Program, names: &Declared, offset: usize, edits: &mut Edits) -> Option<usize> {
    let text = AdjacentTokens { source: program.source_text, comments: &program.comments };
    let mut count = 0;
    for (declaration, is_exported) in program.body.iter().filter_map(declared) {
        let Declaration::TSEnumDeclaration(one) = declaration else { continue };
        if one.declare {
            continue;
        }
        if is_exported && !names.is_single(&one.id.name) {
            return None;
        }
        Lowerer { text, name: &one.id.name, offset, edits, members: HashMap::new() }.lower(one)?;
        count += 1;
    }
    Some(count)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Value {
    Number,
    String,
}

struct Lowerer<'t, 'e> {
    text: AdjacentTokens<'t>,
    name: &'t str,
    offset: usize,
    edits: &'e mut Edits,
    /// The earlier members.
    members: HashMap<String, Value>,
}

/// Each step returns `None` for what is not plain.
impl Lowerer<'_, '_> {
    fn lower(&mut self, declaration: &TSEnumDeclaration) -> Option<()> {
        let (name, body) = (self.name, declaration.body.span);
        let head = Span::new(declaration.span.start, body.start + 1);
        self.replace(head, format!("var {name}=(function({name}){{"))?;
        let mut before: Option<String> = None;
        for member in &declaration.body.members {
            let key = self.key(&member.id)?;
            self.member(member, &key, before.as_deref())?;
            before = Some(key);
        }
        self.replace(Span::new(body.end - 1, body.end), format!("return {name}}})({name}||{{}});"))
    }

    /// A member's name as a literal.
    fn key(&self, id: &TSEnumMemberName) -> Option<String> {
        match id {
            TSEnumMemberName::Identifier(name) => Some(quoted(&name.name)),
            TSEnumMemberName::String(text) | TSEnumMemberName::ComputedString(text) => Some(quoted(&text.value)),
            TSEnumMemberName::ComputedTemplateString(_) => None,
        }
    }

    fn member(&mut self, member: &TSEnumMember, key: &str, before: Option<&str>) -> Option<()> {
        let enum_name = self.name;
        let value = match &member.initializer {
            Some(value) => {
                let kind = self.value(value)?;
                // The `=` and the white space around it stay.
                let equals = self.equals_before(value.span().start)?;
                let name = Span::new(member.span.start, self.text.previous_end(equals));
                let (open, close) = match kind {
                    Value::Number => (format!("{enum_name}[{enum_name}[{key}]"), format!("]={key}")),
                    Value::String => (format!("{enum_name}[{key}]"), String::new()),
                };
                self.replace(name, open)?;
                self.edits.end(self.offset + member.span.end as usize, close);
                kind
            }
            None => {
                let number = match before {
                    None => "0".to_owned(),
                    Some(before) if self.members.get(before) == Some(&Value::Number) => {
                        format!("{enum_name}[{before}]+1")
                    }
                    Some(_) => return None,
                };
                self.replace(member.span, format!("{enum_name}[{enum_name}[{key}]={number}]={key}"))?;
                Value::Number
            }
        };
        self.members.insert(key.to_owned(), value);
        let next = self.text.next(member.span.end);
        if self.text.source.as_bytes().get(next as usize) == Some(&b',') {
            self.replace(Span::new(next, next + 1), ";".to_owned())
        } else {
            self.edits.end(self.offset + member.span.end as usize, ";");
            Some(())
        }
    }

    /// The position of the `=` before a value: only white space, comments and parentheses can be between them.
    fn equals_before(&self, value: u32) -> Option<u32> {
        let end = self.text.previous_end(value);
        self.text.source[..end as usize].ends_with('=').then(|| end - 1)
    }

    /// The type of an expression's value; references to earlier members are rewritten.
    fn value(&mut self, expression: &Expression) -> Option<Value> {
        match expression {
            Expression::NumericLiteral(_) => Some(Value::Number),
            Expression::StringLiteral(_) => Some(Value::String),
            Expression::TemplateLiteral(template) => {
                template.expressions.iter().try_for_each(|part| self.value(part).map(drop))?;
                Some(Value::String)
            }
            Expression::UnaryExpression(unary) => {
                let is_plain = matches!(
                    unary.operator,
                    UnaryOperator::UnaryPlus | UnaryOperator::UnaryNegation | UnaryOperator::BitwiseNot
                );
                (is_plain && self.value(&unary.argument)? == Value::Number).then_some(Value::Number)
            }
            Expression::BinaryExpression(binary) => {
                let (left, right) = (self.value(&binary.left)?, self.value(&binary.right)?);
                match binary.operator {
                    BinaryOperator::Addition if left == Value::String || right == Value::String => Some(Value::String),
                    operator if operator.is_arithmetic() || operator.is_bitwise() => Some(Value::Number),
                    _ => None,
                }
            }
            Expression::ParenthesizedExpression(inner) => self.value(&inner.expression),
            Expression::Identifier(name) => {
                let key = quoted(&name.name);
                let value = *self.members.get(&key)?;
                self.replace(name.span, format!("{}[{key}]", self.name))?;
                Some(value)
            }
            // `A.x` needs no rewrite.
            Expression::StaticMemberExpression(member) if member.object.is_specific_id(self.name) => {
                let shadows = self.members.contains_key(&quoted(self.name));
                self.members.get(&quoted(&member.property.name)).copied().filter(|_| !shadows && !member.optional)
            }
            _ => None,
        }
    }

    /// Only within a line, so that lines stay the same.
    fn replace(&mut self, span: Span, text: String) -> Option<()> {
        if self.text.has_line_end(span.start, span.end) {
            return None;
        }
        self.edits.replace(self.offset + span.start as usize..self.offset + span.end as usize, text);
        Some(())
    }
}
