//! The table of options. `--help` prints the sections and their order.

use super::{Entry, HexloopOption, Section, Setter, Settings, UsageError};
use crate::env_files::EnvFile;
use hexloop_node::{
    AwaitRule, InputType, LIVE_PORT, NetworkOptions, Profile, TraceOptions, UnhandledRejections, WarningOptions,
};
use hexloop_trace::Format;
use std::time::Duration;

const fn flag(names: &'static str, purpose: &'static str, set: fn(&mut Settings, bool)) -> HexloopOption {
    HexloopOption { entry: Entry::new(names, "", purpose), set: Setter::Flag(set) }
}

/// A flag that JavaScript reads from `process.execArgv` and `$NODE_OPTIONS` when it needs it.
const fn read_by_javascript(names: &'static str, purpose: &'static str) -> HexloopOption {
    flag(names, purpose, |_, _| {})
}

type SetValue = fn(&mut Settings, &super::OptionValue) -> Result<(), UsageError>;

const fn value(names: &'static str, value: &'static str, purpose: &'static str, set: SetValue) -> HexloopOption {
    HexloopOption { entry: Entry::new(names, value, purpose), set: Setter::Value(set) }
}

const fn choice(
    names: &'static str,
    value: &'static str,
    choices: &'static [&'static str],
    purpose: &'static str,
    set: SetValue,
) -> HexloopOption {
    HexloopOption { entry: Entry { names, value, purpose, choices }, set: Setter::Value(set) }
}

const fn optional(names: &'static str, value: &'static str, purpose: &'static str, set: SetValue) -> HexloopOption {
    HexloopOption { entry: Entry::new(names, value, purpose), set: Setter::Optional(set) }
}

const fn trace(settings: &mut Settings) -> &mut TraceOptions {
    &mut settings.options.trace
}

const fn warnings(settings: &mut Settings) -> &mut WarningOptions {
    &mut settings.options.warnings
}

const PROFILES: &[&str] =
    &[Profile::Node.name(), Profile::Node10.name(), Profile::Browser.name(), Profile::BrowserFirefox.name()];
const AWAIT_RULES: &[&str] = &["modern", "legacy"];
const REJECTIONS: &[&str] = &[
    UnhandledRejections::Throw.name(),
    UnhandledRejections::Strict.name(),
    UnhandledRejections::Warn.name(),
    UnhandledRejections::None.name(),
    UnhandledRejections::WarnWithErrorCode.name(),
];

pub const SECTIONS: &[Section] = &[
    Section { title: "What to run", options: WHAT, is_inherited: true, in_environment: false },
    Section { title: "Modules", options: MODULES, is_inherited: true, in_environment: true },
    Section { title: "Event loop", options: LOOP, is_inherited: true, in_environment: true },
    Section { title: "Recording (hexloop help trace)", options: RECORDING, is_inherited: false, in_environment: false },
    Section { title: "Errors and warnings", options: ERRORS, is_inherited: true, in_environment: true },
    Section { title: "Network", options: NETWORK, is_inherited: true, in_environment: true },
    Section { title: "Process", options: PROCESS, is_inherited: true, in_environment: true },
];

const WHAT: &[HexloopOption] = &[
    value("-e, --eval", " CODE", "run CODE", |settings, given| {
        settings.task.source = Some(given.text());
        Ok(())
    }),
    HexloopOption {
        entry: Entry::new("-p, --print", " [CODE]", "run CODE, or standard input, and print its value"),
        set: Setter::OptionalNext(|settings, code| {
            settings.task.print = true;
            settings.task.source = code.or(settings.task.source.take());
        }),
    },
    value("-pe", "", "", |settings, given| {
        settings.task.print = true;
        settings.task.source = Some(given.text());
        Ok(())
    }),
    flag("-c, --check", "check the file's syntax without running it", |settings, on| settings.task.check = on),
    flag("-i, --interactive", "open the REPL even if standard input is not a terminal", |settings, on| {
        settings.task.interactive = on;
    }),
    value(
        "--env-file",
        "=FILE",
        "set environment variables from FILE; those already set keep their values",
        |s, given| {
            s.task.env_files.push(EnvFile { path: given.text(), must_exist: true });
            Ok(())
        },
    ),
    value("--env-file-if-exists", "=FILE", "the same, but FILE may be missing", |settings, given| {
        settings.task.env_files.push(EnvFile { path: given.text(), must_exist: false });
        Ok(())
    }),
    flag("-v, --version", "print the Node version whose API this is", |settings, on| settings.task.version = on),
    flag("--verbose", "with --version: also Hexloop's version, the engine and its capabilities", |settings, on| {
        settings.task.verbose = on;
    }),
    flag("-h, --help", "print this", |settings, on| settings.task.help = on),
];

const MODULES: &[HexloopOption] = &[
    value("-r, --require", " MODULE", "require MODULE before the program", |settings, given| {
        settings.options.modules.require.push(given.text());
        Ok(())
    }),
    value("--import", " MODULE", "import MODULE before the program", |settings, given| {
        settings.options.modules.import.push(given.text());
        Ok(())
    }),
    value("-C, --conditions", " NAME", "add a condition for exports and imports in package.json", |settings, given| {
        settings.options.modules.conditions.push(given.text());
        Ok(())
    }),
    choice(
        "--input-type",
        "=TYPE",
        &InputType::NAMES,
        "type of -e and standard input: commonjs, module (default: by their syntax)",
        |settings, given| {
            settings.options.modules.input_type = Some(given.choose(&InputType::NAMES, InputType::from_name)?);
            Ok(())
        },
    ),
    flag("--preserve-symlinks", "resolve modules by the path of a symbolic link, not of its target", |settings, on| {
        settings.options.modules.preserve_symlinks = on;
    }),
    flag("--preserve-symlinks-main", "the same for the program's own file", |settings, on| {
        settings.options.modules.preserve_symlinks_main = on;
    }),
    flag("--enable-source-maps", "map stack traces through the source maps that files name", |settings, on| {
        settings.options.modules.enable_source_maps = on;
    }),
    flag("--no-cache", "neither read nor write the cache of transformed sources and code", |settings, on| {
        settings.options.modules.no_cache = on;
    }),
    // lib/vm/imports.js
    read_by_javascript("--experimental-vm-modules", ""),
];

const LOOP: &[HexloopOption] = &[
    choice(
        "--loop",
        "=PROFILE",
        PROFILES,
        "event loop profile: node (default), node10, browser, browser-firefox",
        |settings, given| {
            settings.options.profile = given.choose(PROFILES, Profile::from_name)?;
            Ok(())
        },
    ),
    choice(
        "--await",
        "=RULE",
        AWAIT_RULES,
        "modern (default), or legacy: an await takes three microtasks",
        |settings, given| {
            settings.options.await_rule = given.choose(AWAIT_RULES, |rule| match rule {
                "modern" => Some(AwaitRule::Modern),
                "legacy" => Some(AwaitRule::Legacy),
                _ => None,
            })?;
            Ok(())
        },
    ),
    flag("--why", "on Ctrl+C, print what keeps the process alive and where it was created", |settings, on| {
        settings.options.why = on;
    }),
    value(
        "--watchdog",
        "=MS",
        "report a callback that blocks the loop longer; 0: never (default: 1000 on a terminal)",
        |settings, given| {
            settings.options.watchdog = Some(Duration::from_millis(given.number("a number of milliseconds")?));
            Ok(())
        },
    ),
    optional(
        "--inspect-loop",
        "[=PORT]",
        "serve a live page of the loop on this machine (docs/live.md)",
        |s, given| {
            let port = if given.value.is_some() { given.number("a port, or 0 for any")? } else { LIVE_PORT };
            s.options.inspect_loop = Some(port);
            Ok(())
        },
    ),
];

/// About 3 GB of memory, less than the maximal size of a typed array.
const MAX_EVENTS: usize = 30_000_000;

const RECORDING: &[HexloopOption] = &[
    optional(
        "--trace",
        "[=OUT]",
        "record the event loop and write the recording to OUT at the end",
        |settings, given| {
            trace(settings).from_start = true;
            trace(settings).out = given.value.clone().map(Into::into).or(trace(settings).out.take());
            Ok(())
        },
    ),
    flag("--traceable", "record from one SIGUSR2 to the next", |settings, on| trace(settings).on_signal = on),
    value("--out", "=FILE", "where the recording goes; - is standard output", |settings, given| {
        trace(settings).out = Some(given.text().into());
        Ok(())
    }),
    choice(
        "--format",
        "=FORMAT",
        &Format::NAMES,
        "html, json, perfetto or text (default: by the file's extension, or html)",
        |settings, given| {
            trace(settings).format = Some(given.choose(&Format::NAMES, Format::from_name)?);
            Ok(())
        },
    ),
    flag("--open", "open the page in a browser when it is written", |settings, on| trace(settings).open = on),
    value("--trace-events", "=N", "how many callbacks a recording keeps (default: 1000000)", |settings, given| {
        let number = given.text().parse().ok().filter(|number| (1..=MAX_EVENTS).contains(number));
        let bad = || UsageError(format!("{}={}: must be 1 to {MAX_EVENTS}", given.name, given.text()));
        trace(settings).events = Some(number.ok_or_else(bad)?);
        Ok(())
    }),
    flag("--trace-exact", "record exact times and every stack, whatever the overhead", |settings, on| {
        trace(settings).exact = on;
    }),
    flag("--trace-quiet", "do not print where the recording is", |settings, on| trace(settings).quiet = on),
];

const ERRORS: &[HexloopOption] = &[
    choice(
        "--unhandled-rejections",
        "=MODE",
        REJECTIONS,
        "throw (default), strict, warn, none, warn-with-error-code",
        |settings, given| {
            settings.options.unhandled_rejections = given.choose(REJECTIONS, UnhandledRejections::from_name)?;
            Ok(())
        },
    ),
    flag("--warnings", "", |settings, on| warnings(settings).none = !on),
    flag("--no-warnings", "do not print warnings", |settings, on| warnings(settings).none = on),
    flag("--trace-warnings", "print the stack of each warning", |settings, on| warnings(settings).trace = on),
    value("--disable-warning", "=CODE", "do not print warnings of this code or type", |settings, given| {
        warnings(settings).disabled.push(given.text());
        Ok(())
    }),
    value("--redirect-warnings", "=FILE", "append warnings to FILE instead of printing them", |settings, given| {
        warnings(settings).redirect = Some(given.text());
        Ok(())
    }),
    flag("--deprecation", "", |settings, on| warnings(settings).no_deprecation = !on),
    flag("--no-deprecation", "do not print deprecation warnings", |settings, on| {
        warnings(settings).no_deprecation = on;
    }),
    flag("--throw-deprecation", "throw an error instead of printing a deprecation warning", |settings, on| {
        warnings(settings).throw_deprecation = on;
    }),
    flag("--trace-deprecation", "print the stack of each deprecation warning", |settings, on| {
        warnings(settings).trace_deprecation = on;
    }),
    flag("--pending-deprecation", "also warn about pending deprecations", |settings, on| {
        warnings(settings).pending_deprecation = on;
    }),
    flag("--disable-sigusr1", "ignore SIGUSR1, even where the program listens for it", |settings, on| {
        settings.options.disable_sigusr1 = on
    }),
    flag("--trace-sigint", "on Ctrl+C, print the stack of what runs", |settings, on| {
        settings.options.trace_sigint = on
    }),
    read_by_javascript("--trace-exit", "print the stack of process.exit() when it ends the program"),
    flag("--abort-on-uncaught-exception", "end with SIGABRT, for a core file, on an uncaught error", |settings, on| {
        settings.options.abort_on_uncaught = on;
    }),
];

/// Those without a setter: lib/http/limits.js, lib/net/connect.js and lib/tls/defaults.js read them.
const NETWORK: &[HexloopOption] = &[
    choice(
        "--dns-result-order",
        "=ORDER",
        &NetworkOptions::RESULT_ORDERS,
        "how dns.lookup sorts: verbatim (default), ipv4first, ipv6first",
        |settings, given| {
            let known = |order: &str| NetworkOptions::RESULT_ORDERS.contains(&order).then(|| order.to_owned());
            settings.options.network.result_order = Some(given.choose(&NetworkOptions::RESULT_ORDERS, known)?);
            Ok(())
        },
    ),
    read_by_javascript("--network-family-autoselection, --enable-network-family-autoselection", ""),
    read_by_javascript("--no-network-family-autoselection", "connect only to the first address of a name"),
    value(
        "--network-family-autoselection-attempt-timeout",
        "=MS",
        "how long net.connect tries each address (default: 500)",
        |_, given| given.number::<u64>("a number of milliseconds").map(drop),
    ),
    value("--max-http-header-size", "=BYTES", "limit of an HTTP message's headers (default: 16384)", |_, given| {
        given.number::<u32>("a number of bytes").map(drop)
    }),
    read_by_javascript("--insecure-http-parser", "accept HTTP messages that violate the specification"),
    read_by_javascript("--use-env-proxy", "send requests through the proxies that HTTP_PROXY and HTTPS_PROXY name"),
    read_by_javascript("--tls-min-v1.0, --tls-min-v1.1, --tls-min-v1.2", ""),
    flag("--tls-min-v1.3", "accept no TLS older than 1.3; also v1.0 to v1.2 (default: v1.2)", |settings, on| {
        settings.tls_min_v13 = on;
    }),
    flag("--tls-max-v1.2", "use no TLS newer than 1.2; also v1.3 (default)", |settings, on| {
        settings.tls_max_v12 = on;
    }),
    read_by_javascript("--tls-max-v1.3", ""),
    value("--tls-cipher-list", "=LIST", "default ciphers of TLS", |_, _| Ok(())),
    value("--tls-keylog", "=FILE", "append the keys of TLS connections to FILE, for debugging", |_, _| Ok(())),
    read_by_javascript("--use-system-ca", "also trust the certificate authorities of the system"),
    read_by_javascript("--use-bundled-ca, --use-openssl-ca", ""),
    flag("--test-udp-no-try-send", "", |settings, on| settings.options.network.no_try_send = on),
];

const PROCESS: &[HexloopOption] = &[
    value("--title", "=TITLE", "the process's title (process.title)", |settings, given| {
        settings.options.title = Some(given.text());
        Ok(())
    }),
    flag("--expose-gc", "define the global function gc, which collects garbage", |settings, on| {
        settings.options.expose_gc = on;
    }),
];
