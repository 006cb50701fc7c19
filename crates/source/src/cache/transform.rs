//! [`transform`](crate::transform) with cached results.

use super::{Cacheable, cached};
use crate::{ColumnMap, Goal, Rewrites, Transformed, transform};

impl Cacheable for Transformed {
    fn head(&self) -> Option<Vec<u8>> {
        Some(self.columns.to_bytes())
    }

    fn text(&self) -> &str {
        &self.code
    }

    fn from_parts(head: &[u8], code: String) -> Option<Transformed> {
        Some(Transformed { code, columns: ColumnMap::from_bytes(head)? })
    }
}

/// The head of an entry for a source that needs no edit: no column map is that short.
const UNCHANGED: &[u8] = b"=";

impl Cacheable for Option<Transformed> {
    fn head(&self) -> Option<Vec<u8>> {
        self.as_ref().map_or_else(|| Some(UNCHANGED.to_vec()), Cacheable::head)
    }

    fn text(&self) -> &str {
        self.as_ref().map_or("", Cacheable::text)
    }

    fn from_parts(head: &[u8], code: String) -> Option<Option<Transformed>> {
        if head == UNCHANGED { Some(None) } else { Transformed::from_parts(head, code).map(Some) }
    }
}

/// Like [`transform`](crate::transform); a source that was transformed before is not parsed again. A source that contains none of
/// the words that a rewrite needs is not even looked up.
pub fn transform_cached(source: &str, goal: Goal, rewrites: &Rewrites) -> Option<Transformed> {
    let rewrites = rewrites.applicable_to(source);
    if rewrites.is_empty() {
        return None;
    }
    let work = || Ok::<_, std::convert::Infallible>(transform(source, goal, &rewrites));
    let Ok(result) = cached(source, "transform", || format!("{goal:?} {rewrites:?}"), work);
    result
}
