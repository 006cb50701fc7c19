//! How V8 quotes an expression in a message: `a.b(...)`, `(intermediate value).c`, `{(intermediate value)}`.

use oxc_ast::ast::{ArrayExpressionElement, ChainElement, Expression};

use super::value::{Value, number};

const INTERMEDIATE: &str = "(intermediate value)";

pub(super) fn print(expression: &Expression, source: &str) -> String {
    match expression.get_inner_expression() {
        Expression::Identifier(name) => name.name.to_string(),
        Expression::ThisExpression(_) => "this".to_owned(),
        Expression::BooleanLiteral(literal) => literal.value.to_string(),
        Expression::NullLiteral(_) => "null".to_owned(),
        Expression::NumericLiteral(literal) => number(literal.value),
        Expression::BigIntLiteral(literal) => format!("{}n", literal.value),
        Expression::StringLiteral(literal) => format!("\"{}\"", literal.value),
        Expression::RegExpLiteral(literal) => source[literal.span.start as usize..literal.span.end as usize].to_owned(),
        Expression::TemplateLiteral(literal) => match literal.single_quasi() {
            Some(text) => format!("\"{text}\""),
            None => literal.expressions.iter().map(|each| print(each, source)).collect(),
        },
        Expression::ObjectExpression(object) => format!("{{{}}}", INTERMEDIATE.repeat(object.properties.len())),
        Expression::ArrayExpression(array) => {
            let elements = array.elements.iter().map(|element| match element {
                ArrayExpressionElement::SpreadElement(spread) => format!("...{}", print(&spread.argument, source)),
                other => other.as_expression().map_or(String::new(), |element| print(element, source)),
            });
            format!("[{}]", elements.collect::<Vec<_>>().join(","))
        }
        Expression::StaticMemberExpression(member) => {
            let dot = if member.optional { "?." } else { "." };
            format!("{}{dot}{}", print(&member.object, source), member.property.name)
        }
        Expression::PrivateFieldExpression(member) => {
            format!("{}.#{}", print(&member.object, source), member.field.name)
        }
        Expression::ComputedMemberExpression(member) => {
            let object = print(&member.object, source);
            match (Value::of(&member.expression, source), member.optional) {
                (Value::Text(key), false) => format!("{object}.{key}"),
                (Value::Number(key), false) => format!("{object}[{}]", number(key)),
                (_, optional) => {
                    let bracket = if optional { "?.[" } else { "[" };
                    format!("{object}{bracket}{}]", print(&member.expression, source))
                }
            }
        }
        Expression::ChainExpression(chain) => match &chain.expression {
            ChainElement::CallExpression(call) => format!("{}(...)", print(&call.callee, source)),
            ChainElement::TSNonNullExpression(inner) => print(&inner.expression, source),
            ChainElement::StaticMemberExpression(member) => {
                let dot = if member.optional { "?." } else { "." };
                format!("{}{dot}{}", print(&member.object, source), member.property.name)
            }
            ChainElement::ComputedMemberExpression(member) => {
                format!("{}?.[{}]", print(&member.object, source), print(&member.expression, source))
            }
            ChainElement::PrivateFieldExpression(member) => {
                format!("{}?.#{}", print(&member.object, source), member.field.name)
            }
        },
        Expression::CallExpression(call) => format!("{}(...)", print(&call.callee, source)),
        Expression::UnaryExpression(unary) => {
            let operator = unary.operator.as_str();
            let space = if operator.ends_with(char::is_alphabetic) { " " } else { "" };
            format!("({operator}{space}{})", print(&unary.argument, source))
        }
        Expression::BinaryExpression(binary) => match Value::of(expression, source) {
            Value::Number(value) => number(value),
            _ => format!(
                "({} {} {})",
                print(&binary.left, source),
                binary.operator.as_str(),
                print(&binary.right, source)
            ),
        },
        Expression::LogicalExpression(logical) => format!(
            "({} {} {})",
            print(&logical.left, source),
            logical.operator.as_str(),
            print(&logical.right, source)
        ),
        Expression::SequenceExpression(sequence) => {
            let parts: Vec<_> = sequence.expressions.iter().map(|each| print(each, source)).collect();
            format!("({})", parts.join(" , "))
        }
        Expression::ConditionalExpression(_) => INTERMEDIATE.repeat(3),
        Expression::NewTarget(_) => ".new.target".to_owned(),
        _ => INTERMEDIATE.to_owned(),
    }
}
