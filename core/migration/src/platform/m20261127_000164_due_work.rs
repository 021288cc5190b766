//! Makes the list of due work complete: the worker visits only sites in it.

crate::script::script_alone!("m20261127_000164_due_work", of_sites = false);
