//! More slow jobs than the pool has threads: the next job waits, whatever it is. Then slow hashing delays file operations.
//!
//! Name lookups use half of the threads at most. A lookup that waits although threads are free waits for another lookup.

use super::thresholds;
use crate::model::{ABSENT, Finding};
use crate::phrases;
use crate::view::TraceView;
use std::collections::BTreeMap;

/// A pool that is too small is saturated again and again: the worst cases are enough.
const MAX_FINDINGS: usize = 5;

/// What a job waited for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WaitsFor {
    Thread,
    Lookup,
}

pub fn find(view: &TraceView<'_>) -> Vec<Finding> {
    let pool = Pool::new(view);
    let mut contentions = contentions(&pool, WaitsFor::Thread);
    contentions.extend(self::contentions(&pool, WaitsFor::Lookup));
    contentions.sort_by_key(|contention| std::cmp::Reverse(contention.jobs.iter().map(|job| pool.wait(*job)).max()));
    contentions.iter().take(MAX_FINDINGS).map(|contention| finding(view, &pool, contention)).collect()
}

/// Overlapping waits.
struct Contention {
    what: WaitsFor,
    until: i64,
    jobs: Vec<usize>,
}

fn contentions(pool: &Pool<'_>, what: WaitsFor) -> Vec<Contention> {
    let mut waiting: Vec<usize> = (0..pool.len()).filter(|job| pool.waited_for(*job) == Some(what)).collect();
    waiting.sort_by_key(|job| pool.queued(*job));
    let mut contentions: Vec<Contention> = Vec::new();
    for job in waiting {
        match contentions.last_mut() {
            Some(contention) if pool.queued(job) < contention.until => {
                contention.until = contention.until.max(pool.began(job));
                contention.jobs.push(job);
            }
            _ => contentions.push(Contention { what, until: pool.began(job), jobs: vec![job] }),
        }
    }
    contentions
}

struct Pool<'a> {
    view: &'a TraceView<'a>,
    /// The number of threads that ran jobs.
    threads: usize,
    all: Timestamps,
    lookups: Timestamps,
    /// The maximal number of concurrent lookups. If lookups waited for each other, that is the limit.
    max_lookups: usize,
}

/// When jobs began and ended, each in order.
#[derive(Default)]
struct Timestamps {
    begins: Vec<i64>,
    ends: Vec<i64>,
}

impl Timestamps {
    fn of(pool: &Pool<'_>, is_one: impl Fn(usize) -> bool) -> Timestamps {
        let jobs: Vec<usize> = (0..pool.len()).filter(|job| is_one(*job)).collect();
        let mut begins: Vec<i64> = jobs.iter().map(|job| pool.began(*job)).collect();
        let mut ends: Vec<i64> = jobs.iter().map(|job| pool.ended(*job)).collect();
        begins.sort_unstable();
        ends.sort_unstable();
        Timestamps { begins, ends }
    }

    /// How many jobs were running.
    fn running_at(&self, time: i64) -> usize {
        let begun = self.begins.partition_point(|began| *began <= time);
        begun - self.ends.partition_point(|ended| *ended <= time)
    }
}

impl<'a> Pool<'a> {
    fn new(view: &'a TraceView<'a>) -> Pool<'a> {
        let mut threads: Vec<i32> = view.trace.jobs.thread.iter().copied().filter(|thread| *thread >= 0).collect();
        threads.sort_unstable();
        threads.dedup();
        let threads = threads.len();
        let mut pool =
            Pool { view, threads, all: Timestamps::default(), lookups: Timestamps::default(), max_lookups: 0 };
        pool.all = Timestamps::of(&pool, |_| true);
        pool.lookups = Timestamps::of(&pool, |job| pool.is_lookup(job));
        let begins = pool.lookups.begins.iter();
        pool.max_lookups = begins.map(|began| pool.lookups.running_at(*began)).max().unwrap_or_default();
        pool
    }

    fn len(&self) -> usize {
        self.view.trace.jobs.id.len()
    }

    fn queued(&self, job: usize) -> i64 {
        self.view.trace.jobs.queued[job]
    }

    /// When a thread started it; the end of the recording if none did.
    fn began(&self, job: usize) -> i64 {
        let began = self.view.trace.jobs.began[job];
        if began == ABSENT { self.view.trace.program.duration } else { began }
    }

    fn ended(&self, job: usize) -> i64 {
        let ended = self.view.trace.jobs.ended[job];
        if ended == ABSENT { self.view.trace.program.duration } else { ended }
    }

    fn wait(&self, job: usize) -> i64 {
        self.began(job) - self.queued(job)
    }

    /// `getaddrinfo` or `getnameinfo`.
    fn is_lookup(&self, job: usize) -> bool {
        let label = self.view.trace.label_at(self.view.trace.jobs.label[job]);
        label.is_some_and(|label| matches!(label, "getaddrinfo" | "getnameinfo") || label.starts_with("dns."))
    }

    /// What a job waited for, by the jobs that ran in the middle of its wait.
    fn waited_for(&self, job: usize) -> Option<WaitsFor> {
        let middle = self.queued(job) + self.wait(job) / 2;
        if self.wait(job) < thresholds::POOL_WAIT {
            return None;
        }
        let lookups = self.lookups.running_at(middle);
        if self.is_lookup(job) && lookups > 0 && lookups == self.max_lookups && lookups * 2 >= self.threads {
            return Some(WaitsFor::Lookup);
        }
        (self.all.running_at(middle) >= self.threads.max(1)).then_some(WaitsFor::Thread)
    }

    /// `4 × crypto.pbkdf2 (a.js:3:7)`, the longest first.
    fn describe(&self, jobs: &[usize]) -> String {
        let mut by_name: BTreeMap<String, (usize, i64)> = BTreeMap::new();
        for job in jobs {
            let entry = by_name.entry(self.name(*job)).or_default();
            entry.0 += 1;
            entry.1 += self.ended(*job) - self.began(*job);
        }
        let mut by_name: Vec<_> = by_name.into_iter().collect();
        by_name.sort_by_key(|(_, (_, took))| std::cmp::Reverse(*took));
        let words: Vec<String> = by_name
            .into_iter()
            .map(|(name, (number, _))| if number == 1 { name } else { format!("{number} × {name}") })
            .collect();
        phrases::list(&words)
    }

    fn name(&self, job: usize) -> String {
        let jobs = &self.view.trace.jobs;
        let label = match self.view.trace.label_at(jobs.label[job]) {
            Some(name) if name.contains('.') => name.to_owned(),
            Some(module) => format!("a job of {module}"),
            None => "a job".to_owned(),
        };
        match self.view.location_text(self.view.place_in(jobs.scheduled[job])) {
            Some(place) => format!("{label} ({place})"),
            None => label,
        }
    }
}

fn finding(view: &TraceView<'_>, pool: &Pool<'_>, contention: &Contention) -> Finding {
    let (jobs, waiting) = (&view.trace.jobs, &contention.jobs);
    let wait = waiting.iter().map(|job| pool.wait(*job)).max().unwrap_or_default();
    let worst = waiting.iter().copied().find(|job| pool.wait(*job) == wait).unwrap_or_default();
    let (from, to) = (pool.queued(worst), pool.began(worst));
    let blocks = |job: usize| contention.what == WaitsFor::Thread || pool.is_lookup(job);
    let mut holders: Vec<usize> = (0..pool.len())
        .filter(|job| *job != worst && pool.began(*job) < to && pool.ended(*job) > from && blocks(*job))
        .collect();
    holders.sort_by_key(|job| std::cmp::Reverse(pool.ended(*job).min(to) - pool.began(*job).max(from)));
    let cause = holders.first().copied().unwrap_or(worst);
    let also = if waiting.len() > 1 {
        format!("{} waited. The longest: ", phrases::count(waiting.len(), "job"))
    } else {
        String::new()
    };
    let (title, text, advice) = describe(pool, contention.what, worst, &holders);
    Finding {
        kind: "pool-saturation".to_owned(),
        severity: thresholds::severity_of_wait(wait),
        title,
        text: also + &text,
        advice: advice.to_owned(),
        place: view.place_in(jobs.scheduled[cause]),
        stack: jobs.scheduled[cause],
        task: jobs.task[worst],
        others: holders.iter().map(|job| jobs.id[*job]).collect(),
        from,
        to,
        cost: waiting.iter().map(|job| pool.wait(*job)).sum(),
    }
}

/// Title, text and advice.
fn describe(pool: &Pool<'_>, what: WaitsFor, worst: usize, holders: &[usize]) -> (String, String, &'static str) {
    let (name, wait) = (pool.name(worst), phrases::duration(pool.wait(worst)));
    let beginning = if name.starts_with("a job") { phrases::capitalized(&name) } else { name.clone() };
    let holders = pool.describe(holders);
    match what {
        WaitsFor::Thread => (
            format!("{beginning} waited {wait} for a thread of the pool"),
            format!("All {} threads were busy with {holders} when {name} was queued.", pool.threads),
            "Start fewer of them at a time, or give the pool more threads (UV_THREADPOOL_SIZE, read at the first use of \
             the pool). Files, dns.lookup, zlib and slow hashes share it.",
        ),
        WaitsFor::Lookup => (
            format!("{beginning} waited {wait} behind slow lookups"),
            format!(
                "Half of the pool's threads at most look up names, {} at a time here. They were busy with {holders} when \
                 {name} was queued.",
                pool.max_lookups
            ),
            "Look up fewer names at a time, keep the addresses, or use dns.resolve4() and its like, which need no thread. \
             With more threads (UV_THREADPOOL_SIZE, read at the first use of the pool) more lookups run at a time.",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::super::trace_builder::{MS, TraceBuilder};
    use super::*;

    #[test]
    fn the_fifth_of_five_slow_jobs_waits_for_one_of_four_threads() {
        let mut builder = TraceBuilder::new();
        for thread in 1..=4 {
            builder.job("crypto.pbkdf2", 3, thread, 0, 0, 300 + thread as i64);
        }
        builder.job("fs.readFile", 5, 1, 1, 301, 302);
        let findings = find(&TraceView::new(&builder.trace));
        assert_eq!(findings.len(), 1);
        assert_eq!(findings[0].title, "fs.readFile (a.js:5:1) waited 300 ms for a thread of the pool");
        assert!(findings[0].text.contains("All 4 threads were busy with 4 × crypto.pbkdf2 (a.js:3:1)"));
        assert_eq!((findings[0].place, findings[0].cost), (builder.place(3), 300 * MS));
    }

    #[test]
    fn as_many_jobs_as_threads_are_no_finding() {
        let mut builder = TraceBuilder::new();
        for thread in 1..=4 {
            builder.job("crypto.pbkdf2", 3, thread, 0, 0, 300);
        }
        assert_eq!(find(&TraceView::new(&builder.trace)), []);
    }

    #[test]
    fn a_late_start_while_a_thread_is_free_is_no_finding() {
        let mut builder = TraceBuilder::new();
        builder.job("a", 3, 1, 0, 0, 10);
        builder.job("b", 3, 2, 0, 0, 10);
        builder.job("c", 4, 1, 20, 90, 100);
        assert_eq!(find(&TraceView::new(&builder.trace)), []);
    }

    #[test]
    fn waits_that_overlap_are_one_finding() {
        let mut builder = TraceBuilder::new();
        builder.job("slow", 3, 1, 0, 0, 200);
        builder.job("next", 4, 1, 10, 200, 300);
        builder.job("last", 5, 1, 20, 300, 301);
        let findings = find(&TraceView::new(&builder.trace));
        assert_eq!(findings.len(), 1);
        assert!(findings[0].text.starts_with("2 jobs waited."), "{}", findings[0].text);
        assert_eq!(findings[0].cost, 470 * MS);
    }

    #[test]
    fn a_lookup_waits_behind_lookups_while_threads_are_free() {
        let mut builder = TraceBuilder::new();
        builder.job("getaddrinfo", 3, 1, 0, 0, 700);
        builder.job("getaddrinfo", 3, 2, 0, 0, 700);
        builder.job("getaddrinfo", 4, 1, 1, 700, 900);
        builder.job("fs.stat", 5, 3, 2, 2, 3);
        builder.job("fs.stat", 5, 4, 2, 2, 3);
        let findings = find(&TraceView::new(&builder.trace));
        assert_eq!(findings.len(), 1, "{findings:?}");
        assert_eq!(findings[0].title, "A job of getaddrinfo (a.js:4:1) waited 699 ms behind slow lookups");
        let text = "Half of the pool's threads at most look up names, 2 at a time here. They were busy with 2 × a job of \
                    getaddrinfo (a.js:3:1) when a job of getaddrinfo (a.js:4:1) was queued.";
        assert_eq!(findings[0].text, text);
        assert_eq!(findings[0].place, builder.place(3));
    }

    #[test]
    fn two_threads_that_are_busy_with_lookups_are_not_called_the_whole_pool() {
        let mut builder = TraceBuilder::new();
        builder.job("getaddrinfo", 3, 1, 0, 0, 700);
        builder.job("getaddrinfo", 3, 2, 0, 0, 700);
        builder.job("getnameinfo", 4, 1, 1, 700, 900);
        let findings = find(&TraceView::new(&builder.trace));
        assert_eq!(findings.len(), 1);
        assert!(findings[0].title.ends_with("waited 699 ms behind slow lookups"), "{}", findings[0].title);
    }

    #[test]
    fn a_lookup_behind_hashes_waits_for_a_thread() {
        let mut builder = TraceBuilder::new();
        for thread in 1..=4 {
            builder.job("crypto.pbkdf2", 3, thread, 0, 0, 300);
        }
        builder.job("getaddrinfo", 5, 1, 1, 301, 400);
        let findings = find(&TraceView::new(&builder.trace));
        assert_eq!(findings.len(), 1);
        assert_eq!(findings[0].title, "A job of getaddrinfo (a.js:5:1) waited 300 ms for a thread of the pool");
    }
}
