//! The platform's tables: accounts, sites, host names and jobs; from the files of this folder.

include!(concat!(env!("OUT_DIR"), "/platform.rs"));
