//! Characters that text may not hold in markup. Clean stretches are copied in one piece.

/// What stands for a byte between tags.
pub(super) fn between_tags(byte: u8) -> Option<&'static str> {
    match byte {
        b'&' => Some("&amp;"),
        b'<' => Some("&lt;"),
        b'>' => Some("&gt;"),
        _ => None,
    }
}

/// What stands for a byte in a double-quoted attribute.
pub(super) fn in_attribute(byte: u8) -> Option<&'static str> {
    match byte {
        b'"' => Some("&quot;"),
        other => between_tags(other),
    }
}

/// Whether none of some bytes may have to be replaced. The compiler makes few comparisons of it.
#[inline]
fn is_harmless<const COUNT: usize>(bytes: &[u8; COUNT]) -> bool {
    let suspicious = |byte: u8| (byte == b'"') | (byte == b'&') | (byte == b'<') | (byte == b'>');
    !bytes.iter().fold(false, |any, byte| any | suspicious(*byte))
}

/// How many bytes at the start need no entity.
#[inline]
pub(super) fn clean_length(bytes: &[u8], entity: impl Fn(u8) -> Option<&'static str>) -> usize {
    const STRETCH: usize = 16;
    let (stretches, _) = bytes.as_chunks::<STRETCH>();
    let harmless = stretches.iter().take_while(|stretch| is_harmless(stretch)).count();
    // What is left over at the end is looked at together with bytes before it, without a loop.
    let end_is_harmless = match (bytes.last_chunk::<STRETCH>(), bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        (Some(end), ..) => harmless == stretches.len() && is_harmless(end),
        (None, Some(start), Some(end)) => is_harmless(start) && is_harmless(end),
        _ => false,
    };
    if end_is_harmless {
        return bytes.len();
    }
    let start = harmless * STRETCH;
    let rest = bytes.get(start..).unwrap_or_default();
    start + rest.iter().position(|byte| entity(*byte).is_some()).unwrap_or(rest.len())
}

/// Appends text with entities.
pub(super) fn escape(text: &str, entity: impl Fn(u8) -> Option<&'static str>, out: &mut String) {
    out.reserve(text.len());
    let mut rest = text;
    loop {
        let clean = clean_length(rest.as_bytes(), &entity);
        // All escaped bytes are ASCII, so they stand between characters.
        let Some((before, after)) = rest.split_at_checked(clean) else { return out.push_str(rest) };
        out.push_str(before);
        let Some(found) = after.bytes().next().and_then(&entity) else { return };
        out.push_str(found);
        rest = after.get(1..).unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escaped(text: &str, entity: impl Fn(u8) -> Option<&'static str>) -> String {
        let mut out = String::new();
        escape(text, entity, &mut out);
        out
    }

    #[test]
    fn entities_at_every_place() {
        for length in 0..40 {
            for at in 0..=length {
                let (before, after) = ("é".repeat(at), "x\"".repeat(length - at));
                let quoted = after.replace('"', "&quot;");
                for (mark, entity) in [("<", "&lt;"), (">", "&gt;"), ("&", "&amp;"), ("", "")] {
                    let text = format!("{before}{mark}{after}{mark}");
                    assert_eq!(escaped(&text, between_tags), format!("{before}{entity}{after}{entity}"));
                    assert_eq!(escaped(&text, in_attribute), format!("{before}{entity}{quoted}{entity}"));
                }
            }
        }
    }
}
