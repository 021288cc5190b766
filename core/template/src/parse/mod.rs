//! First stage: from source text to a flat list of parts.

pub(crate) mod pattern;
mod scan;
mod tag;

pub(crate) use scan::scan;
pub(crate) use tag::Signal;
