//! The JavaScript stack of a stopped thread, for a native debugger.
//!
//! A debugger unwinds the C++ and Rust frames of a thread, but not the frames of JIT code. So it calls
//! [`hexloop_js_stack`] on the stopped thread, and prints the returned text:
//!
//! ```text
//!   (gdb) thread 3
//!   (gdb) printf "%s", (const char *) hexloop_js_stack()
//! ```
//!
//! `tests/stacks.sh` does so for every thread of a process that hangs. A thread stopped inside JIT code has not
//! published its frames. Then the engine is asked to call back at its next trap check, and the stack is written to
//! standard error shortly after the debugger resumes the process. Nothing in a program calls this.

use crate::host::host_if_any;
use crate::watchdog::write_line;
use hexloop_engine::{Cx, request_interrupt};
use std::cell::Cell;
use std::ffi::{CString, c_char};
use std::ptr;
use std::rc::Rc;

/// The maximum number of frames.
const FRAMES: u32 = 40;

/// References the function so that the linker keeps it in an executable, where nothing calls it.
#[used]
static EXPORTED: extern "C" fn() -> *const c_char = hexloop_js_stack;

/// The text is leaked: the process is about to be killed. Null on threads without JavaScript.
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

/// Prints the stack once, when the engine next calls back.
fn print_soon(cx: Cx<'_>) {
    let printed = Cell::new(false);
    let print = move |cx: Cx<'_>| {
        if !printed.replace(true) {
            write_line(&format!("hexloop: JavaScript was running:\n{}", frames(cx)));
        }
        false
    };
    request_interrupt(cx, Rc::new(print));
}
