//! Files that visitors send with forms. A row stands until its file is gone from the store, so it names no submission by a
//! foreign key.

crate::script::script_alone!("m20261122_000025_form_files");
