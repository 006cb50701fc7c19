//! Multicast: memberships, TTL, loopback and the outgoing interface. The two address families have different socket
//! options for all of it.

use super::super::net::address::Address;
use super::socket::UdpSocket;
use std::io;
use std::net::{IpAddr, Ipv4Addr};

fn einval() -> io::Error {
    io::Error::from_raw_os_error(libc::EINVAL)
}

fn in_addr(ip: Ipv4Addr) -> libc::in_addr {
    libc::in_addr { s_addr: u32::from_ne_bytes(ip.octets()) }
}

/// The interface with this address; any interface without one.
fn v4_interface(interface: Option<Address>) -> io::Result<libc::in_addr> {
    match interface.map(|address| address.ip) {
        None => Ok(in_addr(Ipv4Addr::UNSPECIFIED)),
        Some(IpAddr::V4(ip)) => Ok(in_addr(ip)),
        Some(IpAddr::V6(_)) => Err(einval()),
    }
}

/// For IPv6 the zone is the interface: `::%eth0`.
fn v6_interface(interface: Option<Address>) -> io::Result<u32> {
    match interface {
        None => Ok(0),
        Some(address) if address.ip.is_ipv6() => Ok(address.zone),
        Some(_) => Err(einval()),
    }
}

impl UdpSocket {
    /// Sets the option of this socket's family.
    fn set_by_family(&self, v4: i32, v6: i32, value: i32) -> io::Result<()> {
        let descriptor = self.open_descriptor()?;
        if self.family == libc::AF_INET6 {
            descriptor.set_option(libc::IPPROTO_IPV6, v6, value)
        } else {
            descriptor.set_option(libc::IPPROTO_IP, v4, value)
        }
    }

    pub fn set_ttl(&self, value: i32) -> io::Result<()> {
        if !(1..=255).contains(&value) {
            return Err(einval());
        }
        self.set_by_family(libc::IP_TTL, libc::IPV6_UNICAST_HOPS, value)
    }

    pub fn set_multicast_ttl(&self, value: i32) -> io::Result<()> {
        if !(0..=255).contains(&value) {
            return Err(einval());
        }
        self.set_by_family(libc::IP_MULTICAST_TTL, libc::IPV6_MULTICAST_HOPS, value)
    }

    pub fn set_multicast_loopback(&self, value: bool) -> io::Result<()> {
        self.set_by_family(libc::IP_MULTICAST_LOOP, libc::IPV6_MULTICAST_LOOP, i32::from(value))
    }

    pub fn set_multicast_interface(&self, interface: Option<Address>) -> io::Result<()> {
        let is_v6 = interface.map_or(self.family == libc::AF_INET6, |address| address.ip.is_ipv6());
        let descriptor = self.open_descriptor()?;
        if is_v6 {
            let index = v6_interface(interface)?;
            descriptor.set_struct_option(libc::IPPROTO_IPV6, libc::IPV6_MULTICAST_IF, &index)
        } else {
            descriptor.set_struct_option(libc::IPPROTO_IP, libc::IP_MULTICAST_IF, &v4_interface(interface)?)
        }
    }

    pub fn set_membership(&self, join: bool, group: Option<Address>, interface: Option<Address>) -> io::Result<()> {
        let group = group.ok_or_else(einval)?;
        self.bind_for_multicast(&group)?;
        let descriptor = self.open_descriptor()?;
        match group.ip {
            IpAddr::V4(ip) => {
                let request = libc::ip_mreq { imr_multiaddr: in_addr(ip), imr_interface: v4_interface(interface)? };
                let option = if join { libc::IP_ADD_MEMBERSHIP } else { libc::IP_DROP_MEMBERSHIP };
                descriptor.set_struct_option(libc::IPPROTO_IP, option, &request)
            }
            IpAddr::V6(ip) => {
                let request = libc::ipv6_mreq {
                    ipv6mr_multiaddr: libc::in6_addr { s6_addr: ip.octets() },
                    ipv6mr_interface: v6_interface(interface)?,
                };
                let option = if join { libc::IPV6_ADD_MEMBERSHIP } else { libc::IPV6_DROP_MEMBERSHIP };
                descriptor.set_struct_option(libc::IPPROTO_IPV6, option, &request)
            }
        }
    }

    /// Source-specific membership: only datagrams from one sender.
    pub fn set_source_membership(
        &self,
        join: bool,
        source: Option<Address>,
        group: Option<Address>,
        interface: Option<Address>,
    ) -> io::Result<()> {
        let (source, group) = (source.ok_or_else(einval)?, group.ok_or_else(einval)?);
        self.bind_for_multicast(&group)?;
        let descriptor = self.open_descriptor()?;
        match (group.ip, source.ip) {
            (IpAddr::V4(group), IpAddr::V4(source)) => {
                let request = libc::ip_mreq_source {
                    imr_multiaddr: in_addr(group),
                    imr_interface: v4_interface(interface)?,
                    imr_sourceaddr: in_addr(source),
                };
                let option = if join { libc::IP_ADD_SOURCE_MEMBERSHIP } else { libc::IP_DROP_SOURCE_MEMBERSHIP };
                descriptor.set_struct_option(libc::IPPROTO_IP, option, &request)
            }
            (IpAddr::V6(_), IpAddr::V6(_)) => {
                // SAFETY: all zeros are a valid request.
                let mut request: libc::group_source_req = unsafe { std::mem::zeroed() };
                request.gsr_interface = v6_interface(interface)?;
                request.gsr_group = group.raw().0;
                request.gsr_source = source.raw().0;
                let option = if join { libc::MCAST_JOIN_SOURCE_GROUP } else { libc::MCAST_LEAVE_SOURCE_GROUP };
                descriptor.set_struct_option(libc::IPPROTO_IPV6, option, &request)
            }
            _ => Err(einval()),
        }
    }
}
