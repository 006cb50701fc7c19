//! A signal interrupts the system call in which poll waits, and nothing else: the wait continues for the time that is left.

mod millis;

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use hexloop::{Loop, RunMode, Timer};
use millis::ms;

static CAUGHT: AtomicU64 = AtomicU64::new(0);

extern "C" fn on_signal(_number: libc::c_int) {
    CAUGHT.fetch_add(1, Ordering::SeqCst);
}

/// Sends signals to the thread that made it, until it is dropped.
struct Signals {
    over: Arc<AtomicBool>,
    sender: Option<std::thread::JoinHandle<()>>,
}

impl Signals {
    fn to_this_thread() -> Self {
        // SAFETY: a handler that does nothing but count, for a signal that nobody else here uses; the thread outlives
        // the sender, which is joined.
        let thread = unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = on_signal as extern "C" fn(libc::c_int) as usize;
            assert_eq!(libc::sigaction(libc::SIGUSR2, &action, std::ptr::null_mut()), 0);
            libc::pthread_self()
        };
        let over = Arc::new(AtomicBool::new(false));
        let sender = std::thread::spawn({
            let over = over.clone();
            move || {
                while !over.load(Ordering::SeqCst) {
                    // SAFETY: see above.
                    unsafe { libc::pthread_kill(thread, libc::SIGUSR2) };
                    std::thread::sleep(Duration::from_millis(1));
                }
            }
        });
        Self { over, sender: Some(sender) }
    }
}

impl Drop for Signals {
    fn drop(&mut self) {
        self.over.store(true, Ordering::SeqCst);
        self.sender.take().map(|sender| sender.join());
    }
}

#[test]
fn once_returns_when_its_timer_has_run() {
    let lp = Loop::new().unwrap();
    let _signals = Signals::to_this_thread();
    let mut interrupted = 0;
    // On a busy machine the signals may come too late for a wait; then it is no trial.
    while interrupted < 3 {
        let fired = Rc::new(Cell::new(false));
        let timer = Timer::new(&lp, {
            let fired = fired.clone();
            move || fired.set(true)
        });
        let before = CAUGHT.load(Ordering::SeqCst);
        timer.start(ms(50));
        lp.run(RunMode::Once).unwrap();
        assert!(fired.get(), "it returned before its timer was due");
        interrupted += u32::from(CAUGHT.load(Ordering::SeqCst) > before);
    }
}

#[test]
fn once_without_a_timer_returns_when_something_has_come() {
    let lp = Loop::new().unwrap();
    let _signals = Signals::to_this_thread();
    let alive = lp.keep_alive();
    let proxy = lp.proxy();
    let before = CAUGHT.load(Ordering::SeqCst);
    let sender = std::thread::spawn(move || {
        while CAUGHT.load(Ordering::SeqCst) < before + 20 {
            std::thread::yield_now();
        }
        proxy.post(|lp| lp.stop())
    });
    lp.run(RunMode::Once).unwrap();
    assert_eq!(lp.metrics().events, 1);
    assert!(sender.join().unwrap());
    drop(alive);
}
