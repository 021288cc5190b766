//! Discounts, price lists, taxes and delivery prices.

pub mod discount;
pub mod discount_customer;
pub mod discount_target;
pub mod discount_use;
pub mod price_list;
pub mod price_list_customer;
pub mod price_list_price;
pub mod shipping_zone;
pub mod shop_stamp;
pub mod tax_rule;
