//! Sanitises SVG files: keeps only shapes, text and their styles. Scripts, event handlers, external links and foreign
//! markup are removed.

use svg_hush::{Filter, data_url_filter};

use super::limits::unusable;
use crate::SiteError;
use crate::contributor_texts;

/// Maximum size of an SVG file, in bytes.
const MAX_BYTES: usize = 2_000_000;
/// Size that browsers give an SVG without dimensions, in pixels.
const DEFAULT_SIZE: (u32, u32) = (300, 150);

/// A sanitised SVG without executable content.
#[derive(Clone, Debug)]
pub(super) struct Svg {
    pub(super) bytes: Vec<u8>,
    pub(super) width: u32,
    pub(super) height: u32,
}

/// Copies the allowed parts of an SVG.
pub(super) fn clean(bytes: &[u8], filename: &str) -> Result<Svg, SiteError> {
    if bytes.len() > MAX_BYTES {
        return Err(SiteError::FileTooLarge { filename: filename.to_owned(), most: 2_000_000 });
    }
    let damaged = || unusable(filename);
    if bytes.windows(8).any(|part| part.eq_ignore_ascii_case(b"<!ENTITY")) {
        return Err(SiteError::UnusableFile(
            contributor_texts::SVG_DEFINES_ENTITIES.with("name", filename).to_string(),
        ));
    }
    let mut filter = Filter::new();
    filter.set_data_url_filter(data_url_filter::allow_standard_images);
    let mut cleaned = Vec::new();
    filter.filter(bytes, &mut cleaned).map_err(|_| damaged())?;
    let text = std::str::from_utf8(&cleaned).map_err(|_| damaged())?;
    let root = text.find("<svg").and_then(|start| text.get(start..)).and_then(|rest| rest.split('>').next());
    let (width, height) = size(root.ok_or_else(damaged)?);
    Ok(Svg { width, height, bytes: cleaned })
}

/// The size in the opening tag, or that of its `viewBox`.
fn size(tag: &str) -> (u32, u32) {
    let named = || Some((pixels(attribute(tag, "width")?)?, pixels(attribute(tag, "height")?)?));
    let view_box = || {
        let mut numbers = attribute(tag, "viewBox")?.split([' ', ',']).filter(|part| !part.is_empty()).skip(2);
        Some((pixels(numbers.next()?)?, pixels(numbers.next()?)?))
    };
    named().or_else(view_box).unwrap_or(DEFAULT_SIZE)
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    rest.split('"').next()
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the number lies between 1 and 100,000")]
fn pixels(text: &str) -> Option<u32> {
    let number: f64 = text.trim().trim_end_matches("px").parse().ok()?;
    (1.0..=100_000.0).contains(&number).then_some(number.round() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn active_content_removed() {
        let hostile = r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 120 80" onload="alert(1)">
            <script>alert(2)</script><style>rect { fill: red; background: url(https://evil.example/x) }</style>
            <a xlink:href="javascript:alert(3)"><rect width="10" height="10" onclick="alert(4)"/></a>
            <foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="https://evil.example"/></body></foreignObject>
            <use xlink:href="https://evil.example/a.svg#x"/><animate attributeName="href" to="javascript:alert(5)"/></svg>"#;
        let drawing = clean(hostile.as_bytes(), "a.svg").unwrap();
        let text = String::from_utf8(drawing.bytes).unwrap();
        assert_eq!((drawing.width, drawing.height), (120, 80));
        assert!(text.contains("<rect"), "{text}");
        // Animation elements stay, but have no effect without the name of the attribute to animate.
        for word in
            ["<script", "onload", "onclick", "iframe", "evil.example", "foreignObject", "attributeName", "xlink"]
        {
            assert!(!text.contains(word), "{word} in {text}");
        }
    }

    #[test]
    fn invalid_svg_is_refused() {
        let bomb = r#"<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg">&b;</svg>"#;
        for refused in [bomb, "<svg", "<svg><g></svg>", "<html><svg/></html>"] {
            assert!(matches!(clean(refused.as_bytes(), "a.svg"), Err(SiteError::UnusableFile(_))), "{refused}");
        }
    }
}
