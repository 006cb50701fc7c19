//! `binding('messaging')`: how messages between ports come into the loop. See `lib/messaging/delivery.js`.

use super::Binding;
use crate::host::host;
use hexloop::{Bell, Handle as _};
use hexloop_engine::Out;
use std::cell::RefCell;

pub fn fill(binding: &Binding<'_>) {
    let bell = Bell::new(&host().lp, || host().run_messages());
    // A waiting message keeps nothing alive; a port that listens does, by `hold`.
    bell.unreference();
    let ringer = bell.ringer();
    let held = RefCell::new(None);
    binding
        .function("ring", move |_| {
            // The bell lives as long as the function that rings it.
            let _ = &bell;
            ringer.ring();
            Ok(().into())
        })
        .function("hold", move |call| {
            *held.borrow_mut() = call.boolean(0).then(|| host().lp.keep_alive());
            Ok(().into())
        })
        .function("whenClosed", |call| {
            let id = call.number(0)?;
            host().lp.on_close(move || {
                let host = host();
                host.call(&host.entries.answer, vec![Out::Number(id)]);
            });
            Ok(().into())
        });
}
