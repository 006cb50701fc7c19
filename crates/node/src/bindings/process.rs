//! `binding('process')`: information about the process, and its exit.

mod credentials;
mod exec;
mod throw_site;
mod usage;

pub use usage::{cpu_seconds, resident_memory};

use super::Binding;
use crate::bindings::stdio::write_all;
use crate::host::host;
use crate::runtime::{NODE_VERSION, exit_process};
use hexloop_engine::{Answer, Call, Object, Root, Value};
use std::cell::RefCell;
use std::mem::ManuallyDrop;

thread_local! {
    /// `process.env`. Never dropped: the engine may be gone when thread locals are dropped.
    static ENVIRONMENT: RefCell<Option<ManuallyDrop<Root>>> = const { RefCell::new(None) };
}

/// Whether a proxy is `process.env`, which must look like a plain object to programs.
pub fn is_environment(value: &Value<'_>) -> bool {
    ENVIRONMENT.with_borrow(|environment| {
        environment.as_ref().is_some_and(|environment| environment.get(value.cx()).strictly_equals(value))
    })
}

/// Whether any option about warnings or the title is set; usually none is, and `process` need not query each.
fn has_warning_flags() -> bool {
    let host = host();
    let warnings = &host.options.warnings;
    let deprecation = warnings.no_deprecation || warnings.throw_deprecation || warnings.trace_deprecation;
    deprecation || no_warnings() || warnings.trace || host.options.title.is_some()
}

fn is_set_to_one(variable: &str) -> bool {
    std::env::var_os(variable).is_some_and(|value| value == "1")
}

fn no_warnings() -> bool {
    host().options.warnings.none || is_set_to_one("NODE_NO_WARNINGS")
}

/// The warning options of the command line and of their environment variables.
fn warning_options<'c>(call: &Call<'c>) -> Answer<'c> {
    let cx = call.cx();
    let host = host();
    let warnings = &host.options.warnings;
    let options = Object::empty(cx);
    for (name, is_set) in [
        ("none", no_warnings()),
        ("trace", warnings.trace),
        ("noDeprecation", warnings.no_deprecation),
        ("throwDeprecation", warnings.throw_deprecation),
        ("traceDeprecation", warnings.trace_deprecation),
        ("pendingDeprecation", warnings.pending_deprecation || is_set_to_one("NODE_PENDING_DEPRECATION")),
    ] {
        options.set(name, &Value::boolean(cx, is_set))?;
    }
    let redirect = warnings.redirect.clone().or_else(|| std::env::var("NODE_REDIRECT_WARNINGS").ok());
    for (name, text) in [("redirect", redirect.as_ref()), ("title", host.options.title.as_ref())] {
        if let Some(text) = text.filter(|text| !text.is_empty()) {
            options.set(name, &Value::string(cx, text))?;
        }
    }
    let disabled: Vec<Value<'_>> = warnings.disabled.iter().map(|code| Value::string(cx, code)).collect();
    options.set("disabled", &Object::array(cx, &disabled)?.into_value())?;
    Ok(options.into())
}

pub fn fill(binding: &Binding<'_>) {
    usage::fill(binding);
    credentials::fill(binding);
    exec::fill(binding);
    throw_site::fill(binding);
    let cx = binding.cx();
    let options = Object::empty(cx);
    let host = host();
    let _ = options.set("enableSourceMaps", &Value::boolean(cx, host.options.modules.enable_source_maps));
    let _ = options.set("abortOnUncaught", &Value::boolean(cx, host.options.abort_on_uncaught));
    let _ = options.set("warningFlags", &Value::boolean(cx, has_warning_flags()));
    let _ = options.set("unhandledRejections", &Value::string(cx, host.options.unhandled_rejections.name()));
    binding
        .text("version", NODE_VERSION)
        .text("hexloopVersion", env!("CARGO_PKG_VERSION"))
        .text("platform", platform())
        .text("arch", arch())
        .text("execPath", &exec_path())
        .text("argv0", &host.options.argv0)
        .number("pid", f64::from(std::process::id()))
        .value("options", options.into_value())
        .function("argv", |call| {
            let host = crate::host::host();
            let cx = call.cx();
            let own_path = exec_path();
            let items: Vec<Value<'_>> = std::iter::once(&own_path)
                .chain(&host.options.arguments)
                .map(|argument| Value::string(cx, argument))
                .collect();
            Ok(Object::array(cx, &items)?.into())
        })
        .function("execArgv", |call| {
            let host = crate::host::host();
            let items: Vec<Value<'_>> =
                host.options.exec_arguments.iter().map(|argument| Value::string(call.cx(), argument)).collect();
            Ok(Object::array(call.cx(), &items)?.into())
        })
        .function("warningOptions", warning_options)
        .function("registerEnvironment", |call| {
            ENVIRONMENT.set(Some(ManuallyDrop::new(call.root(0))));
            Ok(().into())
        })
        .unlocked("environment", |call| {
            let cx = call.cx();
            let items: Vec<Value<'_>> = std::env::vars_os()
                .flat_map(|(name, value)| [name, value])
                .map(|text| Value::string(cx, &text.to_string_lossy()))
                .collect();
            Ok(Object::array(cx, &items)?.into())
        })
        .function("parseEnvFile", |call| {
            let items: Vec<Value<'_>> = crate::env_file::parse(&call.text(0)?)
                .iter()
                .flat_map(|(name, value)| [name, value])
                .map(|text| Value::string(call.cx(), text))
                .collect();
            Ok(Object::array(call.cx(), &items)?.into())
        })
        .function("engineVersion", |_| Ok(engine_version().into()))
        .function("setPoolSize", |call| {
            // SAFETY: only this thread reads or writes the environment at this point: pool threads, which might (the
            // resolver does), are started by the first job, and the size is read before that.
            if hexloop::Pool::process().started_threads() == 0 {
                unsafe { std::env::set_var("UV_THREADPOOL_SIZE", call.text(0)?) };
            }
            Ok(().into())
        })
        .function("setTimeZone", |call| {
            let zone = if call.value(0).is_undefined() { None } else { Some(call.text(0)?) };
            // As in setenv(3).
            let zone = zone.map(|zone| zone.split('\0').next().unwrap_or_default().to_owned());
            set_time_zone(zone.as_deref());
            Ok(().into())
        })
        .function("ppid", |_| {
            // SAFETY: getppid has no preconditions.
            Ok(unsafe { libc::getppid() }.into())
        })
        .unlocked("exit", |call| {
            let code = call.number(0)? as i32;
            if crate::worker::exit_current(code) { Ok(().into()) } else { exit_process(code) }
        })
        .unlocked("printUncaught", |call| {
            let text = format!("{}\nNode.js {NODE_VERSION}\n", call.text(0)?);
            let _ = write_all(2, text.as_bytes());
            Ok(().into())
        });
}

/// The engine gets the time zone from ICU, and ICU reads the process environment.
fn set_time_zone(zone: Option<&str>) {
    unsafe extern "C" {
        fn tzset();
    }
    // SAFETY: Rust's readers of the environment are locked out meanwhile. A resolver in a pool thread may read it
    // without the lock: after it was first set, the variable is replaced in place, which is safe for such a reader.
    // Node does the same.
    unsafe {
        match zone {
            Some(zone) => std::env::set_var("TZ", zone),
            None => std::env::remove_var("TZ"),
        }
        tzset();
    }
    hexloop_engine::reset_date_caches();
}

fn exec_path() -> String {
    std::env::current_exe().map(|path| path.display().to_string()).unwrap_or_default()
}

fn platform() -> &'static str {
    match std::env::consts::OS {
        "macos" => "darwin",
        "windows" => "win32",
        other => other,
    }
}

fn arch() -> &'static str {
    match std::env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        "x86" => "ia32",
        other => other,
    }
}

/// The version of the engine's library, if it exports one: WebKitGTK does, the macOS framework does not.
fn engine_version() -> Option<String> {
    let part = |name: &std::ffi::CStr| {
        // SAFETY: the symbol, if it exists, is a function without arguments that returns an unsigned number.
        unsafe {
            let found = libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr());
            (!found.is_null()).then(|| std::mem::transmute::<*mut libc::c_void, extern "C" fn() -> u32>(found)())
        }
    };
    let (major, minor, micro) =
        (part(c"jsc_get_major_version")?, part(c"jsc_get_minor_version")?, part(c"jsc_get_micro_version")?);
    Some(format!("{major}.{minor}.{micro}"))
}
