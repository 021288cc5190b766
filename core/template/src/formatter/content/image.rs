//! Images and videos.

use super::color;
use crate::compile::call::Arguments;
use crate::double::{float_text, whole_with_point};
use crate::formatter::first;
use crate::formatter::markup::{attribute, attribute_of};
use crate::formatter::text::spaced_tags;
use crate::run::{Machine, Stop};
use crate::value::Node;

type Result<'r> = std::result::Result<Node<'r>, Stop>;

/// Code of the image block.
const IMAGE_BLOCK: i64 = 5;
/// Maximum length of text taken from a body.
const MAX_ALT_LENGTH: usize = 250;
/// Available widths of images.
pub(super) const WIDTHS: [u32; 7] = [100, 300, 500, 750, 1000, 1500, 2500];

fn focal_point(item: Node<'_>) -> String {
    let point = item.member("mediaFocalPoint");
    let axis = |name: &str| {
        let axis = point.member(name);
        let value = if axis.is_absent() { 0.5 } else { axis.to_amount().as_f64() };
        match value.fract() == 0.0 {
            true => whole_with_point(value),
            false => float_text(value),
        }
    };
    format!("{},{}", axis("x"), axis("y"))
}

/// The alternative text.
fn alternative(machine: &Machine<'_>, item: Node<'_>) -> String {
    if machine.resolve_name("blockType").to_integer() == IMAGE_BLOCK {
        return item.member("altText").to_plain_text().trim().to_owned();
    }
    let title = item.member("title");
    if title.is_truthy() {
        return title.to_plain_text().into_owned();
    }
    let body = item.member("body");
    if body.is_truthy() {
        let plain = spaced_tags(&body.to_plain_text());
        if !plain.is_empty() {
            return plain.chars().take(MAX_ALT_LENGTH).collect();
        }
    }
    item.member("filename").to_plain_text().into_owned()
}

fn meta_attributes(machine: &Machine<'_>, item: Node<'_>) -> String {
    if item.is_absent() {
        return String::new();
    }
    let mut out = String::new();
    if item.member("licensedAssetPreview").kind() == crate::Kind::Object {
        out.push_str("data-licensed-asset-preview=\"true\" ");
    }
    let component = item.member("componentKey");
    if component.is_truthy() {
        out.push_str(&format!("data-component-key=\"{}\" ", attribute_of(component)));
    }
    let url = attribute_of(item.member("assetUrl"));
    out.push_str(&format!(
        "data-src=\"{url}\" data-image=\"{url}\" data-image-dimensions=\"{}\" \
         data-image-focal-point=\"{}\" alt=\"{}\" ",
        attribute_of(item.member("originalSize")),
        focal_point(item),
        attribute(&alternative(machine, item)),
    ));
    out
}

pub(super) fn meta<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let text = meta_attributes(machine, first(values));
    machine.text(text)
}

pub(super) fn child_meta<'r>(machine: &mut Machine<'r>, arguments: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let index = arguments.get(0).and_then(|text| text.parse().ok()).unwrap_or(0);
    let text = meta_attributes(machine, first(values).member("items").element(index));
    machine.text(text)
}

pub(super) fn cover_meta<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let text = meta_attributes(machine, first(values).member("coverImage"));
    machine.text(text)
}

pub(super) fn image<'r>(machine: &mut Machine<'r>, arguments: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let item = first(values);
    if item.is_absent() {
        return Ok(Node::Missing);
    }
    let class = arguments.get(0).unwrap_or("thumb-image");
    let text = format!(
        "<noscript><img src=\"{}\" alt=\"{}\" /></noscript><img class=\"{}\" {}data-load=\"false\" \
         data-image-id=\"{}\" data-type=\"image\" />",
        attribute_of(item.member("assetUrl")),
        attribute(&alternative(machine, item)),
        attribute(class),
        meta_attributes(machine, item),
        attribute_of(item.member("id")),
    );
    machine.text(text)
}

pub(super) fn srcset<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let item = first(values);
    let url = attribute_of(item.member("assetUrl"));
    let variants = item.member("systemDataVariants").to_plain_text();
    let widths: Vec<u32> =
        variants.split(',').filter_map(|variant| variant.trim().strip_suffix('w')?.parse().ok()).collect();
    let Some(largest) = widths.iter().max() else { return Ok(Node::Missing) };
    let mut sources: Vec<String> = widths.iter().map(|width| format!("{url}?format={width}w {width}w")).collect();
    let next = WIDTHS.iter().position(|width| width == largest).and_then(|at| WIDTHS.get(at + 1));
    sources.extend(next.map(|width| format!("{url}?format=original {width}w")));
    machine.text(format!(" srcset=\"{}\"", sources.join(",")))
}

pub(super) fn video<'r>(machine: &mut Machine<'r>, arguments: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let item = first(values);
    let has = |word: &str| arguments.items().any(|item| item == word);
    let embed = item.member("oembed");
    let mut out = format!(
        "<div class=\"sqs-video-wrapper\"{} data-html=\"{}\" data-provider-name=\"{}\">",
        if has("load-false") { "  data-load=\"false\"" } else { "" },
        attribute_of(embed.member("html")),
        attribute_of(embed.member("providerName")),
    );
    if item.member("overlay").is_truthy() {
        out.push_str(&overlay(item, has("load-false"), has("color-data")));
    }
    out.push_str("</div>");
    machine.text(out)
}

fn overlay(item: Node<'_>, load_false: bool, color_data: bool) -> String {
    let thumbnail = item.member("mainImageId").is_truthy() || item.member("systemDataId").is_truthy();
    let mut out = String::from("<div class=\"sqs-video-overlay");
    out.push_str(if thumbnail { "" } else { " no-thumb" });
    out.push_str("\" style=\"opacity: 0;\">");
    if thumbnail {
        let colors = match color_data {
            true => color::attributes(item, str::to_lowercase),
            false => String::new(),
        };
        out.push_str(&format!(
            "<img {}data-src=\"{}\" data-image-dimensions=\"{}\" data-image-focal-point=\"{}\" {colors}{}/>",
            if load_false { "data-load=\"false\" " } else { "" },
            attribute_of(item.member("assetUrl")),
            attribute_of(item.member("originalSize")),
            focal_point(item),
            if colors.is_empty() { "" } else { " " },
        ));
    }
    out.push_str("<div class=\"sqs-video-opaque\"> </div><div class=\"sqs-video-icon\"></div></div>");
    out
}
