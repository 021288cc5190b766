//! Visitor-related settings: cookies and consent, comments, likes, format of amounts.

crate::script::script_alone!("m20261123_000065_website_settings");
