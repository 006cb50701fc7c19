//! Credentials, working directory, umask, kill and title of the process.
//!
//! Functions that fail return a negative errno; `lib/process/identity.js` and others throw the error.

use crate::bindings::Binding;
use hexloop_engine::{Call, Failure, Object, Throw, Value};
use std::ffi::{CString, OsString};
use std::os::unix::ffi::OsStringExt as _;

pub fn fill(binding: &Binding<'_>) {
    binding
        .function("cwd", |_| match std::env::current_dir() {
            Ok(path) => Ok(path.to_string_lossy().into_owned().into()),
            Err(error) => Ok((-error.raw_os_error().unwrap_or(libc::EIO)).into()),
        })
        .function("chdir", |call| {
            let path = c_string(call, 0)?;
            // SAFETY: a NUL-terminated string.
            Ok(status_code(unsafe { libc::chdir(path.as_ptr()) }).into())
        })
        .function("umask", |call| {
            // SAFETY: umask accepts any number; the system uses the lower nine bits.
            Ok(unsafe {
                if call.is_empty() {
                    let mask = libc::umask(0);
                    libc::umask(mask);
                    mask
                } else {
                    libc::umask(call.number(0)? as libc::mode_t)
                }
            }
            .into())
        })
        .function("kill", |call| {
            let (pid, signal) = (call.number(0)? as libc::pid_t, call.number(1)? as i32);
            // SAFETY: kill accepts any numbers.
            Ok(status_code(unsafe { libc::kill(pid, signal) }).into())
        })
        // SAFETY (these four): no preconditions, cannot fail.
        .function("getuid", |_| Ok(unsafe { libc::getuid() }.into()))
        .function("geteuid", |_| Ok(unsafe { libc::geteuid() }.into()))
        .function("getgid", |_| Ok(unsafe { libc::getgid() }.into()))
        .function("getegid", |_| Ok(unsafe { libc::getegid() }.into()))
        // SAFETY (these four): any number is valid input; the system checks it.
        .function("setuid", |call| Ok(status_code(unsafe { libc::setuid(call.number(0)? as libc::uid_t) }).into()))
        .function("seteuid", |call| Ok(status_code(unsafe { libc::seteuid(call.number(0)? as libc::uid_t) }).into()))
        .function("setgid", |call| Ok(status_code(unsafe { libc::setgid(call.number(0)? as libc::gid_t) }).into()))
        .function("setegid", |call| Ok(status_code(unsafe { libc::setegid(call.number(0)? as libc::gid_t) }).into()))
        .function("getgroups", |call| {
            let cx = call.cx();
            let items: Vec<Value<'_>> = groups().into_iter().map(|id| Value::number(cx, f64::from(id))).collect();
            Ok(Object::array(cx, &items)?.into())
        })
        .unlocked("setgroups", |call| {
            let list = call.value(0).as_object().ok_or_else(|| Throw::type_error("groups must be an array"))?;
            let count = list.get("length")?.to_number()? as u32;
            let mut ids = Vec::new();
            for index in 0..count {
                ids.push(list.get_index(index)?.to_number()? as libc::gid_t);
            }
            // SAFETY: pointer and count describe the list.
            Ok(status_code(unsafe { libc::setgroups(ids.len() as _, ids.as_ptr()) }).into())
        })
        .unlocked("initgroups", |call| {
            let user = c_string(call, 0)?;
            // SAFETY: a NUL-terminated string.
            Ok(status_code(unsafe { libc::initgroups(user.as_ptr(), call.number(1)? as _) }).into())
        })
        .unlocked("userId", |call| Ok(user_id(&c_string(call, 0)?).map_or(-1.0, f64::from).into()))
        .function("glibcVersion", |_| Ok(glibc_version().into()))
        .function("strerror", |call| Ok(system_message(call.number(0)? as i32).into()))
        .unlocked("userName", |call| Ok(user_name(call.number(0)? as libc::uid_t).into()))
        .unlocked("groupId", |call| Ok(group_id(&c_string(call, 0)?).map_or(-1.0, f64::from).into()))
        .function("setTitle", |call| {
            set_title(&call.text(0)?);
            Ok(().into())
        })
        .unlocked("abort", |_| std::process::abort());
}

fn c_string<'c>(call: &Call<'c>, index: usize) -> Result<CString, Failure<'c>> {
    CString::new(call.text(index)?).map_err(|_| Throw::type_error("the string contains a NUL").into())
}

fn status_code(result: i32) -> i32 {
    if result == -1 { -std::io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO) } else { 0 }
}

/// The supplementary groups and, as in Node, the effective one.
fn groups() -> Vec<libc::gid_t> {
    // SAFETY: with a count of 0 nothing is written; the second call writes at most as many as the vector holds.
    let mut ids = unsafe {
        let count = libc::getgroups(0, std::ptr::null_mut()).max(0);
        let mut ids = vec![0; count as usize];
        let filled = libc::getgroups(count, ids.as_mut_ptr()).max(0);
        ids.truncate(filled as usize);
        ids
    };
    // SAFETY: no preconditions.
    let effective = unsafe { libc::getegid() };
    if !ids.contains(&effective) {
        ids.push(effective);
    }
    ids
}

/// Looks up a user by name. The result points into the buffer.
fn user_id(name: &CString) -> Option<libc::uid_t> {
    let mut buffer = vec![0; 16384];
    // SAFETY: an all-zero passwd is valid to write to; the buffer's length is passed.
    unsafe {
        let mut entry: libc::passwd = std::mem::zeroed();
        let mut found = std::ptr::null_mut();
        libc::getpwnam_r(name.as_ptr(), &mut entry, buffer.as_mut_ptr(), buffer.len(), &mut found);
        (!found.is_null()).then_some(entry.pw_uid)
    }
}

fn user_name(id: libc::uid_t) -> Option<String> {
    let mut buffer = vec![0; 16384];
    // SAFETY: as in user_id; pw_name is NUL-terminated when an entry was found.
    unsafe {
        let mut entry: libc::passwd = std::mem::zeroed();
        let mut found = std::ptr::null_mut();
        libc::getpwuid_r(id, &mut entry, buffer.as_mut_ptr(), buffer.len(), &mut found);
        let name = (!found.is_null()).then(|| std::ffi::CStr::from_ptr(entry.pw_name).to_bytes().to_vec())?;
        Some(OsString::from_vec(name).to_string_lossy().into_owned())
    }
}

fn group_id(name: &CString) -> Option<libc::gid_t> {
    let mut buffer = vec![0; 16384];
    // SAFETY: as in user_id.
    unsafe {
        let mut entry: libc::group = std::mem::zeroed();
        let mut found = std::ptr::null_mut();
        libc::getgrnam_r(name.as_ptr(), &mut entry, buffer.as_mut_ptr(), buffer.len(), &mut found);
        (!found.is_null()).then_some(entry.gr_gid)
    }
}

/// Sets the name that `ps` and `top` show. The kernel keeps fifteen bytes.
#[cfg(target_os = "linux")]
fn set_title(title: &str) {
    let mut bytes = title.as_bytes();
    while bytes.len() > 15 || std::str::from_utf8(bytes).is_err() {
        bytes = &bytes[..bytes.len() - 1];
    }
    if let Ok(name) = CString::new(bytes) {
        // SAFETY: PR_SET_NAME reads a NUL-terminated string.
        unsafe { libc::prctl(libc::PR_SET_NAME, name.as_ptr()) };
    }
}

#[cfg(not(target_os = "linux"))]
fn set_title(_title: &str) {}

/// The C library's message for an errno.
fn system_message(errno: i32) -> String {
    let text = std::io::Error::from_raw_os_error(errno).to_string();
    // The standard library appends the number in parentheses.
    text.split(" (os error").next().unwrap_or_default().to_owned()
}

/// The version of glibc, if linked to it.
#[cfg(target_env = "gnu")]
fn glibc_version() -> Option<String> {
    // SAFETY: the function returns a static string.
    let text = unsafe { std::ffi::CStr::from_ptr(libc::gnu_get_libc_version()) };
    Some(text.to_string_lossy().into_owned())
}

#[cfg(not(target_env = "gnu"))]
fn glibc_version() -> Option<String> {
    None
}
