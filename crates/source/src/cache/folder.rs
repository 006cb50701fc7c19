//! The location of the user's cache.

use std::env;
use std::path::PathBuf;

/// `None` where the environment names no folder: then nothing is cached.
pub(super) fn of_user() -> Option<PathBuf> {
    if let Some(folder) = named("HEXLOOP_CACHE") {
        return Some(folder);
    }
    // By the XDG specification a path that is not absolute counts as unset.
    let base = named("XDG_CACHE_HOME").filter(|path| path.is_absolute());
    Some(base.or_else(|| named("HOME").map(|home| home.join(".cache")))?.join("hexloop"))
}

fn named(variable: &str) -> Option<PathBuf> {
    env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from)
}

/// `$HEXLOOP_CACHE_SIZE`, in bytes.
pub(super) fn size() -> Option<u64> {
    env::var("HEXLOOP_CACHE_SIZE").ok()?.parse().ok()
}
