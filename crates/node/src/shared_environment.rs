//! `process.env` of threads that share it (`worker_threads.SHARE_ENV`): the first thread to share its own moves it
//! here.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

static VARIABLES: Mutex<BTreeMap<String, String>> = Mutex::new(BTreeMap::new());

/// Counts changes, so that a thread can check whether its copy is current.
static VERSION: AtomicU32 = AtomicU32::new(0);

fn variables() -> MutexGuard<'static, BTreeMap<String, String>> {
    VARIABLES.lock().unwrap_or_else(PoisonError::into_inner)
}

pub fn version() -> u32 {
    VERSION.load(Ordering::SeqCst)
}

/// Sets a variable; None removes it.
pub fn set(name: String, value: Option<String>) {
    match value {
        Some(value) => drop(variables().insert(name, value)),
        None => drop(variables().remove(&name)),
    }
    VERSION.fetch_add(1, Ordering::SeqCst);
}

pub fn all() -> Vec<(String, String)> {
    variables().iter().map(|(name, value)| (name.clone(), value.clone())).collect()
}
