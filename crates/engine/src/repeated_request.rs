//! Requests that may get lost, repeated until they are withdrawn: after 1, 2, 4 … 64 milliseconds, by one thread for all of them,
//! which exits with the last request.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

const INITIAL_DELAY: Duration = Duration::from_millis(1);
const MAX_DELAY: Duration = Duration::from_millis(64);

/// Makes the request once more. False if it is not needed any more.
type Attempt = Box<dyn Fn() -> bool + Send>;

struct Request {
    key: usize,
    attempt: Attempt,
    delay: Duration,
    due: Instant,
}

/// None while there is no thread.
static REQUESTS: Mutex<Option<Vec<Request>>> = Mutex::new(None);
static ADDED: Condvar = Condvar::new();

fn requests() -> MutexGuard<'static, Option<Vec<Request>>> {
    REQUESTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Repeats a request that was just made. If one with the same `key` is being repeated already, this one is dropped.
pub(crate) fn repeat(key: usize, attempt: impl Fn() -> bool + Send + 'static) {
    let mut list = requests();
    if list.as_ref().is_some_and(|list| list.iter().any(|request| request.key == key)) {
        return;
    }
    let request =
        Request { key, attempt: Box::new(attempt), delay: INITIAL_DELAY, due: Instant::now() + INITIAL_DELAY };
    if let Some(list) = &mut *list {
        list.push(request);
        ADDED.notify_one();
        return;
    }
    let thread = std::thread::Builder::new().name("terminator".to_owned()).stack_size(1 << 16).spawn(run);
    // If no thread can be created, the request has at least been made once.
    if thread.is_ok() {
        *list = Some(vec![request]);
    }
}

fn run() {
    let mut guard = requests();
    while let Some(list) = &mut *guard {
        let now = Instant::now();
        if let Some(place) = list.iter().position(|request| request.due <= now) {
            let mut request = list.swap_remove(place);
            // Attempts take locks of their own.
            drop(guard);
            let goes_on = (request.attempt)();
            request.delay = (request.delay * 2).min(MAX_DELAY);
            request.due = Instant::now() + request.delay;
            guard = requests();
            if let Some(list) = guard.as_mut().filter(|_| goes_on) {
                list.push(request);
            }
            continue;
        }
        let Some(next) = list.iter().map(|request| request.due).min() else {
            *guard = None;
            return;
        };
        guard = ADDED.wait_timeout(guard, next - now).unwrap_or_else(PoisonError::into_inner).0;
    }
}

#[cfg(test)]
mod tests {
    use super::repeat;
    use std::sync::mpsc::channel;

    #[test]
    fn a_request_is_repeated_until_its_attempt_returns_false() {
        let (sender, heard) = channel();
        for key in [1, 2] {
            let sender = sender.clone();
            let count = std::cell::Cell::new(0);
            repeat(key, move || {
                count.set(count.get() + 1);
                sender.send((key, count.get())).unwrap();
                count.get() < 5
            });
        }
        drop(sender);
        let mut all: Vec<_> = heard.iter().collect();
        all.sort_unstable();
        assert_eq!(all, [1, 2].map(|key| [1, 2, 3, 4, 5].map(|count| (key, count))).concat());
    }
}
