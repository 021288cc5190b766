//! Tokens that were mailed to site users are bound to the address they were sent to; letters to an address are counted.

crate::script::script_alone!("m20261127_000161_bound_tokens");
