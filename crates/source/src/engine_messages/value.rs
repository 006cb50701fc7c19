//! What a source shows about the value of an expression, and how V8's messages show values.

use std::collections::HashMap;

use oxc_ast::ast::{
    Argument, ArrayExpressionElement, BinaryOperator, Expression, ObjectPropertyKind, PropertyKey, PropertyKind,
    UnaryOperator,
};
use oxc_span::GetSpan;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Undefined,
    Null,
    Boolean(bool),
    Number(f64),
    Text(String),
    BigInt(String),
    Symbol(String),
    /// Its source.
    Function(String),
    Array(Vec<Value>),
    Properties(Vec<(String, Value)>),
    /// Of a class.
    Instance(String),
    /// A property without a setter.
    Getter,
    /// A variable's, which [`Constants`] may know.
    Name(String),
    Unknown,
}

/// The values of names that are declared once in a source, with a value that the source shows.
#[derive(Default)]
pub(super) struct Constants(HashMap<String, Value>);

impl Constants {
    pub(super) fn declare(&mut self, name: &str, value: Value) {
        let known = self.0.entry(name.to_owned());
        known.and_modify(|value| *value = Value::Unknown).or_insert(value);
    }

    /// Follows names; other values are returned as they are.
    pub(super) fn resolve(&self, value: &Value) -> Value {
        let mut value = value;
        for _ in 0..8 {
            let Value::Name(name) = value else { return value.clone() };
            match self.0.get(name) {
                Some(known) => value = known,
                None => return Value::Unknown,
            }
        }
        Value::Unknown
    }
}

impl Value {
    pub(super) fn of(expression: &Expression, source: &str) -> Value {
        let text = || source[expression.span().start as usize..expression.span().end as usize].to_owned();
        match expression.get_inner_expression() {
            Expression::BooleanLiteral(literal) => Value::Boolean(literal.value),
            Expression::NullLiteral(_) => Value::Null,
            Expression::NumericLiteral(literal) => Value::Number(literal.value),
            Expression::BigIntLiteral(literal) => Value::BigInt(literal.value.to_string()),
            Expression::StringLiteral(literal) => Value::Text(literal.value.to_string()),
            Expression::TemplateLiteral(literal) => {
                literal.single_quasi().map_or(Value::Unknown, |text| Value::Text(text.to_string()))
            }
            Expression::RegExpLiteral(_) => Value::Instance("RegExp".to_owned()),
            Expression::Identifier(name) => match name.name.as_str() {
                "undefined" => Value::Undefined,
                "NaN" => Value::Number(f64::NAN),
                "Infinity" => Value::Number(f64::INFINITY),
                name => Value::Name(name.to_owned()),
            },
            Expression::ArrowFunctionExpression(_)
            | Expression::FunctionExpression(_)
            | Expression::ClassExpression(_) => Value::Function(text()),
            Expression::ArrayExpression(array) => Value::Array(
                array
                    .elements
                    .iter()
                    .map(|element| match element {
                        ArrayExpressionElement::Elision(_) => Value::Undefined,
                        other => other.as_expression().map_or(Value::Unknown, |element| Value::of(element, source)),
                    })
                    .collect(),
            ),
            Expression::ObjectExpression(object) => {
                Value::Properties(object.properties.iter().filter_map(|each| property(each, source)).collect())
            }
            Expression::NewExpression(new) => match &new.callee {
                Expression::Identifier(name) => Value::Instance(name.name.to_string()),
                _ => Value::Unknown,
            },
            Expression::UnaryExpression(unary) => unary_value(unary.operator, &Value::of(&unary.argument, source)),
            Expression::BinaryExpression(binary) => {
                let (left, right) = (Value::of(&binary.left, source), Value::of(&binary.right, source));
                arithmetic(binary.operator, &left, &right)
            }
            Expression::CallExpression(call) => call_value(&call.callee, &call.arguments, source),
            _ => Value::Unknown,
        }
    }

    pub(super) fn is_nullish(&self) -> bool {
        matches!(self, Value::Undefined | Value::Null)
    }

    fn is_object(&self) -> bool {
        matches!(self, Value::Function(_) | Value::Array(_) | Value::Properties(_) | Value::Instance(_))
    }

    pub(super) fn property(&self, key: &str) -> Option<&Value> {
        let Value::Properties(properties) = self else { return None };
        properties.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// The first element that is not an object.
    pub(super) fn first_primitive(&self) -> Option<&Value> {
        let Value::Array(elements) = self else { return None };
        elements.iter().find(|element| !element.is_object() && !matches!(element, Value::Name(_) | Value::Unknown))
    }

    /// As V8 shows a value inside a message.
    pub(super) fn shown(&self) -> Option<String> {
        Some(match self {
            Value::Undefined => "undefined".to_owned(),
            Value::Null => "null".to_owned(),
            Value::Boolean(value) => value.to_string(),
            Value::Number(value) => number(*value),
            Value::Text(text) | Value::BigInt(text) | Value::Function(text) => text.clone(),
            Value::Symbol(description) => format!("Symbol({description})"),
            Value::Array(_) => "[object Array]".to_owned(),
            Value::Properties(_) => "#<Object>".to_owned(),
            Value::Instance(class) if class == "RegExp" => "[object RegExp]".to_owned(),
            Value::Instance(class) => format!("#<{class}>"),
            Value::Getter | Value::Name(_) | Value::Unknown => return None,
        })
    }

    pub(super) fn type_name(&self) -> Option<&'static str> {
        Some(match self {
            Value::Undefined => "undefined",
            Value::Null | Value::Array(_) | Value::Properties(_) | Value::Instance(_) => "object",
            Value::Boolean(_) => "boolean",
            Value::Number(_) => "number",
            Value::Text(_) => "string",
            Value::BigInt(_) => "bigint",
            Value::Symbol(_) => "symbol",
            Value::Function(_) => "function",
            Value::Getter | Value::Name(_) | Value::Unknown => return None,
        })
    }

    /// With its type, as V8 does where it does not quote the source: `number 5`.
    pub(super) fn typed(&self) -> Option<String> {
        let kind = self.type_name()?;
        Some(match self {
            Value::Null | Value::Boolean(_) | Value::Number(_) => format!("{kind} {}", self.shown()?),
            Value::Text(text) => format!("{kind} \"{text}\""),
            _ => kind.to_owned(),
        })
    }
}

fn property(property: &ObjectPropertyKind, source: &str) -> Option<(String, Value)> {
    let ObjectPropertyKind::ObjectProperty(property) = property else { return None };
    let value = match property.kind {
        PropertyKind::Init => Value::of(&property.value, source),
        PropertyKind::Get => Value::Getter,
        PropertyKind::Set => Value::Unknown,
    };
    Some((key_name(&property.key).filter(|_| !property.computed)?, value))
}

/// A key that is written as a name or a literal.
pub(crate) fn key_name(key: &PropertyKey) -> Option<String> {
    match key {
        PropertyKey::StaticIdentifier(name) => Some(name.name.to_string()),
        PropertyKey::PrivateIdentifier(name) => Some(format!("#{}", name.name)),
        PropertyKey::StringLiteral(text) => Some(text.value.to_string()),
        PropertyKey::NumericLiteral(literal) => Some(number(literal.value)),
        _ => None,
    }
}

fn unary_value(operator: UnaryOperator, value: &Value) -> Value {
    match (operator, value) {
        (UnaryOperator::Void, _) => Value::Undefined,
        (UnaryOperator::UnaryNegation, Value::Number(value)) => Value::Number(-value),
        (UnaryOperator::UnaryNegation, Value::BigInt(digits)) => Value::BigInt(format!("-{digits}")),
        (UnaryOperator::UnaryPlus, Value::Number(value)) => Value::Number(*value),
        _ => Value::Unknown,
    }
}

fn arithmetic(operator: BinaryOperator, left: &Value, right: &Value) -> Value {
    let (Value::Number(left), Value::Number(right)) = (left, right) else { return Value::Unknown };
    match operator {
        BinaryOperator::Addition => Value::Number(left + right),
        BinaryOperator::Subtraction => Value::Number(left - right),
        BinaryOperator::Multiplication => Value::Number(left * right),
        BinaryOperator::Division => Value::Number(left / right),
        BinaryOperator::Exponential => Value::Number(left.powf(*right)),
        _ => Value::Unknown,
    }
}

/// Of calls that return their first argument, or a value of a known kind.
fn call_value(callee: &Expression, arguments: &[Argument], source: &str) -> Value {
    let first =
        || arguments.first().and_then(Argument::as_expression).map_or(Value::Undefined, |it| Value::of(it, source));
    match callee {
        Expression::Identifier(name) if name.name == "Symbol" => match first() {
            Value::Text(description) => Value::Symbol(description),
            Value::Undefined => Value::Symbol(String::new()),
            _ => Value::Unknown,
        },
        Expression::StaticMemberExpression(member) if member.object.is_specific_id("Object") => {
            match member.property.name.as_str() {
                "freeze" | "seal" | "preventExtensions" | "assign" | "defineProperty" | "defineProperties" => first(),
                "create" => Value::Instance("Object".to_owned()),
                _ => Value::Unknown,
            }
        }
        _ => Value::Unknown,
    }
}

/// As JavaScript writes a number.
pub(super) fn number(value: f64) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    if value == 0.0 {
        return "0".to_owned();
    }
    let magnitude = value.abs();
    if (1e-6..1e21).contains(&magnitude) {
        return format!("{value}");
    }
    let text = format!("{value:e}");
    if magnitude >= 1.0 { text.replace('e', "e+") } else { text }
}
