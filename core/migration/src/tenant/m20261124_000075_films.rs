//! Pictures have a title and a text, and can stand for films that lie elsewhere.

crate::script::script_alone!("m20261124_000075_films");
