//! Films of the media library have a picture that stands for them until they play.

crate::script::script_alone!("m20261124_000066_film_posters");
