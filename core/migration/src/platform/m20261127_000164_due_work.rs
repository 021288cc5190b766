//! The list of due work becomes complete: no site is looked at that does not stand in it.

crate::script::script_alone!("m20261127_000164_due_work", of_sites = false);
