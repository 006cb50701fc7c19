//! The value of a string literal, as Node's lexer decodes it.

/// `None` if an escape is invalid or the value has a lone surrogate.
pub(super) fn value(literal: &str) -> Option<String> {
    let inner = literal.get(1..literal.len().checked_sub(1)?)?;
    if !inner.contains('\\') {
        return Some(inner.to_owned());
    }
    let mut units: Vec<u16> = Vec::with_capacity(inner.len());
    let mut chars = inner.chars().peekable();
    while let Some(c) = chars.next() {
        let mut push = |code: u32| {
            let c = char::from_u32(code);
            match c {
                Some(c) => units.extend(c.encode_utf16(&mut [0; 2]).iter()),
                None => units.push(code as u16),
            }
        };
        if c != '\\' {
            push(c as u32);
            continue;
        }
        match chars.next()? {
            'r' => push(0x0d),
            'n' => push(0x0a),
            't' => push(0x09),
            'b' => push(0x08),
            'f' => push(0x0c),
            'v' => push(0x0b),
            'x' => push(hexadecimal(&mut chars, 2)?),
            'u' if chars.next_if_eq(&'{').is_some() => push(braced(&mut chars)?),
            'u' => push(hexadecimal(&mut chars, 4)?),
            '0' => push(0),
            // Line ends and the other digits too.
            other => push(other as u32),
        }
    }
    String::from_utf16(&units).ok()
}

type Chars<'t> = std::iter::Peekable<std::str::Chars<'t>>;

fn hexadecimal(chars: &mut Chars, digits: usize) -> Option<u32> {
    (0..digits).try_fold(0, |value, _| Some(value * 16 + chars.next()?.to_digit(16)?))
}

fn braced(chars: &mut Chars) -> Option<u32> {
    let mut value = chars.next()?.to_digit(16)?;
    while chars.next_if_eq(&'}').is_none() {
        value = value * 16 + chars.next()?.to_digit(16)?;
        if value > 0x10_ffff {
            return None;
        }
    }
    Some(value)
}
