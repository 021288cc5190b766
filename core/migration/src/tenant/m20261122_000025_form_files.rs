//! Files sent with forms. A row stays until its file is deleted from the blob store, so it has no foreign key to the
//! submission.

crate::script::script_alone!("m20261122_000025_form_files");
