//! Request bodies of the operations for which their schema does not say enough.

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};
use stoa_kernel::clock::{Clock as _, SystemClock};

use super::derived::with_ids;
use super::{KnownResources, LOCK_PASSWORD, PICTURE, Route, SPARE_CUSTOMER, UPLOADS};
use crate::shop;

impl KnownResources {
    /// The body of an operation; none when it has none, or is an upload.
    pub(crate) fn body(&self, route: &Route) -> Result<Option<Value>> {
        // Deletions require the revision of what they delete.
        match route.id.as_str() {
            "template_file_remove" => return Ok(Some(self.template_file.clone())),
            "discounts_delete" => return Ok(Some(self.discount.clone())),
            "price_lists_delete" => return Ok(Some(self.price_list.clone())),
            "taxes_delete" => return Ok(Some(self.tax.clone())),
            "shipping_zones_delete" => return Ok(Some(self.zone.clone())),
            _ => {}
        }
        let Some(derived) = route.body.as_ref().filter(|_| !UPLOADS.contains(&route.id.as_str())) else {
            return Ok(None);
        };
        let variant = &self.product["variants"][0];
        Ok(Some(match route.id.as_str() {
            "annotations_create" => json!({"day": "2026-11-21", "text": "A sale"}),
            "annotations_update" => json!({"day": "2026-11-22", "text": "The end of the sale"}),
            "analytics_email_report_set" => json!({"frequency": "weekly"}),
            "orders_fulfill" => json!({"trackingNumber": "1Z", "notifyCustomer": false}),
            "orders_cancel" => json!({"reason": "A trial", "restock": true, "notifyCustomer": false}),
            "orders_resend" => json!({"kind": "order-confirmed"}),
            "analytics_events_record" => json!({"event_schema_name": "page_view",
                "event_content": json!({"page_path": "/"}).to_string()}),
            "analytics_event_validate" => json!({"page_path": "/"}),
            "census_hit_record" => json!({"event": "1", "data": json!({"url": "/"}).to_string()}),
            "form_render_record" => json!({"formId": "form"}),
            "overlay_record" => json!({"event": "view", "overlayId": "popup"}),
            "account_language_update" => json!({"language": "en"}),
            "mail_previews_send" => json!({"language": "de"}),
            "mail_texts_save" | "mail_texts_preview" => json!({"subject": "Order {number}", "heading": "Thank you",
                "opening": "", "closing": "", "revision": self.email_revision}),
            "orders_set_address" | "orders_set_billing_address" => shop::address("US"),
            "orders_set_email" => json!({"email": "ada.lovelace@example.com"}),
            "refunds_preview" => json!({"amountCents": 1}),
            "orders_charge_saved_method" => {
                json!({"idempotencyKey": random(), "savedMethodId": self.ids["savedMethodId"]})
            }
            "refunds_create" => json!({"idempotencyKey": random(), "amountCents": 1}),
            "products_create_collection" => json!({"navigationTitle": "Outlet", "title": "Outlet", "urlId": "outlet",
                "description": "", "enabled": true}),
            "products_create" => new_product(),
            "products_update" => self.product.clone(),
            "products_bulk" | "all_products_bulk" => json!({"itemIds": [self.ids["itemId"]], "action": "end-sale"}),
            "categories_create" => new_category(),
            "categories_update" => json!({"displayName": "Renamed"}),
            "asset_update" => json!({"altText": "A mug", "focalPoint": {"x": 0.5, "y": 0.25}}),
            "asset_fetch" => json!({"url": self.ids["elsewhere"]}),
            "smugmug_galleries_list" => json!({"address": "juniper.smugmug.com"}),
            "smugmug_pictures_list" => json!({"galleryKey": "mugs"}),
            "assets_move" => json!({"assetIds": [self.ids["assetId"]], "folderId": self.ids["folderId"]}),
            "asset_folder_create" => json!({"name": random()}),
            "asset_folder_update" => json!({"name": "Cups"}),
            "asset_upload_begin" => json!({"filename": "vases.webp", "bytes": PICTURE.len()}),
            "products_move" => json!({"afterItemId": null}),
            "products_set_stock" => json!({"variantId": variant["id"], "unlimited": false, "qtyInStock": 40,
                "seen": shop::seen(variant)}),
            "inventory_set" => self.stock_level.clone(),
            "inventory_change" => json!({"idempotencyKey": random(), "lines": [
                {"variantId": self.ids["variantId"], "change": {"way": "add", "delta": 1}}]}),
            "inventory_adjust" => json!({"delta": 1, "idempotencyKey": random()}),
            "restock_send" => json!({"productId": self.ids["itemId"], "variantId": self.ids["variantId"]}),
            "restock_send_all" => json!({"sendRequests": []}),
            "template_file_save" => self.template_file.clone(),
            "template_files_publish" | "template_version_restore" => json!({"revision": self.template_set["revision"]}),
            "design_save" => self.design.clone(),
            "design_publish" | "design_discard" => json!({"revision": self.design["revision"]}),
            "template_files_check" => json!({"files": {}}),
            "template_files_preview" => json!({"address": "/", "files": {}}),
            "page_save" => self.page.clone(),
            "page_publish" => json!({"revision": self.page["revision"].as_i64().unwrap_or_default()}),
            "page_preview" => json!({"document": self.page["document"]}),
            "page_operations_submit" => json!({"base": self.page["revision"], "client": random(), "steps": []}),
            "saved_sections_create" => saved_section(),
            "saved_sections_rename" => json!({"name": random()}),
            "visitor_comments_add" => json!({"targetId": self.ids["postId"], "author": "Ada", "text": random()}),
            // Sent as a form.
            "visitor_comments_send" | "likes_send" => json!({}),
            "comments_change" => json!({"state": "APPROVED"}),
            "comments_change_states" => json!({"ids": [self.ids["visitorCommentId"]], "state": "APPROVED"}),
            // Sent as a form.
            "product_reviews_send" => json!({"author": "Ada", format!("rating-{}", self.ids["orderItemId"]): "5"}),
            "product_reviews_change_states" => json!({"ids": [self.ids["reviewId"]], "state": "PUBLISHED"}),
            "discussion_save" => json!({"closed": false}),
            "page_questions" => json!({"blocks": [], "calls": []}),
            "settings_save" => self.settings.clone(),
            "languages_replace" => languages(&self.settings),
            "translation_save" => json!({"texts": [{"key": "title", "text": "Becher", "digest": "none"}]}),
            "translated_address_save" => json!({"word": random().to_lowercase()}),
            "site_copies_create" => json!({"title": "Copy", "identifier": format!("copy-{}", random().to_lowercase())}),
            "website_settings_save" => self.website_settings.clone(),
            "store_settings_save" => self.store_settings.clone(),
            "payment_settings_save" => self.payment_settings.clone(),
            "plugin_save" => json!({"enabled": true}),
            // No site has a version with this digest.
            "plugin_version_set" => json!({"digest": "none"}),
            "payment_provider_save" => json!({"settings": {}, "revision": 0}),
            "discounts_create" => json!({"label": "New", "code": format!("NEW-{}", random()), "kind": "percent",
                "rateBasisPoints": 500, "appliesTo": "order", "enabled": true}),
            "discounts_update" => self.discount.clone(),
            "price_lists_create" => unused_price_list(),
            "price_lists_update" => self.price_list.clone(),
            "taxes_create" => spare_tax(),
            "taxes_update" => self.tax.clone(),
            "shipping_zones_create" => spare_zone(),
            "shipping_zones_update" => self.zone.clone(),
            "shipping_zones_arrange" => json!({"zoneIds": self.zone_ids}),
            "subscription_plans_save" => monthly(&self.plan),
            "donation_terms_save" => donation_terms(),
            "cart_donate" => {
                json!({"itemId": self.product["id"], "amountCents": 500, "name": "Ada", "email": "ada@example.com"})
            }
            "cart_subscribe" | "cart_buy_now" => json!({"itemId": self.product["id"], "sku": variant["sku"], "qty": 1}),
            "installment_providers_save" => json!({"id": "stoa.quarters", "enabled": true, "settings": {},
                "revision": 0}),
            "commerce_preferences_put" => json!({"columns": ["number", "total"]}),
            "items_create" => json!({"title": format!("Item {}", random())}),
            "items_arrange" => json!({"items": []}),
            "item_save" => self.item.clone(),
            "labels_change" => json!({"kind": "tag", "name": "process", "newName": "Process"}),
            "pages_create" => json!({"title": format!("Page {}", random())}),
            "page_settings_save" => self.page_settings.clone(),
            "page_set_status" => json!({"status": "needs-review"}),
            "contributors_invite" => json!({"email": format!("{}@example.com", random()), "roles": [7]}),
            "contributors_set_sign_in_rules" => json!({"secondFactorRequired": false}),
            "contributors_set_roles" => json!({"roles": [7]}),
            "redirects_create" => json!({"source": format!("/{}", random()), "target": "/shop", "permanent": true}),
            "redirects_update" => self.redirect.clone(),
            "load_tests_save" => load_test_permission(),
            "load_run_start" => json!({"key": self.ids["loadTestKey"], "name": random().to_lowercase(),
                "profile": "smoke", "seconds": 60}),
            "experiment_create" => new_experiment(&self.ids["pageId"]),
            "experiment_update" => self.experiment.clone(),
            "experiment_end" => json!({"winner": null}),
            "header_footer_draft_save" => self.header_footer.clone(),
            "header_footer_draft_publish" | "header_footer_draft_discard" | "header_footer_version_restore" => {
                json!({"revision": self.header_footer["revision"]})
            }
            "header_footer_draft_step" => json!({"revision": self.header_footer["revision"], "way": "undo"}),
            "header_footer_save" => json!({"header": {}, "footer": {}}),
            // No password: the other operations need an unlocked site.
            "site_lock_save" => json!({"password": null}),
            "page_unlock" => json!({"password": LOCK_PASSWORD, "path": "/"}),
            "navigation_update" => json!({"fieldName": "footerNav", "navigation": {"items": []}}),
            "mailing_list_rename" => json!({"name": random()}),
            "subscribers_remove" => json!({"email": "reader@example.com"}),
            "order_tags_add" => json!({"tag": "gift"}),
            "cart_add_coupon" | "checkout_add_coupon" => json!({"promoCode": "WELCOME10"}),
            "cart_set_location" => json!({"country": "US", "region": "NC", "postalCode": "28801"}),
            "cart_set_shipping_option" => json!({"optionId": self.checkout["shippingOptions"][0]["id"]}),
            "cart_add_entry" => json!({"itemId": self.product["id"], "sku": variant["sku"], "quantity": 1,
                "additionalFields": null}),
            "customers_erase" => json!({"email": SPARE_CUSTOMER}),
            "site_user_addresses_update" => json!({"address": shop::address("US"), "isDefault": true}),
            "checkout_set_details" => json!({"note": "", "answers": {}}),
            "form_validate" => contact_answers(),
            "submissions_change" => json!({"starred": true}),
            "cart_update_entry" => json!({"quantity": 2}),
            "cart_update_additional_fields" => json!({"itemId": self.product["id"], "sku": variant["sku"],
                "additionalFields": "{}"}),
            "checkout_set_customer" => json!({"email": "ada@example.com", "mailConsent": false}),
            "checkout_set_shipping" => shop::address("US"),
            "checkout_set_shipping_option" => json!({"optionId": self.checkout["shippingOptions"][0]["id"]}),
            "checkout_set_pickup" => json!({"optionId": self.checkout["pickups"][0]["id"], "collector": "Ada Byron"}),
            "checkout_set_billing" => json!({"sameAsShipping": true}),
            "checkout_submit" => json!({"idempotencyKey": "every-route-0001",
                "expectedTotalCents": self.checkout["cart"]["grandTotalCents"],
                "payment": {"provider": "stoa.testcard", "method": "card", "data": {"cardNumber": shop::APPROVED,
                    "expiry": "12/30", "cvc": "123", "name": "Ada Byron"}}}),
            other if derived.is_null() || needs_own_test(route) => bail!("{other}: what is its body?"),
            _ => with_ids(derived, &self.ids).with_context(|| route.id.clone())?,
        }))
    }
}

/// Whether an operation is only called by tests of its own: those about accounts end sessions.
fn needs_own_test(route: &Route) -> bool {
    let about_accounts = ["/api/auth/", "/api/site-users/", "/api/v1/account/", "/api/v1/new-site"];
    let others = ["cookie_consent_note", "own_visits_note", "visitor_event_record", "form_submit", "news_leave"];
    about_accounts.iter().any(|start| route.path.starts_with(start)) || others.contains(&route.id.as_str())
}

pub(super) fn new_product() -> Value {
    json!({"productType": 1, "name": format!("Product {}", random())})
}

/// A plan in addition to one-time purchase, based on the revision that was read.
pub(super) fn monthly(seen: &Value) -> Value {
    json!({"billingPeriod": {"value": 1, "unit": "MONTH"}, "numBillingCycles": 0, "soldOnce": true,
        "percentageDiscount": 10, "revision": seen["revision"].as_i64().unwrap_or_default()})
}

pub(super) fn new_service() -> Value {
    let only = json!({"sku": random(), "attributes": {}, "priceCents": 0, "onSale": false, "weightGrams": 0,
        "stock": {"unlimited": true, "qtyInStock": 0}});
    json!({"productType": 3, "name": format!("Service {}", random()), "variants": [only]})
}

/// Donation settings of a service product.
fn donation_terms() -> Value {
    json!({"suggestedCents": [1000, 2500], "takesOther": true, "leastCents": 500, "mostCents": 100_000, "revision": 0})
}

pub(super) fn new_category() -> Value {
    json!({"displayName": format!("Category {}", random()), "type": "CATEGORY", "pageRendering": "LIST_VIEW"})
}

pub(super) fn saved_section() -> Value {
    let rows = json!([{"id": "row", "columns": [{"span": 12, "blocks": []}]}]);
    json!({"name": format!("Band {}", random()), "section": {"id": "section", "settings": {}, "rows": rows}})
}

pub(super) fn unused_discount() -> Value {
    json!({"label": "Spare", "code": format!("SPARE-{}", random()), "kind": "amount", "amountCents": 100,
        "appliesTo": "order", "enabled": true})
}

/// Allows load tests for an hour.
pub(super) fn load_test_permission() -> Value {
    let until = SystemClock.now().saturating_add_ms(3_600_000);
    json!({"allowedUntil": until.ms(), "maxCallsPerSecond": 50})
}

/// An experiment with a text of a page.
pub(super) fn new_experiment(page: &str) -> Value {
    json!({"name": random().to_lowercase(), "target": "text", "page": page, "element": "words", "setting": "html",
        "goal": "purchase",
        "variants": [{"name": "original", "weight": 50}, {"name": "b", "weight": 50, "text": "Other words"}]})
}

pub(super) fn unused_price_list() -> Value {
    json!({"name": "Spare", "enabled": false, "audience": "signed-in", "rateBasisPoints": 100})
}

pub(super) fn spare_tax() -> Value {
    json!({"label": "GST", "country": "NZ", "rateBasisPoints": 1500})
}

pub(super) fn spare_zone() -> Value {
    json!({"name": "New Zealand", "places": [{"country": "NZ"}],
        "options": [{"label": "Post", "kind": "flat", "priceCents": 3000}]})
}

/// A unique discount code.
fn random() -> String {
    stoa_kernel::token::random_token(8)
}

/// Valid values for the form of the contact page.
pub(super) fn contact_answers() -> Value {
    json!({"name": "Ada Byron", "email": "ada@example.com", "message": "A question"})
}

/// The language of a site, and German.
pub(super) fn languages(settings: &Value) -> Value {
    let entry = |code: &Value, is_primary: bool| json!({"code": code, "isPrimary": is_primary, "enabled": true});
    json!({"languages": [entry(&settings["language"], true), entry(&json!("de"), false)]})
}
