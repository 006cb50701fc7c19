//! Five slow jobs on four threads: the fifth waits. An observer shows which thread took which, and when.
//!
//! `cargo run -p hexloop --example pool`, and again with `UV_THREADPOOL_SIZE=5` in front.

use std::time::{Duration, Instant};

use hexloop::{JobEvent, Loop, Observer, RunMode};

/// Prints what happens to jobs, in milliseconds since the start.
struct Printer {
    began: Duration,
}

impl Printer {
    fn print(&self, what: &str, job: JobEvent) {
        let ms = job.at.saturating_sub(self.began).as_millis();
        let thread = job.thread.map_or(String::new(), |thread| format!(" on thread {thread}"));
        println!("{ms:4} ms  {} {what}{thread}", job.kind);
    }
}

impl Observer for Printer {
    fn job_queued(&self, job: JobEvent) {
        self.print("queued", job);
    }
    fn job_began(&self, job: JobEvent) {
        self.print("began", job);
    }
    fn job_ended(&self, job: JobEvent) {
        self.print("ended", job);
    }
}

/// Keeps a processor busy, as hashing a password does.
fn compute(name: &'static str) -> &'static str {
    let began = Instant::now();
    let mut sum = 0_u64;
    while began.elapsed() < Duration::from_millis(200) {
        sum = sum.wrapping_mul(31).wrapping_add(7);
    }
    std::hint::black_box(sum);
    name
}

fn main() -> std::io::Result<()> {
    let lp = Loop::new()?;
    lp.set_observer(Some(std::rc::Rc::new(Printer { began: lp.now_fresh() })));
    println!("the pool has {} threads", lp.pool().size());
    for name in ["first", "second", "third", "fourth", "fifth"] {
        lp.submit(
            name,
            move || compute(name),
            |done| match done {
                Ok(name) => println!("         {name} is done, says the loop"),
                Err(error) => println!("         {error}"),
            },
        );
    }
    let doomed = lp.submit("sixth", || compute("sixth"), |done| println!("         sixth: {:?}", done.map(drop)));
    if doomed.cancel() {
        println!("         sixth taken back before a thread was free");
    }
    lp.run(RunMode::Default)?;
    Ok(())
}
