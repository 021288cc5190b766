//! Links to make an account stand beside those to choose a new password. The table of the latter stays, emptied, for
//! the program before, which people may go back to.

crate::script::script_alone!("m20261122_000075_account_links", of_sites = false);
