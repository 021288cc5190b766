//! Bytes sent by resumed downloads, so that they send no more than the size of the file.

crate::script::script_alone!("m20261127_000222_resumed_bytes");
