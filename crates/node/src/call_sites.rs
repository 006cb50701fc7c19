//! The frames of a stack as V8 has them: from what the engine reports, and what the sources show.
//!
//! ```text
//!   bar@/app/a.js:7:35          Foo.bar (/app/a.js:7:29)          a method: its class, or what it was called on below
//!   Foo@/app/a.js:9:13          new Foo (/app/a.js:9:9)           a constructor
//!   map@[native code]      ─▶   Array.map (<anonymous>)
//!   f@/app/a.js:20:3            f (/app/a.js:20:3)                called by its name alone
//!   run@node:loop/timers:…      listOnTimeout (node:internal/…)   ours (runtime_frames.rs)
//! ```
//!
//! The engine does not record the receivers of calls. The frame below shows how a function was called; where that does not determine
//! the type, the definition of the function does.

mod engine_functions;
pub mod runtime_frames;

use crate::source_functions::Position;
use hexloop_engine::stack::{self, Frame, Place};
use hexloop_source::{FunctionKind, Receiver};
use runtime_frames::RuntimeFrame;

/// One frame.
#[derive(Default)]
pub struct CallSite {
    /// Of the receiver; none for a call without one. Of a constructor, what it makes.
    pub type_name: Option<String>,
    pub function: String,
    pub method: Option<String>,
    pub place: Option<Place>,
    /// Where the function begins.
    pub enclosing: Option<(u32, u32)>,
    /// The position as an offset in the source.
    pub offset: Option<usize>,
    pub is_constructor: bool,
    /// A function that awaits those above it.
    pub is_async: bool,
    /// Code of `eval`: where it was called, `<anonymous> (/app/a.js:7:3)`.
    pub eval_origin: Option<String>,
}

/// A frame of the engine's, and what is known about its position.
struct Entry {
    frame: Frame,
    position: Option<Position>,
    runtime: Option<&'static RuntimeFrame>,
    /// The type of the receiver, once known.
    receiver: Option<String>,
}

impl Entry {
    fn new(frame: Frame) -> Entry {
        let position = frame.place.as_ref().map(Position::of);
        let runtime = frame.place.as_ref().and_then(|place| runtime_frames::find(place, &frame.function));
        Entry { frame, position, runtime, receiver: None }
    }

    fn is_module(&self) -> bool {
        self.frame.function == stack::MODULE_FRAME
    }

    fn is_body(&self) -> bool {
        matches!(
            self.frame.function.as_str(),
            stack::MODULE_FRAME | stack::ES_MODULE_FRAME | "global code" | "module code"
        )
    }

    fn is_eval(&self) -> bool {
        self.frame.function == "eval code" && self.frame.place.is_none()
    }

    fn is_of_runtime(&self) -> bool {
        self.frame.place.as_ref().is_some_and(|place| place.url.starts_with("node:"))
    }

    /// Of a class without a constructor of its own, or evaluated code.
    fn is_placeless(&self) -> bool {
        self.frame.place.is_none() && !self.frame.is_native && !self.is_eval()
    }

    fn function(&self) -> Option<&hexloop_source::NamedFunction> {
        self.position.as_ref().filter(|_| !self.is_body())?.function()
    }

    /// The type of the receiver as far as the definition of the function shows.
    fn holder(&self) -> Option<String> {
        self.position.as_ref()?.functions().type_name(&self.function()?.holder).map(str::to_owned)
    }
}

/// At most `limit` frames of an engine stack.
pub fn call_sites<'a>(lines: impl Iterator<Item = &'a str>, limit: usize) -> Vec<CallSite> {
    let mut entries = visible(stack::parse_each(lines), limit);
    // From the bottom: `this.f()` passes on the receiver of its caller.
    for at in (0..entries.len()).rev() {
        entries[at].receiver = receiver(&entries, at);
    }
    (0..entries.len().min(limit)).map(|at| call_site(&entries, at)).collect()
}

/// Without the frames that V8 does not have; some more than `limit`, since they show how those above them were called.
fn visible(frames: Vec<Frame>, limit: usize) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut frames = frames.into_iter().peekable();
    while let Some(frame) = frames.next() {
        if entries.len() >= limit.saturating_add(8) {
            break;
        }
        if frame.is_native && engine_functions::is_hidden(&frame.function, frames.peek()) {
            continue;
        }
        let mut entry = Entry::new(frame);
        if entry.runtime.is_some_and(RuntimeFrame::is_hidden) {
            // With what it called in the engine.
            entries.pop_if(|above| above.frame.is_native);
            continue;
        }
        // The engine has a frame that starts an async function, below that of its body.
        if let (Some(above), Some(position)) =
            (entries.last().and_then(|entry| entry.position.as_ref()), &entry.position)
            && position.is_async_start()
            && position.is_in_same_function(above)
        {
            continue;
        }
        if entry.is_placeless() && entries.last().is_some_and(Entry::is_placeless) {
            continue;
        }
        // Engines mark only those with a name.
        let below_async = entries.last().is_some_and(|above| above.frame.is_async);
        let waits = |position: &Position| position.call().is_none() && position.await_place().is_some();
        let waits = !entries.is_empty() && entry.position.as_ref().is_some_and(waits);
        entry.frame.is_async |= below_async || waits;
        entries.push(entry);
    }
    // What JavaScript of ours called in the engine, or in Rust.
    let is_ours = |entries: &[Entry], at: usize| {
        entries[at].frame.is_native
            && engine_functions::type_of(&entries[at].frame.function).is_none()
            && entries.get(at + 1).is_some_and(Entry::is_of_runtime)
    };
    for at in (0..entries.len()).rev() {
        if is_ours(&entries, at) {
            entries.remove(at);
        }
    }
    entries
}

/// The type of a frame's receiver; none for a call without one.
fn receiver(entries: &[Entry], at: usize) -> Option<String> {
    let entry = &entries[at];
    if entry.is_module() {
        return Some("Object".to_owned());
    }
    if entry.is_body() || entry.is_eval() {
        return None;
    }
    if let Some(type_name) = entry.runtime.and_then(|runtime| runtime.type_name) {
        return Some(type_name.to_owned());
    }
    let kind = entry.function().map(|function| function.kind);
    if kind == Some(FunctionKind::Initializer) {
        return None;
    }
    let is_member = matches!(kind, Some(FunctionKind::Method | FunctionKind::Getter | FunctionKind::Setter));
    let by_definition = || entry.holder().or_else(|| is_member.then(|| "Object".to_owned()));
    let Some(below) = caller(entries, at) else {
        // What the engine continues: an async function or a generator.
        let is_property = entry.function().is_some_and(|function| function.method.is_some());
        return if is_property { by_definition() } else { None };
    };
    if let Some(called) = below.runtime.and_then(|runtime| runtime.calls) {
        return Some(called.type_name.to_owned());
    }
    if below.is_of_runtime() {
        let is_emitter = below.frame.function == "emit";
        return if is_emitter { below.receiver.clone() } else { is_member.then(by_definition).flatten() };
    }
    if below.frame.is_native {
        let passes_this = engine_functions::passes_this(&below.frame.function);
        return if passes_this || (is_member && entry.is_generator_step(below)) { by_definition() } else { None };
    }
    let position = below.position.as_ref().filter(|position| position.has_source())?;
    let Some(call) = position.call() else {
        // A getter, a conversion, a trap of a proxy.
        let is_property = entry.function().is_some_and(|function| function.method.is_some());
        return if is_member || is_property { by_definition() } else { None };
    };
    let functions = position.functions();
    match functions.resolve(&call.receiver) {
        Receiver::None if call.is_new || entry.is_conversion() => by_definition(),
        Receiver::None => None,
        Receiver::Lexical => this_type(entries, at + 1).or_else(by_definition),
        known => {
            let fallback = || call.property.is_some().then(|| default_type(entry).to_owned());
            let defined = by_definition();
            match functions.type_name(known) {
                // Of `new exports.C()` the definition has the longer name.
                Some(known) if !defined.as_deref().is_some_and(|name| ends_with_method(name, known)) => {
                    Some(known.to_owned())
                }
                _ => defined.or_else(fallback),
            }
        }
    }
}

/// The frame below, unless that awaits this one.
fn caller(entries: &[Entry], at: usize) -> Option<&Entry> {
    entries.get(at + 1).filter(|below| !below.frame.is_async)
}

/// Of an object that nothing is known about.
fn default_type(entry: &Entry) -> &'static str {
    if entry.is_of_runtime() && entry.frame.function == "emit" { "EventEmitter" } else { "Object" }
}

/// The type of `this` in a frame.
fn this_type(entries: &[Entry], at: usize) -> Option<String> {
    let entry = &entries[at];
    let position = entry.position.as_ref()?;
    if entry.is_module() {
        return Some("Object".to_owned());
    }
    let its = |other: &Entry| other.position.as_ref().is_some_and(|other| other.has_this_of(position));
    if let Some(owner) = entries[at..].iter().find(|other| its(other))
        && let Some(known) = &owner.receiver
    {
        return Some(known.clone());
    }
    let function = position.function_of_this()?;
    position.functions().type_name(&function.holder).map(str::to_owned)
}

impl Entry {
    /// A method that the engine may call at any place: it reports the position of an earlier call then.
    fn is_conversion(&self) -> bool {
        self.function().is_some_and(|function| {
            let name = function.method.as_deref().unwrap_or_default();
            function.kind == FunctionKind::Method && matches!(name, "toString" | "valueOf" | "[Symbol.toPrimitive]")
        })
    }

    fn is_generator_step(&self, below: &Entry) -> bool {
        matches!(below.frame.function.as_str(), "next" | "return" | "throw")
    }
}

fn call_site(entries: &[Entry], at: usize) -> CallSite {
    let entry = &entries[at];
    let below = caller(entries, at);
    let call = below.and_then(|below| below.position.as_ref()?.call());
    let place = entry.position.as_ref().map(|position| runtime_frames::shown(position.shown.clone()));
    let mut site = CallSite { type_name: entry.receiver.clone(), place, ..CallSite::default() };
    if let Some(position) = &entry.position {
        site.enclosing = if entry.is_body() { Some((1, 1)) } else { position.function_start() };
        site.offset = position.shown_offset();
    }
    site.is_async = entry.frame.is_async;
    if let Some(position) = entry.position.as_ref().filter(|_| site.is_async)
        && let Some(place) = position.await_place()
    {
        site.place = Some(place);
    }
    if entry.is_body() {
        return site;
    }
    if entry.is_eval() {
        site.function = "eval".to_owned();
        site.eval_origin = below.map(|_| eval_origin(entries, at + 1));
        return site;
    }
    if entry.frame.is_native {
        engine_functions::describe(&entry.frame.function, call, below, &mut site);
        return site;
    }
    if let Some(runtime) = entry.runtime {
        let name = runtime.function.unwrap_or(&entry.frame.function);
        // `Object..js`, one of `Module._extensions`.
        match name.starts_with('.') {
            true => site.method = Some(name.to_owned()),
            false => site.function = name.to_owned(),
        }
        return site;
    }
    let property = call.and_then(|call| call.property.as_deref());
    let Some(function) = entry.function() else {
        site.function = entry.frame.function.clone();
        site.is_constructor = call.is_some_and(|call| call.is_new);
        return site;
    };
    site.function = function.name.as_deref().unwrap_or(&entry.frame.function).to_owned();
    site.is_constructor = function.kind == FunctionKind::Constructor
        || (function.kind == FunctionKind::Plain
            && below.is_some_and(|below| match below.frame.is_native {
                true => below.frame.function == "construct",
                false => call.is_some_and(|call| call.is_new),
            }));
    if !site.is_constructor && site.type_name.is_some() {
        let stored = property.or_else(|| call.is_none().then_some(function.method.as_deref()).flatten());
        let called = below.and_then(|below| below.runtime?.calls).map(|called| called.method);
        // What is stored in two properties has no method name.
        let is_one_of = |name: &&str| {
            function.method.as_deref() != Some(*name) && site.function.split('.').any(|part| part == *name)
        };
        site.method = called.or(stored.filter(|name| !is_one_of(name))).map(str::to_owned);
    }
    site
}

/// `f (/app/a.js:7:3)`: the frame that called `eval`.
fn eval_origin(entries: &[Entry], at: usize) -> String {
    let site = call_site(entries, at);
    let function = if site.function.is_empty() { "<anonymous>" } else { &site.function };
    let mut origin = format!("{function} (");
    match (&site.eval_origin, &site.place) {
        (Some(outer), _) => {
            origin.push_str("eval at ");
            origin.push_str(outer);
        }
        (None, Some(place)) => place.write(&mut origin),
        (None, None) => origin.push_str("<anonymous>"),
    }
    origin.push(')');
    origin
}

impl CallSite {
    /// As V8 prints it, without `at`.
    pub fn write(&self, out: &mut String) {
        if self.is_async {
            out.push_str("async ");
        }
        let before = out.len();
        if self.is_constructor {
            out.push_str("new ");
            out.push_str(if self.function.is_empty() { "<anonymous>" } else { &self.function });
        } else if let Some(type_name) = &self.type_name {
            self.write_method(type_name, out);
        } else {
            out.push_str(&self.function);
        }
        let is_named = out.len() > before;
        if is_named {
            out.push_str(" (");
        }
        self.write_location(out);
        if is_named {
            out.push(')');
        }
    }

    fn write_method(&self, type_name: &str, out: &mut String) {
        if self.function.is_empty() {
            out.push_str(type_name);
            out.push('.');
            out.push_str(self.method.as_deref().unwrap_or("<anonymous>"));
            return;
        }
        if is_identifier(&self.function) {
            out.push_str(type_name);
            out.push('.');
        }
        out.push_str(&self.function);
        if let Some(method) = self.method.as_deref().filter(|method| !ends_with_method(&self.function, method)) {
            out.push_str(" [as ");
            out.push_str(method);
            out.push(']');
        }
    }

    fn write_location(&self, out: &mut String) {
        match (&self.eval_origin, &self.place) {
            (Some(origin), place) => {
                out.push_str("eval at ");
                out.push_str(origin);
                out.push_str(", <anonymous>");
                if let Some(place) = place {
                    place.write_position(out);
                }
            }
            (None, Some(place)) => place.write(out),
            (None, None) => out.push_str("<anonymous>"),
        }
    }
}

fn is_identifier(name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    name.chars().all(is_part) && !name.starts_with(|c: char| c.is_ascii_digit())
}

fn ends_with_method(function: &str, method: &str) -> bool {
    function.strip_suffix(method).is_some_and(|before| before.is_empty() || before.ends_with(['.', ' ']))
}
