//! getaddrinfo and getnameinfo, on the thread pool.

use super::address::Address;
use crate::requests::Reply;
use std::ffi::{CStr, CString};
use std::ptr;

/// Addresses in the resolver's order; or one number: libuv's error code.
pub fn lookup(host: &str, family: i32, flags: i32) -> Reply {
    let Ok(name) = CString::new(host) else { return Reply::Numbers(vec![f64::from(UV_EAI_NONAME)]) };
    // SAFETY: all zeros are valid hints.
    let mut hints: libc::addrinfo = unsafe { std::mem::zeroed() };
    hints.ai_family = match family {
        4 => libc::AF_INET,
        6 => libc::AF_INET6,
        _ => libc::AF_UNSPEC,
    };
    hints.ai_socktype = libc::SOCK_STREAM;
    hints.ai_flags = flags;
    let mut found: *mut libc::addrinfo = ptr::null_mut();
    // SAFETY: a C string, valid hints and a pointer to the result.
    let outcome = unsafe { libc::getaddrinfo(name.as_ptr(), ptr::null(), &hints, &mut found) };
    if outcome != 0 {
        return Reply::Numbers(vec![f64::from(uv_eai_code(outcome))]);
    }
    let mut addresses = Vec::new();
    let mut next = found;
    while !next.is_null() {
        // SAFETY: the list that getaddrinfo returned; each address is as long as its family requires.
        unsafe {
            let mut raw: libc::sockaddr_storage = std::mem::zeroed();
            let length = ((*next).ai_addrlen as usize).min(size_of::<libc::sockaddr_storage>());
            ptr::copy_nonoverlapping((*next).ai_addr.cast::<u8>(), (&raw mut raw).cast::<u8>(), length);
            addresses.extend(Address::from_raw(&raw).map(|address| address.host()));
            next = (*next).ai_next;
        }
    }
    // SAFETY: as above; nothing refers to it any more.
    unsafe { libc::freeaddrinfo(found) };
    Reply::Strings(addresses)
}

const UV_EAI_NONAME: i32 = -3008;

/// The names of an address and of the service at a port; or an error code, as above.
pub fn service(address: &Address) -> Reply {
    let (raw, length) = address.raw();
    let mut host = [0 as libc::c_char; libc::NI_MAXHOST as usize];
    // libuv's size.
    let mut service = [0 as libc::c_char; 32];
    // SAFETY: a valid address and its length; buffers for both names, and their sizes.
    let outcome = unsafe {
        libc::getnameinfo(
            (&raw const raw).cast(),
            length,
            host.as_mut_ptr(),
            host.len() as libc::socklen_t,
            service.as_mut_ptr(),
            service.len() as libc::socklen_t,
            libc::NI_NAMEREQD,
        )
    };
    if outcome != 0 {
        return Reply::Numbers(vec![f64::from(uv_eai_code(outcome))]);
    }
    // SAFETY: getnameinfo terminates its results with NUL.
    let names = unsafe { [CStr::from_ptr(host.as_ptr()), CStr::from_ptr(service.as_ptr())] };
    Reply::Strings(names.map(|name| name.to_string_lossy().into_owned()).into())
}

fn uv_eai_code(outcome: i32) -> i32 {
    match outcome {
        libc::EAI_AGAIN => -3001,
        libc::EAI_BADFLAGS => -3002,
        libc::EAI_FAIL => -3004,
        libc::EAI_FAMILY => -3005,
        libc::EAI_MEMORY => -3006,
        libc::EAI_NODATA => -3007,
        libc::EAI_OVERFLOW => -3009,
        libc::EAI_SERVICE => -3010,
        libc::EAI_SOCKTYPE => -3011,
        libc::EAI_SYSTEM => -std::io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO),
        _ => UV_EAI_NONAME,
    }
}
