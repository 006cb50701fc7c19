//! The entries: functions of `lib/` that Rust calls. The table below is their one definition, as a field and as the name by which
//! JavaScript knows them.

use hexloop_engine::{Exception, Object, Root, Throw};
use std::cell::OnceCell;

macro_rules! entries {
    (
        boot: $($boot_field:ident = $boot_name:literal)*;
        connect: $($field:ident = $name:literal)*;
    ) => {
        #[derive(Default)]
        pub struct Entries {
            $(pub $boot_field: OnceCell<Root>,)*
            $(pub $field: OnceCell<Root>,)*
        }

        impl Entries {
            const BOOT: &[&str] = &[$($boot_name),*];
            #[cfg(test)]
            const CONNECT: &[&str] = &[$($name),*];

            fn cell(&self, name: &str) -> Option<&OnceCell<Root>> {
                match name {
                    $($boot_name => Some(&self.$boot_field),)*
                    $($name => Some(&self.$field),)*
                    _ => None,
                }
            }
        }
    };
}

entries! {
    // Properties of the object that `lib/boot.js` returns.
    boot:
        run_main = "runMain"
        emit_before_exit = "emitBeforeExit"
        emit_exit = "emitExit"
        open_repl = "openRepl"
        count_active = "countActive";
    // Set by `binding('loop').connect(name, function)` when their module is loaded, so that a program pays only for the queues it
    // uses.
    connect:
        run_timer = "runTimer"
        run_immediate = "runImmediate"
        run_message = "runMessage"
        run_ticks = "runTicks"
        run_finalizers = "runFinalizers"
        expose_pending_jobs = "exposePendingJobs"
        report_rejections = "reportRejections"
        complete_request = "completeRequest"
        emit_signal = "emitSignal"
        report_alive = "reportAlive"
        set_recording = "setRecording"
        net_event = "netEvent"
        child_event = "childEvent"
        http_event = "httpEvent"
        worker_exit = "workerExit"
        repl_input = "replInput"
        repl_interrupt = "replInterrupt"
        repl_complete = "replComplete"
        repl_preview = "replPreview"
        repl_exit = "replExit";
}

impl Entries {
    /// Sets an entry. The first function stays.
    pub fn connect(&self, name: &str, function: Root) -> Result<(), Throw> {
        let cell = self.cell(name).ok_or_else(|| Throw::error(format!("no such entry: '{name}'")))?;
        let _ = cell.set(function);
        Ok(())
    }

    /// Sets the entries that `lib/boot.js` returned.
    pub fn connect_boot<'a>(&self, returned: &Object<'a>) -> Result<(), Exception<'a>> {
        for name in Entries::BOOT {
            let function = returned.get(name)?;
            if let Some(cell) = self.cell(name) {
                let _ = cell.set(function.root());
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Entries;
    use crate::builtins;

    /// `connect` rejects a name that is not in the table; this is the other direction.
    #[test]
    fn every_entry_has_a_function_in_lib() {
        let boot = builtins::source("boot").expect("lib/boot.js");
        for name in Entries::BOOT {
            let is_property =
                |line: &str| line.starts_with(&format!("{name}(")) || line.starts_with(&format!("{name}: "));
            assert!(boot.lines().map(str::trim).any(is_property), "boot.js returns no {name}");
        }
        for name in Entries::CONNECT {
            let connects = format!("connect('{name}', ");
            assert!(builtins::TABLE.iter().any(|(_, source)| source.contains(&connects)), "nothing connects {name}");
        }
    }
}
