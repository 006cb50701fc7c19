//! `binding('loop')`: the shared numbers, the clock, and whether a promise has a handler.

use super::Binding;
use crate::host::host;
use hexloop_engine::{Expected, wait_async};

pub fn fill(binding: &Binding<'_>) {
    binding
        .value("numbers", host().numbers.array(binding.cx()))
        .text("profile", host().options.profile.name())
        .function("connect", |call| {
            host().entries.connect(&call.text(0)?, call.root(1))?;
            Ok(().into())
        })
        .function("now", |_| {
            let host = host();
            host.lp.update_now();
            Ok((host.now_ms() as f64).into())
        })
        .unlocked("collect", |call| {
            call.cx().collect_garbage();
            host().expect_engine_work();
            Ok(().into())
        })
        .function("canRunEngineWork", |_| Ok(hexloop_engine::can_run_deferred_work().into()))
        .function("addPendingCompilation", |call| {
            host().expect_compilations(call.number(0)? as i32);
            Ok(().into())
        })
        .function("waitAsync", |call| {
            let (high, low) = (call.number(3)? as i32, call.number(2)?);
            let expected = if call.boolean(4) {
                Expected::Int64(i64::from(high) << 32 | low as i64)
            } else {
                Expected::Int32(low as i32)
            };
            let seconds = call.number(5)? / 1000.0;
            Ok(wait_async(&call.value(0), call.number(1)? as usize, expected, seconds).map_or(().into(), Into::into))
        })
        .function("addPendingWaiter", |call| {
            host().expect_notifications(call.number(0)? as i32);
            Ok(().into())
        })
        .function("scheduleEngineWork", |_| {
            host().expect_engine_work();
            Ok(().into())
        })
        .function("isHandled", |call| {
            let handled = call.value(0).as_object().and_then(|promise| promise.promise_is_handled());
            Ok(handled.unwrap_or(false).into())
        });
}
