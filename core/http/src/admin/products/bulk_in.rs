//! Request types of bulk actions on products.

use serde::Deserialize;
use stoa_commerce::CommerceError;
use stoa_commerce::catalogue::{BulkAction, PriceChange};
use stoa_kernel::money::Cents;
use utoipa::ToSchema;

use super::product_in::refused;

/// Bulk action on products.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BulkActionDto {
    /// Makes the product visible.
    Publish,
    /// Makes it visible to contributors only.
    Hide,
    /// Adds it to the category.
    AddCategory,
    /// Removes it from the category.
    RemoveCategory,
    /// Adds the tags.
    AddTags,
    /// Removes the tags, ignoring case.
    RemoveTags,
    /// Makes it taxable.
    ChargeTax,
    /// Makes it tax-free.
    ChargeNoTax,
    /// Changes the prices of its variants.
    ChangePrice,
    /// Sets the sale prices of its variants, computed from their prices, and starts the sale.
    ChangeSalePrice,
    /// Starts the sale at the existing sale prices.
    StartSale,
    /// Ends the sale.
    EndSale,
    /// Deletes it permanently.
    Delete,
}

/// Kind of a price change.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PriceWayDto {
    /// Sets the price to the value, minor units.
    Set,
    /// Changes it by a percentage in basis points, negative to lower it: -1000 takes 10 % off. Rounded to the nearest
    /// minor unit, half up.
    Percent,
    /// Changes it by an amount in minor units, negative to lower it.
    Amount,
}

/// A price change.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[schema(as = PriceChange)]
pub struct PriceChangeDto {
    way: PriceWayDto,
    value: i64,
}

impl From<PriceChangeDto> for PriceChange {
    fn from(PriceChangeDto { way, value }: PriceChangeDto) -> Self {
        match way {
            PriceWayDto::Set => PriceChange::Set(Cents(value)),
            PriceWayDto::Percent => PriceChange::Percent(value),
            PriceWayDto::Amount => PriceChange::Amount(Cents(value)),
        }
    }
}

/// A bulk action on products.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BulkBody {
    /// At most 200.
    pub(in crate::admin) item_ids: Vec<String>,
    action: BulkActionDto,
    /// The category of `add-category` and `remove-category`.
    #[serde(default)]
    category_id: Option<String>,
    /// The tags of `add-tags` and `remove-tags`; at most 50.
    #[serde(default)]
    tags: Vec<String>,
    /// The price change of `change-price` and `change-sale-price`.
    #[serde(default)]
    price: Option<PriceChangeDto>,
}

impl BulkBody {
    pub(in crate::admin) fn action(&self) -> Result<BulkAction, CommerceError> {
        let category = || {
            let wanted = self.category_id.as_deref().unwrap_or_default();
            wanted
                .parse()
                .map_err(|_| refused("categoryId", stoa_kernel::contributor_texts::CHOOSE_A_CATEGORY.english()))
        };
        let price = || {
            let change = self.price.ok_or_else(|| refused("price", "Enter how the price changes."))?;
            Ok::<_, CommerceError>(PriceChange::from(change))
        };
        Ok(match self.action {
            BulkActionDto::Publish => BulkAction::Publish,
            BulkActionDto::Hide => BulkAction::Hide,
            BulkActionDto::AddCategory => BulkAction::AddCategory(category()?),
            BulkActionDto::RemoveCategory => BulkAction::RemoveCategory(category()?),
            BulkActionDto::AddTags => BulkAction::AddTags(self.tags.clone()),
            BulkActionDto::RemoveTags => BulkAction::RemoveTags(self.tags.clone()),
            BulkActionDto::ChargeTax => BulkAction::Taxable(true),
            BulkActionDto::ChargeNoTax => BulkAction::Taxable(false),
            BulkActionDto::ChangePrice => BulkAction::ChangePrice(price()?),
            BulkActionDto::ChangeSalePrice => BulkAction::ChangeSalePrice(price()?),
            BulkActionDto::StartSale => BulkAction::StartSale,
            BulkActionDto::EndSale => BulkAction::EndSale,
            BulkActionDto::Delete => BulkAction::Delete,
        })
    }
}
