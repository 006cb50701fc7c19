//! Exponential backoff, counted in attempts instead of time.

/// The most attempts that are skipped in a row.
const MAX_SKIPPED: u32 = 64;

/// Decides which attempts to make at something that does not always pay.
#[derive(Clone, Copy, Default)]
pub(crate) struct Backoff {
    length: u32,
    left: u32,
}

impl Backoff {
    /// Whether to make this attempt.
    pub(crate) fn should_try(&mut self) -> bool {
        let should_try = self.left == 0;
        self.left = self.left.saturating_sub(1);
        should_try
    }

    /// Records whether the attempt paid: if not, twice as many are skipped as the last time.
    pub(crate) fn record(&mut self, paid: bool) {
        self.length = if paid { 0 } else { (self.length * 2).clamp(1, MAX_SKIPPED) };
        self.left = self.length;
    }

    /// Skips this many attempts, without an effect on the length of the next backoff.
    pub(crate) fn skip_next(&mut self, attempts: u32) {
        self.left = attempts;
    }
}
