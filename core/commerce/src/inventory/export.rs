//! Export of stock as CSV, one page at a time.

use stoa_entity::TenantDb;
use stoa_kernel::csv::{Progress, line};
use stoa_kernel::page::PageRequest;
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{TenantCtx, boxed};

use super::csv_rows::{HEADINGS, UNLIMITED};
use super::list::levels;
use super::listing::InventoryFilter;
use super::model::StockLevel;
use crate::CommerceError;

/// An export in progress.
#[derive(Debug)]
pub struct Export {
    ctx: TenantCtx,
    db: TenantDb,
    filter: InventoryFilter,
    place: Progress<String>,
}

/// Starts an export of the variants that match a filter, in the order of the list.
///
/// # Errors
/// When the caller may not read products.
pub fn export(ctx: &TenantCtx, db: &TenantDb, filter: InventoryFilter) -> Result<Export, CommerceError> {
    ctx.authorise(Resource::Products, Action::Read)?;
    Ok(Export { ctx: ctx.clone(), db: db.clone(), filter, place: Progress::Start })
}

impl Export {
    /// The next part of the CSV file; none after the last.
    ///
    /// # Errors
    /// When the database fails.
    #[boxed]
    pub async fn part(&mut self) -> Result<Option<String>, CommerceError> {
        let Some((mut part, cursor)) = self.place.next(HEADINGS) else { return Ok(None) };
        let request = PageRequest::new(cursor, Some(PageRequest::MAX_LIMIT));
        let page = levels(&self.ctx, &self.db, &self.filter, &request).await?;
        for level in &page.items {
            part.push_str(&level_line(level));
        }
        self.place.continue_after_row(page.next_cursor);
        Ok(Some(part))
    }
}

fn level_line(level: &StockLevel) -> String {
    let options: Vec<String> = level.attributes.iter().map(|(name, value)| format!("{name}: {value}")).collect();
    let stock = if level.unlimited { UNLIMITED.to_owned() } else { level.qty_in_stock.to_string() };
    line([level.sku.clone(), level.product_name.clone(), options.join(", "), stock, String::new()])
}
