//! Resource usage: time, memory, CPU.

use crate::bindings::Binding;
use crate::milestones;
use hexloop_engine::{Object, Value};
use std::sync::LazyLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// `monotonic()` counts nanoseconds from here, so that they stay exact in a JavaScript number (for 104 days); the
/// origin itself is passed as seconds and nanoseconds. It is the start of the process, in workers as well.
struct Origin {
    instant: Instant,
    seconds: f64,
    nanoseconds: f64,
}

static ORIGIN: LazyLock<Origin> = LazyLock::new(|| {
    let (instant, age) = milestones::process_start();
    let steady = u128::from(crate::clock::steady_ns()) - age.as_nanos();
    Origin { instant, seconds: (steady / 1_000_000_000) as f64, nanoseconds: (steady % 1_000_000_000) as f64 }
});

/// The wall clock at the origin, in milliseconds.
static TIME_ORIGIN: LazyLock<f64> = LazyLock::new(|| {
    let wall = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (wall.as_nanos() as f64 - ORIGIN.instant.elapsed().as_nanos() as f64) / 1e6
});

/// Without the 128-bit integer of `as_nanos`, whose conversion takes as long as a quarter of the call.
fn nanoseconds(duration: Duration) -> f64 {
    duration.as_secs() as f64 * 1e9 + f64::from(duration.subsec_nanos())
}

pub fn fill(binding: &Binding<'_>) {
    binding.number("originSeconds", ORIGIN.seconds).number("originNanoseconds", ORIGIN.nanoseconds);
    binding
        .function("monotonic", |_| Ok(nanoseconds(ORIGIN.instant.elapsed()).into()))
        .function("timeOrigin", |_| Ok((*TIME_ORIGIN).into()))
        .function("residentMemory", |_| Ok(resident_memory().into()))
        .unlocked("heap", |call| {
            let cx = call.cx();
            let mut heap = cx.heap_size();
            // The engine knows the used size only after a collection; with a small heap that is cheap.
            if heap.size < 100_000 {
                cx.collect_garbage();
                heap = cx.heap_size();
            }
            let numbers = [heap.capacity, heap.size, heap.extra_memory].map(|n| Value::number(cx, n as f64));
            Ok(Object::array(cx, &numbers)?.into())
        })
        .function("resourceUsage", |call| {
            let cx = call.cx();
            let who = if call.boolean(0) { thread() } else { libc::RUSAGE_SELF };
            let items: Vec<Value<'_>> = resource_usage(who).into_iter().map(|n| Value::number(cx, n)).collect();
            Ok(Object::array(cx, &items)?.into())
        })
        .function("memoryLimits", |call| {
            let cx = call.cx();
            let (constrained, available) = memory_limits();
            Ok(Object::array(cx, &[constrained, available].map(|n| Value::number(cx, n)))?.into())
        });
}

#[cfg(target_os = "linux")]
fn thread() -> i32 {
    libc::RUSAGE_THREAD
}

#[cfg(not(target_os = "linux"))]
fn thread() -> i32 {
    libc::RUSAGE_SELF
}

#[cfg(target_os = "linux")]
pub fn resident_memory() -> f64 {
    use std::io::Read as _;
    // Seven numbers of at most twenty digits: one read is enough, and no fstat is needed.
    let mut text = [0; 160];
    let read = std::fs::File::open("/proc/self/statm").and_then(|mut file| file.read(&mut text)).unwrap_or(0);
    let text = str::from_utf8(&text[..read]).unwrap_or_default();
    let pages = text.split(' ').nth(1).and_then(|pages| pages.parse::<f64>().ok()).unwrap_or(0.0);
    // SAFETY: sysconf accepts any number.
    pages * unsafe { libc::sysconf(libc::_SC_PAGESIZE) } as f64
}

#[cfg(not(target_os = "linux"))]
pub fn resident_memory() -> f64 {
    // The peak: the current size is available only through Mach.
    resource_usage(libc::RUSAGE_SELF)[2] * 1024.0
}

/// CPU time of the process in seconds, user and system.
pub fn cpu_seconds() -> f64 {
    let [user, system, ..] = resource_usage(libc::RUSAGE_SELF);
    (user + system) / 1e6
}

/// In the order of Node's `process.resourceUsage()`; times in microseconds, sizes in kilobytes.
fn resource_usage(who: i32) -> [f64; 16] {
    // SAFETY: an all-zero rusage is valid, and getrusage fills it.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(who, &mut usage);
        usage
    };
    let micros = |time: libc::timeval| time.tv_sec as f64 * 1e6 + time.tv_usec as f64;
    let kilobytes = if cfg!(target_os = "macos") { 1024.0 } else { 1.0 };
    [
        micros(usage.ru_utime),
        micros(usage.ru_stime),
        usage.ru_maxrss as f64 / kilobytes,
        usage.ru_ixrss as f64,
        usage.ru_idrss as f64,
        usage.ru_isrss as f64,
        usage.ru_minflt as f64,
        usage.ru_majflt as f64,
        usage.ru_nswap as f64,
        usage.ru_inblock as f64,
        usage.ru_oublock as f64,
        usage.ru_msgsnd as f64,
        usage.ru_msgrcv as f64,
        usage.ru_nsignals as f64,
        usage.ru_nvcsw as f64,
        usage.ru_nivcsw as f64,
    ]
}

/// The memory limit of the cgroup (0: unknown), and the available memory.
fn memory_limits() -> (f64, f64) {
    let total = meminfo("MemTotal:");
    let free = meminfo("MemAvailable:");
    match cgroup_memory() {
        // A cgroup without a limit reports a number larger than physical memory.
        Some((limit, used)) if limit < total => (limit, (limit - used).max(0.0).min(free)),
        Some((limit, _)) => (limit, free),
        None => (0.0, free),
    }
}

fn meminfo(field: &str) -> f64 {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with(field));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok());
    kilobytes.unwrap_or(0.0) * 1024.0
}

const NO_LIMIT_V1: f64 = (i64::MAX - 0xffff) as f64;

/// Limit and usage of this process's cgroup, v2 or v1. "max" is 2^64 - 1, as in libuv.
fn cgroup_memory() -> Option<(f64, f64)> {
    let groups = std::fs::read_to_string("/proc/self/cgroup").ok()?;
    let number = |path: String| {
        let text = std::fs::read_to_string(path).ok()?;
        if text.trim() == "max" { Some(u64::MAX as f64) } else { text.trim().parse::<f64>().ok() }
    };
    // With both versions mounted, memory is controlled by v1.
    if let Some(group) = groups.lines().next().and_then(|line| line.strip_prefix("0::")) {
        let directory = format!("/sys/fs/cgroup{group}");
        let limit = number(format!("{directory}/memory.max"))?;
        let high = number(format!("{directory}/memory.high")).unwrap_or(limit);
        return Some((limit.min(high), number(format!("{directory}/memory.current"))?));
    }
    let line = groups.lines().find(|line| line.split(':').nth(1) == Some("memory"))?;
    let group = line.splitn(3, ':').nth(2)?;
    [format!("/sys/fs/cgroup/memory{group}"), "/sys/fs/cgroup/memory".to_owned()].into_iter().find_map(|directory| {
        let limit = number(format!("{directory}/memory.limit_in_bytes"))?;
        // v1 reports "no limit" as the largest whole number of pages.
        let limit = if limit >= NO_LIMIT_V1 { u64::MAX as f64 } else { limit };
        Some((limit, number(format!("{directory}/memory.usage_in_bytes"))?))
    })
}
