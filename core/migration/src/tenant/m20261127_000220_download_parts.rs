//! Transfers of files that go on where they broke off are counted.

crate::script::script_alone!("m20261127_000220_download_parts");
