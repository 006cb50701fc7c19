use crate::capabilities::synchronous_gc;
use crate::{Answer, Call, Capability, Context, Cx, Object};
use std::cell::RefCell;
use std::ffi::c_void;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

/// Far more than it takes, so that a lock that is held fails the test instead of hanging it.
const TIMEOUT: Duration = Duration::from_secs(60);

thread_local! {
    static CHANNELS: RefCell<Option<(Sender<()>, Receiver<()>)>> = const { RefCell::new(None) };
}

/// Lets the other thread collect and waits until it has.
fn wait_for_collection() -> bool {
    CHANNELS.with_borrow(|channels| {
        let (started, collected) = channels.as_ref().expect("set by the test");
        started.send(()).is_ok() && collected.recv_timeout(TIMEOUT).is_ok()
    })
}

/// `script` runs on this thread; meanwhile another one collects in the same VM, for which it needs the lock.
fn while_another_thread_collects(make: fn(Cx<'_>) -> Object<'_>, script: &str) {
    struct Sent(usize);
    let context = Context::new();
    let cx = context.cx();
    cx.global().set("native", make(cx).value()).unwrap();
    let (started, start) = channel();
    let (done, collected) = channel();
    CHANNELS.set(Some((started, collected)));
    let ctx = Sent(cx.raw as usize);
    let other = thread::spawn(move || {
        let ctx = ctx;
        if start.recv_timeout(TIMEOUT).is_ok() {
            // SAFETY: the context lives until this thread is joined, and the C API takes the lock.
            unsafe { synchronous_gc::collect(ctx.0 as *const _) };
            let _ = done.send(());
        }
    });
    let answer = cx.evaluate(script, "t.js", 1).unwrap().to_text().unwrap();
    other.join().unwrap();
    assert_eq!(answer, "true 1000 kept");
}

const HOLDS_VALUES: &str = "(() => { const kept = Array.from({ length: 1000 }, (_, i) => ({ i }));
    const collected = native({ text: 'ke' + 'pt', get self() { return this } }, kept);
    return `${collected[0]} ${kept.length} ${collected[1]}` })()";

fn answer<'c>(call: &Call<'c>, collected: bool) -> Answer<'c> {
    let text = call.value(0).as_object().expect("an object").get("text")?;
    Ok(Object::array(call.cx(), &[crate::Value::boolean(call.cx(), collected), text])?.into())
}

#[test]
fn a_native_of_the_c_api_that_waits_lets_another_thread_collect() {
    while_another_thread_collects(
        |cx| cx.unlocked_function("native", |call| answer(call, wait_for_collection())),
        HOLDS_VALUES,
    );
}

#[test]
fn a_host_function_that_drops_the_lock_lets_another_thread_collect() {
    while_another_thread_collects(
        |cx| cx.function("native", |call| answer(call, call.cx().unlocked(wait_for_collection))),
        HOLDS_VALUES,
    );
}

#[test]
fn so_does_one_that_captures_and_one_below_another() {
    while_another_thread_collects(
        |cx| {
            let captured = String::from("captured");
            cx.function("native", move |call| {
                assert_eq!(captured, "captured");
                // A script in between, and a second native, with the lock counted several times.
                let inner = call.cx().function("inner", |call| Ok(call.cx().unlocked(wait_for_collection).into()));
                call.cx().global().set("inner", inner.value())?;
                let collected = call.cx().evaluate("[1].map(() => inner())[0]", "t.js", 1)?.truthy();
                answer(call, collected)
            })
        },
        HOLDS_VALUES,
    );
}

#[test]
fn the_lock_comes_back_when_the_wait_panics() {
    let context = Context::new();
    let cx = context.cx();
    let native = cx.function("native", |call| call.cx().unlocked(|| panic!("in the wait")));
    cx.global().set("native", native.value()).unwrap();
    let seen = cx.evaluate("(() => { try { native() } catch (e) { return e.message } })()", "t.js", 1).unwrap();
    assert_eq!(seen.to_text().unwrap(), "Hexloop has a bug: in the wait");
    assert_eq!(cx.evaluate("[1, 2].map((n) => ({ n })).length", "t.js", 1).unwrap().to_number().unwrap(), 2.0);
}

/// Holds the lock for a second, on purpose: VMs on other threads collect meanwhile, and a collection that this VM has begun
/// continues afterwards.
#[test]
fn a_native_that_holds_the_lock_blocks_no_other_vm() {
    let context = Context::new();
    let cx = context.cx();
    let native = cx.function("native", |_| {
        let others: Vec<_> = (0..2)
            .map(|_| {
                thread::spawn(|| {
                    let context = Context::new();
                    for _ in 0..10 {
                        context
                            .cx()
                            .evaluate("Array.from({ length: 1e4 }, (_, i) => ({ i })).length", "t.js", 1)
                            .unwrap();
                        context.cx().collect_garbage();
                    }
                })
            })
            .collect();
        thread::sleep(Duration::from_secs(1));
        Ok(others.into_iter().all(|other| other.join().is_ok()).into())
    });
    cx.global().set("native", native.value()).unwrap();
    let source = "(() => { const kept = []; for (let i = 0; i < 3e5; i++) kept.push({ i });
        const done = native(); for (let i = 0; i < 3e5; i++) kept[i].again = { i };
        return `${done} ${kept.every((o, i) => o.i === i && o.again.i === i)}` })()";
    assert_eq!(cx.evaluate(source, "t.js", 1).unwrap().to_text().unwrap(), "true true");
}

#[test]
fn functions_are_of_the_requested_kind() {
    let context = Context::new();
    let cx = context.cx();
    let holds = |make: fn(Cx<'_>) -> Object<'_>| make(cx).call(&[]).unwrap().truthy();
    fn is_locked<'c>(call: &Call<'c>) -> Answer<'c> {
        let Some(functions) = super::host_functions() else { return Ok(false.into()) };
        let mut dropped = super::DroppedLocks::default();
        // SAFETY: live context; created and destroyed here.
        unsafe {
            (functions.drop_locks)(&mut dropped, call.cx().group().cast::<c_void>());
            (functions.retake_locks)(&mut dropped);
        }
        Ok((dropped.count > 0).into())
    }
    let has_host = super::host_functions().is_some();
    assert_eq!(has_host, !Capability::HostFunction.is_switched_off() && super::probe().is_ok());
    assert_eq!(holds(|cx| cx.function("native", is_locked)), has_host);
    assert!(!holds(|cx| cx.unlocked_function("native", is_locked)));
    assert!(!holds(|cx| cx.function("native", |call| call.cx().unlocked(|| is_locked(call)))));
}
