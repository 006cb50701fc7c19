//! `binding('resolve')`: resolves `import` and `require` (`hexloop_source::resolve`). One call per resolution; lists
//! are passed as strings separated by `\0`. JavaScript uses it through `lib/module/resolver.js`, which gives the errors
//! their classes.

use super::Binding;
use crate::builtins;
use crate::host::host;
use hexloop_engine::{Answer, Call, ErrorClass, Failure, Throw};
use hexloop_source::resolve::{
    self, NODE_BUILTINS, RequireRequest, ResolveError, ResolveOptions, Resolver, Warning, global_folders,
};
use std::rc::Rc;

thread_local! {
    static RESOLVER: Rc<Resolver> = Rc::new(Resolver::new(options()));
}

/// This thread's resolver, with its caches.
pub fn resolver() -> Rc<Resolver> {
    RESOLVER.with(Rc::clone)
}

fn options() -> ResolveOptions {
    let variable = |name: &str| std::env::var(name).ok();
    let own_path = std::env::current_exe().map(|path| path.display().to_string()).unwrap_or_default();
    let modules = &host().options.modules;
    ResolveOptions {
        conditions: modules.conditions.clone(),
        preserve_symlinks: modules.preserve_symlinks,
        preserve_symlinks_main: modules.preserve_symlinks_main,
        global_folders: global_folders(variable("NODE_PATH").as_deref(), variable("HOME").as_deref(), &own_path),
        builtins: builtins::is_public,
    }
}

pub fn fill(binding: &Binding<'_>) {
    binding
        .function("import", import)
        .function("require", require)
        .function("requireFromPackage", |call| {
            let (request, parent, conditions) = (call.text(0)?, optional(call, 1)?, list(call, 2)?);
            let query = RequireRequest {
                request: &request,
                parent: parent.as_deref(),
                conditions: conditions.as_deref(),
                ..RequireRequest::default()
            };
            Ok(resolver().require_from_package(&query).map_err(to_throw)?.into())
        })
        .function("findPath", find_path)
        .function("hint", |call| {
            let (request, parent, folders) = (call.text(0)?, optional(call, 1)?, list(call, 2)?);
            Ok(resolver().near_request(&request, parent.as_deref(), &folders.unwrap_or_default()).into())
        })
        .function("hasWarnings", |_| Ok(resolver().has_warnings().into()))
        .function("takeWarnings", |_| Ok(warnings_as_json(resolver().take_warnings()).into()))
        .function("conditions", |call| {
            let resolver = resolver();
            let import = call.text(0)? == "import";
            let conditions = if import { resolver.import_conditions() } else { resolver.require_conditions() };
            Ok(conditions.join("\0").into())
        })
        .function("formatOf", |call| {
            let format = resolver().format_of_url(&call.text(0)?).map_err(to_throw)?;
            Ok(format.name().into())
        })
        .function("requireFormat", |call| Ok(resolver().format_for_require(&call.text(0)?).map_err(to_throw)?.into()))
        .function("findPackageJson", |call| {
            Ok(resolver().find_package_json(&call.text(0)?, &call.text(1)?).map_err(to_throw)?.into())
        })
        .function("packageScope", |call| {
            let package = resolver().package_scope(&call.text(0)?).map_err(to_throw)?;
            Ok(package.map(|package| package.to_json()).transpose().map_err(to_throw)?.into())
        })
        .function("readPackage", read_package)
        .function("isNodeBuiltin", |call| Ok(NODE_BUILTINS.contains(&call.text(0)?.as_str()).into()))
        .function("globalPaths", |_| Ok(options().global_folders.join("\0").into()));
}

/// `import(specifier, parentUrl?, conditions?)`: `format` newline `url`. The format is empty where `resolve` leaves it
/// undefined. A leading `~` means that there are warnings to take.
fn import<'c>(call: &Call<'c>) -> Answer<'c> {
    let (specifier, parent, conditions) = (call.text(0)?, optional(call, 1)?, list(call, 2)?);
    let resolver = resolver();
    let conditions = conditions.as_deref().unwrap_or_else(|| resolver.import_conditions());
    let found = resolver.import_with(&specifier, parent.as_deref(), conditions).map_err(to_throw)?;
    let format = found.format.map_or("", |format| format.name().unwrap_or("null"));
    let warning_mark = if resolver.has_warnings() { "~" } else { "" };
    Ok([warning_mark, format, "\n", &found.url].concat().into())
}

/// `require(request, parent?, folders?, extensions?, isMain, conditions?)`: a path, or the name of a built-in module.
fn require<'c>(call: &Call<'c>) -> Answer<'c> {
    let (request, parent, folders) = (call.text(0)?, optional(call, 1)?, list(call, 2)?);
    let (extensions, conditions) = (list(call, 3)?, list(call, 5)?);
    let query = RequireRequest {
        request: &request,
        parent: parent.as_deref(),
        folders: folders.as_deref(),
        extensions: extensions.as_deref(),
        is_main: call.boolean(4),
        conditions: conditions.as_deref(),
    };
    Ok(resolver().require(&query).map_err(to_throw)?.into())
}

/// `findPath(request, folders, extensions?, isMain)`: undefined if nothing is found.
fn find_path<'c>(call: &Call<'c>) -> Answer<'c> {
    let (request, folders, extensions) = (call.text(0)?, list(call, 1)?, list(call, 2)?);
    let query = RequireRequest {
        request: &request,
        extensions: extensions.as_deref(),
        is_main: call.boolean(3),
        ..RequireRequest::default()
    };
    Ok(resolver().find_path(&query, &folders.unwrap_or_default()).map_err(to_throw)?.into())
}

/// Everything needed to start a CommonJS file of JavaScript without preloads, in one call: its format (empty if it has
/// to be detected), its filename, and its `node_modules` paths, separated by NUL. None for any other file and for
/// errors: the regular path reports those.
pub fn plain_program(path: &str) -> Option<String> {
    let modules = &host().options.modules;
    if !modules.require.is_empty() || !modules.import.is_empty() {
        return None;
    }
    let query = RequireRequest { request: path, is_main: true, ..RequireRequest::default() };
    let file = resolver().find_path(&query, &[]).ok()??;
    let (directory, name) = file.rsplit_once('/')?;
    if name.rsplit_once('.').is_some_and(|(_, extension)| extension != "js" && extension != "cjs") {
        return None;
    }
    let format = resolver().format_for_require(&file).ok()?;
    if !matches!(format, None | Some("commonjs")) {
        return None;
    }
    let paths = resolve::node_module_paths(if directory.is_empty() { "/" } else { directory });
    Some(format!("{}\0{file}\0{}", format.unwrap_or(""), paths.join("\0")))
}

/// `readPackage(directory)`: the result of `Module._readPackage`, as JSON.
fn read_package<'c>(call: &Call<'c>) -> Answer<'c> {
    let directory = call.text(0)?;
    let text = match resolver().read_package(&directory).map_err(to_throw)? {
        Some(package) => package.to_json().map_err(to_throw)?,
        None => {
            let path = format!("{}/package.json", directory.strip_suffix('/').unwrap_or(&directory));
            serde_json::json!({ "type": "none", "exists": false, "pjsonPath": path }).to_string()
        }
    };
    Ok(text.into())
}

fn optional<'c>(call: &Call<'c>, index: usize) -> Result<Option<String>, Failure<'c>> {
    if call.value(index).is_undefined() { Ok(None) } else { call.text(index).map(Some) }
}

/// A string separated by `\0`; the empty string is the empty list.
fn list<'c>(call: &Call<'c>, index: usize) -> Result<Option<Vec<String>>, Failure<'c>> {
    let parts = |text: String| text.split('\0').filter(|_| !text.is_empty()).map(str::to_owned).collect();
    Ok(optional(call, index)?.map(parts))
}

fn warnings_as_json(warnings: Vec<Warning>) -> String {
    let warnings =
        warnings.into_iter().map(|Warning { code, message }| serde_json::json!({ "code": code, "message": message }));
    serde_json::Value::Array(warnings.collect()).to_string()
}

/// An `ERR_…` is complete; to a plain MODULE_NOT_FOUND JavaScript adds the require stack, then `hint`.
fn to_throw(error: ResolveError) -> Throw {
    let class = match error.class {
        resolve::ErrorClass::Error => ErrorClass::Error,
        resolve::ErrorClass::TypeError => ErrorClass::TypeError,
        resolve::ErrorClass::RangeError => ErrorClass::RangeError,
        resolve::ErrorClass::SyntaxError => ErrorClass::SyntaxError,
        resolve::ErrorClass::UriError => ErrorClass::UriError,
    };
    let coded = error.code.starts_with("ERR_");
    let message = if coded { error.to_string() } else { error.message };
    let mut throw = Throw::new(class, message);
    if !error.code.is_empty() {
        throw = throw.text("code", error.code);
    }
    for (name, value) in error.fields {
        throw = throw.text(name, value);
    }
    if let Some(cause) = error.cause {
        throw = throw.text("cause", cause.to_json().to_string());
    }
    match error.hint.filter(|_| !coded) {
        Some(hint) => throw.text("hint", hint),
        None => throw,
    }
}
