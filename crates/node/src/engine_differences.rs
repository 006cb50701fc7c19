//! How the engine differs from V8: probed once for each build of it, and cached.

use hexloop_engine::Differences;
use hexloop_source::cache::{self, Key};
use std::sync::OnceLock;

pub fn known() -> &'static Differences {
    static KNOWN: OnceLock<Differences> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let Some((build, questions)) = Differences::cache_key() else { return Differences::detect() };
        let key = Key::of("engine differences", &build, questions.as_bytes());
        let cache = cache::shared().map(|cache| cache.subfolder("engines"));
        let cached = cache.as_ref().and_then(|cache| cache.get(&key)).and_then(|bytes| String::from_utf8(bytes).ok());
        cached.and_then(|text| Differences::parse(&text)).unwrap_or_else(|| {
            let probed = Differences::detect();
            if let Some(cache) = cache {
                cache.put(&key, probed.serialize().as_bytes());
            }
            probed
        })
    })
}

pub fn has(name: &str) -> bool {
    known().names().contains(&name)
}
