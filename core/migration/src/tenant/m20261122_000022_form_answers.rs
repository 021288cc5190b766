//! Inbox of form submissions: folders, stars, read state; form keys bound to a browser; reply-to addresses of e-mails.

crate::script::script_alone!("m20261122_000022_form_answers");
