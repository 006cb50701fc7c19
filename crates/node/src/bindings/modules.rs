//! `binding('modules')`: ES modules. Module records are in `lib/module/esm`; sources are kept here, by handle, until
//! they are compiled.

mod read_ahead;

use super::Binding;
use super::handle_table::HandleTable;
use super::module::{rewrites, syntax_throw};
use super::vm::realm_of;
use crate::code_cache::{CacheKind, CachedScript};
use crate::host::host;
use crate::source_text::source_text;
use crate::sources;
use crate::system_error::SystemError;
use crate::trace;
use crate::typescript;
use hexloop_engine::stack::ES_MODULE_FRAME;
use hexloop_engine::{Answer, Call, Object, Out, Root, Throw, Value};
use hexloop_source::{Goal, LinkOptions, Linked, Rewrites, Shape, Stripped, Transformed, cache, code_frame};
use std::cell::RefCell;
use std::mem::ManuallyDrop;
use std::rc::Rc;
use url::Url;

/// From this size on, compiling takes the engine much memory: what parsing took is returned to the system first.
pub(super) const LARGE_SOURCE: usize = 1 << 20;

/// A module's source, read and linked.
struct Prepared {
    source: String,
    /// If the source is TypeScript or JSX: the code that was linked.
    stripped: Option<Stripped>,
    linked: Linked,
    /// The record for JavaScript.
    json: String,
}

/// A module that is linked but not compiled.
struct PendingModule {
    url: String,
    source: String,
    stripped: Option<Stripped>,
    linked: Linked,
}

thread_local! {
    static PENDING: HandleTable<Rc<PendingModule>> = const { HandleTable::new("module to compile") };
    /// Distinguishes a namespace from other proxies. Never dropped: the engine may be gone when thread locals are
    /// dropped.
    static IS_NAMESPACE: RefCell<Option<ManuallyDrop<Root>>> = const { RefCell::new(None) };
}

pub fn fill(binding: &Binding<'_>) {
    binding
        .unlocked("link", link)
        .unlocked("load", load)
        .unlocked("loadDetected", load_detected)
        .unlocked("dropReadAhead", |_| {
            read_ahead::finish();
            Ok(Out::Undefined)
        })
        .unlocked("compile", compile)
        .unlocked("codeFrame", frame)
        .function("suggestName", |call| {
            let (name, names) = (call.text(0)?, call.text(1)?);
            Ok(hexloop_source::nearest(&name, names.lines()).map(str::to_owned).into())
        })
        .unlocked("readSource", |call| Ok(read(&call.text(0)?)?.into()))
        .unlocked("readBytes", |call| Ok(read_bytes(&call.text(0)?)?.into()))
        .function("rewriteImports", |call| {
            let (text, import) = (call.text(0)?, call.text(1)?);
            let rewrites = Rewrites { dynamic_import: Some(&import), ..rewrites() };
            let rewritten = hexloop_source::transform(&text, Goal::Script, &rewrites);
            Ok(rewritten.map(|rewritten| rewritten.code).into())
        })
        .function("fileUrlToPath", |call| {
            let url = call.text(0)?;
            file_path(&url).map(Out::Text).ok_or_else(|| Throw::type_error(format!("{url} is not a file URL")).into())
        })
        .function("pathToFileUrl", |call| Ok(hexloop_source::file_url(&call.text(0)?).into()))
        .unlocked("cjsExports", |call| Ok(cjs_exports_json(&call.text(0)?).into()))
        .unlocked("preloads", |call| {
            let names: Vec<Value<'_>> =
                host().options.modules.import.iter().map(|name| Value::string(call.cx(), name)).collect();
            Ok(Object::array(call.cx(), &names)?.into())
        })
        .function("recognizeNamespaces", |call| {
            IS_NAMESPACE.set(Some(ManuallyDrop::new(call.root(0))));
            Ok(Out::Undefined)
        });
}

/// Whether a proxy is a module namespace object, which must look like V8's to programs.
pub fn is_namespace(value: &Value<'_>) -> bool {
    IS_NAMESPACE.with_borrow(|is_namespace_fn| {
        let Some(is_namespace_fn) =
            is_namespace_fn.as_ref().and_then(|is_namespace_fn| is_namespace_fn.get(value.cx()).as_object())
        else {
            return false;
        };
        is_namespace_fn.call(std::slice::from_ref(value)).is_ok_and(|answer| answer.truthy())
    })
}

/// The path of a `file:` URL, without query and fragment.
pub fn file_path(url: &str) -> Option<String> {
    let url = Url::parse(url).ok().filter(|url| url.scheme() == "file")?;
    url.to_file_path().ok().map(|path| path.to_string_lossy().into_owned())
}

fn read_bytes(path: &str) -> Result<Vec<u8>, Throw> {
    std::fs::read(path).map_err(|error| SystemError::from_io(&error, "open").path(path).to_throw())
}

fn read(path: &str) -> Result<String, Throw> {
    Ok(source_text(read_bytes(path)?, path))
}

/// `link(source, url)`: the module record as JSON, with its handle first.
fn link<'c>(call: &Call<'c>) -> Answer<'c> {
    let (source, url) = (call.text(0)?, call.text(1)?);
    let path = file_path(&url).unwrap_or_else(|| url.clone());
    Ok(store(prepare(source, &path, &url, &rewrites())?, url).into())
}

/// `load(path, url)`: the same for a file.
fn load<'c>(call: &Call<'c>) -> Answer<'c> {
    let (path, url) = (call.text(0)?, call.text(1)?);
    let rewrites = rewrites();
    let prepared = match read_ahead::take(&path) {
        Some(prepared) => prepared,
        None => {
            let prepared = prepare(read(&path)?, &path, &url, &rewrites)?;
            read_ahead::follow(&path, &prepared.linked, rewrites);
            prepared
        }
    };
    Ok(store(prepared, url).into())
}

/// `loadDetected(path, url)`: the same for a file whose format is detected; null for CommonJS.
fn load_detected<'c>(call: &Call<'c>) -> Answer<'c> {
    let (path, url) = (call.text(0)?, call.text(1)?);
    let source = read(&path)?;
    let stripped = typescript::strip(&source, &path, None)?;
    let is_module = hexloop_source::needs_module_goal(stripped.as_ref().map_or(&source, |stripped| &stripped.code));
    if !is_module {
        return Ok(Out::Null);
    }
    Ok(store(prepare_stripped(source, stripped, &url, &rewrites())?, url).into())
}

/// Strips and links. `path` determines the language, `url` is used in errors.
fn prepare(source: String, path: &str, url: &str, rewrites: &Rewrites<'static>) -> Result<Prepared, Throw> {
    let stripped = typescript::strip(&source, path, Some(Goal::Module))?;
    prepare_stripped(source, stripped, url, rewrites)
}

fn prepare_stripped(
    source: String,
    stripped: Option<Stripped>,
    url: &str,
    rewrites: &Rewrites<'static>,
) -> Result<Prepared, Throw> {
    let linked = linked(stripped.as_ref().map_or(&source, |stripped| &stripped.code), url, rewrites)?;
    let json = linked.to_json();
    Ok(Prepared { source, stripped, linked, json })
}

fn linked(source: &str, url: &str, rewrites: &Rewrites<'static>) -> Result<Linked, Throw> {
    let link = || {
        let options = LinkOptions { path: url, rewrites };
        hexloop_source::link(source, &options).map_err(|error| syntax_throw(&error))
    };
    cache::cached(source, "module", || format!("{rewrites:?}"), link)
}

/// Stores a module until it is compiled.
fn store(Prepared { source, stripped, linked, json }: Prepared, url: String) -> String {
    let module = PendingModule { url, source, stripped, linked };
    let handle = PENDING.with(|pending| pending.insert(Rc::new(module)));
    format!("{{\"handle\":{handle},{}", &json[1..])
}

/// `compile(handle, inTwo, realm)`: the module's function, in one of its two shapes. Frees the source.
fn compile<'c>(call: &Call<'c>) -> Answer<'c> {
    let realm = realm_of(call, 2)?;
    let shape = if call.boolean(1) { Shape::TwoPhase } else { Shape::Plain };
    let module = PENDING.with(|pending| pending.take(call, 0))?;
    let Some(PendingModule { url, source, mut stripped, linked }) = module.and_then(Rc::into_inner) else {
        return Err(Throw::error("the module is already compiled").into());
    };
    let wrapper = linked.wrapper(ES_MODULE_FRAME, shape);
    if let Some(stripped) = &mut stripped {
        stripped.drop_code(&source);
    }
    // The source is retained if it cannot be read again from the URL: not a file, or with a query or fragment.
    let retained = (!url.starts_with("file:") || url.ends_with(']') || url.contains(['?', '#'])).then_some(source);
    let Transformed { code, columns } = linked.into_body();
    let script = CachedScript::new(&[&wrapper.head, &code, &wrapper.tail], CacheKind::Program);
    let is_large = code.len() >= LARGE_SOURCE;
    sources::register(&url, wrapper.prefix, Some(columns), retained);
    trace::record_source(&url, &[&wrapper.head, &code, &wrapper.tail]);
    drop(code);
    if let Some(stripped) = stripped {
        sources::register_stripped(&url, stripped);
    }
    if is_large {
        hexloop_engine::release_free_memory();
        call.cx().collect_without_destructors();
    }
    Ok(script.run(realm, &url)?.into())
}

/// `codeFrame(handle, line, column, length)`: the code frame of an error in a module that is not compiled yet.
fn frame<'c>(call: &Call<'c>) -> Answer<'c> {
    let module = PENDING.with(|pending| pending.find(call, 0))?;
    let PendingModule { url, source, stripped, .. } = &*module;
    let (line, column, length) = (call.number(1)? as u32, call.number(2)? as u32, call.number(3)? as u32);
    let source = source.strip_prefix('\u{feff}').unwrap_or(source);
    let map = stripped.as_ref().and_then(|stripped| stripped.map.as_ref());
    let original = map.and_then(|map| map.original(line, column));
    let (line, column) = original.map_or((line, column), |original| (original.line, original.column));
    let frame = code_frame(source, line, column, length);
    Ok(format!("{url}:{line}\n{}", frame.trim_end_matches('\n')).into())
}

/// `cjsExports(source)`: the exports and re-exports of a CommonJS source, as JSON.
fn cjs_exports_json(source: &str) -> String {
    let found = hexloop_source::cjs_exports(source);
    serde_json::json!({ "exports": found.exports, "reexports": found.reexports }).to_string()
}
