//! `binding('url')`: the WHATWG parser (the crate `url`). A parsed URL crosses as its href; where its parts begin and end
//! is left in an array of numbers that both sides see, so a getter is a slice and never a crossing.

use super::Binding;
use hexloop_engine::{Answer, Call, Out, SharedNumbers};
use std::rc::Rc;
use url::{Host, Url, quirks};

/// The parts that can be set, in the order of `lib/url/whatwg.js`.
const SETTERS: [fn(&mut Url, &str) -> bool; 10] = [
    |url, text| quirks::set_href(url, text).is_ok(),
    |url, text| quirks::set_protocol(url, text).is_ok(),
    |url, text| quirks::set_username(url, text).is_ok(),
    |url, text| quirks::set_password(url, text).is_ok(),
    |url, text| quirks::set_host(url, text).is_ok(),
    |url, text| quirks::set_hostname(url, text).is_ok(),
    |url, text| quirks::set_port(url, text).is_ok(),
    |url, text| {
        quirks::set_pathname(url, text);
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

pub fn fill(binding: &Binding<'_>) {
    let Ok(places) = SharedNumbers::new(binding.cx(), 8) else { return };
    let places = Rc::new(places);
    binding.value("places", places.array(binding.cx()));
    let to = Rc::clone(&places);
    binding
        .function("parse", move |call| Ok(parse(call)?.map_or(Out::Undefined, |url| show(url, &to))))
        .function("canParse", |call| Ok(parse(call)?.is_some().into()))
        .function("set", move |call| set(call, &places))
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
fn parse<'c>(call: &Call<'c>) -> Result<Option<Url>, hexloop_engine::Failure<'c>> {
    let input = call.text(0)?;
    if call.value(1).is_undefined() {
        return Ok(Url::parse(&input).ok());
    }
    let Ok(base) = Url::parse(&call.text(1)?) else { return Ok(None) };
    Ok(base.join(host_after_two_slashes(&base, &input)).ok())
}

/// `///host` relative to a special URL is `//host`; the crate takes the third slash for an empty host.
fn host_after_two_slashes<'i>(base: &Url, input: &'i str) -> &'i str {
    let is_slash = |c: char| c == '/' || c == '\\';
    let text = input.trim_start_matches(|c: char| c <= ' ');
    let slashes = text.len() - text.trim_start_matches(is_slash).len();
    let special = matches!(base.scheme(), "http" | "https" | "ws" | "wss" | "ftp");
    if special && slashes > 2 { &text[slashes - 2..] } else { input }
}

/// `set(href, part, text)`: the new href, or nothing where the text cannot be that part.
fn set<'c>(call: &Call<'c>, places: &SharedNumbers) -> Answer<'c> {
    let Ok(mut url) = Url::parse(&call.text(0)?) else { return Ok(Out::Undefined) };
    let Some(setter) = SETTERS.get(call.number(1)? as usize) else { return Ok(Out::Undefined) };
    Ok(if setter(&mut url, &call.text(2)?) { show(url, places) } else { Out::Undefined })
}

/// The href; and its places: ends of scheme, username, host start and end, port (-1), path start, query and hash (-1).
fn show<'c>(mut url: Url, places: &SharedNumbers) -> Out<'c> {
    // The standard has encoded this letter in paths since 2024; the crate does not yet.
    if url.path().contains('^') && !url.cannot_be_a_base() {
        let path = url.path().replace('^', "%5E");
        url.set_path(&path);
    }
    let parts = quirks::internal_components(&url);
    let or_none = |place: Option<u32>| place.map_or(-1.0, f64::from);
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
    for (index, place) in found.into_iter().enumerate() {
        places.set(index, place);
    }
    String::from(url).into()
}

/// A host as a special URL would have it; empty where it cannot be one.
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
