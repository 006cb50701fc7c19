//! What the engine does otherwise than V8: asked once for each build of it, and kept.

use hexloop_engine::Differences;
use hexloop_source::cache::{self, Key};
use std::sync::OnceLock;

pub fn known() -> &'static Differences {
    static KNOWN: OnceLock<Differences> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let Some((build, questions)) = Differences::cache_key() else { return Differences::detect() };
        let key = Key::of("engine differences", &build, questions.as_bytes());
        let cache = cache::shared().map(|cache| cache.subfolder("engines"));
        let kept = cache.as_ref().and_then(|cache| cache.get(&key)).and_then(|bytes| String::from_utf8(bytes).ok());
        kept.and_then(|text| Differences::parse(&text)).unwrap_or_else(|| {
            let asked = Differences::detect();
            if let Some(cache) = cache {
                cache.put(&key, asked.serialize().as_bytes());
            }
            asked
        })
    })
}

pub fn has(name: &str) -> bool {
    known().names().contains(&name)
}
