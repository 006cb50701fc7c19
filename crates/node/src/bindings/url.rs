//! `binding('url')`: the WHATWG URL parser (the crate `url`). A parsed URL is returned as its href; the offsets of its
//! components are in an array of numbers shared with JavaScript, so a getter is a slice and needs no native call.

mod file;

use super::Binding;
use file::{FileUrl, Part};
use hexloop_engine::{Answer, Call, Out, SharedNumbers};
use std::rc::Rc;
use url::{Host, Url, quirks};

/// The setters, in the order of `lib/url/whatwg.js`.
const SETTERS: [fn(&mut Url, &str) -> bool; 10] = [
    |url, text| quirks::set_href(url, text).is_ok(),
    |url, text| quirks::set_protocol(url, text).is_ok(),
    |url, text| quirks::set_username(url, text).is_ok(),
    |url, text| quirks::set_password(url, text).is_ok(),
    |url, text| quirks::set_host(url, text).is_ok(),
    |url, text| quirks::set_hostname(url, text).is_ok(),
    |url, text| quirks::set_port(url, text).is_ok(),
    |url, text| {
        set_path(url, text);
        true
    },
    |url, text| {
        quirks::set_search(url, text);
        true
    },
    |url, text| {
        quirks::set_hash(url, text);
        true
    },
];

/// The component of a file URL (`file.rs`) that a setter changes; None if file URLs do not have it.
fn file_part(index: usize) -> Option<Part> {
    match index {
        HOST | HOSTNAME => Some(Part::Host(SETTERS[index])),
        PATHNAME => Some(Part::Path),
        SEARCH | HASH => Some(Part::Rest(SETTERS[index])),
        _ => None,
    }
}

const HREF: usize = 0;
const PROTOCOL: usize = 1;
const HOST: usize = 4;
const HOSTNAME: usize = 5;
const PATHNAME: usize = 7;
const SEARCH: usize = 8;
const HASH: usize = 9;

/// Without a host, a path that starts with two slashes would be parsed as one: `/.` is inserted before it. The crate
/// neither inserts nor removes it.
fn set_path(url: &mut Url, text: &str) {
    quirks::set_pathname(url, text);
    if url.has_host() || url.cannot_be_a_base() {
        return;
    }
    let parts = quirks::internal_components(url);
    let rest = parts.query_start.or(parts.fragment_start).map_or("", |start| &url.as_str()[start as usize..]);
    let path = url.path();
    let dot = if path.starts_with("//") { "/." } else { "" };
    if let Ok(parsed) = Url::parse(&format!("{}:{dot}{path}{rest}", url.scheme())) {
        *url = parsed;
    }
}

/// A parsed URL: by the crate, or for the scheme `file` by `file.rs`.
enum Parsed {
    Url(Url),
    File(FileUrl),
}

impl Parsed {
    fn new(text: &str, base: Option<&Parsed>) -> Option<Parsed> {
        match base {
            Some(Parsed::File(base)) if file::is_file(text) => FileUrl::parse(text, Some(base)).map(Parsed::File),
            _ if file::is_file(text) => FileUrl::parse(text, None).map(Parsed::File),
            None => Url::parse(text).ok().map(Parsed::Url),
            Some(Parsed::Url(base)) => base.join(host_after_two_slashes(base, text)).ok().map(Parsed::Url),
            Some(Parsed::File(base)) => match Url::parse(text) {
                Err(url::ParseError::RelativeUrlWithoutBase) => FileUrl::parse(text, Some(base)).map(Parsed::File),
                parsed => parsed.ok().map(Parsed::Url),
            },
        }
    }
}

pub fn fill(binding: &Binding<'_>) {
    let Ok(offsets) = SharedNumbers::new(binding.cx(), 8) else { return };
    let offsets = Rc::new(offsets);
    binding.value("places", offsets.array(binding.cx()));
    let to = Rc::clone(&offsets);
    binding
        .function("parse", move |call| Ok(parse(call)?.map_or(Out::Undefined, |url| publish(url, &to))))
        .function("canParse", |call| Ok(parse(call)?.is_some().into()))
        .function("set", move |call| set(call, &offsets))
        .function("domainToASCII", |call| Ok(domain(&call.text(0)?, false).into()))
        .function("domainToUnicode", |call| Ok(domain(&call.text(0)?, true).into()))
        .function("hostToUnicode", |call| Ok(idna::domain_to_unicode(&call.text(0)?).0.into()))
        .function("hostToASCII", |call| {
            Ok(idna::domain_to_ascii_cow(call.text(0)?.as_bytes(), idna::AsciiDenyList::EMPTY)
                .map(|host| host.into_owned())
                .unwrap_or_default()
                .into())
        });
}

/// `(input, base?)`.
fn parse<'c>(call: &Call<'c>) -> Result<Option<Parsed>, hexloop_engine::Failure<'c>> {
    let input = call.text(0)?;
    if call.value(1).is_undefined() {
        return Ok(Parsed::new(&input, None));
    }
    let Some(base) = Parsed::new(&call.text(1)?, None) else { return Ok(None) };
    Ok(Parsed::new(&input, Some(&base)))
}

/// `///host` relative to a special URL is `//host`; the crate parses the third slash as an empty host.
fn host_after_two_slashes<'i>(base: &Url, input: &'i str) -> &'i str {
    let is_slash = |c: char| c == '/' || c == '\\';
    let text = input.trim_start_matches(|c: char| c <= ' ');
    let slashes = text.len() - text.trim_start_matches(is_slash).len();
    let special = matches!(base.scheme(), "http" | "https" | "ws" | "wss" | "ftp");
    if special && slashes > 2 { &text[slashes - 2..] } else { input }
}

/// `set(href, component, text)`: the new href, or undefined if the text is invalid for that component.
fn set<'c>(call: &Call<'c>, offsets: &SharedNumbers) -> Answer<'c> {
    let (href, index, text) = (call.text(0)?, call.number(1)? as usize, call.text(2)?);
    if index == HREF {
        return Ok(Parsed::new(&text, None).map_or(Out::Undefined, |url| publish(url, offsets)));
    }
    if index != PROTOCOL
        && let Some(Parsed::File(mut url)) = Parsed::new(&href, None)
    {
        let is_set = file_part(index).is_some_and(|part| url.set(&part, &text));
        return Ok(if is_set { publish(Parsed::File(url), offsets) } else { Out::Undefined });
    }
    let Ok(mut url) = Url::parse(&href) else { return Ok(Out::Undefined) };
    let Some(setter) = SETTERS.get(index) else { return Ok(Out::Undefined) };
    if index == PROTOCOL && may_become_file(&url, &text) {
        let parsed = FileUrl::parse(&format!("file{}", &href[url.scheme().len()..]), None);
        return Ok(parsed.map_or(Out::Undefined, |url| publish(Parsed::File(url), offsets)));
    }
    let is_set = setter(&mut url, &text) && url.scheme() != "file";
    Ok(if is_set { publish(Parsed::Url(url), offsets) } else { Out::Undefined })
}

/// The crate does not allow changing the scheme to `file`.
fn may_become_file(url: &Url, protocol: &str) -> bool {
    let is_special = matches!(url.scheme(), "http" | "https" | "ws" | "wss" | "ftp");
    let has_user = !url.username().is_empty() || url.password().is_some();
    let name = protocol.split_once(':').map_or(protocol, |(name, _)| name);
    name.eq_ignore_ascii_case("file") && is_special && !has_user && url.port().is_none()
}

/// Returns the href and publishes its offsets: end of scheme, end of username, start and end of host, port (-1), start
/// of path, query and hash (-1).
fn publish<'c>(url: Parsed, offsets: &SharedNumbers) -> Out<'c> {
    let (href, found) = match url {
        Parsed::Url(url) => to_components(url),
        Parsed::File(url) => url.to_components(),
    };
    for (index, offset) in found.into_iter().enumerate() {
        offsets.set(index, offset);
    }
    href.into()
}

fn to_components(mut url: Url) -> (String, [f64; 8]) {
    // The standard has encoded this character in paths since 2024; the crate does not yet.
    if url.path().contains('^') && !url.cannot_be_a_base() {
        let path = url.path().replace('^', "%5E");
        url.set_path(&path);
    }
    let parts = quirks::internal_components(&url);
    let or_none = |offset: Option<u32>| offset.map_or(-1.0, f64::from);
    let found = [
        f64::from(parts.scheme_end),
        f64::from(parts.username_end),
        f64::from(parts.host_start),
        f64::from(parts.host_end),
        parts.port.map_or(-1.0, f64::from),
        f64::from(parts.path_start),
        or_none(parts.query_start),
        or_none(parts.fragment_start),
    ];
    (String::from(url), found)
}

/// Parses a host as that of a special URL; empty if it is invalid.
fn domain(text: &str, unicode: bool) -> String {
    let parsed = if text.is_empty() { None } else { Url::parse("ws://x").ok() };
    let Some(mut url) = parsed else { return String::new() };
    if quirks::set_hostname(&mut url, text).is_err() {
        return String::new();
    }
    match url.host() {
        Some(Host::Domain(name)) if unicode => idna::domain_to_unicode(name).0,
        Some(host) => host.to_string(),
        None => String::new(),
    }
}
