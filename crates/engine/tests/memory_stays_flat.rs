//! Churns through everything that could leak: values, roots, functions, closures, buffers, promises, exceptions, contexts.
//! A few seconds by default; `./x soak` runs the long one.

#![cfg(all(target_os = "linux", target_env = "gnu"))]

use hexloop_engine::{Capability, Context, Deferred, Object, Root, SharedNumbers, Value, VmEntry, enter_nested};
use std::rc::Rc;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The resident size of the process, in megabytes.
fn resident() -> f64 {
    let status = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: f64 = status.split_whitespace().nth(1).and_then(|n| n.parse().ok()).unwrap_or(0.0);
    pages * 4096.0 / 1e6
}

/// What Rust and C have allocated and not freed, in megabytes. Unlike the resident size it does not count memory that was freed
/// but not returned to the system, of which there is much: collections are far apart (`smallHeapSize` in options.rs).
fn allocated() -> f64 {
    // SAFETY: no preconditions.
    let info = unsafe { libc::mallinfo2() };
    (info.uordblks + info.hblkhd) as f64 / 1e6
}

fn open_descriptors() -> usize {
    std::fs::read_dir("/proc/self/fd").map_or(0, Iterator::count)
}

/// The tests of this file measure the whole process, so they take turns.
static ALONE: Mutex<()> = Mutex::new(());

struct Churn {
    context: Rc<Context>,
    work: Root,
}

impl Churn {
    fn new(context: Rc<Context>) -> Churn {
        let cx = context.cx();
        let swap = cx.function("swap", |call| {
            let bytes = call.value(0).with_bytes(|bytes| bytes.to_vec()).unwrap_or_default();
            Ok(bytes.into())
        });
        let fail =
            cx.function("fail", |call| Err(hexloop_engine::Throw::range_error(call.text(0)?).number("n", 1.0).into()));
        cx.global().set("swap", swap.value()).unwrap();
        cx.global().set("fail", fail.value()).unwrap();
        let work = "(() => { let b = new Uint8Array(10000); for (let i = 0; i < 20; i++) b = swap(b); \
                    for (let i = 0; i < 20; i++) try { fail('text ' + i) } catch (e) { e.stack } \
                    (async () => { for (let i = 0; i < 50; i++) await { i } })(); \
                    globalThis.last = Array.from({ length: 200 }, (_, i) => ({ i, s: 'x'.repeat(i) })) })";
        let work = cx.evaluate(work, "work.js", 1).unwrap().root();
        Churn { work, context: context.clone() }
    }

    fn turn(&self, entry: &VmEntry) {
        self.work.call().unwrap();
        entry.drain_jobs();
        let cx = self.context.cx();
        let values: Vec<Value<'_>> = (0..50).map(|n| Value::string(cx, &format!("value {n}"))).collect();
        let roots: Vec<Root> = values.iter().map(Value::root).collect();
        let array = Object::array(cx, &values).unwrap();
        array.set("self", array.value()).unwrap();
        let captured = roots.into_iter().next();
        let function =
            cx.function("captures", move |call| Ok(captured.as_ref().map(|root| root.get(call.cx())).into()));
        function.call(&[]).unwrap();
        let (promise, resolver) = Deferred::new(cx).unwrap().split();
        resolver.resolve(cx, promise.get("then").as_ref().unwrap_or(promise.value())).unwrap();
        let numbers = SharedNumbers::new(cx, 1000).unwrap();
        numbers.set(0, 1.0);
        assert!(cx.evaluate("undefined.x", "e.js", 1).is_err_and(|thrown| !thrown.stack().is_empty()));
        entry.drain_jobs();
        entry.before_wait();
        entry.after_wait();
    }
}

/// `settled`: the churn lasts long enough for the resident size to be stable after the first quarter.
fn churn_for(time: Duration, settled: bool) {
    let _alone = ALONE.lock();
    let context = Rc::new(Context::new());
    let kept = context.clone();
    enter_nested(context.cx(), move |entry| {
        let churn = Churn::new(kept.clone());
        let cx = kept.cx();
        let start = Instant::now();
        while start.elapsed() < time / 4 {
            churn.turn(entry);
        }
        cx.collect_garbage();
        let (warm, held, live) = (resident(), allocated(), cx.heap_statistics());
        let mut turns = 0u64;
        while start.elapsed() < time {
            churn.turn(entry);
            turns += 1;
        }
        cx.collect_garbage();
        let (end, held_end, live_end) = (resident(), allocated(), cx.heap_statistics());
        println!("{turns} turns: {warm:.0} MB resident became {end:.0}, {held:.1} MB allocated became {held_end:.1}");
        println!("{live:?}\n{live_end:?}");
        assert!(turns > 10, "it did churn");
        // Without synchronous collections the engine decides when to collect: one may just be due.
        let garbage = if Capability::SynchronousGc.is_switched_off() { 50.0 } else { 1.0 };
        assert!(held_end < held + garbage, "{held:.1} MB allocated grew to {held_end:.1} MB in {turns} turns");
        assert!(live_end.size < live.size * 5 / 4 + 500_000, "{live:?} grew to {live_end:?}");
        assert!(live_end.protected_object_count <= live.protected_object_count + 8, "{live:?} grew to {live_end:?}");
        assert!(!settled || end < warm * 1.1 + 16.0, "{warm:.0} MB resident grew to {end:.0} MB in {turns} turns");
    });
}

#[test]
fn over_a_few_seconds() {
    churn_for(Duration::from_secs(4), false);
}

#[test]
#[ignore = "as long as HEXLOOP_SOAK_MINUTES says, ten by default: ./x soak"]
fn churn_over_many_minutes() {
    let minutes = std::env::var("HEXLOOP_SOAK_MINUTES").ok().and_then(|text| text.parse::<f64>().ok()).unwrap_or(10.0);
    churn_for(Duration::from_secs_f64(minutes * 60.0), minutes >= 1.0);
}

#[test]
fn over_vms_that_come_and_go() {
    let _alone = ALONE.lock();
    let round = || {
        for _ in 0..10 {
            std::thread::spawn(|| {
                let context = Rc::new(Context::new());
                let kept = context.clone();
                enter_nested(context.cx(), move |entry| Churn::new(kept).turn(entry));
                // A cycle: the VM keeps the function, the function the VM.
                let captured = context.clone();
                let circle = context.cx().function("circle", move |_| Ok(captured.cx().global().has("circle").into()));
                context.cx().global().set("circle", circle.value()).unwrap();
                drop(circle);
                context.vm().retire();
                assert!(context.cx().evaluate("circle()", "t.js", 1).is_err(), "it throws");
            })
            .join()
            .unwrap();
        }
    };
    round();
    round();
    let (held, descriptors) = (allocated(), open_descriptors());
    for _ in 0..4 {
        round();
    }
    let end = allocated();
    assert!(open_descriptors() <= descriptors + 4, "{descriptors} descriptors became {}", open_descriptors());
    assert!(end < held + 2.0, "{held:.1} MB allocated grew to {end:.1} MB over 40 VMs");
}
