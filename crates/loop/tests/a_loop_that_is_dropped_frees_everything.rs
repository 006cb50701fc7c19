//! A loop that is dropped before it has run gives its descriptors and what its callbacks own back: by itself where they
//! hold it weakly, and by `close` where they hold it.

mod millis;

use std::cell::RefCell;
use std::io::Write;
use std::rc::Rc;
use std::sync::Arc;

use hexloop::mio::unix::pipe;
use hexloop::{AsyncHandle, Check, Interest, Loop, RunMode, Source, Timer};
use millis::ms;

/// The epoll instance and the eventfd of the loop itself.
fn descriptors_of_loops() -> usize {
    let links = std::fs::read_dir("/proc/self/fd").unwrap().flatten().filter_map(|entry| entry.path().read_link().ok());
    links.filter(|link| link.to_string_lossy().contains("[event")).count()
}

/// One callback of each kind, which owns `owned` and whatever `loop_of` makes of the loop.
fn fill<L: Clone + 'static>(lp: &Loop, owned: &Arc<()>, loop_of: impl Fn(&Loop) -> L) -> Vec<Box<dyn std::any::Any>> {
    let mine = || (owned.clone(), loop_of(lp));
    let callback = || {
        let mine = mine();
        move || drop(mine.clone())
    };
    lp.defer(callback());
    lp.on_close(callback());
    lp.submit("job", || (), {
        let callback = callback();
        move |_| callback()
    });
    let sent = owned.clone();
    lp.proxy().post(move |_| drop(sent));
    lp.set_wait_guard(callback(), callback());
    let timer = Timer::new(lp, callback());
    timer.start_repeating(ms(1000), ms(1000));
    let check = Check::new(lp, callback());
    check.start();
    let handle = AsyncHandle::new(lp, callback());
    handle.notifier().notify();
    vec![Box::new(timer), Box::new(check), Box::new(handle)]
}

// One test in this file, since descriptors belong to the process.
#[test]
fn its_descriptors_and_what_its_callbacks_own() {
    let before = descriptors_of_loops();
    let owned = Arc::new(());

    // Held weakly: nothing more is to be done. Handles that are kept would keep the loop.
    let lp = Loop::new().unwrap();
    drop(fill(&lp, &owned, Loop::downgrade));
    let weak = lp.downgrade();
    assert!(weak.upgrade().is_some() && descriptors_of_loops() > before);
    wait_for_jobs(&lp);
    drop(lp);
    assert!(weak.upgrade().is_none());
    assert_eq!((Arc::strong_count(&owned), descriptors_of_loops()), (1, before));

    // Held: a circle, which close breaks.
    let lp = Loop::new().unwrap();
    let handles = fill(&lp, &owned, Loop::clone);
    let weak = lp.downgrade();
    wait_for_jobs(&lp);
    assert!(lp.close());
    assert_eq!(Arc::strong_count(&owned), 1);
    assert!(!lp.is_alive());
    assert!(!lp.run(RunMode::Default).unwrap());
    drop((handles, lp));
    assert!(weak.upgrade().is_none());
    assert_eq!(descriptors_of_loops(), before);

    // Handles that their own callbacks own.
    let lp = Loop::new().unwrap();
    let (mut sender, mut receiver) = pipe::new().unwrap();
    let own: Rc<RefCell<Option<Source>>> = Rc::default();
    let on_ready = {
        let (own, owned) = (own.clone(), owned.clone());
        move |_| drop((own.clone(), owned.clone()))
    };
    own.replace(Some(Source::register(&lp, &mut receiver, Interest::READABLE, on_ready).unwrap()));
    let weak = Rc::downgrade(&own);
    drop(own);
    assert!(weak.upgrade().is_some());
    assert!(lp.close());
    assert!(weak.upgrade().is_none());
    // It is gone from the system's list.
    drop(Source::register(&lp, &mut receiver, Interest::READABLE, |_| ()).unwrap());
    sender.write_all(b"x").unwrap();
    drop(lp);
    assert_eq!((Arc::strong_count(&owned), descriptors_of_loops()), (1, before));
}

/// A thread that is still at a job holds the way back to the loop, and its waker with it.
fn wait_for_jobs(lp: &Loop) {
    let pool = lp.pool();
    while pool.idle_threads() < pool.started_threads() || pool.queued_jobs() > 0 {
        std::thread::yield_now();
    }
}
