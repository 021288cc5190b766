//! The tables of what visitors of a site did. On SQLite they are in a file of their own beside the site's; on Postgres in
//! the same database as the site's. Every row has a website id.

include!(concat!(env!("OUT_DIR"), "/analytics.rs"));
