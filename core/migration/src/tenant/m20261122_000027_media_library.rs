//! Folders, file versions and colour data of the media library; chunked uploads.

crate::script::script_alone!("m20261122_000027_media_library");
