//! Names that older templates use and that have no effect any more.

use super::{Formatter, entry};
use crate::compile::call::{Arguments, Rule};
use crate::error::ErrorKind;
use crate::run::{Machine, Stop};
use crate::value::Node;

pub(super) static FORMATTERS: &[Formatter] =
    &[entry("datetimefield", Rule::ANY, retired), entry("unit", Rule::ANY, retired)];

fn retired<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<Node<'r>, Stop> {
    machine.report(ErrorKind::GeneralError, "The formatter is unimplemented.")?;
    Ok(super::first(values))
}
