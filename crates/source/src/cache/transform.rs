//! [`transform`](crate::transform), with its results kept.

use super::cached;
use crate::{Goal, Rewrites, Transformed, transform};

/// What is kept where a text needs no edit after all: no [`Transformed`] is that short.
const UNCHANGED: &[u8] = b"=";

/// As [`transform`](crate::transform); a text that was transformed before need not be parsed again. A text that none of its
/// words betray is not even looked up.
pub fn transform_cached(source: &str, goal: Goal, rewrites: &Rewrites) -> Option<Transformed> {
    let rewrites = rewrites.of_use_to(source);
    if rewrites.is_empty() {
        return None;
    }
    let work = || {
        let result = transform(source, goal, &rewrites);
        Ok::<_, std::convert::Infallible>(result.map_or_else(|| UNCHANGED.to_vec(), |result| result.to_bytes()))
    };
    let Ok(bytes) = cached(source, "transform", &format!("{goal:?} {rewrites:?}"), work);
    if bytes == UNCHANGED { None } else { Transformed::from_bytes(bytes) }
}
