//! Adds sign-up links next to password reset links. The former table `password_reset` stays, emptied, for a downgrade
//! to the previous version.

crate::script::script_alone!("m20261122_000075_account_links", of_sites = false);
