//! Customers: who has bought or has an account on the site, the addresses they keep, the orders they look
//! back on, and their right to know and to be forgotten.

mod addresses;
mod erase;
mod export;
mod follow;
mod history;
mod list;
mod listing;
mod model;
mod person;
mod sheet;
mod store;

pub use addresses::{NewAddress, SavedAddress, add, change, countries, language, list as addresses, remove};
pub use erase::{erasable, erasable_own, erase, erase_own};
pub use export::{export, export_own};
pub use follow::{Moved, follow_account};
pub use history::{OwnOrder, orders};
pub use list::{detail, list, orders_of};
pub use listing::{CustomerFilter, CustomerSort};
pub use model::{CustomerSummary, CustomerView, Profile};
pub use sheet::{Sheet, may_have_sheet, sheet};
pub use store::{note_account, own_consent, set_consent};

pub(crate) use addresses::{keep, of_member};
pub(crate) use history::own_orders;
pub(crate) use store::{Seen, note, withdraw_consent};

use stoa_kernel::id::SiteUserId;
use stoa_kernel::{Actor, ErrorCode, Failure, TenantCtx};

use crate::CommerceError;

/// The site user whose call it is.
fn member(ctx: &TenantCtx) -> Result<&SiteUserId, CommerceError> {
    match ctx.actor() {
        Actor::SiteUser(id) => Ok(id),
        Actor::Visitor | Actor::Contributor(_) | Actor::System => {
            Err(CommerceError::Denied(Failure::plain(ErrorCode::SignInRequired)))
        }
    }
}
