//! Second stage: parts to a tree of blocks, names to plug-ins, arguments to what plug-ins want.

mod build;
pub(crate) mod call;
#[cfg(test)]
mod tests;
pub(crate) mod tree;

pub(crate) use build::Builder;
