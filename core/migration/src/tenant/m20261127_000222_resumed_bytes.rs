//! What goes on with a download sends no more bytes than the file has.

crate::script::script_alone!("m20261127_000222_resumed_bytes");
