//! `binding('os')`: information about the host. Functions that fail return a negative errno.

use super::Binding;
use hexloop_engine::{Answer, Call, Object, Value};
use std::ffi::{CStr, CString, OsStr};
use std::mem::MaybeUninit;
use std::net::{Ipv4Addr, Ipv6Addr};
use std::os::unix::ffi::OsStrExt as _;

pub fn fill(binding: &Binding<'_>) {
    binding
        .function("uname", |call| strings(call, &uname()))
        .function("loadavg", |call| {
            let mut load = [0.0_f64; 3];
            // SAFETY: an array for the three numbers that are requested.
            unsafe { libc::getloadavg(load.as_mut_ptr(), 3) };
            numbers(call, &load)
        })
        .function("uptime", |_| Ok(proc_number("/proc/uptime").unwrap_or_else(boot_time).into()))
        .function("totalmem", |_| Ok(memory("MemTotal:").into()))
        .function("freemem", |_| Ok(memory("MemAvailable:").into()))
        .function("cpus", cpus)
        .function("parallelism", |_| Ok(std::thread::available_parallelism().map_or(1, usize::from).into()))
        .unlocked("interfaces", interfaces)
        .function("getPriority", |call| Ok(priority(process_id(call.number(0)?)).into()))
        .function("setPriority", |call| {
            let (pid, level) = (process_id(call.number(0)?), call.number(1)? as i32);
            // SAFETY: setpriority accepts any numbers.
            Ok(if unsafe { libc::setpriority(libc::PRIO_PROCESS, pid, level) } == 0 { 0 } else { last_error() }.into())
        })
        .unlocked("user", user);
}

/// A negative pid is passed on as it is, and the system returns ESRCH.
fn process_id(number: f64) -> libc::id_t {
    number as libc::pid_t as libc::id_t
}

fn last_error() -> i32 {
    -std::io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO)
}

fn strings<'c>(call: &Call<'c>, list: &[String]) -> Answer<'c> {
    let values: Vec<Value<'_>> = list.iter().map(|text| Value::string(call.cx(), text)).collect();
    Ok(Object::array(call.cx(), &values)?.into())
}

fn numbers<'c>(call: &Call<'c>, list: &[f64]) -> Answer<'c> {
    let values: Vec<Value<'_>> = list.iter().map(|number| Value::number(call.cx(), *number)).collect();
    Ok(Object::array(call.cx(), &values)?.into())
}

/// sysname, nodename, release, version, machine.
fn uname() -> Vec<String> {
    let mut names = MaybeUninit::<libc::utsname>::zeroed();
    // SAFETY: uname fills the struct; all zeros are valid in any case.
    let names = unsafe {
        libc::uname(names.as_mut_ptr());
        names.assume_init()
    };
    [&names.sysname, &names.nodename, &names.release, &names.version, &names.machine]
        // SAFETY: the system terminates each of these arrays with NUL.
        .map(|field| unsafe { CStr::from_ptr(field.as_ptr()) }.to_string_lossy().into_owned())
        .to_vec()
}

fn proc_number(path: &str) -> Option<f64> {
    std::fs::read_to_string(path).ok()?.split_whitespace().next()?.parse().ok()
}

/// Seconds since boot, without /proc.
fn boot_time() -> f64 {
    (crate::clock::steady_ns() / 1_000_000_000) as f64
}

fn memory(name: &str) -> f64 {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix(name));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok()).map_or(0.0, |kib| kib * 1024.0)
}

/// A flat list: model, speed in MHz, then user, nice, system, idle and irq time in milliseconds, for each CPU.
fn cpus<'c>(call: &Call<'c>) -> Answer<'c> {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let values = |name: &str| -> Vec<String> {
        let after =
            |line: &str| line.strip_prefix(name)?.trim_start().strip_prefix(':').map(|text| text.trim().to_owned());
        info.lines().filter_map(after).collect()
    };
    let models = values("model name");
    // SAFETY: sysconf accepts any number.
    let ticks = unsafe { libc::sysconf(libc::_SC_CLK_TCK) }.max(1) as f64;
    let stat = std::fs::read_to_string("/proc/stat").unwrap_or_default();
    let mut list = Vec::new();
    let lines = stat.lines().filter(|line| line.starts_with("cpu") && !line.starts_with("cpu "));
    for (at, line) in lines.enumerate() {
        let times: Vec<f64> = line.split_whitespace().skip(1).filter_map(|text| text.parse().ok()).collect();
        let time = |index: usize| Value::number(call.cx(), times.get(index).copied().unwrap_or(0.0) * 1000.0 / ticks);
        let max = format!("/sys/devices/system/cpu/cpu{at}/cpufreq/scaling_cur_freq");
        let speed = proc_number(&max).map(|khz| (khz / 1000.0).floor());
        list.push(Value::string(call.cx(), models.get(at).map_or("unknown", String::as_str)));
        list.push(Value::number(call.cx(), speed.unwrap_or(0.0)));
        list.extend([time(0), time(1), time(2), time(3), time(5)]);
    }
    Ok(Object::array(call.cx(), &list)?.into())
}

/// A flat list: name, address, netmask, family, mac, internal, scope (-1 for IPv4), for each address.
fn interfaces<'c>(call: &Call<'c>) -> Answer<'c> {
    let mut first = std::ptr::null_mut();
    // SAFETY: a pointer to the result, which is freed below.
    if unsafe { libc::getifaddrs(&mut first) } != 0 {
        return Ok(last_error().into());
    }
    let mut list = Vec::new();
    let mut at = first;
    while !at.is_null() {
        // SAFETY: getifaddrs returns a linked list of valid entries that ends in null.
        let entry = unsafe { &*at };
        at = entry.ifa_next;
        let up =
            entry.ifa_flags & (libc::IFF_UP | libc::IFF_RUNNING) as u32 == (libc::IFF_UP | libc::IFF_RUNNING) as u32;
        let Some((address, family, scope)) = (if up { address(entry.ifa_addr) } else { None }) else { continue };
        let (netmask, ..) = self::address(entry.ifa_netmask).unwrap_or_default();
        // SAFETY: a NUL-terminated name.
        let name = unsafe { CStr::from_ptr(entry.ifa_name) }.to_string_lossy().into_owned();
        let mac = std::fs::read_to_string(format!("/sys/class/net/{name}/address")).unwrap_or_default();
        let mac = if mac.trim().is_empty() { "00:00:00:00:00:00".to_owned() } else { mac.trim().to_owned() };
        for text in [&name, &address, &netmask, &family.to_owned(), &mac] {
            list.push(Value::string(call.cx(), text));
        }
        list.push(Value::boolean(call.cx(), entry.ifa_flags & libc::IFF_LOOPBACK as u32 != 0));
        list.push(Value::number(call.cx(), scope));
    }
    // SAFETY: freed once, and not used after.
    unsafe { libc::freeifaddrs(first) };
    Ok(Object::array(call.cx(), &list)?.into())
}

/// Text, family and scope of an IP address; None for other families.
fn address(address: *const libc::sockaddr) -> Option<(String, &'static str, f64)> {
    if address.is_null() {
        return None;
    }
    // SAFETY: the family determines the type of the struct.
    unsafe {
        match i32::from((*address).sa_family) {
            libc::AF_INET => {
                let inet = &*address.cast::<libc::sockaddr_in>();
                Some((Ipv4Addr::from(u32::from_be(inet.sin_addr.s_addr)).to_string(), "IPv4", -1.0))
            }
            libc::AF_INET6 => {
                let inet = &*address.cast::<libc::sockaddr_in6>();
                Some((Ipv6Addr::from(inet.sin6_addr.s6_addr).to_string(), "IPv6", f64::from(inet.sin6_scope_id)))
            }
            _ => None,
        }
    }
}

/// The priority plus 1000, since -20 is valid; or a negative errno.
fn priority(pid: libc::id_t) -> i32 {
    // SAFETY: errno is this thread's; getpriority accepts any numbers.
    unsafe {
        *libc::__errno_location() = 0;
        let level = libc::getpriority(libc::PRIO_PROCESS, pid);
        if level == -1 && *libc::__errno_location() != 0 { last_error() } else { level + 1000 }
    }
}

/// uid, gid, name, home and shell of a user, from the password database.
fn user<'c>(call: &Call<'c>) -> Answer<'c> {
    let uid = call.number(0)? as libc::uid_t;
    let mut buffer = vec![0_u8; 16_384];
    let mut entry = MaybeUninit::<libc::passwd>::zeroed();
    let mut found = std::ptr::null_mut();
    // SAFETY: all three point to memory of ours, with its true length.
    let code =
        unsafe { libc::getpwuid_r(uid, entry.as_mut_ptr(), buffer.as_mut_ptr().cast(), buffer.len(), &mut found) };
    if found.is_null() {
        return Ok((if code == 0 { -libc::ENOENT } else { -code }).into());
    }
    // SAFETY: found points to the entry that was filled.
    let entry = unsafe { &*found };
    let text = |field: *const libc::c_char| {
        // SAFETY: the fields point to strings in the buffer, or are null.
        let field = if field.is_null() { CString::default() } else { unsafe { CStr::from_ptr(field) }.to_owned() };
        Value::string(call.cx(), &OsStr::from_bytes(field.as_bytes()).to_string_lossy())
    };
    let list = [
        Value::number(call.cx(), f64::from(entry.pw_uid)),
        Value::number(call.cx(), f64::from(entry.pw_gid)),
        text(entry.pw_name),
        text(entry.pw_dir),
        text(entry.pw_shell),
    ];
    Ok(Object::array(call.cx(), &list)?.into())
}
