//! What is at the place where an expression or a statement threw.

use oxc_ast::ast::Expression;
use oxc_span::GetSpan;

use super::Described;
use super::language::{Place, SPREAD_NULLISH, iterated_type, with_expression};
use super::printer::print;
use super::sites::{First, Iteration, Kind, Quoted, Shape, Site, Target};
use super::value::Value;

impl Place<'_> {
    pub(super) fn matching(&self, filter: impl Fn(&Kind) -> bool) -> impl Iterator<Item = &Site> {
        self.sites.sites.iter().filter(move |site| filter(&site.kind))
    }

    pub(super) fn innermost(&self, filter: impl Fn(&Kind) -> bool) -> Option<&Site> {
        let around = self.matching(filter).filter(|site| site.start <= self.offset && self.offset <= site.end);
        around.min_by_key(|site| site.end - site.start)
    }

    /// The innermost around the place, or the next: the engine records no position for some expressions.
    pub(super) fn nearest(&self, filter: impl Fn(&Kind) -> bool + Copy) -> Option<&Site> {
        self.innermost(filter)
            .or_else(|| self.matching(filter).filter(|site| site.start >= self.offset).min_by_key(|site| site.start))
            .or_else(|| self.matching(filter).max_by_key(|site| site.start))
    }

    pub(super) fn key(&self, value: &Value) -> Option<String> {
        self.sites.constants.resolve(value).shown()
    }

    /// The operation on a proxy at the place.
    pub(super) fn trap(&self) -> &'static str {
        let is_target = |site: &&Site| match &site.kind {
            Kind::Assign { target: Target::Member { key, .. }, .. } => self.offset <= key.start,
            Kind::Delete { .. } | Kind::In { .. } => true,
            _ => false,
        };
        let around = |site: &&Site| site.start <= self.offset && self.offset <= site.end;
        let site = self.sites.sites.iter().filter(around).filter(is_target).min_by_key(|site| site.end - site.start);
        match site.map(|site| &site.kind) {
            Some(Kind::Assign { .. }) => "set",
            Some(Kind::Delete { .. }) => "deleteProperty",
            Some(Kind::In { .. }) => "has",
            _ => "get",
        }
    }

    /// `named`: by the engine.
    pub(super) fn dead_zone(&self, named: Option<&str>) -> Option<Described> {
        let name_of = |site: &Site| match &site.kind {
            Kind::Reference { name } => Some(name.clone()),
            _ => None,
        };
        let is_meant = |name: &String| match named {
            Some(named) => name == named,
            None => self.sites.lexical.contains_key(name),
        };
        let mut references: Vec<(&Site, String)> =
            self.sites.sites.iter().filter_map(|site| Some((site, name_of(site).filter(is_meant)?))).collect();
        references.sort_by_key(|(site, _)| site.start);
        let is_next = |(site, _): &&(&Site, String)| site.end >= self.offset;
        let is_early = |(site, name): &&(&Site, String)| {
            self.sites.lexical.get(name).is_some_and(|all| all.iter().any(|declaration| *declaration > site.start))
        };
        let found = references.iter().filter(is_next).find(is_early).or_else(|| references.iter().find(is_next));
        let (site, name) = found.or_else(|| references.iter().find(is_early)).or_else(|| references.first())?;
        Some(Described::at(format!("Cannot access '{name}' before initialization"), site.start))
    }

    pub(super) fn is_const(&self, kind: &Kind) -> bool {
        matches!(kind, Kind::Assign { target: Target::Name(name), .. } if self.sites.is_const.get(name) == Some(&true))
    }

    pub(super) fn read_only(&self) -> Option<Described> {
        let is_assignment = |kind: &Kind| matches!(kind, Kind::Assign { .. });
        let around = self.innermost(is_assignment);
        if let Some(site) = around
            && let Kind::Assign { target, at, .. } = &site.kind
        {
            match target {
                Target::Member { object, key } => {
                    return Some(Described::at(self.read_only_property(object, &key.value), *at));
                }
                Target::Name(name) if matches!(name.as_str(), "undefined" | "NaN" | "Infinity") => {
                    let message = format!("Cannot assign to read only property '{name}' of object '#<Object>'");
                    return Some(Described::at(message, *at));
                }
                Target::Name(_) if self.is_const(&site.kind) => {
                    return Some(Described::at("Assignment to constant variable.".to_owned(), *at));
                }
                Target::Name(_) => {}
            }
        }
        let site = self.nearest(|kind| self.is_const(kind))?;
        let Kind::Assign { at, .. } = &site.kind else { return None };
        Some(Described::at("Assignment to constant variable.".to_owned(), *at))
    }

    pub(super) fn read_only_property(&self, object: &Quoted, key: &Value) -> String {
        let value = self.sites.constants.resolve(&object.value);
        let key = self.sites.constants.resolve(key).shown();
        let index = key.as_ref().and_then(|key| key.parse::<usize>().ok());
        let key = key.unwrap_or_else(|| "undefined".to_owned());
        let cannot = |what: &str| format!("Cannot assign to read only property '{key}' of {what}");
        match &value {
            Value::Text(text) if key == "length" || index.is_some_and(|index| index < text.len()) => {
                cannot(&format!("string '{text}'"))
            }
            Value::Text(_) | Value::Number(_) | Value::Boolean(_) | Value::Symbol(_) | Value::BigInt(_) => {
                let (kind, shown) = (value.type_name().unwrap_or_default(), value.shown().unwrap_or_default());
                format!("Cannot create property '{key}' on {kind} '{shown}'")
            }
            Value::Function(source) => cannot(&format!("function '{source}'")),
            Value::Array(elements) if index.is_some_and(|index| index >= elements.len()) => {
                format!("Cannot add property {key}, object is not extensible")
            }
            Value::Properties(properties) if index.is_some() && properties.iter().all(|(name, _)| *name != key) => {
                format!("Cannot add property {key}, object is not extensible")
            }
            Value::Properties(_) if value.property(&key) == Some(&Value::Getter) => {
                format!("Cannot set property {key} of #<Object> which has only a getter")
            }
            Value::Instance(class) if self.sites.getters.contains(&(class.clone(), key.clone())) => {
                format!("Cannot set property {key} of #<{class}> which has only a getter")
            }
            _ => {
                let unknown = if index.is_some() { "[object Array]" } else { "#<Object>" };
                cannot(&format!("object '{}'", value.shown().as_deref().unwrap_or(unknown)))
            }
        }
    }

    /// The object, the key and the position of the assignment to a property at the place.
    pub(super) fn assigned_member(&self) -> Option<(&Quoted, String, usize)> {
        let is_member = |kind: &Kind| matches!(kind, Kind::Assign { target: Target::Member { .. }, .. });
        let site = self.nearest(is_member)?;
        let Kind::Assign { target: Target::Member { object, key }, at, .. } = &site.kind else { return None };
        Some((object, self.key(&key.value)?, *at))
    }

    pub(super) fn not_deleted(&self) -> Option<Described> {
        let site = self.nearest(|kind| matches!(kind, Kind::Delete { .. }))?;
        let Kind::Delete { object, key } = &site.kind else { return None };
        let shown = self.sites.constants.resolve(&object.value).shown().unwrap_or_else(|| "#<Object>".to_owned());
        Some(Described::at(format!("Cannot delete property '{}' of {shown}", self.key(&key.value)?), site.start))
    }

    pub(super) fn private_read(&self) -> Option<String> {
        let is_private = |kind: &Kind| matches!(kind, Kind::Read { key, .. } if matches!(&key.value, Value::Text(name) if name.starts_with('#')));
        let site = self.nearest(is_private)?;
        let Kind::Read { key, .. } = &site.kind else { return None };
        key.value.shown()
    }

    pub(super) fn receiver(&self, name: &str) -> Option<Described> {
        let private = self.sites.private_names.get(name)?;
        let class = private.class.as_deref().unwrap_or("anonymous");
        Some(Described::new(&if private.is_static {
            format!("Receiver must be class {class}")
        } else {
            format!("Receiver must be an instance of class {class}")
        }))
    }

    /// The object pattern at the place. `named`: the property that the engine names, empty if it names none.
    fn pattern(&self, named: Option<&str>) -> Option<&Site> {
        let is_meant = |kind: &Kind| match (kind, named) {
            (Kind::Destructure { .. }, None) => true,
            (
                Kind::Destructure { first: First::Property { name, .. } | First::Defaulted { name, .. }, .. },
                Some(named),
            ) => name == named,
            (Kind::Destructure { first: First::Unnamed, .. }, Some(named)) => named.is_empty(),
            _ => false,
        };
        let subject_is_here = |site: &&Site| match &site.kind {
            Kind::Destructure { subject: Some(subject), .. } => site.start <= self.offset && self.offset <= subject.end,
            _ => false,
        };
        let here = self.matching(is_meant).filter(subject_is_here).min_by_key(|site| site.end - site.start);
        if named.is_some() {
            let before =
                || self.matching(is_meant).filter(|site| site.start <= self.offset).max_by_key(|site| site.start);
            return here.or_else(before).or_else(|| self.nearest(is_meant));
        }
        let site = here.or_else(|| self.nearest(is_meant))?;
        // A pattern inside another, whose subject is not nullish.
        if let Kind::Destructure { subject: Some(subject), .. } = &site.kind
            && matches!(self.sites.constants.resolve(&subject.value), Value::Properties(_) | Value::Array(_))
        {
            let inside = |inner: &&Site| {
                matches!(inner.kind, Kind::Destructure { is_nested: true, .. })
                    && inner.start > site.start
                    && inner.end <= site.end
            };
            return self.sites.sites.iter().find(inside).or(Some(site));
        }
        Some(site)
    }

    pub(super) fn destructured(&self, named: Option<&str>) -> Option<Described> {
        let site = self.pattern(named)?;
        let Kind::Destructure { subject, first, is_nested } = &site.kind else { return None };
        let value = subject.as_ref().map(|subject| self.sites.constants.resolve(&subject.value));
        let nothing = if value == Some(Value::Null) { "null" } else { "undefined" };
        let quoted = subject.as_ref().map_or("undefined", |subject| subject.printed.as_str());
        Some(match first {
            First::Property { name, at } | First::Defaulted { name, at }
                if *is_nested || matches!(first, First::Defaulted { .. }) =>
            {
                Described::at(format!("Cannot read properties of {nothing} (reading '{name}')"), *at)
            }
            First::Property { name, at } | First::Defaulted { name, at } => {
                Described::at(format!("Cannot destructure property '{name}' of '{quoted}' as it is {nothing}."), *at)
            }
            First::Unnamed => {
                let at = subject.as_ref().map_or(site.start, |subject| subject.start);
                Described::at(format!("Cannot destructure '{quoted}' as it is {nothing}."), at)
            }
        })
    }

    /// V8's message for the iteration at the place; `nothing` is what the engine found, if it is undefined or null.
    pub(super) fn not_iterable(
        &self,
        engine: &str,
        is_meant: &dyn Fn(Iteration) -> bool,
        nothing: &str,
    ) -> Option<Described> {
        let is_meant = |kind: &Kind| matches!(kind, Kind::Iterate { how, .. } if is_meant(*how));
        let is_here = |site: &&Site| match &site.kind {
            Kind::Iterate { subject: Some(subject), .. } => {
                (site.start <= self.offset && self.offset <= site.end)
                    || (subject.start <= self.offset && self.offset <= subject.end)
            }
            _ => site.start <= self.offset && self.offset <= site.end,
        };
        let here = self.matching(is_meant).filter(is_here).min_by_key(|site| site.end - site.start);
        let site = match here {
            Some(site) => site,
            None => self.nearest(is_meant)?,
        };
        let Kind::Iterate { subject, how } = &site.kind else { return None };
        let value = subject.as_ref().map_or(Value::Unknown, |subject| self.sites.constants.resolve(&subject.value));
        let value = match (nothing, &value) {
            ("null", _) => Value::Null,
            ("undefined", Value::Null) if engine == SPREAD_NULLISH => Value::Null,
            ("undefined", _) => Value::Undefined,
            _ => value,
        };
        let at = subject.as_ref().map_or(site.start, |subject| subject.start);
        let shown = || {
            let kind = iterated_type(engine).filter(|kind| *kind != "{}").unwrap_or("object");
            let typed = value.typed().unwrap_or_else(|| kind.to_owned());
            format!("{typed} is not iterable (cannot read property Symbol(Symbol.iterator))")
        };
        let message = match (how, subject) {
            (Iteration::CallSpread, Some(subject)) if value.is_nullish() => {
                format!("{} is not iterable (cannot read property {})", subject.printed, value.shown()?)
            }
            (Iteration::CallSpread, _) => return None,
            (Iteration::Shown, _) | (_, None) => shown(),
            // It has a Symbol.iterator that is not a function.
            _ if engine.contains(" is not a function (near") && !engine.starts_with("undefined") => shown(),
            (_, Some(Quoted { shape: Shape::Call(callee), .. })) => {
                format!("{callee} is not a function or its return value is not iterable")
            }
            (Iteration::Declaration, Some(Quoted { shape: Shape::Other, .. })) => shown(),
            (_, Some(subject)) => format!("{} is not iterable", subject.printed),
        };
        Some(Described::at(message, at))
    }

    /// Messages that quote what was evaluated.
    pub(super) fn evaluated(&self, engine: &str) -> Option<Described> {
        let any = |how: Iteration| !how.is_spread();
        if engine.contains(" is not a function (near '...") {
            return self.not_iterable(engine, &any, "");
        }
        if let Some((_, text)) = engine.split_once(" is not an Object. (evaluating '") {
            return self.in_operator(engine, text.strip_suffix("')")?);
        }
        let (nothing, text) = engine.split_once(" is not an object (evaluating '")?;
        let text = text.strip_suffix("')")?;
        // Spread has messages of its own.
        let is_iteration = |kind: &Kind| match kind {
            Kind::Iterate { how, .. } => !how.is_spread(),
            _ => false,
        };
        let iterated = self.matching(is_iteration).find(|site| match &site.kind {
            Kind::Iterate { subject: Some(subject), .. } => {
                let is_subject = &self.source[subject.start..subject.end] == text;
                let is_pattern = &self.source[site.start..site.end] == text;
                let is_here = site.start <= self.offset && self.offset <= site.end.max(subject.end);
                is_here && (is_subject || is_pattern)
            }
            _ => &self.source[site.start..site.end] == text && site.start <= self.offset && self.offset <= site.end,
        });
        if iterated.is_some() {
            return self.not_iterable(engine, &any, nothing);
        }
        if !matches!(nothing, "undefined" | "null") {
            return None;
        }
        self.property_of_nothing(nothing, text)
    }

    pub(super) fn property_of_nothing(&self, nothing: &str, text: &str) -> Option<Described> {
        if text.starts_with("delete ") {
            return Some(Described::new("Cannot convert undefined or null to object"));
        }
        let is_access =
            |kind: &Kind| matches!(kind, Kind::Read { .. } | Kind::Assign { target: Target::Member { .. }, .. });
        let touches = |site: &&Site| match &site.kind {
            Kind::Read { object, key } | Kind::Assign { target: Target::Member { object, key }, .. } => {
                object.end <= self.offset && self.offset <= key.start
            }
            _ => false,
        };
        let mut sites: Vec<&Site> = self.matching(is_access).filter(touches).collect();
        // An assignment evaluates no read of its target, unless it reads first.
        sites.sort_by_key(|site| site.end - site.start);
        let is_write = with_expression(text, |expression, _| {
            matches!(expression.get_inner_expression(), Expression::AssignmentExpression(_))
        })
        .unwrap_or(false);
        let site =
            sites.iter().find(|site| matches!(site.kind, Kind::Assign { .. }) == is_write).or_else(|| sites.first())?;
        let (verb, participle, key) = match &site.kind {
            Kind::Read { key, .. } => ("read", "reading", key),
            Kind::Assign { target: Target::Member { key, .. }, .. } => {
                if is_write {
                    ("set", "setting", key)
                } else {
                    ("read", "reading", key)
                }
            }
            _ => return None,
        };
        let message = match self.key(&key.value) {
            Some(name) => format!("Cannot {verb} properties of {nothing} ({participle} '{name}')"),
            None => format!("Cannot {verb} properties of {nothing}"),
        };
        Some(Described::new(&message))
    }

    pub(super) fn in_operator(&self, engine: &str, text: &str) -> Option<Described> {
        let (value, _) = engine.split_once(" is not an Object. (evaluating '")?;
        let parts = with_expression(text, |expression, source| match expression.get_inner_expression() {
            Expression::BinaryExpression(binary) => {
                let right = binary.right.span();
                let left = (Value::of(&binary.left, source), print(&binary.left, source));
                Some((
                    left,
                    Value::of(&binary.right, source),
                    source[right.start as usize..right.end as usize].to_owned(),
                ))
            }
            _ => None,
        })
        .flatten()?;
        let ((left, printed), right, right_text) = parts;
        let key = self.sites.constants.resolve(&left).shown().unwrap_or(printed);
        let right = self.sites.constants.resolve(&right).shown();
        let right = right.unwrap_or_else(|| if value == right_text { right_text.clone() } else { value.to_owned() });
        Some(Described::new(&format!("Cannot use 'in' operator to search for '{key}' in {right}")))
    }
}
