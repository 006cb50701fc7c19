//! Eager evaluation in the REPL: what may be evaluated while a line is being typed, because it cannot have a side effect.
//!
//! An expression becomes code in which every step that could run user code (a getter, a conversion to a primitive, a call) goes
//! through an object of guards, `lib/repl/preview.js`:
//!
//! ```text
//!   typed    a.b + Math.max(1, n)
//!   run      (__guard)=>__guard.primitive(__guard.get(__guard.name("a",()=>a),"b"))+__guard.primitive(__guard.call(__guard.name("Math",()=>Math),"max",[1,__guard.name("n",()=>n)]))
//! ```
//!
//! A guard that cannot exclude a side effect throws, and there is no preview. Syntax that is not listed below has no preview.

use oxc_ast::ast::{
    Argument, ArrayExpressionElement, BinaryOperator, ChainElement, Expression, ObjectPropertyKind, PropertyKey,
    PropertyKind, Statement, UnaryOperator,
};
use oxc_span::{GetSpan, Span};

use crate::parse::{self, Goal, ParseMode};

/// Longer inputs have no preview: they are rare and cost time at every key.
const MAX_LENGTH: usize = 1000;

/// The code of a function that takes the guards and returns the value of `input`, if that is a single expression of a kind that
/// can be guarded.
///
/// ```
/// assert_eq!(hexloop_source::preview("1 + 1").unwrap(), "(__guard)=>(__guard.primitive(1)+__guard.primitive(1))");
/// assert_eq!(hexloop_source::preview("a = 1"), None);
/// ```
pub fn preview(input: &str) -> Option<String> {
    let text = input.trim();
    if text.is_empty() || text.len() > MAX_LENGTH {
        return None;
    }
    // As in the REPL a brace begins an object.
    let text = if text.starts_with('{') { format!("({text})") } else { text.to_owned() };
    parse::parse(&text, Goal::Repl, ParseMode::TreeOnly, |parsed| {
        let [Statement::ExpressionStatement(statement)] = parsed.program.body.as_slice() else { return None };
        let mut code = String::from("(__guard)=>");
        (parsed.is_valid() && parsed.program.directives.is_empty()).then_some(())?;
        Guard { source: &text, code: &mut code }.expression(&statement.expression)?;
        Some(code)
    })
    .ok()
    .flatten()
    // `'use strict'` and other strings: a directive to the parser.
    .or_else(|| is_string(&text).then(|| format!("(__guard)=>{text}")))
}

fn is_string(text: &str) -> bool {
    let text = text.trim_end_matches(';');
    let inner = |quote| {
        text.len() > 1
            && text
                .strip_prefix(quote)
                .and_then(|rest: &str| rest.strip_suffix(quote))
                .is_some_and(|inner| !inner.contains([quote, '\\', '\n']))
    };
    inner('\'') || inner('"')
}

struct Guard<'s, 'c> {
    source: &'s str,
    code: &'c mut String,
}

impl Guard<'_, '_> {
    fn push(&mut self, text: &str) -> Option<()> {
        self.code.push_str(text);
        Some(())
    }

    fn verbatim(&mut self, span: Span) -> Option<()> {
        self.code.push_str(&self.source[span.start as usize..span.end as usize]);
        Some(())
    }

    /// A string literal; JSON's are JavaScript's.
    fn text(&mut self, text: &str) -> Option<()> {
        self.code.push_str(&serde_json::to_string(text).ok()?);
        Some(())
    }

    fn expression(&mut self, expression: &Expression) -> Option<()> {
        match expression {
            Expression::BooleanLiteral(_)
            | Expression::NullLiteral(_)
            | Expression::NumericLiteral(_)
            | Expression::BigIntLiteral(_)
            | Expression::StringLiteral(_)
            | Expression::RegExpLiteral(_) => self.verbatim(expression.span()),
            // Creating a function runs none of its code.
            Expression::ArrowFunctionExpression(_) | Expression::FunctionExpression(_) => {
                self.push("(")?;
                self.verbatim(expression.span())?;
                self.push(")")
            }
            Expression::Identifier(identifier) => self.name(&identifier.name),
            Expression::ParenthesizedExpression(inner) => {
                self.push("(")?;
                self.expression(&inner.expression)?;
                self.push(")")
            }
            Expression::TemplateLiteral(template) => {
                self.push("`")?;
                for (index, quasi) in template.quasis.iter().enumerate() {
                    self.verbatim(quasi.span)?;
                    if let Some(part) = template.expressions.get(index) {
                        self.push("${")?;
                        self.primitive(part)?;
                        self.push("}")?;
                    }
                }
                self.push("`")
            }
            Expression::UnaryExpression(unary) => self.unary(unary.operator, &unary.argument),
            Expression::BinaryExpression(binary) => self.binary(&binary.left, binary.operator, &binary.right),
            Expression::LogicalExpression(logical) => {
                self.push("(")?;
                self.expression(&logical.left)?;
                self.push(logical.operator.as_str())?;
                self.expression(&logical.right)?;
                self.push(")")
            }
            Expression::ConditionalExpression(choice) => {
                self.push("(")?;
                self.expression(&choice.test)?;
                self.push("?")?;
                self.expression(&choice.consequent)?;
                self.push(":")?;
                self.expression(&choice.alternate)?;
                self.push(")")
            }
            Expression::ArrayExpression(array) => {
                self.push("[")?;
                for element in &array.elements {
                    match element {
                        ArrayExpressionElement::SpreadElement(_) => return None,
                        ArrayExpressionElement::Elision(_) => {}
                        other => self.expression(other.as_expression()?)?,
                    }
                    self.push(",")?;
                }
                self.push("]")
            }
            Expression::ObjectExpression(object) => self.object(&object.properties),
            Expression::StaticMemberExpression(member) => {
                self.member(&member.object, member.optional, |guard| guard.text(&member.property.name))
            }
            Expression::ComputedMemberExpression(member) => {
                self.member(&member.object, member.optional, |guard| guard.primitive(&member.expression))
            }
            Expression::ChainExpression(chain) => match &chain.expression {
                ChainElement::StaticMemberExpression(member) => {
                    self.member(&member.object, member.optional, |guard| guard.text(&member.property.name))
                }
                ChainElement::ComputedMemberExpression(member) => {
                    self.member(&member.object, member.optional, |guard| guard.primitive(&member.expression))
                }
                _ => None,
            },
            Expression::CallExpression(call) if !call.optional => self.call(&call.callee, &call.arguments),
            _ => None,
        }
    }

    /// The name's own reference lets the engine find what `let` declared.
    fn name(&mut self, name: &str) -> Option<()> {
        self.push("__guard.name(")?;
        self.text(name)?;
        self.push(&format!(",()=>{name})"))
    }

    fn primitive(&mut self, expression: &Expression) -> Option<()> {
        self.push("__guard.primitive(")?;
        self.expression(expression)?;
        self.push(")")
    }

    fn unary(&mut self, operator: UnaryOperator, argument: &Expression) -> Option<()> {
        let is_free = match operator {
            UnaryOperator::LogicalNot | UnaryOperator::Typeof | UnaryOperator::Void => true,
            UnaryOperator::UnaryPlus | UnaryOperator::UnaryNegation | UnaryOperator::BitwiseNot => false,
            UnaryOperator::Delete => return None,
        };
        self.push(&format!("({} ", operator.as_str()))?;
        if is_free {
            self.expression(argument)?
        } else {
            self.primitive(argument)?
        }
        self.push(")")
    }

    fn binary(&mut self, left: &Expression, operator: BinaryOperator, right: &Expression) -> Option<()> {
        let is_free = match operator {
            BinaryOperator::StrictEquality | BinaryOperator::StrictInequality => true,
            // Both may call user code, whatever their operands are.
            BinaryOperator::In | BinaryOperator::Instanceof => return None,
            _ => false,
        };
        self.push("(")?;
        if is_free {
            self.expression(left)?
        } else {
            self.primitive(left)?
        }
        self.push(operator.as_str())?;
        if is_free {
            self.expression(right)?
        } else {
            self.primitive(right)?
        }
        self.push(")")
    }

    fn object(&mut self, properties: &[ObjectPropertyKind]) -> Option<()> {
        self.push("({")?;
        for property in properties {
            let ObjectPropertyKind::ObjectProperty(property) = property else { return None };
            if property.kind != PropertyKind::Init || property.computed {
                return None;
            }
            match &property.key {
                PropertyKey::StaticIdentifier(name) if name.name != "__proto__" => self.text(&name.name)?,
                PropertyKey::NumericLiteral(number) => self.verbatim(number.span)?,
                PropertyKey::StringLiteral(text) if text.value != "__proto__" => self.verbatim(text.span)?,
                _ => return None,
            }
            self.push(":")?;
            if property.method {
                return None;
            }
            self.expression(&property.value)?;
            self.push(",")?;
        }
        self.push("})")
    }

    fn member(
        &mut self,
        object: &Expression,
        is_optional: bool,
        key: impl FnOnce(&mut Self) -> Option<()>,
    ) -> Option<()> {
        self.push(if is_optional { "__guard.getOptional(" } else { "__guard.get(" })?;
        self.expression(object)?;
        self.push(",")?;
        key(self)?;
        self.push(")")
    }

    fn call(&mut self, callee: &Expression, arguments: &[Argument]) -> Option<()> {
        match callee {
            Expression::StaticMemberExpression(member) if !member.optional => {
                self.push("__guard.call(")?;
                self.expression(&member.object)?;
                self.push(",")?;
                self.text(&member.property.name)?;
            }
            Expression::Identifier(name) => {
                self.push("__guard.call(undefined,")?;
                self.name(&name.name)?;
            }
            _ => return None,
        }
        self.push(",[")?;
        for argument in arguments {
            self.expression(argument.as_expression()?)?;
            self.push(",")?;
        }
        self.push("])")
    }
}

#[cfg(test)]
mod tests {
    use super::preview;

    #[test]
    fn what_may_have_a_side_effect_is_not_tried() {
        for input in [
            "a = 1",
            "a++",
            "delete a.b",
            "new A",
            "f`x`",
            "[...a]",
            "({...a})",
            "({get a() {}})",
            "await a",
            "import('a')",
            "a in b",
            "a instanceof B",
            "a, b",
            "let a = 1",
            "if (a) b",
            "",
            "a.",
            "1 +",
            "class A {}",
            "a?.()",
            "f()()",
            "({ __proto__: a })",
            "this",
        ] {
            assert_eq!(preview(input), None, "{input}");
        }
    }

    #[test]
    fn every_step_that_could_run_code_is_guarded() {
        for (input, code) in [
            ("a.b", r#"(__guard)=>__guard.get(__guard.name("a",()=>a),"b")"#),
            (
                "a?.[b]",
                r#"(__guard)=>__guard.getOptional(__guard.name("a",()=>a),__guard.primitive(__guard.name("b",()=>b)))"#,
            ),
            ("`${a}`", r#"(__guard)=>`${__guard.primitive(__guard.name("a",()=>a))}`"#),
            ("- a", r#"(__guard)=>(- __guard.primitive(__guard.name("a",()=>a)))"#),
            ("a === b", r#"(__guard)=>(__guard.name("a",()=>a)===__guard.name("b",()=>b))"#),
            ("a.f(1)", r#"(__guard)=>__guard.call(__guard.name("a",()=>a),"f",[1,])"#),
            ("f(1)", r#"(__guard)=>__guard.call(undefined,__guard.name("f",()=>f),[1,])"#),
            ("{ a: 1 }", r#"(__guard)=>(({"a":1,}))"#),
            ("'text'", "(__guard)=>'text'"),
        ] {
            assert_eq!(preview(input).as_deref(), Some(code), "{input}");
        }
    }
}
