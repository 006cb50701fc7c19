//! Finds where a fatal exception was thrown, as far as the program's source shows. See `hexloop_source::Throws`.

use crate::bindings::Binding;
use crate::sources;
use hexloop_engine::{Answer, Call, Cx, Exception, Object, Out, Value};
use hexloop_source::{FrameOrigin, ThrowSite, Thrown, Throws, match_score};

/// A program with more source than this is not searched for the `throw` of a value: it could take seconds.
const MAX_PROGRAM_SIZE: usize = 8 << 20;

pub fn fill(binding: &Binding<'_>) {
    binding.function("findThrowOfError", find_throw_of_error).function("findThrowOfValue", find_throw_of_value);
}

/// `findThrowOfError([file, line, column, file, line, column, …])`: the frames of a stack, innermost first. Returns `[file,
/// line, column]` or undefined.
fn find_throw_of_error<'c>(call: &Call<'c>) -> Answer<'c> {
    let Some(frames) = call.value(0).as_object() else { return Ok(Out::Undefined) };
    let count = frames.get("length")?.to_number()? as u32 / 3;
    for index in 0..count {
        let file = frames.get_index(index * 3)?.to_text()?;
        let line = frames.get_index(index * 3 + 1)?.to_number()? as u32;
        let column = frames.get_index(index * 3 + 2)?.to_number()? as u32;
        let Some(source) = sources::text(&file) else { break };
        let throws = Throws::of_file(&source, &file);
        match throws.origin(&source, line, column, index == 0) {
            FrameOrigin::Thrown(site) => return Ok(to_array(call.cx(), &file, site)?.into()),
            FrameOrigin::Returned => {}
            FrameOrigin::Unknown => break,
        }
    }
    Ok(Out::Undefined)
}

/// `findThrowOfValue(kind, text)` for a value that is not an error: the only statement that can have thrown it.
fn find_throw_of_value<'c>(call: &Call<'c>) -> Answer<'c> {
    let (kind, text) = (call.text(0)?, call.text(1)?);
    let value = match kind.as_str() {
        "number" => Thrown::Number(text.parse().unwrap_or(f64::NAN)),
        "string" => Thrown::String(text),
        "boolean" => Thrown::Boolean(text == "true"),
        "bigint" => Thrown::BigInt(text),
        "null" => Thrown::Null,
        "undefined" => Thrown::Undefined,
        "array" => Thrown::Array,
        "function" => Thrown::Function,
        "object" => Thrown::Object,
        _ => Thrown::Other,
    };
    let mut sizes = 0;
    let mut best_sites: Vec<(u8, String, ThrowSite)> = Vec::new();
    for url in sources::urls() {
        let Some(source) = sources::text(&url) else { continue };
        sizes += source.len();
        if sizes > MAX_PROGRAM_SIZE {
            return Ok(Out::Undefined);
        }
        for site in Throws::of_file(&source, &url).sites() {
            let rank = match_score(site, &value);
            if rank > 0 && best_sites.first().is_none_or(|(highest, ..)| rank >= *highest) {
                best_sites.retain(|(other, ..)| *other == rank);
                best_sites.push((rank, url.clone(), site.clone()));
            }
        }
    }
    match best_sites.as_slice() {
        [(_, url, site)] => Ok(to_array(call.cx(), url, site)?.into()),
        _ => Ok(Out::Undefined),
    }
}

fn to_array<'a>(cx: Cx<'a>, file: &str, site: &ThrowSite) -> Result<Object<'a>, Exception<'a>> {
    let number = |number: u32| Value::number(cx, f64::from(number));
    Object::array(cx, &[Value::string(cx, file), number(site.line), number(site.column)])
}
