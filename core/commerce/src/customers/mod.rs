//! Customers: buyers and account holders, their saved addresses and order history, and export and erasure of their
//! data.

mod address_labels;
mod addresses;
mod csv_export;
mod email_changed;
mod erase;
mod export;
mod history;
mod identity;
mod list;
mod listing;
mod mailing_lists;
mod messages;
mod model;
mod personal_data;
mod store;

pub use address_labels::label_key;
pub use addresses::{NewAddress, SavedAddress, add, change, countries, list as addresses, remove};
pub use csv_export::{Sheet, authorise_customer_export, csv_export};
pub use email_changed::{ChangedEmail, move_customer_to_new_email};
pub use erase::{erasable, erasable_own, erase, erase_own};
pub use export::{export, export_own};
pub use history::{OwnOrder, orders};
pub use list::{detail, list, orders_of};
pub use listing::{CustomerFilter, CustomerSort};
pub use model::{CustomerSummary, CustomerView, Profile};
pub use store::{note_account, own_consent, set_consent};

pub(crate) use addresses::{keep, of_member};
pub(crate) use history::own_orders;
pub(crate) use personal_data::{PersonRecords, PersonalData};
pub(crate) use store::{CustomerUpdate, found_by, note, note_buyer, withdraw_consent};

use stoa_kernel::id::SiteUserId;
use stoa_kernel::{Actor, ErrorCode, Failure, TenantCtx};

use crate::CommerceError;

/// The signed-in site user who makes the request.
pub(crate) fn member(ctx: &TenantCtx) -> Result<&SiteUserId, CommerceError> {
    match ctx.actor() {
        Actor::SiteUser(id) => Ok(id),
        Actor::Visitor | Actor::Contributor(_) | Actor::PaymentProvider | Actor::System => {
            Err(CommerceError::Denied(Failure::plain(ErrorCode::SignInRequired)))
        }
    }
}
