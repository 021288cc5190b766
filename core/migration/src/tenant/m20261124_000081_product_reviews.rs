//! Product reviews, and review request e-mails.

crate::script::script_alone!("m20261124_000081_product_reviews");
