//! Products, categories, stock and product reviews.

pub mod category;
pub mod donation_terms;
pub mod product;
pub mod product_address;
pub mod product_category;
pub mod product_file;
pub mod product_review;
pub mod restock_sign_up;
pub mod review_request;
pub mod stock_change;
pub mod subscription_plan;
pub mod variant;
