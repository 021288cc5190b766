//! Counter of resumed downloads.

crate::script::script_alone!("m20261127_000220_download_parts");
