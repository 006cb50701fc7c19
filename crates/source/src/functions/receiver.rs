//! What a source shows about the receiver of a call, and what V8 calls its type.

use std::collections::HashMap;

use oxc_ast::ast::{Argument, ChainElement, Expression};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Receiver {
    /// None: a plain call.
    None,
    /// `this` or `super` of the function around the call.
    Lexical,
    /// A variable's value, which the source may show.
    Name(Box<str>),
    /// An instance of a class or function.
    Instance(Box<str>),
    /// A class or function itself.
    Function(Box<str>),
    /// What is exported by a built-in module.
    Module(Box<str>),
    Type(&'static str),
    Unknown,
}

/// Objects and functions that are there from the start.
const GLOBALS: &str = "AggregateError Array ArrayBuffer Atomics BigInt Boolean Buffer DataView Date Error Float32Array \
    Float64Array Function Int16Array Int32Array Int8Array Intl Iterator JSON Map Math Number Object Promise Proxy RangeError \
    Reflect RegExp Set String Symbol SyntaxError TypeError Uint16Array Uint32Array Uint8Array console process";

impl Receiver {
    pub(super) fn name(name: &str) -> Receiver {
        Receiver::Name(name.into())
    }

    /// The receiver that an expression is for a member of it that is called.
    pub(super) fn of(expression: &Expression) -> Receiver {
        match expression.get_inner_expression() {
            Expression::ThisExpression(_) | Expression::Super(_) => Receiver::Lexical,
            Expression::NullLiteral(_) => Receiver::None,
            Expression::Identifier(name) if matches!(name.name.as_str(), "undefined" | "globalThis") => Receiver::None,
            Expression::Identifier(name) => Receiver::name(&name.name),
            Expression::NewExpression(new) => Receiver::of_new(&new.callee),
            Expression::ArrayExpression(_) => Receiver::Type("Array"),
            Expression::ObjectExpression(_) => Receiver::Type("Object"),
            Expression::StringLiteral(_) | Expression::TemplateLiteral(_) => Receiver::Type("String"),
            Expression::NumericLiteral(_) => Receiver::Type("Number"),
            Expression::BooleanLiteral(_) => Receiver::Type("Boolean"),
            Expression::BigIntLiteral(_) => Receiver::Type("BigInt"),
            Expression::RegExpLiteral(_) => Receiver::Type("RegExp"),
            Expression::FunctionExpression(function) => match &function.id {
                Some(name) => Receiver::Function(name.name.as_str().into()),
                None => Receiver::Type("Function"),
            },
            Expression::ArrowFunctionExpression(_) => Receiver::Type("Function"),
            Expression::ClassExpression(class) => match &class.id {
                Some(name) => Receiver::Function(name.name.as_str().into()),
                None => Receiver::Type("Function"),
            },
            Expression::CallExpression(call) => required_module(call).unwrap_or(Receiver::Unknown),
            Expression::StaticMemberExpression(member) if is_class_name(&member.property.name) => {
                Receiver::Function(member.property.name.as_str().into())
            }
            _ => Receiver::Unknown,
        }
    }

    fn of_new(callee: &Expression) -> Receiver {
        if let Some(name) = last_name(callee) {
            return Receiver::Instance(name.into());
        }
        match Receiver::of(callee) {
            Receiver::Module(module) => class_of_module(&module).map_or(Receiver::Unknown, Receiver::Type),
            _ => Receiver::Unknown,
        }
    }

    /// Receiver and name of the member that a callee is.
    pub(super) fn of_callee(callee: &Expression, arguments: &[Argument]) -> (Receiver, Option<Box<str>>) {
        let (object, property): (&Expression, Option<Box<str>>) = match callee.get_inner_expression() {
            Expression::StaticMemberExpression(member) => (&member.object, Some(member.property.name.as_str().into())),
            Expression::PrivateFieldExpression(member) => {
                (&member.object, Some(format!("#{}", member.field.name).into()))
            }
            Expression::ComputedMemberExpression(member) => (
                &member.object,
                match &member.expression {
                    Expression::StringLiteral(text) => Some(text.value.as_str().into()),
                    _ => None,
                },
            ),
            Expression::ChainExpression(chain) => match &chain.expression {
                ChainElement::StaticMemberExpression(member) => {
                    (&member.object, Some(member.property.name.as_str().into()))
                }
                ChainElement::ComputedMemberExpression(member) => (&member.object, None),
                ChainElement::PrivateFieldExpression(member) => {
                    (&member.object, Some(format!("#{}", member.field.name).into()))
                }
                _ => return (Receiver::None, None),
            },
            Expression::Super(_) => return (Receiver::Lexical, None),
            _ => return (Receiver::None, None),
        };
        let argument =
            |index: usize| arguments.get(index).and_then(Argument::as_expression).map_or(Receiver::None, Receiver::of);
        match property.as_deref() {
            Some("call") => (argument(0), None),
            Some("apply") if matches!(object, Expression::Identifier(name) if name.name == "Reflect") => {
                (argument(1), None)
            }
            Some("apply") => (argument(0), None),
            _ => (Receiver::of(object), property),
        }
    }
}

fn is_class_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase())
}

fn last_name<'e>(expression: &'e Expression) -> Option<&'e str> {
    match expression.get_inner_expression() {
        Expression::Identifier(name) => Some(name.name.as_str()),
        Expression::StaticMemberExpression(member) => Some(member.property.name.as_str()),
        Expression::ClassExpression(class) => class.id.as_ref().map(|name| name.name.as_str()),
        _ => None,
    }
}

/// `Reflect.construct`
pub(super) fn is_construct(callee: &Expression) -> bool {
    let Expression::StaticMemberExpression(member) = callee else { return false };
    member.property.name == "construct"
        && matches!(&member.object, Expression::Identifier(name) if name.name == "Reflect")
}

/// `require('events')`
fn required_module(call: &oxc_ast::ast::CallExpression) -> Option<Receiver> {
    let Expression::Identifier(callee) = &call.callee else { return None };
    let Argument::StringLiteral(name) = call.arguments.first()? else { return None };
    (callee.name == "require").then(|| Receiver::of_module(&name.value))
}

impl Receiver {
    pub(super) fn of_module(specifier: &str) -> Receiver {
        Receiver::Module(specifier.strip_prefix("node:").unwrap_or(specifier).into())
    }
}

/// Modules that export a class.
fn class_of_module(module: &str) -> Option<&'static str> {
    match module {
        "events" => Some("EventEmitter"),
        "stream" => Some("Stream"),
        _ => None,
    }
}

type Names = HashMap<Box<str>, Receiver>;

pub(super) fn resolve<'f>(names: &'f Names, receiver: &'f Receiver) -> &'f Receiver {
    let mut receiver = receiver;
    for _ in 0..4 {
        let Receiver::Name(name) = receiver else { return receiver };
        match names.get(name) {
            Some(known) => receiver = known,
            None => return receiver,
        }
    }
    &Receiver::Unknown
}

pub(super) fn type_name<'f>(names: &'f Names, receiver: &'f Receiver) -> Option<&'f str> {
    match resolve(names, receiver) {
        Receiver::None | Receiver::Lexical | Receiver::Unknown => None,
        Receiver::Name(name) => GLOBALS.split(' ').any(|global| global == &**name).then_some(name),
        Receiver::Function(name) => Some(name),
        Receiver::Module(_) => Some("Object"),
        Receiver::Type(name) => Some(name),
        Receiver::Instance(class) => Some(match names.get(class) {
            Some(Receiver::Module(module)) => class_of_module(module).unwrap_or(class),
            _ => class,
        }),
    }
}
