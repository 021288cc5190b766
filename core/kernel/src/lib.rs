//! The shared types of all other crates: typed ids, money in minor units, the public list of error codes, the context
//! of a request, and the ports (adapter traits) to the outside world.
//!
//! It depends on no web framework, no database schema and no plugin runtime. It depends on `sea-orm` only so that
//! entity columns can have typed ids, amounts and closed sets as their types.

pub mod address;
pub mod clock;
pub mod contributor_texts;
pub mod csv;
pub mod ctx;
pub mod encryption;
pub mod error;
pub mod event;
pub mod id;
pub mod language;
pub mod language_address;
pub mod load_tests;
pub mod local_days;
pub mod migrations;
pub mod money;
pub mod new_ids;
pub mod page;
pub mod password;
pub mod permission;
pub mod ports;
pub mod precondition;
pub mod problem_text;
pub mod reachability;
pub mod search;
pub mod shared_problem_texts;
pub mod statements;
pub mod storage;
pub mod token;
pub mod upload;
pub mod waits;

mod closed_set;
mod closed_sets;

pub use closed_sets::{
    account, analytics, catalogue, checkout, content, design, discussion, experiment, forms, job, load_run, media,
    messages, order, payment, plugin, plugin_change, pricing, site_event, translation, website,
};

/// Lets an async function return a boxed future. The public async functions of the domains have this attribute: without
/// it, their bodies and all that these await are compiled again in every crate that calls them.
///
/// It knows the lifetimes of references only. A parameter by value that borrows shares its lifetime with a reference:
/// `ctx: &'a TenantCtx, key: CheckoutKey<'a>`.
pub use async_recursion::async_recursion as boxed;
pub use closed_set::value_named;
pub use ctx::{Actor, TenantCtx};
pub use error::{ErrorCode, Failure, FieldErrors};
pub use money::{Currency, Money};
pub use permission::{Action, PermissionSet, Resource};
pub use precondition::Precondition;
pub use problem_text::{ProblemText, ProblemValue, Said, SaidTexts};
