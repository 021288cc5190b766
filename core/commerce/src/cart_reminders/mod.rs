//! Abandoned cart e-mails: at most one per cart, only to people who agreed to marketing e-mails.

mod due;
mod figures;
mod links;
mod personal;

pub use due::{OLDEST_MS, PAUSE_MS, WAIT_MS, next_due, write_due};
pub use figures::{CartReminderFigures, figures};
pub use links::{RestoredCart, restore_from_reminder};

pub(crate) use figures::note_order;
pub(crate) use links::CartReminderEmails;
pub(crate) use personal::CartReminderData;

use stoa_entity::TenantTx;

/// Keyed hash of an e-mail address, by which its reminders are found.
fn person(tx: &TenantTx, email: &str) -> String {
    tx.seal().fingerprint(email.trim().to_lowercase().as_bytes(), &owner(tx))
}

fn owner(tx: &TenantTx) -> String {
    format!("cart-reminder {}", tx.website())
}
