//! Gift cards of an order.

use std::collections::HashMap;

use serde::Serialize;
use stoa_entity::tenant::{gift_card, order_item};
use stoa_kernel::encryption::Cipher;
use stoa_kernel::id::OrderItemId;
use stoa_kernel::money::Cents;

use super::code::opened;
use crate::catalogue::ProductType;
use crate::orders::OrderView;

/// A gift card of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GiftCard {
    /// The order line it was bought on.
    pub order_item_id: OrderItemId,
    /// The code that its holder enters; empty if it was encrypted with another key.
    pub code: String,
    /// Initial value, in minor units.
    pub amount_cents: Cents,
    /// Remaining value, in minor units.
    pub balance_cents: Cents,
}

impl GiftCard {
    /// The last characters of the code, by which contributors can identify it without being able to use it.
    pub fn code_end(&self) -> &str {
        self.code.rsplit('-').next().unwrap_or_default()
    }

    /// An undecryptable code becomes empty, so that the order can be viewed and refunded even if the key is lost.
    pub(super) fn from_row(row: gift_card::Model, seal: &Cipher) -> Self {
        let code = match row.code_hash {
            Some(_) => opened(seal, &row.website_id, &row.id, &row.sealed_code).unwrap_or_else(|error| {
                tracing::error!(gift_card.id = %row.id, %error, "the code of a gift card cannot be decrypted");
                String::new()
            }),
            None => row.sealed_code,
        };
        let gift_card::Model { order_item_id, amount_cents, balance_cents, .. } = row;
        Self { order_item_id, code, amount_cents, balance_cents }
    }
}

/// Whether an order line consists of gift cards.
pub(crate) fn is_gift_card(item: &order_item::Model) -> bool {
    ProductType::from_code(item.product_type) == Some(ProductType::GiftCard)
}

/// The cards that are valid: those of units that were not refunded.
pub(super) fn valid(order: &OrderView, cards: Vec<gift_card::Model>) -> Vec<gift_card::Model> {
    if !order.delivers_digital_content || !order.summary.entitles_customer() {
        return Vec::new();
    }
    let kept = order.items.iter().map(|item| (&item.id, item.quantity - item.refunded_quantity));
    let mut kept: HashMap<&OrderItemId, i64> = kept.collect();
    let mut stays = |card: &gift_card::Model| {
        let left = kept.get_mut(&card.order_item_id).filter(|left| **left > 0);
        left.is_some_and(|left| {
            *left -= 1;
            true
        })
    };
    cards.into_iter().filter(|card| stays(card)).collect()
}

#[cfg(test)]
mod tests {
    use stoa_entity::tenant::gift_card;
    use stoa_kernel::clock::Timestamp;
    use stoa_kernel::encryption::{Cipher, CipherError};
    use stoa_kernel::id::{GiftCardId, OrderId, OrderItemId, WebsiteId};
    use stoa_kernel::money::Cents;

    use super::GiftCard;
    use crate::gift_cards::code::{fingerprint, sealed};

    #[test]
    fn gift_card_without_decryption_key() -> Result<(), CipherError> {
        let (seal, website, id) = (Cipher::new(&[7; 32])?, WebsiteId::generate(), GiftCardId::generate());
        let card = gift_card::Model {
            sealed_code: sealed(&seal, &website, &id, "K7QD-2MXE-9PHR-WB4T")?,
            code_hash: Some(fingerprint(&seal, &website, "K7QD-2MXE-9PHR-WB4T")),
            website_id: website,
            id,
            order_id: OrderId::generate(),
            order_item_id: OrderItemId::generate(),
            amount_cents: Cents(5_000),
            balance_cents: Cents(5_000),
            currency: "USD".to_owned(),
            created_on: Timestamp::from_ms(1),
        };
        let read = GiftCard::from_row(card.clone(), &seal);
        assert_eq!((read.code.as_str(), read.code_end()), ("K7QD-2MXE-9PHR-WB4T", "WB4T"));
        let lost = GiftCard::from_row(card, &Cipher::new(&[8; 32])?);
        assert_eq!((lost.code.as_str(), lost.balance_cents), ("", Cents(5_000)));
        Ok(())
    }
}
