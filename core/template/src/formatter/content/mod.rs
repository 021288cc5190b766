//! Formatters of pages, images and items.

mod color;
mod component;
mod image;
mod item;
mod size;

use super::{Formatter, entry};
use crate::compile::call::{Refused, Rule};

/// A region without a colour is reported as an error, and nothing is printed.
const IMAGE_COLOR: Rule = Rule { refused: Refused::AsItIs, ..Rule::checked(false, color::known_position) };

pub(super) static FORMATTERS: &[Formatter] = &[
    entry("AbsUrl", Rule::ANY, item::absolute_url),
    entry("audio-player", Rule::ANY, item::audio_player),
    entry("capitalize", Rule::ANY, item::capitalize),
    entry("child-image-meta", Rule::ANY, image::child_meta),
    entry("color-luminance", Rule::ANY, color::luminance),
    entry("color-weight", Rule::ANY, color::weight),
    entry("cover-image-meta", Rule::ANY, image::cover_meta),
    entry("height", Rule::ANY, size::height),
    entry("humanizeDuration", Rule::ANY, item::humanize_duration),
    entry("image", Rule::ANY, image::image),
    entry("image-color", IMAGE_COLOR, color::image),
    entry("image-component", Rule::ANY, component::image),
    entry("image-meta", Rule::ANY, image::meta),
    entry("image-srcset", Rule::ANY, image::srcset),
    entry("item-classes", Rule::ANY, item::classes),
    entry("resizedHeightForWidth", size::ONE_NUMBER, size::height_for_width),
    entry("resizedWidthForHeight", size::ONE_NUMBER, size::width_for_height),
    entry("squarespaceThumbnailForHeight", size::ONE_NUMBER, size::thumbnail_for_height),
    entry("squarespaceThumbnailForWidth", size::ONE_NUMBER, size::thumbnail_for_width),
    entry("video", Rule::ANY, image::video),
    entry("website-color", Rule::ANY, color::website),
    entry("width", Rule::ANY, size::width),
];
