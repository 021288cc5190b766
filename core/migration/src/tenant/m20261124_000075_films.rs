//! Title and caption of images, and external videos.

crate::script::script_alone!("m20261124_000075_films");
