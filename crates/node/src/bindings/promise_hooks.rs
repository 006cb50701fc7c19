//! `binding('promise_hooks')`: what the engine knows of promises, for `lib/async_context/promise_hooks.js`.

use super::Binding;
use hexloop_engine::PromiseState;

pub fn fill(binding: &Binding<'_>) {
    binding
        .function("isPending", |call| {
            let state = call.value(0).as_object().and_then(|promise| promise.promise_state());
            // Unknown counts as pending.
            Ok(state.is_none_or(|(state, _)| state == PromiseState::Pending).into())
        })
        // Undefined where the engine does not show that.
        .function("makeRunningPromise", |call| {
            let ours: Vec<_> = (0..call.len()).filter_map(|index| call.value(index).as_object()).collect();
            Ok(call.cx().running_promise_function(&ours).into())
        });
}
