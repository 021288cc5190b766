//! A link that people get by letter goes on working when somebody asks for another one.

crate::script::script_alone!("m20261127_000163_earlier_links", of_sites = false);
