//! Invitations of contributors.

crate::script::script_alone!("m20261122_000034_invitations", of_sites = false);
