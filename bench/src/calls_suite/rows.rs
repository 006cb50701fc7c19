//! The rows of the suite: what each took in every round, ratios, and their means.

use super::Reading;

/// Hexloop is the last; the others are its peers.
pub const CONTESTANTS: [&str; 3] = ["node", "bun", "hexloop"];
pub const HEXLOOP: usize = 2;
pub const NODE: usize = 0;
pub const PEERS: [usize; 2] = [0, 1];

/// Rounds of a row that lie further apart than this share are noise.
pub const NOISE: f64 = 0.2;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Returns at once; shown in nanoseconds.
    Call,
    /// Waits for something; shown in microseconds.
    Operation,
}

pub struct Row {
    pub module: &'static str,
    pub name: String,
    pub kind: Kind,
    /// The engine's own work, which the runtime has no part in.
    pub engine: bool,
    /// Nanoseconds, one per round in which the contestant had this row.
    rounds: [Vec<f64>; CONTESTANTS.len()],
    /// Why a contestant does not have this row.
    pub missing: [Option<String>; CONTESTANTS.len()],
}

impl Row {
    /// The name by which `--only` finds it, and `ratios.json`.
    pub fn full_name(&self) -> String {
        format!("{}: {}", self.module, self.name)
    }

    /// Nanoseconds in the best round.
    pub fn best(&self, contestant: usize) -> Option<f64> {
        self.rounds[contestant].iter().copied().reduce(f64::min)
    }

    /// How many times faster Hexloop is than this peer.
    pub fn ratio(&self, peer: usize) -> Option<f64> {
        Some(self.best(peer)? / self.best(HEXLOOP)?)
    }

    /// By which share of the best round the median round is slower; nothing with fewer than two rounds.
    pub fn spread(&self, contestant: usize) -> Option<f64> {
        let rounds = &self.rounds[contestant];
        if rounds.len() < 2 {
            return None;
        }
        Some(median(rounds)? / self.best(contestant)? - 1.0)
    }

    /// Whether the ratio to Node is one to rely on.
    pub fn is_noisy(&self) -> bool {
        [NODE, HEXLOOP].iter().any(|contestant| self.spread(*contestant).is_some_and(|spread| spread > NOISE))
    }
}

/// All rows, in the order in which they were first measured.
#[derive(Default)]
pub struct Rows(Vec<Row>);

impl Rows {
    pub fn take(&mut self, module: &'static str, engine: bool, contestant: usize, reading: Reading) {
        let Reading { kind, name, result } = reading;
        let place = self.0.iter().position(|row| row.module == module && row.kind == kind && row.name == name);
        let place = place.unwrap_or_else(|| {
            self.0.push(Row { module, name, kind, engine, rounds: Default::default(), missing: Default::default() });
            self.0.len() - 1
        });
        match result {
            Ok(ns) => self.0[place].rounds[contestant].push(ns),
            Err(why) => self.0[place].missing[contestant] = Some(why),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = &Row> + Clone {
        self.0.iter()
    }

    /// The modules that have rows, in order.
    pub fn modules(&self) -> Vec<&'static str> {
        let mut modules: Vec<&str> = self.0.iter().map(|row| row.module).collect();
        modules.dedup();
        modules
    }

    /// The rows in which Hexloop does worst against a peer, the worst first.
    pub fn worst(&self, peer: usize, count: usize) -> Vec<&Row> {
        let mut compared: Vec<(f64, &Row)> = self.0.iter().filter_map(|row| Some((row.ratio(peer)?, row))).collect();
        compared.sort_by(|a, b| a.0.total_cmp(&b.0));
        compared.into_iter().take(count).map(|(_, row)| row).collect()
    }
}

/// What is averaged separately.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Group {
    pub kind: Kind,
    pub engine: bool,
}

impl Group {
    pub const ALL: [Group; 4] = [
        Group { kind: Kind::Call, engine: false },
        Group { kind: Kind::Operation, engine: false },
        Group { kind: Kind::Call, engine: true },
        Group { kind: Kind::Operation, engine: true },
    ];

    pub fn has(self, row: &Row) -> bool {
        row.kind == self.kind && row.engine == self.engine
    }

    pub fn name(self) -> &'static str {
        match (self.engine, self.kind) {
            (false, Kind::Call) => "calls",
            (false, Kind::Operation) => "operations that wait",
            (true, Kind::Call) => "calls of the engine's own",
            (true, Kind::Operation) => "operations of the engine's own",
        }
    }
}

/// The geometric mean of the ratios to a peer over the rows that both have.
pub fn mean<'a>(rows: impl Iterator<Item = &'a Row>, peer: usize) -> Option<f64> {
    let logarithms: Vec<f64> = rows.filter_map(|row| Some(row.ratio(peer)?.ln())).collect();
    if logarithms.is_empty() {
        return None;
    }
    Some((logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp())
}

/// The middle one; of an even number the larger of the two.
pub fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied()
}
