//! What is known of a plugin before its code is loaded, and its code.

pub(crate) mod code;
pub(crate) mod declared;
pub(crate) mod described;
pub(crate) mod functions;
mod refused;
