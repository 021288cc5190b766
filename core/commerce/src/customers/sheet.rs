//! Customers as a table for other programs, page by page, so that a long list takes no more memory than a page.

use stoa_entity::tenant::customer;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::TenantCtx;
use stoa_kernel::money::Money;
use stoa_kernel::permission::{Action, Resource};

use super::list;
use super::listing::CustomerFilter;
use super::model::CustomerSummary;
use crate::CommerceError;
use crate::audit::{self, AuditAction};
use crate::csv::{Place, line, utc};
use crate::ordered::Spot;

const HEADINGS: [&str; 9] = [
    "E-mail",
    "Name",
    "Account",
    "Agreed to mail (UTC)",
    "Orders",
    "Currency",
    "Spent",
    "Last order (UTC)",
    "Since (UTC)",
];

/// A table of customers under way.
#[derive(Debug)]
pub struct Sheet {
    db: TenantDb,
    filter: CustomerFilter,
    place: Place<Spot>,
}

/// Whether the caller may have customers as a table, asked before a link to it is handed out.
///
/// # Errors
/// When the caller may not change customers: a table holds the address of each.
pub fn may_have_sheet(ctx: &TenantCtx) -> Result<(), CommerceError> {
    Ok(ctx.authorise(Resource::Customers, Action::Write)?)
}

/// Begins a table of the customers that a filter lets through, in its order. It goes to the audit log.
///
/// # Errors
/// As [`may_have_sheet`].
pub async fn sheet(ctx: &TenantCtx, db: &TenantDb, filter: CustomerFilter) -> Result<Sheet, CommerceError> {
    ctx.authorise(Resource::Customers, Action::Write)?;
    let tx = db.write().await?;
    audit::note(ctx, &tx, AuditAction::CustomersExport, ctx.website().as_str()).await?;
    tx.commit().await?;
    Ok(Sheet { db: db.clone(), filter, place: Place::Start })
}

impl Sheet {
    /// The next part of the CSV file; none after the last.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn part(&mut self) -> Result<Option<String>, CommerceError> {
        let Some((mut part, behind)) = self.place.next(HEADINGS) else { return Ok(None) };
        let tx = self.db.read().await?;
        let spots = self.spots(&tx, behind.as_ref()).await?;
        for customer in list::at(&tx, &spots).await? {
            part.push_str(&told(customer));
        }
        self.place.go_on_behind_full(spots);
        Ok(Some(part))
    }

    async fn spots(&self, tx: &TenantTx, behind: Option<&Spot>) -> Result<Vec<Spot>, CommerceError> {
        let find = tx.find::<customer::Entity>().filter(self.filter.condition());
        Ok(self.filter.order().spots(find, behind, Place::<Spot>::ROWS).await?)
    }
}

fn told(customer: CustomerSummary) -> String {
    line([
        customer.email,
        customer.name,
        if customer.site_user_id.is_some() { "yes" } else { "no" }.to_owned(),
        customer.mail_consent_on.map(utc).unwrap_or_default(),
        customer.order_count.to_string(),
        customer.currency.code().to_owned(),
        Money::new(customer.spent_cents, customer.currency).decimal_value(),
        customer.last_order_on.map(utc).unwrap_or_default(),
        utc(customer.created_on),
    ])
}
