//! Letters about carts that were left behind: one for a cart, to somebody who has agreed to hear from the shop.

mod due;
mod figures;
mod links;

pub use due::{OLDEST_MS, PAUSE_MS, WAIT_MS, next_due, write_due};
pub use figures::{CartReminderFigures, figures};
pub use links::{Back, bring_back};

pub(crate) use figures::note_order;
pub(crate) use links::{receiver_of, stop};

use stoa_entity::TenantTx;

/// By what the owner of an address is found again.
pub(crate) fn person(tx: &TenantTx, email: &str) -> String {
    tx.seal().fingerprint(email.trim().to_lowercase().as_bytes(), &owner(tx))
}

fn owner(tx: &TenantTx) -> String {
    format!("cart-reminder {}", tx.website())
}
