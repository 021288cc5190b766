//! Poster images of videos in the media library.

crate::script::script_alone!("m20261124_000066_film_posters");
