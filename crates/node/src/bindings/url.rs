//! `binding('url')`: the WHATWG URL parser. It is Ada, Node's own. A parsed URL is returned as its href; the offsets of
//! its components are in an array of numbers shared with JavaScript, so a getter is a slice and needs no native call.

mod normalized;

use super::Binding;
use ada_url::{Idna, Url};
use hexloop_engine::{Answer, Call, Characters, Failure, NewString, Out, SharedNumbers};
use std::rc::Rc;

/// The setters, in the order of `lib/url/whatwg.js`. False if the text is invalid for that component.
const SETTERS: [fn(&mut Url, &str) -> bool; 10] = [
    |url, text| url.set_href(text).is_ok(),
    |url, text| url.set_protocol(text).is_ok(),
    |url, text| url.set_username(Some(text)).is_ok(),
    |url, text| url.set_password(Some(text)).is_ok(),
    |url, text| url.set_host(Some(text)).is_ok(),
    |url, text| url.set_hostname(Some(text)).is_ok(),
    |url, text| url.set_port(Some(text)).is_ok(),
    |url, text| url.set_pathname(Some(text)).is_ok(),
    |url, text| {
        url.set_search(Some(text));
        true
    },
    |url, text| {
        url.set_hash(Some(text));
        true
    },
];

/// End of scheme, end of username, start and end of host, port, start of path, query and hash.
type Offsets = [u32; 8];

const PATH: usize = 5;

/// There is no port, query or hash. JavaScript reads -1.
const NONE: u32 = u32::MAX;

pub fn fill(binding: &Binding<'_>) {
    // Two offsets in each number: JavaScript has an Int32Array of them.
    let Ok(offsets) = SharedNumbers::new(binding.cx(), 4) else { return };
    let offsets = Rc::new(offsets);
    binding.value("offsets", offsets.array(binding.cx()));
    let to = Rc::clone(&offsets);
    binding
        .function("parse", move |call| parse(call, &to))
        .function("canParse", can_parse)
        .function("set", move |call| set(call, &offsets))
        .function("format", format)
        .function("domainToASCII", |call| Ok(with_text(call, 0, |text| domain(text, str::to_owned))?.into()))
        .function("domainToUnicode", |call| Ok(with_text(call, 0, |text| domain(text, Idna::unicode))?.into()))
        .function("hostToASCII", |call| Ok(with_text(call, 0, Idna::ascii)?.into()));
}

/// Reads an argument without a copy if it is ASCII, as most URLs are.
fn with_text<'c, R>(call: &Call<'c>, index: usize, read: impl FnOnce(&str) -> R) -> Result<R, Failure<'c>> {
    call.with_characters(index, |characters| match characters {
        Characters::Latin1(bytes) if bytes.is_ascii() => read(str::from_utf8(bytes).unwrap_or_default()),
        characters => read(&characters.to_string_lossy()),
    })
}

fn base<'c>(call: &Call<'c>) -> Result<Option<String>, Failure<'c>> {
    if call.value(1).is_undefined() { Ok(None) } else { call.text(1).map(Some) }
}

/// Whether the argument is a normalized URL, and there is no base: its offsets and, if only the path is missing, its href.
fn normalized<'c>(call: &Call<'c>) -> Result<Option<(Offsets, Option<NewString>)>, Failure<'c>> {
    if !call.value(1).is_undefined() {
        return Ok(None);
    }
    let found = call.with_characters(0, |characters| {
        let Characters::Latin1(bytes) = characters else { return None };
        let offsets = normalized::offsets(bytes)?;
        let is_complete = offsets[PATH] < bytes.len() as u32;
        Some((offsets, (!is_complete).then(|| NewString::from_latin1(&[bytes, b"/"].concat()))))
    })?;
    found.map(|(offsets, href)| Ok((offsets, href.transpose()?))).transpose()
}

/// `parse(input, base?)`: the href, or undefined.
fn parse<'c>(call: &Call<'c>, offsets: &SharedNumbers) -> Answer<'c> {
    if let Some((found, href)) = normalized(call)? {
        publish(found, offsets);
        return Ok(href.map_or_else(|| call.value(0).into(), Out::String));
    }
    let base = base(call)?;
    let href = with_text(call, 0, |input| {
        let url = Url::parse(input, base.as_deref()).ok()?;
        publish(offsets_in(&url), offsets);
        Some(NewString::from_text(url.href()))
    })?;
    Ok(href.transpose()?.map_or(Out::Undefined, Out::String))
}

/// `canParse(input, base?)`.
fn can_parse<'c>(call: &Call<'c>) -> Answer<'c> {
    if normalized(call)?.is_some() {
        return Ok(true.into());
    }
    let base = base(call)?;
    Ok(with_text(call, 0, |input| Url::can_parse(input, base.as_deref()))?.into())
}

/// `set(href, component, text)`: the new href, or undefined if the text is invalid for that component.
fn set<'c>(call: &Call<'c>, offsets: &SharedNumbers) -> Answer<'c> {
    let Some(setter) = SETTERS.get(call.number(1)? as usize) else { return Ok(Out::Undefined) };
    let Some(mut url) = with_text(call, 0, |href| Url::parse(href, None).ok())? else { return Ok(Out::Undefined) };
    if !with_text(call, 2, |text| setter(&mut url, text))? {
        return Ok(Out::Undefined);
    }
    publish(offsets_in(&url), offsets);
    Ok(Out::String(NewString::from_text(url.href())?))
}

fn offsets_in(url: &Url) -> Offsets {
    let parts = url.components();
    // Ada's start is at the @, if there is one. In `a:@` it belongs to the path, and there is no host.
    let has_user = parts.host_start < parts.host_end && url.href().as_bytes()[parts.host_start as usize] == b'@';
    [
        parts.protocol_end - 1,
        parts.username_end,
        parts.host_start + u32::from(has_user),
        parts.host_end,
        parts.port.unwrap_or(NONE),
        parts.pathname_start.unwrap_or(NONE),
        parts.search_start.unwrap_or(NONE),
        parts.hash_start.unwrap_or(NONE),
    ]
}

fn publish(found: Offsets, offsets: &SharedNumbers) {
    for (index, pair) in found.chunks_exact(2).enumerate() {
        offsets.set(index, f64::from_bits(u64::from(pair[0]) | u64::from(pair[1]) << 32));
    }
}

/// `format(href, hash, unicode, search, auth)`: the href without the components that are false, and with a readable host.
fn format<'c>(call: &Call<'c>) -> Answer<'c> {
    let Some(mut url) = with_text(call, 0, |href| Url::parse(href, None).ok())? else { return Ok(Out::Undefined) };
    if !call.boolean(1) {
        url.set_hash(None);
    }
    if !call.boolean(3) {
        url.set_search(None);
    }
    if !call.boolean(4) {
        // Refused for URLs that cannot have them.
        let _ = url.set_username(None);
        let _ = url.set_password(None);
    }
    let href = url.href();
    if !call.boolean(2) || url.hostname().is_empty() {
        return Ok(href.into());
    }
    let end = url.components().host_end as usize;
    let start = end - url.hostname().len();
    Ok(format!("{}{}{}", &href[..start], Idna::unicode(url.hostname()), &href[end..]).into())
}

/// Parses a host as that of a special URL; empty if it is invalid.
fn domain(text: &str, convert: fn(&str) -> String) -> String {
    let parsed = if text.is_empty() { None } else { Url::parse("ws://x", None).ok() };
    let Some(mut url) = parsed else { return String::new() };
    if url.set_hostname(Some(text)).is_err() { String::new() } else { convert(url.hostname()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_normalized_url_is_what_the_parser_returns() {
        // One of each, in every combination.
        let parts = [
            "http: https: ws: wss: ftp: file: Http: a:",
            "//",
            " u@ u:p@ :p@ u:@ @ u@v@ u=@ U.%41'!@",
            "h h.i H  .h h. h..i xn--h 1.2.3.4 1.2.3 01.2.3.4 1.2.3.256 h.1 [::1]",
            " : :0 :01 :1 :21 :80 :443 :65535 :65536 :100000 :x",
            " / // /a/b /. /.. /.a /a. /%2e /a%2e /a' /a\u{e9} \\ /C:/ /C|/",
            " ? # ?# ?a=b[]#c?d ?' #' ?\" ## ?\\",
        ]
        .map(|part| part.split(' ').collect::<Vec<_>>());
        let mut count = 0;
        for index in 0..parts.iter().map(Vec::len).product() {
            let mut rest = index;
            let mut text = String::new();
            for part in &parts {
                text.push_str(part[rest % part.len()]);
                rest /= part.len();
            }
            let Some(offsets) = normalized::offsets(text.as_bytes()) else { continue };
            let url = Url::parse(&text, None).expect(&text);
            let slash = if offsets[PATH] as usize == text.len() { "/" } else { "" };
            assert_eq!((format!("{text}{slash}").as_str(), offsets), (url.href(), offsets_in(&url)));
            count += 1;
        }
        assert!(count > 1000, "{count} of them are normalized");
    }
}
