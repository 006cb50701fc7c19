//! How long not to try again what did not pay: twice as long each time.

/// How many chances are passed over at most.
const LONGEST: u32 = 64;

/// Counted in chances, not in time.
#[derive(Clone, Copy, Default)]
pub(crate) struct Pause {
    length: u32,
    left: u32,
}

impl Pause {
    /// A chance: whether to take it.
    pub(crate) fn is_over(&mut self) -> bool {
        let is_over = self.left == 0;
        self.left = self.left.saturating_sub(1);
        is_over
    }

    /// It was taken: did it pay?
    pub(crate) fn tried(&mut self, paid: bool) {
        self.length = if paid { 0 } else { (self.length * 2).clamp(1, LONGEST) };
        self.left = self.length;
    }

    /// So many chances are passed over now, which says nothing of the next pause.
    pub(crate) fn last_for(&mut self, chances: u32) {
        self.left = chances;
    }
}
