//! The results of a suite, and whether they meet their targets.

/// The results of one suite: a column per contestant, a row per measurement.
pub struct Report {
    pub title: String,
    /// Hexloop is always the last.
    pub contestants: Vec<&'static str>,
    pub rows: Vec<Row>,
}

pub struct Row {
    pub name: String,
    pub unit: &'static str,
    /// One value per contestant; `None` if the program failed or there is none.
    pub values: Vec<Option<f64>>,
    pub target: Target,
    /// Why this row is invalid: a program that failed, or results that differ.
    pub problem: Option<String>,
}

/// The target of Hexloop in a row. Smaller values are better in all of them.
#[derive(Clone, Copy)]
pub enum Target {
    /// At least this many times faster than the fastest peer.
    TimesFaster(f64),
    /// At most this share of the value of the peer with this name.
    ShareOf(&'static str, f64),
    /// At most this value, whatever the peers do.
    AtMost(f64),
    /// No target.
    Open,
}

impl Report {
    pub fn hexloop(&self, row: &Row) -> Option<f64> {
        row.values.last().copied().flatten()
    }

    /// How many times faster (or smaller) Hexloop is than the peer it is compared with: the one
    /// that the target names, else the fastest.
    pub fn ratio(&self, row: &Row) -> Option<f64> {
        let reference = match row.target {
            Target::ShareOf(name, _) => {
                let column = self.contestants.iter().position(|one| *one == name)?;
                row.values[column]
            }
            _ => {
                let peers = &row.values[..row.values.len() - 1];
                peers.iter().flatten().copied().reduce(f64::min)
            }
        };
        Some(reference? / self.hexloop(row)?)
    }

    /// Whether the target is reached; nothing when there is none.
    pub fn met(&self, row: &Row) -> Option<bool> {
        let ratio = self.ratio(row);
        match row.target {
            Target::TimesFaster(times) => Some(ratio.is_some_and(|ratio| ratio >= times)),
            Target::ShareOf(_, share) => Some(ratio.is_some_and(|ratio| 1.0 / ratio <= share)),
            Target::AtMost(limit) => Some(self.hexloop(row).is_some_and(|value| value <= limit)),
            Target::Open => None,
        }
    }

    pub fn all_valid(&self) -> bool {
        self.rows.iter().all(|row| row.problem.is_none())
    }

    pub fn all_met(&self) -> bool {
        self.rows.iter().all(|row| self.met(row) != Some(false))
    }
}

impl Target {
    pub fn describe(&self, unit: &str) -> String {
        match self {
            Target::TimesFaster(times) => format!("{}x the fastest", short(*times)),
            Target::ShareOf(name, share) => format!("at most {}x of {name}", short(*share)),
            Target::AtMost(limit) => format!("at most {} {unit}", short(*limit)),
            Target::Open => String::from("–"),
        }
    }
}

/// At most two decimals.
fn short(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The best of several rounds is the minimum.
pub fn keep_minimum(best: &mut Option<f64>, value: f64) {
    *best = Some(best.map_or(value, |best| best.min(value)));
}

#[cfg(test)]
pub mod tests {
    use super::*;

    pub fn report(values: [Option<f64>; 3], target: Target) -> Report {
        Report {
            title: "Test".into(),
            contestants: vec!["node", "bun", "hexloop"],
            rows: vec![Row { name: "work".into(), unit: "ns", values: values.to_vec(), target, problem: None }],
        }
    }

    fn verdict(values: [f64; 3], target: Target) -> Option<bool> {
        let report = report(values.map(Some), target);
        report.met(&report.rows[0])
    }

    #[test]
    fn times_faster_looks_at_the_fastest_peer() {
        let target = Target::TimesFaster(2.0);
        assert_eq!(verdict([900.0, 200.0, 100.0], target), Some(true));
        assert_eq!(verdict([900.0, 199.0, 100.0], target), Some(false));
    }

    #[test]
    fn a_share_looks_at_the_peer_it_names() {
        let target = Target::ShareOf("node", 0.5);
        assert_eq!(verdict([200.0, 1.0, 100.0], target), Some(true));
        assert_eq!(verdict([199.0, 1.0, 100.0], target), Some(false));
    }

    #[test]
    fn a_limit_has_no_peer() {
        assert_eq!(verdict([1.0, 1.0, 90.0], Target::AtMost(90.0)), Some(true));
        assert_eq!(verdict([1.0, 1.0, 91.0], Target::AtMost(90.0)), Some(false));
        assert_eq!(verdict([1.0, 1.0, 91.0], Target::Open), None);
    }

    #[test]
    fn a_program_that_failed_has_not_met_its_target() {
        let failed = report([Some(1.0), Some(1.0), None], Target::AtMost(90.0));
        assert!(!failed.all_met());
        let alone = report([None, None, Some(1.0)], Target::TimesFaster(1.0));
        assert!(!alone.all_met());
    }
}
