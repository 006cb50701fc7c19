//! Lowers decorated class elements and `accessor` fields, each in place: see `decorators`.

use oxc_ast::ast::*;
use oxc_ast_visit::Visit;
use oxc_span::{GetSpan, Span};

use super::decorators::{Decorators, quoted};
use super::removed::is_removed_element;

/// The state while the elements of one class are lowered.
pub(super) struct Body {
    /// The variable that holds the state of the class at run time.
    pub state: String,
    /// Whether the class itself is decorated: then `this` of static elements is the class that the decorators return.
    pub class_is_decorated: bool,
    /// How many elements have a number at run time.
    count: usize,
    /// The functions that access private elements, for their decorators.
    accesses: Vec<String>,
    /// Whether a decorated method, getter or setter belongs to instances.
    has_instance_methods: bool,
}

/// One element, whatever its kind.
struct Element<'t, 'a> {
    kind: &'static str,
    span: Span,
    decorators: &'t [Decorator<'a>],
    key: &'t PropertyKey<'a>,
    computed: bool,
    is_static: bool,
    /// A field that is assigned, as before ES2022, and not defined.
    is_assigned: bool,
    number: usize,
}

impl Element<'_, '_> {
    fn is_private(&self) -> bool {
        self.key.is_private_identifier()
    }

    fn prefix(&self) -> &'static str {
        if self.is_static { "static " } else { "" }
    }

    /// Its name in quotes, with the `#` of a private one.
    fn quoted_name(&self) -> String {
        match self.key {
            PropertyKey::PrivateIdentifier(name) => quoted(&format!("#{}", name.name)),
            other => quoted(&other.static_name().unwrap_or_default()),
        }
    }

    /// `$0.element("method",1,[`: the code before the decorators.
    fn call(&self, state: &str) -> String {
        let flags = u8::from(self.is_static) | u8::from(self.is_private()) << 1 | u8::from(self.is_assigned) << 2;
        format!("{state}.element(\"{}\",{flags},[", self.kind)
    }
}

/// The decorators of an element, and whether it is an `accessor`.
pub(super) fn decorators_of<'t, 'a>(element: &'t ClassElement<'a>) -> &'t [Decorator<'a>] {
    match element {
        _ if is_removed_element(element) => &[],
        ClassElement::MethodDefinition(method) => &method.decorators,
        ClassElement::PropertyDefinition(property) => &property.decorators,
        ClassElement::AccessorProperty(property) => &property.decorators,
        ClassElement::StaticBlock(_) | ClassElement::TSIndexSignature(_) => &[],
    }
}

impl Body {
    pub fn new(state: String, class_is_decorated: bool) -> Body {
        Body { state, class_is_decorated, count: 0, accesses: Vec::new(), has_instance_methods: false }
    }

    /// `this` where a field of the class or of an instance is initialized.
    fn receiver(&self, is_static: bool) -> String {
        if is_static && self.class_is_decorated { format!("{}.self", self.state) } else { "this".to_owned() }
    }

    /// `{0:[o=>#x in o,…]}`, the private elements' access functions.
    pub fn accesses(&self) -> String {
        if self.accesses.is_empty() { String::new() } else { format!(",{{{}}}", self.accesses.join(",")) }
    }

    pub fn has_instance_methods(&self) -> bool {
        self.has_instance_methods
    }

    fn number(&mut self, element: &mut Element) {
        element.number = self.count;
        self.count += 1;
        if !element.decorators.is_empty()
            && let PropertyKey::PrivateIdentifier(name) = element.key
        {
            let (name, number) = (name.name.as_str(), element.number);
            let get = if element.kind == "setter" { "0".to_owned() } else { format!("o=>o.#{name}") };
            let set = match element.kind {
                "method" | "getter" => "0".to_owned(),
                _ => format!("(o,v)=>{{o.#{name}=v}}"),
            };
            self.accesses.push(format!("{number}:[o=>#{name} in o,{get},{set}]"));
        }
        self.has_instance_methods |= matches!(element.kind, "method" | "getter" | "setter") && !element.is_static;
    }
}

impl<'a> Decorators<'_, 'a> {
    pub(super) fn element(&mut self, element: &ClassElement<'a>, body: &mut Body) {
        let decorated = self.decorates && !decorators_of(element).is_empty();
        match element {
            _ if is_removed_element(element) => {}
            ClassElement::MethodDefinition(method) if decorated => self.method(method, body),
            ClassElement::PropertyDefinition(property) if decorated => self.field(property, body),
            ClassElement::AccessorProperty(property) if decorated || property.decorators.is_empty() => {
                self.accessor(property, body);
            }
            ClassElement::PropertyDefinition(property) if property.r#static && body.class_is_decorated => {
                let this = Some(body.receiver(true));
                self.with_this(this, |walker| walker.visit_class_element(element));
            }
            ClassElement::StaticBlock(block) if body.class_is_decorated => {
                let this = Some(body.receiver(true));
                self.with_this(this, |walker| walker.visit_static_block(block));
            }
            other => self.visit_class_element(other),
        }
    }

    fn method(&mut self, method: &MethodDefinition<'a>, body: &mut Body) {
        let (kind, prefix) = match method.kind {
            MethodDefinitionKind::Get => ("getter", "get"),
            MethodDefinitionKind::Set => ("setter", "set"),
            _ => ("method", ""),
        };
        let mut element = Element {
            kind,
            span: method.span,
            decorators: &method.decorators,
            key: &method.key,
            computed: method.computed,
            is_static: method.r#static,
            is_assigned: false,
            number: 0,
        };
        body.number(&mut element);
        let asynchronous = if method.value.r#async { "async" } else { "" };
        let generator = if method.value.generator { "*" } else { "" };
        let call = element.call(&body.state);
        self.head(&element, format!(";{}{prefix}{asynchronous}{generator}[{call}", element.prefix()), ")]");
        self.visit_function(&method.value, oxc_syntax::scope::ScopeFlags::Function);
        if let PropertyKey::PrivateIdentifier(name) = &method.key {
            let (Body { state, .. }, number, prefix, name) = (&*body, element.number, element.prefix(), name.name);
            let instead = match kind {
                "getter" => format!("{prefix}get #{name}(){{return {state}.get({number},this)}}"),
                "setter" => format!("{prefix}set #{name}(v){{{state}.set({number},this,v)}}"),
                _ => format!("{prefix}get #{name}(){{return {state}.value({number})}}"),
            };
            self.edits.end(method.span.end as usize, instead);
        }
    }

    fn field(&mut self, property: &PropertyDefinition<'a>, body: &mut Body) {
        let mut element = Element {
            kind: "field",
            span: property.span,
            decorators: &property.decorators,
            key: &property.key,
            computed: property.computed,
            is_static: property.r#static,
            is_assigned: self.assigns_fields && !property.key.is_private_identifier(),
            number: 0,
        };
        body.number(&mut element);
        let (call, prefix, mut target) = (element.call(&body.state), element.prefix(), String::new());
        let receiver = body.receiver(element.is_static);
        if element.is_private() {
            // A private name cannot be computed: a method that is deleted again evaluates the decorators.
            let close = format!("],{})](){{}}", element.quoted_name());
            self.decorator_list(element.decorators, format!(";static[{call}"), close);
        } else if element.is_assigned {
            // The same, and a private field that assigns in the order of the fields.
            let close = format!(")](){{}}{prefix}#{}", self.name("field"));
            self.head(&element, format!(";static[{call}"), &close);
            target = format!("{receiver}[{}.name({})]=", body.state, element.number);
        } else {
            self.head(&element, format!(";{prefix}[{call}"), ")]");
        }
        let initialize = format!("{target}{}.init({},{receiver},", body.state, element.number);
        let end = self.after_name(&element, property.type_annotation.as_deref());
        self.named(property.key.static_name(), property.value.as_ref());
        self.value(property.value.as_ref(), end, body, &element, (&initialize, ")"));
    }

    fn accessor(&mut self, property: &AccessorProperty<'a>, body: &mut Body) {
        let mut element = Element {
            kind: "accessor",
            span: property.span,
            decorators: &property.decorators,
            key: &property.key,
            computed: property.computed,
            is_static: property.r#static,
            is_assigned: false,
            number: 0,
        };
        let storage = self.name("accessor");
        let Body { state, .. } = &*body;
        let (state, prefix) = (state.clone(), element.prefix());
        let storage_reference =
            if element.is_static { format!("{state}.{storage}") } else { format!("this.#{storage}") };
        let (get, set) = (format!("(){{return {storage_reference}}}"), format!("(v){{{storage_reference}=v}}"));
        let is_numbered = element.computed || !element.decorators.is_empty();
        if is_numbered {
            body.number(&mut element);
            let number = element.number;
            let instead = match element.key {
                PropertyKey::PrivateIdentifier(name) => format!(
                    "{prefix}get #{0}(){{return {state}.get({number},this)}}{prefix}set #{0}(v){{{state}.set({number},this,v)}}",
                    name.name
                ),
                _ => String::new(),
            };
            let close = format!(")]{get}{prefix}set[{state}.key({number})]{set}{instead}{prefix}#{storage}");
            let call = element.call(&state);
            self.head(&element, format!(";{prefix}get[{call}"), &close);
        } else {
            let name = match element.key {
                PropertyKey::PrivateIdentifier(name) => format!(" #{}", name.name),
                _ => element.quoted_name(),
            };
            self.delete_words(property.span.start, property.key.span().start);
            let text = format!(";{prefix}get{name}{get}{prefix}set{name}{set}{prefix}#{storage}");
            self.edits.replace(range(property.key.span()), text);
        }
        let end = self.after_name(&element, property.type_annotation.as_deref());
        let store = if element.is_static { format!("{storage_reference}=") } else { String::new() };
        let receiver = body.receiver(element.is_static);
        let initialize = format!("{store}{state}.init({},{receiver},", element.number);
        match element.decorators.is_empty() {
            true => self.value(property.value.as_ref(), end, body, &element, (&store, "")),
            false => self.value(property.value.as_ref(), end, body, &element, (&initialize, ")")),
        }
    }

    /// The value of a field, in the call that lets decorators change it, and the code that runs after the field is defined.
    fn value(
        &mut self,
        value: Option<&Expression<'a>>,
        end: u32,
        body: &Body,
        element: &Element,
        (open, close): (&str, &str),
    ) {
        let receiver = body.receiver(element.is_static);
        let after = match element.decorators.is_empty() {
            true => String::new(),
            false => {
                let (prefix, name, state) = (element.prefix(), self.name("after"), &body.state);
                format!("{prefix}#{name}={state}.after({},{receiver});", element.number)
            }
        };
        match value {
            Some(value) => {
                self.edits.insert(value.span().start as usize, open.to_owned());
                let this = (element.is_static && body.class_is_decorated).then(|| receiver.clone());
                self.with_this(this, |walker| walker.visit_expression(value));
                self.edits.end(value.span().end as usize, format!("{close};{after}"));
            }
            None if open.is_empty() => self.edits.insert(end as usize, ";"),
            None => self.edits.insert(end as usize, format!("={open}void 0{close};{after}")),
        }
    }

    /// The decorators and the name; `open`, `]` and `close` make them one computed key.
    fn head(&mut self, element: &Element<'_, 'a>, open: String, close: &str) {
        let key = element.key.span();
        let first = element.decorators.first().map(|decorator| decorator.span.start);
        let last = element.decorators.last().map(|decorator| decorator.span.end);
        self.delete_words(element.span.start.min(key.start), first.unwrap_or(element.span.start));
        if element.decorators.is_empty() {
            self.edits.insert(element.span.start as usize, format!("{open}],"));
        } else {
            self.decorator_list(element.decorators, open, "],".to_owned());
        }
        self.delete_words(last.unwrap_or(element.span.start), key.start);
        if element.computed {
            if let Some(expression) = element.key.as_expression() {
                self.visit_expression(expression);
            }
            let bracket = self.text.next(key.end) as usize;
            self.edits.replace(bracket..bracket + 1, close.to_owned());
        } else {
            self.edits.replace(range(key), format!("{}{close}", element.quoted_name()));
        }
    }

    /// The end of a field's name, with its type.
    fn after_name(&mut self, element: &Element, annotation: Option<&TSTypeAnnotation>) -> u32 {
        let key = element.key.span();
        let mut end = if element.computed { self.text.next(key.end) + 1 } else { key.end };
        let marker = self.text.next(end);
        if matches!(self.text.source.as_bytes().get(marker as usize), Some(b'?' | b'!')) {
            self.edits.replace(marker as usize..marker as usize + 1, "");
            end = marker + 1;
        }
        annotation.map_or(end, |annotation| annotation.span.end)
    }
}

fn range(span: Span) -> std::ops::Range<usize> {
    span.start as usize..span.end as usize
}
