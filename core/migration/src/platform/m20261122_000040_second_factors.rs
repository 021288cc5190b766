//! Second factors of sign-ins, forgotten passwords, and what a sign-in was made with.

crate::script::script_alone!("m20261122_000040_second_factors", of_sites = false);
