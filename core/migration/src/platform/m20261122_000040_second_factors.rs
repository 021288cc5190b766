//! Second factors, password reset, and the user agent of a session.

crate::script::script_alone!("m20261122_000040_second_factors", of_sites = false);
