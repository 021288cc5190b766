//! What sites ask of those who sign in, and letters that tell people what has changed about their account.

crate::script::script_alone!("m20261127_000161_sign_in_rules", of_sites = false);
