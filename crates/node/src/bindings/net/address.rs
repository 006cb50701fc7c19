//! A socket address, with the zone (scope id) that a link-local IPv6 address may have.

use std::ffi::{CStr, CString};
use std::io;
use std::mem::size_of;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    pub ip: IpAddr,
    pub port: u16,
    /// The index of a network interface; 0 for none.
    pub zone: u32,
}

impl Address {
    /// Parses `127.0.0.1`, `::1`, `fe80::1%eth0`.
    pub fn parse(text: &str, port: u16) -> io::Result<Address> {
        let invalid = || io::Error::from_raw_os_error(libc::EINVAL);
        let (host, zone) = match text.split_once('%') {
            Some((host, zone)) => (host, zone_number(zone)),
            None => (text, 0),
        };
        Ok(Address { ip: host.parse().map_err(|_| invalid())?, port, zone })
    }

    pub fn family(&self) -> i32 {
        if self.ip.is_ipv4() { libc::AF_INET } else { libc::AF_INET6 }
    }

    pub fn raw(&self) -> (libc::sockaddr_storage, libc::socklen_t) {
        // SAFETY: all zeros are a valid address, and it is large enough for either family.
        unsafe {
            let mut raw: libc::sockaddr_storage = std::mem::zeroed();
            let length = match self.ip {
                IpAddr::V4(ip) => {
                    let addr = &mut *(&raw mut raw).cast::<libc::sockaddr_in>();
                    addr.sin_family = libc::AF_INET as libc::sa_family_t;
                    addr.sin_port = self.port.to_be();
                    addr.sin_addr.s_addr = u32::from_ne_bytes(ip.octets());
                    size_of::<libc::sockaddr_in>()
                }
                IpAddr::V6(ip) => {
                    let addr = &mut *(&raw mut raw).cast::<libc::sockaddr_in6>();
                    addr.sin6_family = libc::AF_INET6 as libc::sa_family_t;
                    addr.sin6_port = self.port.to_be();
                    addr.sin6_addr.s6_addr = ip.octets();
                    addr.sin6_scope_id = self.zone;
                    size_of::<libc::sockaddr_in6>()
                }
            };
            (raw, length as libc::socklen_t)
        }
    }

    /// None for other address families.
    pub fn from_raw(raw: &libc::sockaddr_storage) -> Option<Address> {
        // SAFETY: the family determines which of the two it is.
        unsafe {
            match i32::from(raw.ss_family) {
                libc::AF_INET => {
                    let addr = &*(&raw const *raw).cast::<libc::sockaddr_in>();
                    let ip = Ipv4Addr::from(addr.sin_addr.s_addr.to_ne_bytes());
                    Some(Address { ip: ip.into(), port: u16::from_be(addr.sin_port), zone: 0 })
                }
                libc::AF_INET6 => {
                    let addr = &*(&raw const *raw).cast::<libc::sockaddr_in6>();
                    let ip = Ipv6Addr::from(addr.sin6_addr.s6_addr);
                    Some(Address { ip: ip.into(), port: u16::from_be(addr.sin6_port), zone: addr.sin6_scope_id })
                }
                _ => None,
            }
        }
    }

    /// The host alone; a link-local address includes its zone.
    pub fn host(&self) -> String {
        match self.ip {
            IpAddr::V6(ip) if self.zone != 0 && ip.is_unicast_link_local() => {
                format!("{ip}%{}", zone_name(self.zone))
            }
            ip => ip.to_string(),
        }
    }
}

fn zone_number(zone: &str) -> u32 {
    if let Ok(number) = zone.parse() {
        return number;
    }
    // SAFETY: a C string; 0 if there is no such interface.
    CString::new(zone).map_or(0, |name| unsafe { libc::if_nametoindex(name.as_ptr()) })
}

fn zone_name(zone: u32) -> String {
    let mut name = [0 as libc::c_char; libc::IF_NAMESIZE];
    // SAFETY: a buffer of the size that the system requires; a C string afterwards, or null.
    unsafe {
        match libc::if_indextoname(zone, name.as_mut_ptr()) {
            found if found.is_null() => zone.to_string(),
            found => CStr::from_ptr(found).to_string_lossy().into_owned(),
        }
    }
}
