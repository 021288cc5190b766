//! Pictures and files in folders, in versions, with their colours; and files on their way in.

crate::script::script_alone!("m20261122_000027_media_library");
