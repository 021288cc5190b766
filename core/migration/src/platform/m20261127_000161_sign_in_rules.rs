//! Sign-in requirements of sites, and e-mails about changes to an account.

crate::script::script_alone!("m20261127_000161_sign_in_rules", of_sites = false);
