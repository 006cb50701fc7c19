//! Recognizes URLs that the parser would return as they are: of a special scheme, in plain ASCII, with nothing to decode,
//! encode, resolve or drop. Most URLs of programs are; finding their components takes one pass and no memory. What is
//! not certain is left to the parser.

use super::{NONE, Offsets};

const HOST: u8 = 1;
const USER: u8 = 2;
const PATH: u8 = 4;
const QUERY: u8 = 8;
const FRAGMENT: u8 = 16;

/// The components in which a character stands for itself: a subset of what the standard leaves as it is.
const CLASSES: [u8; 256] = {
    let sets: [(&[u8], u8); 5] = [
        (b"abcdefghijklmnopqrstuvwxyz0123456789-.", HOST | USER | PATH | QUERY | FRAGMENT),
        (b"ABCDEFGHIJKLMNOPQRSTUVWXYZ_~!$&()*+,%", USER | PATH | QUERY | FRAGMENT),
        (b"'", USER | PATH | FRAGMENT),
        (b";=:@/", PATH | QUERY | FRAGMENT),
        (b"?[]", QUERY | FRAGMENT),
    ];
    let mut classes = [0; 256];
    let mut set = 0;
    while set < sets.len() {
        let (characters, class) = sets[set];
        let mut at = 0;
        while at < characters.len() {
            classes[characters[at] as usize] = class;
            at += 1;
        }
        set += 1;
    }
    classes
};

/// The offsets of a normalized URL; None if it may be something else. The path may be missing: then it starts at the end,
/// and the parser would add a slash.
pub fn offsets(input: &[u8]) -> Option<Offsets> {
    let (scheme, default_port) = match input {
        [b'h', b't', b't', b'p', b's', b':', ..] => (5, 443),
        [b'h', b't', b't', b'p', b':', ..] => (4, 80),
        [b'w', b's', b's', b':', ..] => (3, 443),
        [b'w', b's', b':', ..] => (2, 80),
        [b'f', b't', b'p', b':', ..] => (3, 21),
        [b'f', b'i', b'l', b'e', b':', b'/', b'/', b'/', ..] => return with_path(input, [4, 7, 7, 7], NONE, 7),
        _ => return None,
    };
    let start = scheme + 3;
    if input.get(scheme + 1..start)? != b"//" {
        return None;
    }
    let (mut username_end, mut host_start) = (start, start);
    let mut host_end = skip(input, start, HOST);
    if input.get(host_end).is_some_and(|byte| *byte != b'/')
        && let Some((end, at)) = user_end(input, start)
    {
        (username_end, host_start) = (end, at + 1);
        host_end = skip(input, host_start, HOST);
    }
    if !is_normalized_host(&input[host_start..host_end]) {
        return None;
    }
    let (port, path) = match input.get(host_end) {
        Some(b':') => port(input, host_end + 1, default_port)?,
        _ => (NONE, host_end),
    };
    with_path(input, [scheme, username_end, host_start, host_end], port, path)
}

/// The first place from `start` whose character is not in the class.
fn skip(input: &[u8], start: usize, class: u8) -> usize {
    let count = input[start..].iter().take_while(|byte| CLASSES[usize::from(**byte)] & class != 0).count();
    start + count
}

/// The ends of username and password, where the @ is. None without a username, or with an empty password.
fn user_end(input: &[u8], start: usize) -> Option<(usize, usize)> {
    let username = skip(input, start, USER);
    let end = if *input.get(username)? == b':' { skip(input, username + 1, USER) } else { username };
    (*input.get(end)? == b'@' && username != start && end != username + 1).then_some((username, end))
}

/// A domain that is not Punycode, or an IPv4 address.
fn is_normalized_host(host: &[u8]) -> bool {
    let mut last: &[u8] = b"";
    for label in host.split(|byte| *byte == b'.') {
        if label.is_empty() || label.starts_with(b"xn--") {
            return false;
        }
        last = label;
    }
    !last.first().is_some_and(u8::is_ascii_digit) || is_normalized_ipv4(host)
}

fn is_normalized_ipv4(host: &[u8]) -> bool {
    let mut count = 0;
    host.split(|byte| *byte == b'.').all(|label| {
        count += 1;
        decimal(label).is_some_and(|number| number <= 255)
    }) && count == 4
}

/// The value of at most five digits without a leading zero.
fn decimal(digits: &[u8]) -> Option<u32> {
    let is_number = (1..=5).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit);
    (is_number && (digits.len() == 1 || digits[0] != b'0'))
        .then(|| digits.iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0')))
}

/// The port and its end. None for the scheme's own, which the parser drops.
fn port(input: &[u8], start: usize, default_port: u32) -> Option<(u32, usize)> {
    let end = start + input[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let port = decimal(&input[start..end])?;
    (port <= 65535 && port != default_port).then_some((port, end))
}

fn with_path(input: &[u8], before: [usize; 4], port: u32, path: usize) -> Option<Offsets> {
    if input.get(path).is_some_and(|byte| *byte != b'/') {
        return None;
    }
    let end = skip(input, path, PATH);
    // A segment that begins with a dot, perhaps an encoded one, may be `.` or `..`.
    if input[path..end].windows(2).any(|pair| pair[0] == b'/' && matches!(pair[1], b'.' | b'%')) {
        return None;
    }
    let (mut query, mut hash, mut end) = (NONE, NONE, end);
    if input.get(end) == Some(&b'?') {
        query = end as u32;
        end = skip(input, end + 1, QUERY);
    }
    if input.get(end) == Some(&b'#') {
        hash = end as u32;
        end = skip(input, end + 1, FRAGMENT);
    }
    let [scheme, username_end, host_start, host_end] = before.map(|offset| offset as u32);
    (end == input.len()).then_some([scheme, username_end, host_start, host_end, port, path as u32, query, hash])
}
