//! CSV export of customers, written in parts, so that a long list needs only the memory of one part.

use sea_orm::sea_query::Expr;
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::keyset::Cursor;
use stoa_entity::tenant::customer;
use stoa_entity::{TenantDb, TenantTx, load_run_removal};
use stoa_kernel::csv::{Progress, line, utc};
use stoa_kernel::load_run::LoadRunItemKind;
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{TenantCtx, boxed};

use super::list;
use super::listing::CustomerFilter;
use super::model::CustomerSummary;
use crate::CommerceError;

const HEADINGS: [&str; 9] = [
    "E-mail",
    "Name",
    "Account",
    "Accepted marketing (UTC)",
    "Orders",
    "Currency",
    "Spent",
    "Last order (UTC)",
    "Since (UTC)",
];

/// A CSV export in progress.
#[derive(Debug)]
pub struct Sheet {
    db: TenantDb,
    filter: CustomerFilter,
    place: Progress<Cursor>,
}

/// Checks whether the caller may export customers, before a link to the export is created.
///
/// # Errors
/// When the caller may not change customers: the export contains all their e-mail addresses.
pub fn authorise_customer_export(ctx: &TenantCtx) -> Result<(), CommerceError> {
    Ok(ctx.authorise(Resource::Customers, Action::Write)?)
}

/// Starts an export of the customers that match a filter, in its order. Recorded in the audit log.
///
/// # Errors
/// As [`authorise_customer_export`].
#[boxed]
pub async fn csv_export(ctx: &TenantCtx, db: &TenantDb, filter: CustomerFilter) -> Result<Sheet, CommerceError> {
    ctx.authorise(Resource::Customers, Action::Write)?;
    let tx = db.write().await?;
    audit::note(ctx, &tx, AuditAction::CustomersExport, ctx.website().as_str()).await?;
    tx.commit().await?;
    Ok(Sheet { db: db.clone(), filter, place: Progress::Start })
}

impl Sheet {
    /// The next part of the CSV file; `None` after the last.
    ///
    /// # Errors
    /// When the database fails.
    #[boxed]
    pub async fn part(&mut self) -> Result<Option<String>, CommerceError> {
        let Some((mut part, behind)) = self.place.next(HEADINGS) else { return Ok(None) };
        let tx = self.db.read().await?;
        let spots = self.spots(&tx, behind.as_ref()).await?;
        for customer in list::at(&tx, &spots).await? {
            part.push_str(&csv_row(customer));
        }
        self.place.continue_after_full_part(spots);
        Ok(Some(part))
    }

    async fn spots(&self, tx: &TenantTx, behind: Option<&Cursor>) -> Result<Vec<Cursor>, CommerceError> {
        // Not the people of load tests.
        let email = Expr::col((customer::Entity, customer::Column::Email));
        let find = tx.find::<customer::Entity>().filter(self.filter.condition());
        let find = find.filter(load_run_removal::is_not_noted(tx, LoadRunItemKind::Address, email));
        Ok(self.filter.order().cursors(find, behind, Progress::<Cursor>::ROWS).await?)
    }
}

fn csv_row(customer: CustomerSummary) -> String {
    line([
        customer.email,
        customer.name,
        if customer.site_user_id.is_some() { "yes" } else { "no" }.to_owned(),
        customer.mail_consent_on.map(utc).unwrap_or_default(),
        customer.order_count.to_string(),
        customer.currency.code().to_owned(),
        customer.spent_cents.of(customer.currency).decimal_value(),
        customer.last_order_on.map(utc).unwrap_or_default(),
        utc(customer.created_on),
    ])
}
