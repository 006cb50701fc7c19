//! `binding('messaging')`: how messages between ports come into the loop (`lib/messaging/delivery.js`), and how they come from
//! and go to other threads (`crate::ports`).

use super::Binding;
use crate::bindings::descriptors::GivenUp;
use crate::host::host;
use crate::ports::{self, End, Home, Memory, Message, Taken};
use crate::trace;
use hexloop::{AsyncHandle, Handle as _};
use hexloop_engine::{Answer, Call, Failure, Object, Out, Throw, TransferredBuffer, Value};
use std::cell::RefCell;

pub fn fill(binding: &Binding<'_>) {
    let async_handle = AsyncHandle::new(&host().lp, || host().run_messages());
    // A waiting message keeps nothing alive; a port that listens does, by `hold`.
    async_handle.unref();
    let notifier = async_handle.notifier();
    let home = Home::new(async_handle.notifier());
    ports::set_home(home.clone());
    let held = RefCell::new(None);
    binding
        .function("notify", move |_| {
            // The handle lives as long as the function that notifies it.
            let _ = &async_handle;
            notifier.notify();
            Ok(().into())
        })
        .function("canMoveMemory", |_| Ok(TransferredBuffer::is_supported().into()))
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
        })
        .function("ready", move |call| {
            let ready = home.take_ready();
            if ready.is_empty() {
                return Ok(().into());
            }
            numbers(call, &ready)
        });
    fill_ends(binding);
    fill_channels(binding);
}

/// Ports whose other end is on another thread, by number.
fn fill_ends(binding: &Binding<'_>) {
    binding
        .function("pair", |call| {
            let (one, two) = End::pair();
            numbers(call, &[ports::keep(one), ports::keep(two)])
        })
        .function("post", |call| {
            // What goes with it is gone, too, where it can go nowhere.
            let message = message_of(call, 1)?;
            Ok(ports::find(call.number(0)? as u32).is_some_and(|end| end.post(message)).into())
        })
        .function("take", |call| {
            let Some(end) = ports::find(call.number(0)? as u32) else { return Ok(().into()) };
            match end.take() {
                Taken::Nothing => Ok(().into()),
                Taken::PeerIsGone => Ok(Out::Null),
                Taken::Message(message) => show(call, message),
            }
        })
        .function("isOver", |call| Ok(ports::find(call.number(0)? as u32).is_none_or(|end| end.is_over()).into()))
        .function("close", |call| {
            drop(ports::give_up(call.number(0)? as u32));
            Ok(().into())
        });
}

fn fill_channels(binding: &Binding<'_>) {
    binding
        .function("joinChannel", |call| Ok(ports::join_channel(call.text(0)?).into()))
        .function("leaveChannel", |call| {
            drop(ports::give_up(call.number(1)? as u32));
            ports::leave_channel(&call.text(0)?);
            Ok(().into())
        })
        .function("hasOthers", |call| Ok(ports::has_others(&call.text(0)?, call.number(1)? as u32).into()))
        .function("postToOne", |call| {
            let name = call.text(0)?;
            Ok(ports::post_to_one(&name, message_of(call, 1)?).into())
        })
        .function("broadcast", |call| {
            let mut message = message_of(call, 2)?;
            // A channel carries no ports, and nothing is transferred by it.
            let copy = || {
                let memory = message.memory.iter_mut().filter_map(Memory::again).collect();
                Message { text: message.text.clone(), memory, letter: message.letter, ..Message::default() }
            };
            ports::broadcast(&call.text(0)?, call.number(1)? as u32, copy);
            Ok(().into())
        });
}

/// From the argument `first` on: the text, the numbers of ports and, with an `f` before each, of open files that go with it
/// (or undefined), then pieces of memory.
pub fn message_of<'c>(call: &Call<'c>, first: usize) -> Result<Message, Failure<'c>> {
    let text = call.text(first)?;
    let mut message = Message { text, letter: trace::posting(), ..Message::default() };
    if !call.value(first + 1).is_undefined() {
        let ids = call.text(first + 1)?;
        for id in ids.split(',') {
            match id.strip_prefix('f') {
                Some(fd) => message.files.extend(fd.parse().ok().map(GivenUp::by_number)),
                None => message.ports.extend(id.parse().ok().and_then(ports::give_up)),
            }
        }
    }
    for index in first + 2..call.len() {
        message.memory.push(memory_of(call, index)?);
    }
    Ok(message)
}

/// A view is copied; a buffer is moved, or shared, and never copied instead: who shares memory waits for what others write there.
fn memory_of<'c>(call: &Call<'c>, index: usize) -> Result<Memory, Failure<'c>> {
    let value = call.value(index);
    if value.as_object().is_some_and(|object| object.brand() == "ArrayBuffer") {
        let moved = TransferredBuffer::take(&value).map(Memory::Moved);
        return moved.ok_or_else(|| Throw::error("the memory of a buffer could not be taken").into());
    }
    Ok(Memory::Copied(call.with_bytes(index, |bytes| bytes.to_vec())?))
}

/// The text alone; or an array of the text, the numbers of the ports (an array), then the pieces of memory.
fn show<'c>(call: &Call<'c>, message: Message) -> Answer<'c> {
    let Message { text, memory, ports, files, letter } = message;
    trace::took(letter);
    for file in files {
        file.arrive();
    }
    if memory.is_empty() && ports.is_empty() {
        return Ok(text.into());
    }
    let cx = call.cx();
    let ids: Vec<u32> = ports.into_iter().map(ports::keep).collect();
    let mut items = vec![Value::string(cx, &text), numbers(call, &ids)?.into_value(cx)];
    for piece in memory {
        items.push(match piece {
            Memory::Copied(bytes) => Object::bytes(cx, bytes),
            Memory::Moved(memory) => {
                memory.into_view(cx).ok_or_else(|| Throw::error("the memory of a message could not be read"))?
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
