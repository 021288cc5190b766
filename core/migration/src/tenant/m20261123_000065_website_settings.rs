//! What an owner chooses about visitors: cookies and consent, comments, likes, how amounts are written.

crate::script::script_alone!("m20261123_000065_website_settings");
