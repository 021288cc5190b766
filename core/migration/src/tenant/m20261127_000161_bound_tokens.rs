//! E-mailed tokens of site users are bound to the address they were sent to; index to count e-mails per address.

crate::script::script_alone!("m20261127_000161_bound_tokens");
