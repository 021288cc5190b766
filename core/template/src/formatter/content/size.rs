//! Sizes of images.

use crate::compile::call::{Arguments, Rule};
use crate::formatter::first;
use crate::run::{Machine, Stop};
use crate::value::Node;

type Result<'r> = std::result::Result<Node<'r>, Stop>;

const NO_SIZE: &str = "Invalid source parameter. Pass in 'originalSize'.";
const NO_THUMBNAIL_SIZE: &str = "Invalid source parameter. Pass in 'originalSize'";

/// Available widths of thumbnails; anything wider gets [`WIDEST_THUMBNAIL`].
const THUMBNAILS: [i64; 5] = [100, 300, 500, 750, 1000];
const WIDEST_THUMBNAIL: i64 = 1500;

pub(super) const ONE_NUMBER: Rule = Rule::checked(true, |arguments| match arguments.len() {
    1 => match arguments.get(0).map(str::parse::<i64>) {
        Some(Ok(_)) => Ok(()),
        _ => Err("Argument must be an integer".to_owned()),
    },
    _ => Err("Wrong number of args, exactly 1 expected".to_owned()),
});

/// Width and height of `WxH`.
pub(super) fn parse(node: Node<'_>) -> Option<(i64, i64)> {
    let text = node.as_str()?;
    let (width, height) = text.split_once('x')?;
    Some((width.trim().parse().ok()?, height.trim().parse().ok()?))
}

pub(super) fn width<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    match parse(first(values)) {
        Some((width, _)) => Ok(Node::Integer(width)),
        None => machine.text(NO_SIZE),
    }
}

pub(super) fn height<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    match parse(first(values)) {
        Some((_, height)) => Ok(Node::Integer(height)),
        None => machine.text(NO_SIZE),
    }
}

fn argument(arguments: &Arguments) -> i64 {
    arguments.get(0).and_then(|text| text.parse().ok()).unwrap_or(0)
}

/// The other side when one side is scaled to `wanted`, in single precision, without fraction.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "single precision is what published pages were laid out with"
)]
fn scaled(side: i64, other: i64, wanted: i64) -> Option<i64> {
    (other != 0).then(|| (side as f32 * (wanted as f32 / other as f32)) as i64)
}

fn resized<'r>(machine: &mut Machine<'r>, size: Option<i64>) -> Result<'r> {
    match size {
        Some(size) => Ok(Node::Integer(size)),
        None => machine.text(NO_SIZE),
    }
}

pub(super) fn height_for_width<'r>(
    machine: &mut Machine<'r>,
    arguments: &Arguments,
    values: &[Node<'r>],
) -> Result<'r> {
    let size = parse(first(values)).and_then(|(width, height)| scaled(height, width, argument(arguments)));
    resized(machine, size)
}

pub(super) fn width_for_height<'r>(
    machine: &mut Machine<'r>,
    arguments: &Arguments,
    values: &[Node<'r>],
) -> Result<'r> {
    let size = parse(first(values)).and_then(|(width, height)| scaled(width, height, argument(arguments)));
    resized(machine, size)
}

fn thumbnail(width: i64) -> String {
    let size = THUMBNAILS.into_iter().find(|size| *size >= width).unwrap_or(WIDEST_THUMBNAIL);
    format!("{size}w")
}

pub(super) fn thumbnail_for_width<'r>(
    machine: &mut Machine<'r>,
    arguments: &Arguments,
    values: &[Node<'r>],
) -> Result<'r> {
    match parse(first(values)) {
        Some(_) => machine.text(thumbnail(argument(arguments))),
        None => machine.text(NO_THUMBNAIL_SIZE),
    }
}

pub(super) fn thumbnail_for_height<'r>(
    machine: &mut Machine<'r>,
    arguments: &Arguments,
    values: &[Node<'r>],
) -> Result<'r> {
    let width = parse(first(values)).and_then(|(width, height)| scaled(width, height, argument(arguments)));
    match width {
        Some(width) => machine.text(thumbnail(width)),
        None => machine.text(NO_THUMBNAIL_SIZE),
    }
}
