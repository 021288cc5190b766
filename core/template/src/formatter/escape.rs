//! HTML escaping. Text that needs no escaping is copied in one piece. Not a crate: the two sets of characters are those
//! of the template language, and browsers load this code.
//!
//! Escapes text between tags or, with `IN_ATTRIBUTE`, in double quotes, where quotes have to be escaped as well.

fn entity(byte: u8) -> &'static str {
    match byte {
        b'&' => "&amp;",
        b'<' => "&lt;",
        b'>' => "&gt;",
        _ => "&quot;",
    }
}

/// `<` and `>` differ in one bit, and so do `&` and `"`: with it masked each pair is one byte.
const ANGLES: (u8, u8) = (!2, b'<');
const QUOTE_AND_AMPERSAND: (u8, u8) = (!4, b'"');
const AMPERSAND: (u8, u8) = (!0, b'&');

const fn marks(in_attribute: bool) -> (u8, u8) {
    if in_attribute { QUOTE_AND_AMPERSAND } else { AMPERSAND }
}

/// Whether none of the bytes has to be escaped. The compiler reduces it to few comparisons.
#[inline]
fn needs_no_escaping<const IN_ATTRIBUTE: bool>(bytes: &[u8; STRETCH]) -> bool {
    let (mask, mark) = marks(IN_ATTRIBUTE);
    !bytes.iter().fold(false, |any, byte| any | (byte & mask == mark) | (byte & ANGLES.0 == ANGLES.1))
}

/// The position of the first byte that has to be escaped.
#[inline]
fn first_special_byte<const IN_ATTRIBUTE: bool>(bytes: [u8; 8]) -> Option<usize> {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    // Sets the upper bit of each byte equal to the mark; bits above the first may be wrong.
    let hits = |(mask, mark): (u8, u8)| {
        let differs = (u64::from_le_bytes(bytes) & (u64::from(mask) * ONES)) ^ (u64::from(mark) * ONES);
        differs.wrapping_sub(ONES) & !differs & (0x80 * ONES)
    };
    match hits(marks(IN_ATTRIBUTE)) | hits(ANGLES) {
        0 => None,
        hits => usize::try_from(hits.trailing_zeros() / 8).ok(),
    }
}

const STRETCH: usize = 16;

/// Number of bytes at the start that need no escaping.
#[inline]
pub(super) fn clean_length<const IN_ATTRIBUTE: bool>(bytes: &[u8]) -> usize {
    let (stretches, _) = bytes.as_chunks::<STRETCH>();
    let harmless = stretches.iter().take_while(|stretch| needs_no_escaping::<IN_ATTRIBUTE>(stretch)).count();
    let start = harmless * STRETCH;
    let rest = bytes.get(start..).unwrap_or_default();
    let (words, end) = rest.as_chunks::<8>();
    for (place, word) in words.iter().enumerate() {
        if let Some(found) = first_special_byte::<IN_ATTRIBUTE>(*word) {
            return start + place * 8 + found;
        }
    }
    if end.is_empty() {
        return bytes.len();
    }
    // The rest at the end is checked together with bytes before it, without a loop.
    match bytes.last_chunk::<8>() {
        Some(last) => {
            first_special_byte::<IN_ATTRIBUTE>(*last).map_or(bytes.len(), |found| bytes.len() - last.len() + found)
        }
        None => {
            let mut few = [0; 8];
            few.iter_mut().zip(bytes).for_each(|(slot, byte)| *slot = *byte);
            first_special_byte::<IN_ATTRIBUTE>(few).unwrap_or(bytes.len())
        }
    }
}

/// Appends escaped text.
#[inline]
pub(super) fn escape<const IN_ATTRIBUTE: bool>(text: &str, out: &mut String) {
    match clean_length::<IN_ATTRIBUTE>(text.as_bytes()) {
        clean if clean == text.len() => out.push_str(text),
        clean => escape_from::<IN_ATTRIBUTE>(text, clean, out),
    }
}

/// Like [`escape`], when a prefix is known to need no escaping.
#[inline(never)]
fn escape_from<const IN_ATTRIBUTE: bool>(text: &str, mut clean: usize, out: &mut String) {
    out.reserve(text.len());
    let mut rest = text;
    // All escaped bytes are ASCII, so they are character boundaries.
    while let Some((before, after)) = rest.split_at_checked(clean) {
        out.push_str(before);
        let Some(found) = after.bytes().next() else { return };
        out.push_str(entity(found));
        rest = after.get(1..).unwrap_or_default();
        clean = clean_length::<IN_ATTRIBUTE>(rest.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escaped<const IN_ATTRIBUTE: bool>(text: &str) -> String {
        let mut out = String::new();
        escape::<IN_ATTRIBUTE>(text, &mut out);
        out
    }

    #[test]
    fn entities_at_every_position() {
        for length in 0..40 {
            for at in 0..=length {
                let (before, after) = ("é".repeat(at), "x\"".repeat(length - at));
                let quoted = after.replace('"', "&quot;");
                for (mark, entity) in [("<", "&lt;"), (">", "&gt;"), ("&", "&amp;"), ("", "")] {
                    let text = format!("{before}{mark}{after}{mark}");
                    assert_eq!(escaped::<false>(&text), format!("{before}{entity}{after}{entity}"));
                    assert_eq!(escaped::<true>(&text), format!("{before}{entity}{quoted}{entity}"));
                }
            }
        }
    }

    #[test]
    fn other_bytes_unchanged() {
        let every: String = (0..0x250).filter_map(char::from_u32).collect();
        let between = every.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        for start in every.char_indices().map(|(start, _)| start) {
            let text = &every[start..];
            let slow = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
            assert_eq!(escaped::<false>(text), slow);
            assert_eq!(escaped::<true>(text), slow.replace('"', "&quot;"));
        }
        assert_eq!(escaped::<false>(&every), between);
    }
}
