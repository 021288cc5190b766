//! Runs of load tests: what must hold in the store after one, and the removal of what one made.
//!
//! A removal consists of batches, each in a transaction of its own: what is removed and the notes that name it go
//! together, so an interrupted removal goes on where it stopped. The entries of the stock ledger that orders of the run
//! wrote go with them, and their units return: number and ledger of each variant still add up, as if the run had never
//! been, except where someone has set the stock since (`inventory::undo`). Numbers of removed orders are not used
//! again. Orders with real money stay, whatever made their cart.

mod check;
mod events;
mod orders;
mod people;
mod products;
mod rules;

use sea_orm::sea_query::{Expr, SimpleExpr};
use stoa_entity::tenant::cart;
use stoa_entity::{TenantTx, load_run_removal};
use stoa_kernel::load_run::LoadRunItemKind;

pub use check::{CheckRequest, MAX_CONFIRMED, check};
pub use events::remove_events;
pub use orders::remove_carts;
pub use people::{remove_addresses, remove_site_users, remove_wishlists};
pub use products::remove_products;
pub use rules::Finding;

/// The condition that a cart belongs to no load test.
pub(crate) fn is_of_no_run(tx: &TenantTx) -> SimpleExpr {
    load_run_removal::is_not_noted(tx, LoadRunItemKind::Cart, Expr::col((cart::Entity, cart::Column::Id)))
}
