//! Colours.

use crate::color::Color;
use crate::compile::call::Arguments;
use crate::double::two_decimals;
use crate::formatter::first;
use crate::formatter::markup::attribute_of;
use crate::run::{Machine, Stop};
use crate::value::Node;

type Result<'r> = std::result::Result<Node<'r>, Stop>;

/// Regions of an image with an average colour.
const POSITIONS: [&str; 5] = ["topLeft", "topRight", "bottomLeft", "bottomRight", "center"];

pub(super) fn known_position(arguments: &mut Arguments) -> std::result::Result<(), String> {
    match arguments.get(0) {
        Some(position) if !POSITIONS.contains(&position) => {
            Err(format!("'{position}' is not one of {}", POSITIONS.join(", ")))
        }
        _ => Ok(()),
    }
}

pub(super) fn weight<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    match Color::parse(&first(values).to_plain_text()) {
        Some(color) if color.is_upper_half() => machine.text("light"),
        Some(_) => machine.text("dark"),
        None => Ok(Node::Missing),
    }
}

pub(super) fn luminance<'r>(_: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let color = Color::parse(&first(values).to_plain_text());
    Ok(color.map_or(Node::Missing, |color| Node::Float(color.luminance())))
}

fn average<'r>(colors: Node<'r>, position: &str) -> Node<'r> {
    colors.member(&format!("{position}Average"))
}

/// The colours of all regions as attributes; `spell` returns the attribute name of a region.
pub(super) fn attributes(item: Node<'_>, spell: fn(&str) -> String) -> String {
    let colors = item.member("colorData");
    let parts: Vec<String> = POSITIONS
        .iter()
        .filter(|position| !average(colors, position).is_absent())
        .map(|position| format!("data-color-{}=\"#{}\"", spell(position), attribute_of(average(colors, position))))
        .collect();
    parts.join(" ")
}

pub(super) fn image<'r>(machine: &mut Machine<'r>, arguments: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let item = first(values);
    let colors = item.member("colorData");
    if !colors.is_truthy() {
        return Ok(Node::Missing);
    }
    let Some(position) = arguments.get(0) else {
        return machine.text(attributes(item, str::to_owned));
    };
    let color = average(colors, position);
    if color.is_absent() {
        return Ok(Node::Missing);
    }
    let color = attribute_of(color);
    match arguments.get(1) {
        Some(property) => machine.text(format!("{property}: #{color}")),
        None => machine.text(format!("#{color}")),
    }
}

pub(super) fn website<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let color = first(values);
    let part = |name: &str| {
        let node = color.member(name);
        (!node.is_absent()).then(|| node.to_amount().as_f64())
    };
    let (Some(hue), Some(saturation), Some(lightness)) = (part("hue"), part("saturation"), part("lightness")) else {
        return machine.text("Missing an H/S/L value.");
    };
    let alpha = part("alpha");
    let problems: Vec<&str> = [
        ((0.0..=360.0).contains(&hue), "Hue out of bounds."),
        ((0.0..=1.0).contains(&saturation), "Saturation out of bounds."),
        ((0.0..=1.0).contains(&lightness), "Lightness out of bounds."),
        (alpha.is_none_or(|alpha| (0.0..=1.0).contains(&alpha)), "Alpha out of bounds."),
    ]
    .into_iter()
    .filter(|(fine, _)| !fine)
    .map(|(_, problem)| problem)
    .collect();
    if !problems.is_empty() {
        return machine.text(problems.join(" "));
    }
    let parts =
        format!("{}, {}%, {}%", two_decimals(hue), two_decimals(saturation * 100.0), two_decimals(lightness * 100.0));
    machine.text(match alpha {
        Some(alpha) => format!("hsla({parts}, {})", two_decimals(alpha)),
        None => format!("hsl({parts})"),
    })
}
