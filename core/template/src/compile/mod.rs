//! Second stage: compiles parts to steps, resolves names to plug-ins and prepares their arguments.

mod build;
pub(crate) mod call;
pub(crate) mod code;
#[cfg(test)]
mod tests;

pub(crate) use build::Builder;
