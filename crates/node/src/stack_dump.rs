//! The JavaScript stack of a stopped thread, for a native debugger.
//!
//! A debugger unwinds the C++ and Rust frames of a thread; the frames of JavaScript's compiled code mean nothing to it. So it
//! calls [`hexloop_js_stack`] on the thread it stopped, and prints the text that it returns:
//!
//! ```text
//!   (gdb) thread 3
//!   (gdb) printf "%s", (const char *) hexloop_js_stack()
//! ```
//!
//! `tests/stacks.sh` does so for every thread of a process that hangs. A thread that is stopped inside compiled code has not
//! published its frames. Then the engine is asked to call back at its next check for traps, and the stack goes to standard error a
//! moment after the debugger let go of the process. Nothing in a program calls this.

use crate::host::host_if_any;
use crate::watchdog::write_line;
use hexloop_engine::{Cx, inspect_soon};
use std::cell::Cell;
use std::ffi::{CString, c_char};
use std::ptr;
use std::rc::Rc;

/// How many frames tell enough.
const FRAMES: u32 = 40;

/// The address is taken so that the linker keeps the function in an executable, where nobody calls it.
#[used]
static EXPORTED: extern "C" fn() -> *const c_char = hexloop_js_stack;

/// The text is never freed: the process that a debugger looks at is about to be killed. Null on threads without JavaScript.
#[unsafe(no_mangle)]
pub extern "C" fn hexloop_js_stack() -> *const c_char {
    let Some(host) = host_if_any() else { return ptr::null() };
    let mut text = frames(host.cx());
    if text.is_empty() {
        text = "no JavaScript on the stack, or compiled code: see the end of standard error\n".to_owned();
        print_soon(host.cx());
    }
    CString::new(text).map_or(ptr::null(), |text| text.into_raw().cast_const())
}

fn frames(cx: Cx<'_>) -> String {
    let text = cx.backtrace(FRAMES).unwrap_or_default();
    if text.is_empty() { text } else { format!("{}\n", text.trim_end()) }
}

/// Once, when the engine next calls back.
fn print_soon(cx: Cx<'_>) {
    let printed = Cell::new(false);
    let print = move |cx: Cx<'_>| {
        if !printed.replace(true) {
            write_line(&format!("hexloop: JavaScript was running:\n{}", frames(cx)));
        }
        false
    };
    inspect_soon(cx, Rc::new(print));
}
