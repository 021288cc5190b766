//! What a page has beside its document: who may open it, when it is published, what visitors see of its
//! names, and the trash.

crate::script::script_alone!("m20261122_000018_page_settings");
