//! `binding('worker')`: starts and terminates workers (`lib/worker`). The threads are in `crate::worker`.

use super::Binding;
use super::messaging::numbers;
use crate::bindings::descriptors;
use crate::host::host;
use crate::options::{InputType, Options, UnhandledRejections, WarningOptions};
use crate::ports;
use crate::shared_environment;
use crate::worker::{self, StartOptions};
use hexloop_engine::{Object, Value};

pub fn fill(binding: &Binding<'_>) {
    binding
        .function("nextThreadId", |_| Ok(worker::next_thread_id().into()))
        .unlocked("start", |call| {
            let mut options = host().options.clone();
            options.arguments = call.text(3)?.split('\0').map(str::to_owned).collect();
            options.exec_arguments =
                call.text(4)?.split('\0').filter(|part| !part.is_empty()).map(str::to_owned).collect();
            if call.boolean(7) {
                apply(&mut options);
            }
            let start_options = StartOptions {
                options,
                init_data: call.text(1)?,
                ports: call.text(2)?.split(',').filter_map(|id| id.parse().ok()).filter_map(ports::release).collect(),
                name: call.text(5)?,
                stack_bytes: call.number(6)? as usize,
                heap_bytes: Some(call.number(8)? as u64).filter(|bytes| *bytes > 0),
            };
            Ok(worker::start(call.number(0)? as u32, start_options).err().map(|error| error.to_string()).into())
        })
        .function("environmentVersion", |_| Ok(shared_environment::version().into()))
        .function("setEnvironment", |call| {
            let value = if call.value(1).is_undefined() { None } else { Some(call.text(1)?) };
            shared_environment::set(call.text(0)?, value);
            Ok(().into())
        })
        .function("environment", |call| {
            let cx = call.cx();
            let items: Vec<Value<'_>> = shared_environment::all()
                .iter()
                .flat_map(|(name, value)| [Value::string(cx, name), Value::string(cx, value)])
                .collect();
            Ok(Object::array(cx, &items)?.into())
        })
        .function("loopTimes", |call| {
            let Some((idle, since)) = worker::loop_times(call.number(0)? as u32) else { return Ok(().into()) };
            let cx = call.cx();
            Ok(Object::array(cx, &[Value::number(cx, idle), Value::number(cx, since)])?.into())
        })
        .unlocked("terminate", |call| {
            worker::terminate(call.number(0)? as u32);
            Ok(().into())
        })
        .function("isTerminating", |_| Ok(worker::is_terminated().into()))
        .function("canTerminateScripts", |_| Ok(worker::can_terminate_scripts().into()))
        .function("canTerminateWaits", |_| Ok(worker::can_terminate_waits().into()))
        // See `bindings::descriptors`.
        .function("addUnmanagedFd", |call| Ok(descriptors::add_unmanaged(call.number(0)? as i32).into()))
        .function("isUnmanagedFd", |call| Ok(descriptors::is_unmanaged(call.number(0)? as i32).into()))
        .function("removeUnmanagedFd", |call| Ok(descriptors::release(call.number(0)? as i32).into()))
        .function("setRef", |call| {
            worker::set_keep_alive(call.number(0)? as u32, call.boolean(1));
            Ok(().into())
        })
        .function("startupData", |call| {
            let Some((text, ports)) = worker::init_data() else { return Ok(().into()) };
            let cx = call.cx();
            let items = [Value::string(cx, &text), numbers(call, &ports)?.into_value(cx)];
            Ok(Object::array(cx, &items)?.into())
        });
}

/// Applies a worker's own `execArgv` instead of its parent's options. `lib/worker/options.js` has rejected invalid
/// ones.
fn apply(options: &mut Options) {
    options.warnings = WarningOptions::default();
    options.modules.require.clear();
    options.modules.import.clear();
    let given = options.exec_arguments.clone();
    let mut given = given.iter().map(String::as_str);
    while let Some(argument) = given.next() {
        let (name, attached) = argument.split_once('=').map_or((argument, None), |(name, value)| (name, Some(value)));
        let mut value = || attached.or_else(|| given.next()).unwrap_or_default().to_owned();
        match name {
            "--no-warnings" => options.warnings.none = true,
            "--trace-warnings" => options.warnings.trace = true,
            "--no-deprecation" => options.warnings.no_deprecation = true,
            "--throw-deprecation" => options.warnings.throw_deprecation = true,
            "--trace-deprecation" => options.warnings.trace_deprecation = true,
            "--pending-deprecation" => options.warnings.pending_deprecation = true,
            "--redirect-warnings" => options.warnings.redirect = Some(value()),
            "--require" | "-r" => options.modules.require.push(value()),
            "--import" => options.modules.import.push(value()),
            "--conditions" | "-C" => options.modules.conditions.push(value()),
            "--input-type" => options.modules.input_type = InputType::from_name(&value()),
            "--expose-gc" => options.expose_gc = true,
            "--unhandled-rejections" => {
                options.unhandled_rejections = UnhandledRejections::from_name(&value()).unwrap_or_default();
            }
            _ => {}
        }
    }
}
