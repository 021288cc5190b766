//! Block areas declared by templates of the original form.

use std::collections::BTreeMap;

/// Key of the rendered areas in page data, by id.
pub const AREAS: &str = "stoa-areas";

/// Maximum number of areas of a theme.
pub(super) const MAX_AREAS: usize = 20;
/// Maximum length of an area's id, in characters.
const MAX_ID_LENGTH: usize = 60;
/// Maximum length of an area's name, in characters.
const MAX_LABEL_LENGTH: usize = 100;
/// Columns of the grid.
const WHOLE_ROW: u8 = 12;

/// An area of blocks that appears on every page whose template has a place for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AreaField {
    /// Id by which templates refer to it.
    pub id: String,
    /// Its display name.
    pub label: String,
    /// Its width in the theme, in twelfths.
    pub columns: u8,
}

impl AreaField {
    /// Reads the attributes of a block field; none when it has no valid id.
    pub(super) fn of(attributes: &BTreeMap<&str, &str>) -> Option<Self> {
        let text = |name: &str| attributes.get(name).map(|text| text.trim()).unwrap_or_default();
        let id = text("id");
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        let is_id = id.starts_with(|letter: char| letter.is_ascii_alphabetic()) && id.bytes().all(plain);
        if !is_id || id.len() > MAX_ID_LENGTH {
            return None;
        }
        let label: String = text("label").chars().take(MAX_LABEL_LENGTH).collect();
        let columns = text("columns").parse::<u8>().ok().filter(|columns| (1..=WHOLE_ROW).contains(columns));
        Some(Self {
            label: if label.is_empty() { id.to_owned() } else { label },
            id: id.to_owned(),
            columns: columns.unwrap_or(WHOLE_ROW),
        })
    }
}
