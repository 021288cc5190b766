//! Translations of what carts, checkouts and orders consist of: shipping options, discounts, taxes, and what the
//! checkout asks. The texts of products are listed in `catalogue`.

mod keep;
mod shown;
mod sources;

pub use shown::lay_over_store_settings;
pub use sources::{DiscountTexts, PaymentTexts, ShippingOptionTexts, StoreTexts, TaxRuleTexts};

pub(crate) use keep::{order_words, with_words};
pub(crate) use shown::{PaymentWords, ShopWords, Translated};
