//! Load tests: the owner of a site allows them for a time, runs are started with a key and carry a pass, and what a run
//! makes is noted with it (`stoa_entity::load_run_items`), so that it can be removed.

mod counts;
mod error;
mod pass;
mod permission;
mod removal;
mod runs;

pub use counts::counts_in_words;
pub use error::LoadTestRefusal;
pub use pass::RunPass;
pub use permission::{LoadTestPermission, LoadTestRules, PermissionChange, allow, get, permission, renew_key, save};
pub use removal::{
    NotedAssets, begin_removal, finish_removal, next_assets, next_removal, remove_assets, remove_pages, removed_runs,
    runs_to_remove,
};
pub use runs::{LoadRun, MAX_RUN_SECONDS, NewRun, allowed_calls, check, end, list, one, start};
