//! Every documented call, ready to be made on the dollar shop: its address, its body, and the rights it
//! needs. A call with a new kind of id or body makes the tests fail until it is told here what they are.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result};
use serde_json::{Value, json};

use crate::app::App;
use crate::client::{Answer, Client};
use crate::forms;
use crate::shop;

/// A documented call.
#[derive(Debug)]
pub(crate) struct Route {
    pub(crate) id: String,
    pub(crate) method: String,
    /// With its parameters in braces.
    pub(crate) path: String,
    /// Whether it is made by somebody who works on a site.
    pub(crate) contributor: bool,
    /// Rights that a contributor needs, all of them, such as `orders:read`.
    pub(crate) rights: Vec<String>,
    has_body: bool,
}

impl Route {
    /// Names of the parameters in its path.
    pub(crate) fn parameters(&self) -> Vec<&str> {
        self.path.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect()
    }

    /// Whether it names anything that belongs to one site.
    pub(crate) fn names_something(&self) -> bool {
        self.parameters().iter().any(|name| *name != "provider")
    }

    /// Whether it is a contributor's and finds its site by header.
    pub(crate) fn by_header(&self) -> bool {
        self.contributor && !self.path.contains("{websiteId}")
    }
}

/// Calls that end what others need: they come last, in this order.
const LAST: [&str; 14] = [
    "saved_sections_delete",
    "preview_links_revoke",
    "orders_fulfill",
    "redirects_delete",
    "page_delete",
    "discounts_delete",
    "taxes_delete",
    "shipping_zones_delete",
    "products_delete",
    "categories_delete",
    "customers_erase",
    "site_user_addresses_delete",
    "cart_remove_entry",
    "checkout_submit",
];

/// All of the document, in an order in which they can be made.
pub(crate) fn routes() -> Result<Vec<Route>> {
    let document: Value = serde_json::to_value(stoa_http::document())?;
    let mut routes = Vec::new();
    for (path, methods) in document["paths"].as_object().context("no paths")? {
        for (method, operation) in methods.as_object().context("no methods")? {
            let needs = operation["security"].as_array().map_or(&[][..], Vec::as_slice);
            let rights = needs.iter().filter_map(|need| need["contributor"].as_array()).flatten();
            routes.push(Route {
                id: operation["operationId"].as_str().context("no operationId")?.to_owned(),
                method: method.to_uppercase(),
                path: path.clone(),
                contributor: !needs.is_empty(),
                rights: rights.filter_map(|right| right.as_str().map(str::to_owned)).collect(),
                has_body: operation.get("requestBody").is_some(),
            });
        }
    }
    routes.sort_by_key(|route| LAST.iter().position(|id| *id == route.id).map_or(0, |position| position + 1));
    Ok(routes)
}

/// Things of the dollar shop that calls can name.
pub(crate) struct Known {
    pub(crate) ids: BTreeMap<&'static str, String>,
    product: Value,
    page: Value,
    page_settings: Value,
    redirect: Value,
    settings: Value,
    store_settings: Value,
    discount: Value,
    tax: Value,
    zone: Value,
    zone_ids: Vec<Value>,
    template_file: Value,
    template_set: Value,
    design: Value,
    stock_level: Value,
    payment_settings: Value,
    plan: Value,
    checkout: Value,
}

impl Known {
    /// Makes a cart, an order and a letter, and looks up the rest.
    pub(crate) async fn gather(app: &App, owner: &mut Client, shopper: &mut Client) -> Result<Self> {
        let website = app.website("juniper").await?;
        let address = own_address(shopper).await?;
        let mut buyer = app.juniper();
        let bought = shop::buy(app, &mut buyer, "juniper", "hearth-mug").await?;
        let order = bought["orderId"].as_str().context("no order")?.to_owned();
        app.letters(2).await?;
        let canceled = shop::buy(app, &mut app.juniper(), "juniper", "hearth-mug").await?;
        let product = shop::product(app, "juniper", "hearth-mug").await?;
        let cart = shop::add(shopper, &product, &shop::in_stock(&product), 1).await?.expect(200)?;
        let checkout = shop::prepare(shopper, "US").await?;
        let base = format!("/api/v1/websites/{website}");
        let pages = owner.get(&format!("{base}/pages")).await?.expect(200)?;
        let home = pages["pages"].as_array().context("no pages")?.iter().find(|page| page["isHome"] == true);
        let page_id = home.context("no home page")?["id"].as_str().context("no id")?.to_owned();
        let page = owner.get(&format!("{base}/pages/{page_id}")).await?.expect(200)?;
        let bowl = shop::product(app, "juniper", "everyday-bowl").await?;
        shop::add(shopper, &bowl, &shop::in_stock(&bowl), 1).await?.expect(200)?;
        let order_detail = owner.get(&format!("{base}/orders/{order}")).await?.expect(200)?;
        let mails = owner.get(&format!("{base}/mail")).await?.expect(200)?;
        let welcome = owner.get(&format!("{base}/discounts?query=welcome10")).await?.expect(200)?;
        let discount = owner.post(&format!("{base}/discounts"), &spare_discount()).await?.expect(201)?;
        let tax = owner.post(&format!("{base}/taxes"), &spare_tax()).await?.expect(201)?;
        let zone = owner.post(&format!("{base}/shipping-zones"), &spare_zone()).await?.expect(201)?;
        let (template_file, template_set) = own_template(owner, &base).await?;
        owner.if_match = Some("\"0\"".to_owned());
        owner.put(&format!("{base}/design"), &json!({"theme": "linen"})).await?.expect(200)?;
        owner.if_match = None;
        let design = versioned_design(owner, &base).await?;
        let versions = owner.get(&format!("{base}/template-versions")).await?.expect(200)?;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let store =
            format!("/api/content-service/product/1.1/websites/{website}/products/{}", text(&product["collectionId"]));
        let spare_item = owner.post(&format!("{store}/items"), &new_product()).await?.expect(201)?;
        let spare_category = owner.post(&format!("{store}/categories"), &new_category()).await?.expect(201)?;
        let notebook = shop::product(app, "juniper", "glaze-notebook").await?;
        let files = format!("{}/files?filename=notes.pdf", notebook["path"].as_str().context("no path")?);
        let file = owner.post_file(&files, b"Notes").await?.expect(201)?;
        let spare_asset = owner.upload("/api/assets", "spare.webp", PICTURE).await?.expect(201)?;
        let folder = owner.post(&format!("{base}/asset-folders"), &json!({"name": "Mugs"})).await?.expect(201)?;
        let spare_folder =
            owner.post(&format!("{base}/asset-folders"), &json!({"name": "Bowls"})).await?.expect(201)?;
        let mut uploads = Vec::new();
        for _ in 0..3 {
            let announced = json!({"filename": "vases.webp", "bytes": PICTURE.len()});
            uploads.push(owner.post(&format!("{base}/asset-uploads"), &announced).await?.expect(201)?);
        }
        let full = format!("{base}/asset-uploads/{}/parts?offset=0", uploads[1]["id"].as_str().context("no id")?);
        owner.patch_file(&full, PICTURE).await?.expect(200)?;
        let (customer, spare_customer) = customers(app, owner, &base).await?;
        let plan = format!("{}/subscription-plan", product["path"].as_str().context("no path")?);
        owner.put(&plan, &monthly(&Value::Null)).await?.expect(200)?;
        let redirect = json!({"source": "/old-shop", "target": "/shop", "permanent": true});
        let redirect = owner.post(&format!("{base}/redirects"), &redirect).await?.expect(201)?;
        let form = form_of(app, owner).await?;
        let mut sent = Vec::new();
        for _ in 0..2 {
            sent.push(forms::answer(shopper, &form, &contact_answers()).await?.expect(200)?);
        }
        let section = owner.post(&format!("{base}/saved-sections"), &saved_section()).await?.expect(201)?;
        let link =
            owner.post(&format!("{base}/pages/{page_id}/preview-links"), &json!({"days": 1})).await?.expect(201)?;
        let comments = format!("{base}/pages/{page_id}/review-comments");
        let comment = owner.post(&comments, &json!({"body": "Is it true?"})).await?.expect(201)?;
        let spare_comment = owner.post(&comments, &json!({"body": "Yes."})).await?.expect(201)?;
        let ids = BTreeMap::from([
            ("submissionId", text(&sent[0]["submissionId"])),
            ("spareSubmissionId", text(&sent[1]["submissionId"])),
            ("websiteId", website.clone()),
            ("savedSectionId", text(&section["id"])),
            ("linkId", text(&link["id"])),
            ("commentId", text(&comment["id"])),
            ("spareCommentId", text(&spare_comment["id"])),
            ("redirectId", text(&redirect["id"])),
            ("sparePageId", spare_page(owner, &base).await?),
            ("trashedPageId", trashed_page(owner, &base).await?),
            ("spareTrashedPageId", trashed_page(owner, &base).await?),
            ("lockedPageId", locked_page(owner, &base).await?),
            ("addressId", address),
            ("customerId", customer),
            ("spareCustomerId", spare_customer),
            ("collectionId", text(&product["collectionId"])),
            ("itemId", text(&product["id"])),
            ("spareItemId", text(&spare_item["id"])),
            ("digitalItemId", text(&notebook["id"])),
            ("fileId", text(&file["files"][0]["id"])),
            ("categoryId", text(&spare_category["id"])),
            ("assetId", text(&product["images"][0]["id"])),
            ("spareAssetId", text(&spare_asset["id"])),
            ("folderId", text(&folder["id"])),
            ("spareFolderId", text(&spare_folder["id"])),
            ("uploadId", text(&uploads[0]["id"])),
            ("fullUploadId", text(&uploads[1]["id"])),
            ("spareUploadId", text(&uploads[2]["id"])),
            ("elsewhere", elsewhere(PICTURE).await?),
            ("variantId", text(&product["variants"][0]["id"])),
            ("orderId", order),
            ("canceledOrderId", canceled["orderId"].as_str().context("no order")?.to_owned()),
            ("pageId", page_id),
            ("mailId", text(&mails["messages"][0]["id"])),
            ("formId", form),
            ("cartToken", text(&checkout["cartToken"])),
            ("entryId", text(&cart["newlyAdded"]["id"])),
            ("paymentId", text(&order_detail["payments"][0]["id"])),
            ("attemptId", text(&order_detail["payments"][0]["id"])),
            ("provider", "stoa.testcard".to_owned()),
            ("couponId", text(&welcome["discounts"][0]["id"])),
            ("discountId", text(&discount["id"])),
            ("taxId", text(&tax["id"])),
            ("zoneId", text(&zone["id"])),
            ("namespace", "orders-list".to_owned()),
            ("tag", "gift".to_owned()),
            ("filePath", text(&template_file["path"])),
            ("versionId", text(&versions["versions"][0]["id"])),
            ("seq", page["revision"].to_string()),
        ]);
        let settings = owner.get(&format!("{base}/settings")).await?.expect(200)?;
        let store_settings = owner.get(&format!("{base}/store-settings")).await?.expect(200)?;
        Ok(Self {
            ids,
            product,
            page,
            page_settings: Value::Null,
            redirect,
            settings,
            store_settings,
            discount,
            tax,
            zone,
            zone_ids: Vec::new(),
            template_file,
            template_set,
            design,
            stock_level: Value::Null,
            payment_settings: Value::Null,
            plan: Value::Null,
            checkout,
        })
    }

    /// Reads again what other calls may have changed since: revisions, totals.
    pub(crate) async fn refresh(&mut self, owner: &mut Client, shopper: &mut Client) -> Result<()> {
        let base = format!("/api/v1/websites/{}", self.ids["websiteId"]);
        let path = self.product["path"].as_str().context("no path")?.to_owned();
        self.product = owner.get(&path).await?.expect(200)?;
        self.product["path"] = json!(path);
        self.page = owner.get(&format!("{base}/pages/{}", self.ids["pageId"])).await?.expect(200)?;
        self.page_settings = owner.get(&format!("{base}/pages/{}/settings", self.ids["pageId"])).await?.expect(200)?;
        let redirects = owner.get(&format!("{base}/redirects")).await?.expect(200)?;
        let redirects = redirects["redirects"].as_array().context("no redirects")?;
        if let Some(redirect) = redirects.iter().find(|redirect| redirect["id"] == self.redirect["id"]) {
            self.redirect = redirect.clone();
        }
        self.ids.insert("seq", self.page["revision"].to_string());
        self.settings = owner.get(&format!("{base}/settings")).await?.expect(200)?;
        self.store_settings = owner.get(&format!("{base}/store-settings")).await?.expect(200)?;
        for (noun, id, known) in [
            ("discounts", "discountId", &mut self.discount),
            ("taxes", "taxId", &mut self.tax),
            ("shipping-zones", "zoneId", &mut self.zone),
        ] {
            let seen = owner.get(&format!("{base}/{noun}/{}", self.ids[id])).await?;
            if seen.status == 200 {
                *known = seen.json();
            }
        }
        let zones = owner.get(&format!("{base}/shipping-zones")).await?.expect(200)?;
        let zones = zones["zones"].as_array().context("no zones")?;
        self.zone_ids = zones.iter().map(|zone| zone["id"].clone()).collect();
        let level = format!("{base}/inventory/{}", self.ids["variantId"]);
        self.payment_settings = owner.get(&format!("{base}/payment-settings")).await?.expect(200)?;
        self.stock_level = owner.get(&level).await?.expect(200)?;
        self.plan = owner.get(&format!("{path}/subscription-plan")).await?.expect(200)?["plan"].clone();
        let files = format!("{base}/template-files");
        self.template_file = owner.get(&format!("{files}/{}", self.ids["filePath"])).await?.expect(200)?;
        self.template_set = owner.get(&files).await?.expect(200)?;
        self.design = versioned_design(owner, &base).await?;
        let checkout = format!("/api/2/commerce/checkout/{}", self.ids["cartToken"]);
        shopper.post(&format!("{checkout}/coupons"), &json!({"promoCode": "welcome10"})).await?;
        self.checkout = shopper.get(&checkout).await?.expect(200)?;
        Ok(())
    }

    /// The address of a call.
    pub(crate) fn path(&self, route: &Route) -> Result<String> {
        let mut path = route.path.clone();
        for name in route.parameters() {
            // An order that was called off and a product that is gone are of no use to the other calls.
            let known = match (route.id.as_str(), name) {
                ("orders_cancel", "orderId") => "canceledOrderId",
                ("products_delete", "itemId") => "spareItemId",
                ("product_files_list" | "product_files_add" | "product_files_remove", "itemId") => "digitalItemId",
                ("customers_erase", "customerId") => "spareCustomerId",
                ("asset_delete", "assetId") => "spareAssetId",
                ("asset_folder_delete", "folderId") => "spareFolderId",
                ("asset_upload_finish", "uploadId") => "fullUploadId",
                ("asset_upload_cancel", "uploadId") => "spareUploadId",
                ("submissions_delete", "submissionId") => "spareSubmissionId",
                ("review_comments_delete", "commentId") => "spareCommentId",
                ("page_delete", "pageId") => "sparePageId",
                ("page_trash_purge", "trashedPageId") => "spareTrashedPageId",
                ("page_unlock", "pageId") => "lockedPageId",
                _ => name,
            };
            let id = self.ids.get(known).with_context(|| format!("{}: what is a {name}?", route.id))?;
            path = path.replace(&format!("{{{name}}}"), id);
        }
        if route.id == "stock_get" {
            path = format!("{path}?itemId={}", self.product["id"].as_str().unwrap_or_default());
        }
        if route.id == "form_template_get" {
            path.push_str("?type=form");
        }
        if route.id == "page_operations_since" {
            path.push_str("?since=0");
        }
        if route.id == "product_files_add" {
            path.push_str("?filename=more.pdf");
        }
        if route.id == "asset_upload_part" {
            path.push_str("?offset=0");
        }
        if route.id == "stock_changes_list" {
            path = format!("{path}?variantId={}", self.ids["variantId"]);
        }
        if route.id == "restock_sign_ups_list" {
            path = format!("{path}?productId={}", self.ids["itemId"]);
        }
        Ok(path)
    }

    /// The body of a call; none when it has none, or is an upload.
    pub(crate) fn body(&self, route: &Route) -> Result<Option<Value>> {
        // Removals name the revision of what they remove.
        match route.id.as_str() {
            "template_file_remove" => return Ok(Some(self.template_file.clone())),
            "discounts_delete" => return Ok(Some(self.discount.clone())),
            "taxes_delete" => return Ok(Some(self.tax.clone())),
            "shipping_zones_delete" => return Ok(Some(self.zone.clone())),
            _ => {}
        }
        if !route.has_body || UPLOADS.contains(&route.id.as_str()) {
            return Ok(None);
        }
        let variant = &self.product["variants"][0];
        Ok(Some(match route.id.as_str() {
            "orders_fulfill" => json!({"trackingNumber": "1Z", "notifyCustomer": false}),
            "orders_cancel" => json!({"reason": "A trial", "restock": true, "notifyCustomer": false}),
            "orders_resend" => json!({"kind": "order-confirmed"}),
            "orders_add_note" => json!({"text": "A note"}),
            "orders_set_address" => shop::address("US"),
            "refunds_preview" => json!({"amountCents": 1}),
            "refunds_create" => json!({"idempotencyKey": random(), "amountCents": 1}),
            "products_create_collection" => json!({"navigationTitle": "Outlet", "title": "Outlet", "urlId": "outlet",
                "description": "", "enabled": true}),
            "products_create" => new_product(),
            "products_update" => self.product.clone(),
            "products_bulk" => json!({"itemIds": [self.ids["itemId"]], "action": "end-sale"}),
            "categories_create" => new_category(),
            "categories_update" => json!({"displayName": "Renamed"}),
            "asset_update" => json!({"altText": "A mug", "focalPoint": {"x": 0.5, "y": 0.25}}),
            "asset_fetch" => json!({"url": self.ids["elsewhere"]}),
            "assets_move" => json!({"assetIds": [self.ids["assetId"]], "folderId": self.ids["folderId"]}),
            "asset_folder_create" => json!({"name": random()}),
            "asset_folder_update" => json!({"name": "Cups"}),
            "asset_upload_begin" => json!({"filename": "vases.webp", "bytes": PICTURE.len()}),
            "products_move" => json!({"afterItemId": null}),
            "products_set_stock" => json!({"variantId": variant["id"], "unlimited": false, "qtyInStock": 40}),
            "inventory_set" => self.stock_level.clone(),
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
            "page_version_name" => json!({"name": "Before the fair"}),
            "saved_sections_create" => saved_section(),
            "saved_sections_rename" => json!({"name": random()}),
            "preview_links_create" => json!({"days": 1}),
            "review_comments_create" | "review_comments_reword" => json!({"body": "Is it still true?"}),
            "review_comments_resolve" => json!({"resolved": true}),
            "page_questions" => json!({"blocks": [], "calls": []}),
            "settings_save" => self.settings.clone(),
            "store_settings_save" => self.store_settings.clone(),
            "payment_settings_save" => self.payment_settings.clone(),
            "payment_provider_save" => json!({"settings": {}, "revision": 0}),
            "discounts_create" => json!({"label": "New", "code": format!("NEW-{}", random()), "kind": "percent",
                "rateBasisPoints": 500, "appliesTo": "order", "enabled": true}),
            "discounts_update" => self.discount.clone(),
            "taxes_create" => spare_tax(),
            "taxes_update" => self.tax.clone(),
            "shipping_zones_create" => spare_zone(),
            "shipping_zones_update" => self.zone.clone(),
            "shipping_zones_arrange" => json!({"zoneIds": self.zone_ids}),
            "subscription_plans_save" => monthly(&self.plan),
            "cart_subscribe" | "cart_buy_now" => json!({"itemId": self.product["id"], "sku": variant["sku"], "qty": 1}),
            "installment_providers_save" => json!({"id": "stoa.quarters", "enabled": true, "settings": {},
                "revision": 0}),
            "commerce_preferences_put" => json!({"columns": ["number", "total"]}),
            "pages_create" => json!({"title": format!("Page {}", random())}),
            "page_settings_save" => self.page_settings.clone(),
            "page_set_status" => json!({"status": "needs-review"}),
            "redirects_create" => json!({"source": format!("/{}", random()), "target": "/shop", "permanent": true}),
            "redirects_update" => self.redirect.clone(),
            "header_footer_save" => json!({"header": {}, "footer": {}}),
            "page_unlock" => json!({"password": LOCK_PASSWORD, "path": "/"}),
            "navigation_update" => json!({"fieldName": "footerNav", "navigation": {"items": []}}),
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
            "checkout_set_billing" => json!({"sameAsShipping": true}),
            "checkout_submit" => json!({"idempotencyKey": "every-route-0001",
                "expectedTotalCents": self.checkout["cart"]["grandTotalCents"],
                "payment": {"provider": "stoa.testcard", "method": "card", "data": {"cardNumber": shop::APPROVED,
                    "expiry": "12/30", "cvc": "123", "name": "Ada Byron"}}}),
            other => anyhow::bail!("{other}: what is its body?"),
        }))
    }
}

fn new_product() -> Value {
    json!({"productType": 1, "name": format!("Product {}", random())})
}

/// A plan beside the ordinary sale, over the one that was seen.
fn monthly(seen: &Value) -> Value {
    json!({"billingPeriod": {"value": 1, "unit": "MONTH"}, "numBillingCycles": 0, "soldOnce": true,
        "percentageDiscount": 10, "revision": seen["revision"].as_i64().unwrap_or_default()})
}

fn new_category() -> Value {
    json!({"displayName": format!("Category {}", random()), "type": "CATEGORY", "pageRendering": "LIST_VIEW"})
}

/// Has an account and nothing else.
const SPARE_CUSTOMER: &str = "spare@example.com";

const LOCK_PASSWORD: &str = "open sesame";

/// A page that no other call needs.
async fn spare_page(owner: &mut Client, base: &str) -> Result<String> {
    let made = owner.post(&format!("{base}/pages"), &json!({"title": "Spare"})).await?.expect(201)?;
    made["id"].as_str().map(str::to_owned).context("no id")
}

/// A page in the trash.
async fn trashed_page(owner: &mut Client, base: &str) -> Result<String> {
    let id = spare_page(owner, base).await?;
    owner.delete(&format!("{base}/pages/{id}")).await?.expect(204)?;
    Ok(id)
}

/// A page behind a password.
async fn locked_page(owner: &mut Client, base: &str) -> Result<String> {
    let id = spare_page(owner, base).await?;
    let path = format!("{base}/pages/{id}");
    let mut settings = owner.get(&format!("{path}/settings")).await?.expect(200)?;
    (settings["access"], settings["password"]) = (json!("password"), json!(LOCK_PASSWORD));
    owner.if_match = Some(format!("\"{}\"", settings["revision"]));
    let saved = owner.put(&format!("{path}/settings"), &settings).await?.expect(200);
    owner.if_match = None;
    saved?;
    owner.post(&format!("{path}/publish"), &json!({"revision": 1})).await?.expect(200)?;
    Ok(id)
}

/// Makes an account for the shopper, signs in, and keeps an address.
async fn own_address(shopper: &mut Client) -> Result<String> {
    shopper.join("shopper@example.com").await?;
    let body = json!({"address": shop::address("US"), "isDefault": true});
    let kept = shopper.post("/api/site-users/account/addresses", &body).await?.expect(201)?;
    Ok(kept["id"].as_str().context("no id")?.to_owned())
}

/// The customer who has bought, and one who is of no use to other calls.
async fn customers(app: &App, owner: &mut Client, base: &str) -> Result<(String, String)> {
    app.juniper().join(SPARE_CUSTOMER).await?;
    let buyer = shop::customer(owner, base, "ada@example.com").await?;
    let spare = shop::customer(owner, base, SPARE_CUSTOMER).await?;
    let id = |customer: &Value| customer["id"].as_str().map(str::to_owned).context("no id");
    Ok((id(&buyer)?, id(&spare)?))
}

fn saved_section() -> Value {
    let rows = json!([{"id": "row", "columns": [{"span": 12, "blocks": []}]}]);
    json!({"name": format!("Band {}", random()), "section": {"id": "section", "settings": {}, "rows": rows}})
}

fn spare_discount() -> Value {
    json!({"label": "Spare", "code": format!("SPARE-{}", random()), "kind": "amount", "amountCents": 100,
        "appliesTo": "order", "enabled": true})
}

fn spare_tax() -> Value {
    json!({"label": "GST", "country": "NZ", "rateBasisPoints": 1500})
}

fn spare_zone() -> Value {
    json!({"name": "New Zealand", "places": [{"country": "NZ"}],
        "options": [{"label": "Post", "kind": "flat", "priceCents": 3000}]})
}

/// A code that no other discount has.
fn random() -> String {
    stoa_kernel::token::random_token(8)
}

/// Calls that name the version they change.
const VERSIONED: [&str; 16] = [
    "design_save",
    "inventory_set",
    "page_save",
    "page_settings_save",
    "redirects_update",
    "discounts_update",
    "taxes_update",
    "shipping_zones_update",
    "discounts_delete",
    "taxes_delete",
    "shipping_zones_delete",
    "store_settings_save",
    "payment_settings_save",
    "payment_provider_save",
    "template_file_save",
    "template_file_remove",
];

/// The draft of the design with its revision.
async fn versioned_design(owner: &mut Client, base: &str) -> Result<Value> {
    let state = owner.get(&format!("{base}/design")).await?.expect(200)?;
    let mut design = state["draft"].clone();
    design["revision"] = state["revision"].clone();
    Ok(design)
}

/// A partial of the site alone that is published, and the list of all files.
async fn own_template(owner: &mut Client, base: &str) -> Result<(Value, Value)> {
    let files = format!("{base}/template-files");
    let path = format!("{files}/sundays.block");
    owner.if_match = Some("\"0\"".to_owned());
    let file = owner.put(&path, &json!({"text": "<p>Open on Sundays</p>"})).await?.expect(200);
    owner.if_match = None;
    let set = owner.get(&files).await?.expect(200)?;
    let set = owner.post(&format!("{files}/publish"), &json!({"revision": set["revision"]})).await?.expect(200)?;
    Ok((file?, set))
}

/// What fits the form of the contact page.
fn contact_answers() -> Value {
    json!({"name": "Ada Byron", "email": "ada@example.com", "message": "A question"})
}

/// A form of the dollar shop: the block id stands in the published contact page.
async fn form_of(app: &App, owner: &mut Client) -> Result<String> {
    let website = app.website("juniper").await?;
    let pages = owner.get(&format!("/api/v1/websites/{website}/pages")).await?.expect(200)?;
    // The page of all kinds is the same on both demo sites, the ids of its blocks too.
    let own = pages["pages"].as_array().context("no pages")?.iter().filter(|page| page["fullUrl"] != "/blocks");
    for page in own {
        let path = format!("/api/v1/websites/{website}/pages/{}", page["id"].as_str().unwrap_or_default());
        let detail = owner.get(&path).await?.json();
        let blocks = detail["document"].to_string();
        if let Some(position) = blocks.find("\"kind\":\"form\"") {
            let before = blocks.get(..position).unwrap_or_default();
            let id = before.rsplit("\"id\":\"").next().and_then(|rest| rest.split('"').next());
            return Ok(id.context("the form has no id")?.to_owned());
        }
    }
    anyhow::bail!("no page of the demo holds a form")
}

/// The address of a file that another server gives, as long as the test runs.
pub(crate) async fn elsewhere(file: &'static [u8]) -> Result<String> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let away = |to: &'static str| move || async move { axum::response::Redirect::temporary(to) };
    let files = axum::Router::new()
        .route("/vases.webp", axum::routing::get(move || async move { file }))
        .route("/moved", axum::routing::get(away("/vases.webp")))
        .route("/inside", axum::routing::get(away("http://127.0.0.2/secrets")));
    tokio::spawn(async move { axum::serve(listener, files).await });
    Ok(format!("http://{address}/vases.webp"))
}

/// Uploads are no JSON: a picture comes as a form, a file as it is.
const UPLOADS: [&str; 3] = ["asset_create", "asset_upload_part", "product_files_add"];
pub(crate) const PICTURE: &[u8] = include_bytes!("../../demo/juniper/images/bud-vases.webp");

/// Makes a call.
pub(crate) async fn send(client: &mut Client, route: &Route, path: &str, body: Option<&Value>) -> Result<Answer> {
    match route.id.as_str() {
        "asset_create" => return client.upload(path, "vases.webp", PICTURE).await,
        "asset_upload_part" => return client.patch_file(path, PICTURE).await,
        "product_files_add" => return client.post_file(path, PICTURE).await,
        "page_unlock" => return client.form(path, &[("password", LOCK_PASSWORD), ("path", "/")]).await,
        _ => {}
    }
    if VERSIONED.contains(&route.id.as_str()) {
        client.if_match = body.map(|version| format!("\"{}\"", version["revision"]));
    }
    let answer = client.call(&route.method, path, body).await;
    client.if_match = None;
    answer
}
