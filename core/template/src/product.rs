//! Product data in templates: prices, stock, offers.

use stoa_locale::Number;

use crate::value::Node;

/// Product types that differ in prices and stock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ProductKind {
    Physical,
    Digital,
    Service,
    GiftCard,
    Unknown,
}

/// An amount and its currency as found in the data.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Price {
    pub(crate) amount: Number,
    pub(crate) currency: String,
}

impl Price {
    fn zero() -> Self {
        Self { amount: Number::from(0), currency: "USD".to_owned() }
    }

    /// Reads a money object. The default currency is US dollars.
    fn read(money: Node<'_>) -> Option<Self> {
        let amount =
            [money.member("decimalValue"), money.member("value")].into_iter().find(|value| !value.is_absent())?;
        let currency = [money.member("currencyCode"), money.member("currency")]
            .into_iter()
            .find_map(Node::as_str)
            .unwrap_or("USD");
        let amount = Number::parse(&amount.to_plain_text())?;
        Some(Self { amount, currency: currency.to_owned() })
    }

    /// The amount in hundredths.
    pub(crate) fn cents(&self) -> i64 {
        let hundredths = self.amount.scaled(2).rounded_integer();
        hundredths.unwrap_or(0)
    }

    fn is_below(&self, other: &Self) -> bool {
        self.amount.compare(&other.amount).is_lt()
    }
}

pub(crate) fn kind(item: Node<'_>) -> ProductKind {
    match item.path(&["structuredContent", "productType"]).to_integer() {
        1 => ProductKind::Physical,
        // Paywalls (lessons) are priced like digital products, and have unlimited stock too.
        2 | 5 => ProductKind::Digital,
        3 => ProductKind::Service,
        4 => ProductKind::GiftCard,
        _ => ProductKind::Unknown,
    }
}

pub(crate) fn variants<'r>(item: Node<'r>) -> Vec<Node<'r>> {
    match item.path(&["structuredContent", "variants"]) {
        array if array.as_array().is_some() => array.values(),
        _ => Vec::new(),
    }
}

fn has_variants_kind(kind: ProductKind) -> bool {
    matches!(kind, ProductKind::Physical | ProductKind::Service | ProductKind::GiftCard)
}

fn price_of(holder: Node<'_>) -> Price {
    Price::read(holder.member("priceMoney")).unwrap_or_else(Price::zero)
}

fn sale_price_of(holder: Node<'_>) -> Price {
    Price::read(holder.member("salePriceMoney")).unwrap_or_else(Price::zero)
}

/// The price a buyer pays: the sale price while it is on sale.
fn effective(holder: Node<'_>) -> Price {
    match holder.member("onSale").is_truthy() {
        true => sale_price_of(holder),
        false => price_of(holder),
    }
}

fn lowest(prices: impl Iterator<Item = Price>) -> Option<Price> {
    prices.reduce(|kept, next| if next.is_below(&kept) { next } else { kept })
}

fn highest(prices: impl Iterator<Item = Price>) -> Option<Price> {
    prices.reduce(|kept, next| if kept.is_below(&next) { next } else { kept })
}

/// The items that have prices: the variants, or the first subscription offer of each.
fn holders<'r>(item: Node<'r>, subscription: bool) -> Vec<Node<'r>> {
    let variants = variants(item);
    match subscription {
        false => variants,
        true => variants
            .into_iter()
            .map(|variant| variant.member("pricingOptions").element(0))
            .filter(|option| !option.is_absent())
            .collect(),
    }
}

/// Prices of one product, of its variants or of its subscription offers.
#[derive(Debug)]
pub(crate) struct Prices<'r> {
    kind: ProductKind,
    content: Node<'r>,
    holders: Vec<Node<'r>>,
}

impl<'r> Prices<'r> {
    pub(crate) fn of(item: Node<'r>) -> Self {
        Self { kind: kind(item), content: item.member("structuredContent"), holders: holders(item, false) }
    }

    pub(crate) fn of_subscription(item: Node<'r>) -> Self {
        Self { kind: kind(item), content: item.member("structuredContent"), holders: holders(item, true) }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.holders.is_empty()
    }

    /// The lowest price a buyer can pay.
    pub(crate) fn from(&self) -> Price {
        self.fold(|holders| lowest(holders.iter().map(|holder| effective(*holder))), effective)
    }

    /// The highest regular price.
    pub(crate) fn normal(&self) -> Price {
        self.fold(|holders| highest(holders.iter().map(|holder| price_of(*holder))), price_of)
    }

    /// The lowest sale price, 0 if nothing is on sale.
    pub(crate) fn sale(&self) -> Price {
        let on_sale = |holder: &Node<'r>| holder.member("onSale").is_truthy();
        self.fold(
            |holders| lowest(holders.iter().copied().filter(on_sale).map(sale_price_of)),
            |content| if on_sale(&content) { sale_price_of(content) } else { Price::zero() },
        )
    }

    fn fold(&self, of_holders: impl Fn(&[Node<'r>]) -> Option<Price>, of_content: impl Fn(Node<'r>) -> Price) -> Price {
        match self.kind {
            ProductKind::Digital => of_content(self.content),
            kind if has_variants_kind(kind) => of_holders(&self.holders).unwrap_or_else(Price::zero),
            _ => Price::zero(),
        }
    }

    /// Whether the price differs between the items.
    pub(crate) fn are_varied(&self) -> bool {
        if !has_variants_kind(self.kind) {
            return false;
        }
        let mut amounts = self.holders.iter().map(|holder| comparable(*holder));
        let Some(first) = amounts.next() else { return false };
        amounts.any(|amount| !amount.equals(&first))
    }

    pub(crate) fn is_on_sale(&self) -> bool {
        match self.kind {
            ProductKind::Digital => self.content.member("onSale").is_truthy(),
            kind if has_variants_kind(kind) => self.holders.iter().any(|holder| holder.member("onSale").is_truthy()),
            _ => false,
        }
    }
}

/// The price paid, from money objects or from older fields in cents.
fn comparable(holder: Node<'_>) -> Number {
    let on_sale = holder.member("onSale").is_truthy();
    let (money, cents) = if on_sale { ("salePriceMoney", "salePrice") } else { ("priceMoney", "price") };
    match Price::read(holder.member(money)) {
        Some(price) => price.amount,
        None => Number::from_minor(holder.member(cents).to_integer(), 2),
    }
}

/// The stock left; none means unlimited.
pub(crate) fn stock(item: Node<'_>) -> Option<i64> {
    match kind(item) {
        ProductKind::Digital | ProductKind::GiftCard => None,
        ProductKind::Unknown => Some(0),
        ProductKind::Physical | ProductKind::Service => {
            let mut total = 0_i64;
            for variant in variants(item) {
                if variant.member("unlimited").is_truthy() {
                    return None;
                }
                total = total.saturating_add(variant.member("qtyInStock").to_integer().max(0));
            }
            Some(total)
        }
    }
}

pub(crate) fn is_sold_out(item: Node<'_>) -> bool {
    stock(item) == Some(0)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Node, ProductKind, kind};

    // spec: enum.product-type
    #[test]
    fn product_content_kinds() {
        let read = |code: i32| {
            let item = json!({"structuredContent": {"productType": code}});
            kind(Node::Json(&item))
        };
        let four = [ProductKind::Physical, ProductKind::Digital, ProductKind::Service, ProductKind::GiftCard];
        assert_eq!([1, 2, 3, 4].map(read), four);
        assert_eq!(read(5), ProductKind::Digital);
        assert_eq!([0, 6].map(read), [ProductKind::Unknown; 2]);
        assert_eq!(kind(Node::Missing), ProductKind::Unknown);
    }
}
