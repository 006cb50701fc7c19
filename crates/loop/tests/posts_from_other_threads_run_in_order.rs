//! LoopProxy and AsyncHandle: nothing is lost, what one thread posts stays in order, wake-ups are coalesced, and a loop that
//! is gone is no trouble.

mod journal;
mod millis;

use std::cell::Cell;
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, mpsc};

use hexloop::{AsyncHandle, Loop, LoopProxy, Notifier, Pool, Prepare, RunMode, Timer};
use journal::Journal;
use millis::ms;

/// Fails to compile, not to run.
#[test]
fn what_is_for_other_threads_can_go_there() {
    fn goes_anywhere<T: Send + Sync + Clone>() {}
    goes_anywhere::<LoopProxy>();
    goes_anywhere::<Notifier>();
    goes_anywhere::<Pool>();
}

#[test]
fn four_threads_post_ten_thousand_each() {
    let lp = Loop::new().unwrap();
    let _alive = lp.keep_alive();
    let seen = Arc::new(Mutex::new(vec![Vec::new(); 4]));
    let total = Arc::new(AtomicUsize::new(0));
    let threads: Vec<_> = (0..4)
        .map(|thread| {
            let (proxy, seen, total) = (lp.proxy(), seen.clone(), total.clone());
            std::thread::spawn(move || {
                for number in 0..10_000 {
                    let (seen, total) = (seen.clone(), total.clone());
                    proxy.post(move |lp| {
                        seen.lock().unwrap()[thread].push(number);
                        if total.fetch_add(1, Relaxed) + 1 == 40_000 {
                            lp.stop();
                        }
                    });
                    if number % 100 == 0 {
                        // Gives the loop the chance to fall asleep now and then.
                        std::thread::yield_now();
                    }
                }
            })
        })
        .collect();
    lp.run(RunMode::Default).unwrap();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    let expected: Vec<i32> = (0..10_000).collect();
    assert!(seen.lock().unwrap().iter().all(|numbers| *numbers == expected));
}

#[test]
fn a_loop_about_to_sleep_never_misses_a_post() {
    let lp = Loop::new().unwrap();
    let _alive = lp.keep_alive();
    let (asked, to_answer) = mpsc::channel::<()>();
    let proxy = lp.proxy();
    let answerer = std::thread::spawn(move || {
        while to_answer.recv().is_ok() {
            proxy.post(|lp| lp.stop());
        }
    });
    for _ in 0..20_000 {
        asked.send(()).unwrap();
        // A lost wake-up would make this wait for ever.
        lp.run(RunMode::Default).unwrap();
    }
    drop(asked);
    answerer.join().unwrap();
}

#[test]
fn a_post_to_a_loop_that_is_gone_is_an_error() {
    let lp = Loop::new().unwrap();
    let proxy = lp.proxy();
    let owned = Arc::new(());
    assert!(proxy.post({
        let owned = owned.clone();
        move |_| drop(owned)
    }));
    drop(lp);
    assert_eq!(Arc::strong_count(&owned), 1, "what was not read is dropped with the loop");
    assert!(!proxy.post(|_| ()));
}

#[test]
fn a_proxy_does_not_keep_the_loop_alive_but_its_posts_wait() {
    let (lp, journal) = (Loop::new().unwrap(), Journal::new());
    let proxy = lp.proxy();
    let ran = Arc::new(AtomicUsize::new(0));
    proxy.post({
        let ran = ran.clone();
        move |_| {
            ran.fetch_add(1, Relaxed);
        }
    });
    assert!(!lp.run(RunMode::Default).unwrap());
    assert_eq!(ran.load(Relaxed), 0);
    let prepare = Prepare::new(&lp, journal.noting("prepare"));
    prepare.start();
    lp.run(RunMode::NoWait).unwrap();
    assert_eq!((ran.load(Relaxed), journal.take_line().as_str()), (1, "prepare"));
}

#[test]
fn what_a_post_posts_waits_for_the_next_turn() {
    let lp = Loop::new().unwrap();
    let _alive = lp.keep_alive();
    let ran = Arc::new(AtomicUsize::new(0));
    lp.proxy().post({
        let ran = ran.clone();
        move |lp| {
            ran.fetch_add(1, Relaxed);
            lp.proxy().post(move |_| {
                ran.fetch_add(10, Relaxed);
            });
        }
    });
    lp.run(RunMode::NoWait).unwrap();
    assert_eq!(ran.load(Relaxed), 1);
    lp.run(RunMode::NoWait).unwrap();
    assert_eq!(ran.load(Relaxed), 11);
}

#[test]
fn notifications_before_poll_are_coalesced() {
    let (lp, journal) = (Loop::new().unwrap(), Journal::new());
    let handle = AsyncHandle::new(&lp, journal.noting("notified"));
    let notifier = handle.notifier();
    for _ in 0..1000 {
        notifier.notify();
    }
    lp.run(RunMode::NoWait).unwrap();
    assert_eq!(journal.take_line(), "notified");
    lp.run(RunMode::NoWait).unwrap();
    assert_eq!(journal.take_line(), "");
    notifier.notify();
    lp.run(RunMode::NoWait).unwrap();
    assert_eq!(journal.take_line(), "notified");
}

#[test]
fn a_notification_after_the_callback_began_runs_it_again() {
    let lp = Loop::new().unwrap();
    let count = Rc::new(Cell::new(0));
    let handle = Rc::new_cyclic(|handle: &std::rc::Weak<AsyncHandle>| {
        let (handle, count) = (handle.clone(), count.clone());
        AsyncHandle::new(&lp, move || {
            count.set(count.get() + 1);
            if count.get() < 5 {
                handle.upgrade().unwrap().notifier().notify();
            }
        })
    });
    handle.notifier().notify();
    for turns in 1..=6 {
        lp.run(RunMode::NoWait).unwrap();
        assert_eq!(count.get(), turns.min(5));
    }
}

#[test]
fn what_was_written_before_the_notification_is_seen_by_the_callback() {
    let lp = Loop::new().unwrap();
    let written = Arc::new(AtomicUsize::new(0));
    let handle = AsyncHandle::new(&lp, {
        let (lp, written) = (lp.clone(), written.clone());
        move || {
            if written.load(Relaxed) == 100_000 {
                lp.stop();
            }
        }
    });
    let notifier = handle.notifier();
    let thread = std::thread::spawn(move || {
        for value in 1..=100_000 {
            written.store(value, Relaxed);
            notifier.notify();
        }
    });
    // The last notification is never lost: without it this would wait for ever.
    lp.run(RunMode::Default).unwrap();
    thread.join().unwrap();
}

#[test]
fn notifying_a_dropped_handle_does_nothing() {
    let (lp, journal) = (Loop::new().unwrap(), Journal::new());
    let handle = AsyncHandle::new(&lp, journal.noting("old"));
    let notifier = handle.notifier();
    notifier.notify();
    drop(handle);
    let successor = AsyncHandle::new(&lp, journal.noting("new"));
    lp.run(RunMode::NoWait).unwrap();
    notifier.notify();
    lp.run(RunMode::NoWait).unwrap();
    assert_eq!(journal.take_line(), "");
    drop(successor);
    drop(lp);
    notifier.notify();
}

#[test]
fn a_thousand_posts_to_a_loop_that_is_awake_cost_no_system_call() {
    let lp = Loop::new().unwrap();
    let proxy = lp.proxy();
    let timer = Timer::new(&lp, {
        let proxy = proxy.clone();
        move || {
            for _ in 0..1000 {
                proxy.post(|_| ());
            }
        }
    });
    timer.start(ms(0));
    lp.run(RunMode::Default).unwrap();
    let metrics = lp.metrics();
    assert_eq!((metrics.events, metrics.polls), (1000, 0));
}
