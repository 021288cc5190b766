//! The tables of a site, from the files of this folder. Every row has a website id.

include!(concat!(env!("OUT_DIR"), "/tenant.rs"));
