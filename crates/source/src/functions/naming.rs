//! V8's rules for the names of functions: those of the language, and what V8 infers where the language has none.

use oxc_ast::ast::{AssignmentTarget, Expression, MemberExpression, PropertyKey};

use super::receiver::Receiver;
use super::{FunctionKind, NamedFunction};
use crate::engine_messages::key_name;

/// What the syntax around a function expression or a class says about it.
#[derive(Clone, Debug)]
pub(super) struct Naming {
    /// `None`: only known at run time.
    pub name: Option<Box<str>>,
    /// The property that it is stored in.
    pub method: Option<Box<str>>,
    pub kind: Option<FunctionKind>,
    pub holder: Receiver,
    /// Where it begins for V8, if that is not where the function does: the key of a method.
    pub start: Option<u32>,
}

impl Naming {
    pub(super) fn of_variable(name: &str) -> Naming {
        Naming { name: Some(name.into()), method: None, kind: None, holder: Receiver::Unknown, start: None }
    }

    /// Of a member of a class or an object literal.
    pub(super) fn of_member(key: &PropertyKey, computed: bool, kind: Option<FunctionKind>, holder: Receiver) -> Naming {
        let key = name_of_key(key, computed);
        let name = key.as_deref().map(|key| match kind {
            Some(FunctionKind::Getter) => format!("get {key}").into(),
            Some(FunctionKind::Setter) => format!("set {key}").into(),
            _ => key.into(),
        });
        Naming { name, method: key, kind, holder, start: None }
    }

    /// Of what is assigned to a target. `around` is the function whose `this` the assignment has.
    pub(super) fn of_target(target: &AssignmentTarget, around: Option<&NamedFunction>) -> Option<Naming> {
        if let AssignmentTarget::AssignmentTargetIdentifier(name) = target {
            return Some(Naming::of_variable(&name.name));
        }
        let mut path = Path::default();
        path.add_member(target.as_member_expression()?);
        let holder = path.holder(around);
        let method = path.parts.last().cloned();
        Some(Naming { name: Some(path.name(around)), method, kind: None, holder, start: None })
    }

    /// The same for `a.x = b.x = function () {}`.
    pub(super) fn followed_by(self, next: Naming) -> Naming {
        let name = match (&self.name, &next.name) {
            (Some(first), Some(second)) if self.method.is_some() && next.method.is_some() => {
                Some(format!("{first}.{second}").into())
            }
            _ => next.name.clone(),
        };
        Naming { name, ..next }
    }
}

/// The parts of `a.b['c'].d`.
#[derive(Default)]
struct Path {
    parts: Vec<Box<str>>,
    is_this: bool,
}

impl Path {
    fn add(&mut self, expression: &Expression) {
        match expression.get_inner_expression() {
            Expression::Identifier(name) => self.parts.push(name.name.as_str().into()),
            Expression::ThisExpression(_) => self.is_this = true,
            other => {
                if let Some(member) = other.as_member_expression() {
                    self.add_member(member);
                }
            }
        }
    }

    fn add_member(&mut self, member: &MemberExpression) {
        self.add(member.object());
        self.parts.push(match member {
            MemberExpression::StaticMemberExpression(member) => member.property.name.as_str().into(),
            MemberExpression::PrivateFieldExpression(member) => format!("#{}", member.field.name).into(),
            MemberExpression::ComputedMemberExpression(member) => match &member.expression {
                Expression::StringLiteral(text) => text.value.as_str().into(),
                _ => "<computed>".into(),
            },
        });
    }

    fn name(&self, around: Option<&NamedFunction>) -> Box<str> {
        let mut parts: Vec<&str> = self.parts.iter().map(|part| &**part).filter(|part| *part != "prototype").collect();
        if self.is_this
            && parts.len() > 1
            && let Some(name) = around.and_then(|function| function.name.as_deref())
        {
            parts.insert(0, name);
        }
        parts.join(".").into()
    }

    /// What the property belongs to.
    fn holder(&self, around: Option<&NamedFunction>) -> Receiver {
        let Some((_, object)) = self.parts.split_last() else { return Receiver::Unknown };
        match object {
            [] if self.is_this => around.map_or(Receiver::Unknown, receiver_of_this),
            [.., class, prototype] if &**prototype == "prototype" => Receiver::Instance(class.clone()),
            [name] if matches!(&**name, "exports" | "module") => Receiver::Type("Object"),
            [name] if !self.is_this => Receiver::Name(name.clone()),
            _ => Receiver::Unknown,
        }
    }
}

/// A plain function that sets properties of its `this` is a constructor.
fn receiver_of_this(function: &NamedFunction) -> Receiver {
    match (function.kind, function.name.as_deref()) {
        (FunctionKind::Plain, Some(name)) if function.holder == Receiver::Unknown && !name.is_empty() => {
            Receiver::Instance(name.into())
        }
        _ => function.holder.clone(),
    }
}

fn name_of_key(key: &PropertyKey, computed: bool) -> Option<Box<str>> {
    if computed && let PropertyKey::StaticMemberExpression(member) = key {
        let is_symbol = matches!(&member.object, Expression::Identifier(object) if object.name == "Symbol");
        return is_symbol.then(|| format!("[Symbol.{}]", member.property.name).into());
    }
    key_name(key).map(Box::from)
}
