//! Second stage: parts to steps, names to plug-ins, arguments to what plug-ins want.

mod build;
pub(crate) mod call;
pub(crate) mod code;
#[cfg(test)]
mod tests;

pub(crate) use build::Builder;
