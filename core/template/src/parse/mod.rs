//! First stage: source text to a flat list of parts.

pub(crate) mod pattern;
mod scan;
mod tag;

pub(crate) use scan::{Part, Piece, scan};
pub(crate) use tag::{ConditionOperator, Signal};
