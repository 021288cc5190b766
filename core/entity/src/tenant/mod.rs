//! The tables of a site, by area. Every row has a website id.

mod carts;
mod catalogue;
mod comments;
mod content;
mod customers;
mod design;
mod emails;
mod forms;
mod media;
mod orders;
mod payments;
mod plugins;
mod pricing;
mod website;

pub use carts::{
    cart, cart_buy_now, cart_donation, cart_entry, cart_reminder, cart_subscription, checkout_detail, site_user_cart,
};
pub use catalogue::{
    category, donation_terms, product, product_address, product_category, product_file, product_review,
    restock_sign_up, review_request, stock_change, subscription_plan, variant,
};
pub use comments::{discussion, visitor_comment, visitor_mark};
pub use content::{
    collection, header_footer, header_footer_draft, header_footer_version, item, page_operation, page_presence,
    page_setting, post, preview_link, redirect, review_comment, saved_section,
};
pub use customers::{
    customer, customer_former_email, site_session, site_user, site_user_address, site_user_new_email, site_user_token,
};
pub use design::{site_design, template_file, template_set, template_version};
pub use emails::{letter_text, mail, mailing_list, pending_subscriber, subscriber};
pub use forms::{form_file, form_key, submission, webhook_delivery, webhook_key};
pub use media::{asset, asset_folder, asset_upload, upload_limit};
pub use orders::{
    counter, download, fulfillment, fulfillment_item, order, order_donation, order_event, order_item,
    order_item_answer, order_language, order_subscription, order_tag,
};
pub use payments::{gift_card, payment, payment_setting, refund, refund_item, webhook_receipt};
pub use plugins::{plugin_setting, plugin_storage, plugin_storage_size};
pub use pricing::{
    discount, discount_customer, discount_target, discount_use, price_list, price_list_customer, price_list_price,
    shipping_zone, shop_stamp, tax_rule,
};
pub use website::{audit, commerce_preferences, outbox, site, site_copy, site_lock, visitor_event, website_setting};
