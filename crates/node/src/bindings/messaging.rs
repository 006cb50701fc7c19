//! `binding('messaging')`: wakes the loop for messages between ports (`lib/messaging/delivery.js`), and exchanges them
//! with other threads (`crate::ports`).

use super::Binding;
use crate::bindings::descriptors::TransferredFd;
use crate::host::host;
use crate::ports::{self, Memory, Message, Port, ReadyQueue, Received};
use crate::trace;
use hexloop::{AsyncHandle, Handle as _};
use hexloop_engine::{Answer, Call, Failure, Object, Out, Throw, TransferredBuffer, Value};
use std::cell::RefCell;

pub fn fill(binding: &Binding<'_>) {
    let async_handle = AsyncHandle::new(&host().lp, || host().run_messages());
    // A queued message does not keep the loop alive; a listening port does, by `setRef`.
    async_handle.unref();
    let notifier = async_handle.notifier();
    let ready_queue = ReadyQueue::new(async_handle.notifier());
    ports::set_ready_queue(ready_queue.clone());
    let alive = RefCell::new(None);
    binding
        .function("notify", move |_| {
            // The handle lives as long as the function that notifies it.
            let _ = &async_handle;
            notifier.notify();
            Ok(().into())
        })
        .function("canTransferMemory", |_| Ok(TransferredBuffer::is_supported().into()))
        .function("setRef", move |call| {
            *alive.borrow_mut() = call.boolean(0).then(|| host().lp.keep_alive());
            Ok(().into())
        })
        .function("queueClose", |call| {
            let id = call.number(0)?;
            host().lp.on_close(move || {
                let host = host();
                host.call(&host.entries.complete_request, vec![Out::Number(id)]);
            });
            Ok(().into())
        })
        .function("takeReadyPorts", move |call| {
            let ready = ready_queue.take_ready();
            if ready.is_empty() {
                return Ok(().into());
            }
            numbers(call, &ready)
        });
    fill_ports(binding);
    fill_channels(binding);
}

/// Ports whose peer may be on another thread, by id.
fn fill_ports(binding: &Binding<'_>) {
    binding
        .function("createPair", |call| {
            let (one, two) = Port::pair();
            numbers(call, &[ports::adopt(one), ports::adopt(two)])
        })
        .function("post", |call| {
            // If the peer is closed, what was transferred is lost, too.
            let message = read_message(call, 1)?;
            Ok(ports::find(call.number(0)? as u32).is_some_and(|port| port.post(message)).into())
        })
        .function("take", |call| {
            let Some(port) = ports::find(call.number(0)? as u32) else { return Ok(().into()) };
            match port.take() {
                Received::Nothing => Ok(().into()),
                Received::Closed => Ok(Out::Null),
                Received::Message(message) => to_value(call, message),
            }
        })
        .function("isPeerClosed", |call| {
            Ok(ports::find(call.number(0)? as u32).is_none_or(|port| port.is_closed()).into())
        })
        .function("close", |call| {
            drop(ports::release(call.number(0)? as u32));
            Ok(().into())
        });
}

fn fill_channels(binding: &Binding<'_>) {
    binding
        .function("joinChannel", |call| Ok(ports::join_channel(call.text(0)?).into()))
        .function("leaveChannel", |call| {
            drop(ports::release(call.number(1)? as u32));
            ports::leave_channel(&call.text(0)?);
            Ok(().into())
        })
        .function("hasOthers", |call| Ok(ports::has_others(&call.text(0)?, call.number(1)? as u32).into()))
        .function("postToMember", |call| {
            let name = call.text(0)?;
            Ok(ports::post_to_one(&name, read_message(call, 1)?).into())
        })
        .function("broadcast", |call| {
            let mut message = read_message(call, 2)?;
            // A broadcast carries no ports and transfers nothing.
            let copy = || {
                let memory = message.memory.iter_mut().filter_map(Memory::try_clone).collect();
                Message { text: message.text.clone(), memory, trace_id: message.trace_id, ..Message::default() }
            };
            ports::broadcast(&call.text(0)?, call.number(1)? as u32, copy);
            Ok(().into())
        });
}

/// Reads a message from argument `first` on: the text; the ids of transferred ports and, prefixed with `f`, of open
/// files (or undefined); then pieces of memory.
pub fn read_message<'c>(call: &Call<'c>, first: usize) -> Result<Message, Failure<'c>> {
    let text = call.text(first)?;
    let mut message = Message { text, trace_id: trace::message_posted(), ..Message::default() };
    if !call.value(first + 1).is_undefined() {
        let ids = call.text(first + 1)?;
        for id in ids.split(',') {
            match id.strip_prefix('f') {
                Some(fd) => message.files.extend(fd.parse().ok().map(TransferredFd::from_raw)),
                None => message.ports.extend(id.parse().ok().and_then(ports::release)),
            }
        }
    }
    for index in first + 2..call.len() {
        message.memory.push(read_memory(call, index)?);
    }
    Ok(message)
}

/// Copies a view; transfers or shares a buffer. Shared memory is never copied instead: its users wait for what others
/// write there.
fn read_memory<'c>(call: &Call<'c>, index: usize) -> Result<Memory, Failure<'c>> {
    let value = call.value(index);
    if value.as_object().is_some_and(|object| object.brand() == "ArrayBuffer") {
        let moved = TransferredBuffer::take(&value).map(Memory::Transferred);
        return moved.ok_or_else(|| Throw::error("the buffer could not be transferred").into());
    }
    Ok(Memory::Copied(call.with_bytes(index, |bytes| bytes.to_vec())?))
}

/// The text alone; or an array of the text, an array of port ids, and the pieces of memory.
fn to_value<'c>(call: &Call<'c>, message: Message) -> Answer<'c> {
    let Message { text, memory, ports, files, trace_id } = message;
    trace::message_taken(trace_id);
    for file in files {
        file.receive();
    }
    if memory.is_empty() && ports.is_empty() {
        return Ok(text.into());
    }
    let cx = call.cx();
    let ids: Vec<u32> = ports.into_iter().map(ports::adopt).collect();
    let mut items = vec![Value::string(cx, &text), numbers(call, &ids)?.into_value(cx)];
    for piece in memory {
        items.push(match piece {
            Memory::Copied(bytes) => Object::bytes(cx, bytes),
            Memory::Transferred(memory) => {
                memory.into_view(cx).ok_or_else(|| Throw::error("the buffer of a message could not be attached"))?
            }
        });
    }
    Ok(Object::array(cx, &items)?.into())
}

pub fn numbers<'c>(call: &Call<'c>, numbers: &[u32]) -> Answer<'c> {
    let cx = call.cx();
    let items: Vec<Value<'_>> = numbers.iter().map(|number| Value::number(cx, f64::from(*number))).collect();
    Ok(Object::array(cx, &items)?.into())
}
