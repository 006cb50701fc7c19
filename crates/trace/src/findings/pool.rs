//! More slow jobs than the pool has threads: what comes next waits, whatever it is. Slow hashing then delays files.

use super::thresholds;
use crate::model::{ABSENT, Finding};
use crate::reading::Reading;
use crate::words;
use std::collections::BTreeMap;

/// A pool that is too small is jammed again and again: the worst are enough to say so.
const MOST_JAMS: usize = 5;

pub fn find(reading: &Reading<'_>) -> Vec<Finding> {
    let pool = Pool::new(reading);
    let mut waiting: Vec<usize> = (0..pool.len()).filter(|job| pool.waited_for_a_thread(*job)).collect();
    waiting.sort_by_key(|job| pool.queued(*job));
    // Waits that overlap are one jam.
    let mut jams: Vec<(i64, Vec<usize>)> = Vec::new();
    for job in waiting {
        match jams.last_mut() {
            Some((until, jobs)) if pool.queued(job) < *until => {
                *until = (*until).max(pool.began(job));
                jobs.push(job);
            }
            _ => jams.push((pool.began(job), vec![job])),
        }
    }
    jams.sort_by_key(|(_, jobs)| std::cmp::Reverse(jobs.iter().map(|job| pool.wait(*job)).max()));
    jams.iter().take(MOST_JAMS).map(|(_, jobs)| finding(reading, &pool, jobs)).collect()
}

struct Pool<'a> {
    reading: &'a Reading<'a>,
    /// How many threads took part.
    threads: usize,
    /// When jobs began and ended, each in order.
    begins: Vec<i64>,
    ends: Vec<i64>,
}

impl<'a> Pool<'a> {
    fn new(reading: &'a Reading<'a>) -> Pool<'a> {
        let mut threads: Vec<i32> = reading.trace.jobs.thread.iter().copied().filter(|thread| *thread >= 0).collect();
        threads.sort_unstable();
        threads.dedup();
        let mut pool = Pool { reading, threads: threads.len(), begins: Vec::new(), ends: Vec::new() };
        pool.begins = (0..pool.len()).map(|job| pool.began(job)).collect();
        pool.ends = (0..pool.len()).map(|job| pool.ended(job)).collect();
        pool.begins.sort_unstable();
        pool.ends.sort_unstable();
        pool
    }

    fn len(&self) -> usize {
        self.reading.trace.jobs.id.len()
    }

    fn queued(&self, job: usize) -> i64 {
        self.reading.trace.jobs.queued[job]
    }

    /// When a thread took it; the end of the recording if none did.
    fn began(&self, job: usize) -> i64 {
        let began = self.reading.trace.jobs.began[job];
        if began == ABSENT { self.reading.trace.program.duration } else { began }
    }

    fn ended(&self, job: usize) -> i64 {
        let ended = self.reading.trace.jobs.ended[job];
        if ended == ABSENT { self.reading.trace.program.duration } else { ended }
    }

    fn wait(&self, job: usize) -> i64 {
        self.began(job) - self.queued(job)
    }

    /// Long, and every thread was busy half-way through.
    fn waited_for_a_thread(&self, job: usize) -> bool {
        let middle = self.queued(job) + self.wait(job) / 2;
        self.wait(job) >= thresholds::POOL_WAIT && self.running_at(middle) >= self.threads.max(1)
    }

    /// How many jobs had a thread.
    fn running_at(&self, time: i64) -> usize {
        let begun = self.begins.partition_point(|began| *began <= time);
        begun - self.ends.partition_point(|ended| *ended <= time)
    }

    /// `4 × crypto.pbkdf2 (a.js:3:7)`, the longest first.
    fn in_words(&self, jobs: &[usize]) -> String {
        let mut alike: BTreeMap<String, (usize, i64)> = BTreeMap::new();
        for job in jobs {
            let entry = alike.entry(self.name(*job)).or_default();
            entry.0 += 1;
            entry.1 += self.ended(*job) - self.began(*job);
        }
        let mut alike: Vec<_> = alike.into_iter().collect();
        alike.sort_by_key(|(_, (_, took))| std::cmp::Reverse(*took));
        let words: Vec<String> = alike
            .into_iter()
            .map(|(name, (number, _))| if number == 1 { name } else { format!("{number} × {name}") })
            .collect();
        words::list(&words)
    }

    fn name(&self, job: usize) -> String {
        let jobs = &self.reading.trace.jobs;
        let label = match self.reading.trace.label_at(jobs.label[job]) {
            Some(name) if name.contains('.') => name.to_owned(),
            Some(module) => format!("a job of {module}"),
            None => "a job".to_owned(),
        };
        match self.reading.where_is(self.reading.place_in(jobs.scheduled[job])) {
            Some(place) => format!("{label} ({place})"),
            None => label,
        }
    }
}

fn finding(reading: &Reading<'_>, pool: &Pool<'_>, waiting: &[usize]) -> Finding {
    let jobs = &reading.trace.jobs;
    let wait = waiting.iter().map(|job| pool.wait(*job)).max().unwrap_or_default();
    let worst = waiting.iter().copied().find(|job| pool.wait(*job) == wait).unwrap_or_default();
    let (from, to) = (pool.queued(worst), pool.began(worst));
    let mut holders: Vec<usize> =
        (0..pool.len()).filter(|job| *job != worst && pool.began(*job) < to && pool.ended(*job) > from).collect();
    holders.sort_by_key(|job| std::cmp::Reverse(pool.ended(*job).min(to) - pool.began(*job).max(from)));
    let cause = holders.first().copied().unwrap_or(worst);
    let also = if waiting.len() > 1 {
        format!("{} waited. The longest: ", words::count(waiting.len(), "job"))
    } else {
        String::new()
    };
    Finding {
        kind: "pool-saturation".to_owned(),
        severity: thresholds::severity_of_wait(wait),
        title: format!(
            "{} waited {} for a thread of the pool",
            if pool.name(worst).starts_with("a job") { words::sentence(&pool.name(worst)) } else { pool.name(worst) },
            words::duration(wait)
        ),
        text: format!(
            "{also}All {} threads were busy with {} when {} was queued.",
            pool.threads,
            pool.in_words(&holders),
            pool.name(worst)
        ),
        advice: "Start fewer of them at a time, or give the pool more threads (UV_THREADPOOL_SIZE, read at the first use of \
                 the pool). Files, dns.lookup, zlib and slow hashes share it."
            .to_owned(),
        place: reading.place_in(jobs.scheduled[cause]),
        stack: jobs.scheduled[cause],
        task: jobs.task[worst],
        others: holders.iter().map(|job| jobs.id[*job]).collect(),
        from,
        to,
        cost: waiting.iter().map(|job| pool.wait(*job)).sum(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::sketch::{MS, Sketch};
    use super::*;

    #[test]
    fn the_fifth_of_five_slow_jobs_waits_for_one_of_four_threads() {
        let mut sketch = Sketch::new();
        for thread in 1..=4 {
            sketch.job("crypto.pbkdf2", 3, thread, 0, 0, 300 + thread as i64);
        }
        sketch.job("fs.readFile", 5, 1, 1, 301, 302);
        let findings = find(&Reading::new(&sketch.trace));
        assert_eq!(findings.len(), 1);
        assert_eq!(findings[0].title, "fs.readFile (a.js:5:1) waited 300 ms for a thread of the pool");
        assert!(findings[0].text.contains("All 4 threads were busy with 4 × crypto.pbkdf2 (a.js:3:1)"));
        assert_eq!((findings[0].place, findings[0].cost), (sketch.place(3), 300 * MS));
    }

    #[test]
    fn as_many_jobs_as_threads_are_healthy() {
        let mut sketch = Sketch::new();
        for thread in 1..=4 {
            sketch.job("crypto.pbkdf2", 3, thread, 0, 0, 300);
        }
        assert_eq!(find(&Reading::new(&sketch.trace)), []);
    }

    #[test]
    fn a_late_start_while_a_thread_is_free_is_the_machines_fault() {
        let mut sketch = Sketch::new();
        sketch.job("a", 3, 1, 0, 0, 10);
        sketch.job("b", 3, 2, 0, 0, 10);
        sketch.job("c", 4, 1, 20, 90, 100);
        assert_eq!(find(&Reading::new(&sketch.trace)), []);
    }

    #[test]
    fn waits_that_overlap_are_one_finding() {
        let mut sketch = Sketch::new();
        sketch.job("slow", 3, 1, 0, 0, 200);
        sketch.job("next", 4, 1, 10, 200, 300);
        sketch.job("last", 5, 1, 20, 300, 301);
        let findings = find(&Reading::new(&sketch.trace));
        assert_eq!(findings.len(), 1);
        assert!(findings[0].text.starts_with("2 jobs waited."), "{}", findings[0].text);
        assert_eq!(findings[0].cost, 470 * MS);
    }
}
