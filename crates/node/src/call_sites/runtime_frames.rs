//! Frames of JavaScript in `lib/`: those that Node has have Node's names; internal files are below `node:internal/`, which is how tools
//! recognize them.

use crate::builtins;
use hexloop_engine::stack::Place;

/// A function of `lib/`.
pub struct RuntimeFrame {
    file: &'static str,
    /// Any, if empty.
    name: &'static str,
    is_hidden: bool,
    pub type_name: Option<&'static str>,
    pub function: Option<&'static str>,
    /// What it calls functions of a program on.
    pub calls: Option<Called>,
}

#[derive(Clone, Copy)]
pub struct Called {
    pub type_name: &'static str,
    pub method: &'static str,
}

impl RuntimeFrame {
    pub fn is_hidden(&self) -> bool {
        self.is_hidden
    }

    const fn hidden(file: &'static str, name: &'static str) -> RuntimeFrame {
        RuntimeFrame { is_hidden: true, ..RuntimeFrame::shown(file, name, None, "") }
    }

    const fn shown(
        file: &'static str,
        name: &'static str,
        type_name: Option<&'static str>,
        function: &'static str,
    ) -> RuntimeFrame {
        RuntimeFrame { file, name, is_hidden: false, type_name, function: Some(function), calls: None }
    }

    const fn calling(self, type_name: &'static str, method: &'static str) -> RuntimeFrame {
        RuntimeFrame { calls: Some(Called { type_name, method }), ..self }
    }
}

const TASK_QUEUES: &str = "loop/ticks";

static FRAMES: [RuntimeFrame; 19] = [
    RuntimeFrame::shown("loop/timers", "run", None, "listOnTimeout").calling("Timeout", "_onTimeout"),
    RuntimeFrame::shown("loop/timers", "runTimer", Some("process"), "processTimers"),
    RuntimeFrame::shown("loop/immediates", "runImmediate", Some("process"), "processImmediate")
        .calling("Immediate", "_onImmediate"),
    RuntimeFrame::shown(TASK_QUEUES, "runTicks", Some("process"), "processTicksAndRejections"),
    RuntimeFrame::shown("loop/microtasks", "", Some("process"), "processTicksAndRejections"),
    RuntimeFrame::hidden("loop/phase", ""),
    RuntimeFrame::hidden(TASK_QUEUES, "runCallback"),
    RuntimeFrame::hidden("loop/requests", ""),
    RuntimeFrame::hidden("core/safe/calls", ""),
    RuntimeFrame::hidden("core/intrinsics", ""),
    RuntimeFrame::shown("module/module_object", "call", Some("Module"), "_compile"),
    RuntimeFrame::hidden("module/module_object", ""),
    RuntimeFrame::shown("module/extensions", "loadJavaScript", Some("Object"), ".js"),
    RuntimeFrame::shown("module/cjs", "load", Some("Module"), "load"),
    RuntimeFrame::shown("module/cjs", "loadFile", Some("Module"), "_load"),
    RuntimeFrame::shown("module/cjs", "requireFrom", Some("Module"), "require"),
    RuntimeFrame::hidden("module/cjs", ""),
    RuntimeFrame::hidden("events", "emitToAll"),
    RuntimeFrame::hidden("events", "callListener"),
];

/// The first that fits.
pub fn find(place: &Place, function: &str) -> Option<&'static RuntimeFrame> {
    let file = place.url.strip_prefix("node:")?;
    FRAMES.iter().find(|frame| frame.file == file && (frame.name.is_empty() || frame.name == function))
}

/// Internal files that have another name in Node.
const RENAMED: [(&str, &str); 3] = [
    ("loop/timers", "node:internal/timers"),
    (TASK_QUEUES, "node:internal/process/task_queues"),
    ("module/module_object", "node:internal/modules/cjs/loader"),
];

/// A place as programs see it.
pub fn shown(mut place: Place) -> Place {
    if let Some(id) = place.url.strip_prefix("node:")
        && !builtins::is_name(id)
    {
        let renamed = RENAMED.iter().find(|(known, _)| *known == id);
        place.url = renamed.map_or_else(|| format!("node:internal/{id}"), |(_, renamed)| (*renamed).to_owned());
    }
    place
}

/// The id of a file of `lib/`, from its URL in a stack.
pub fn id_of(url: &str) -> Option<&str> {
    let renamed = RENAMED.iter().find(|(_, renamed)| *renamed == url).map(|(id, _)| *id);
    renamed.or_else(|| url.strip_prefix("node:internal/")).or_else(|| url.strip_prefix("node:"))
}
