//! Resources that operations can refer to: created and looked up in the dollar shop.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result};
use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait as _;
use serde_json::{Value, json};
use stoa_analytics::script_errors::ScriptError;
use stoa_audience::webhooks;
use stoa_commerce::product_reviews::{self, NewReview, ReviewFilter, SubmittedReviews};
use stoa_entity::tenant::{event_delivery, event_outbox, mail as mail_row, saved_payment_method};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::event::Event;
use stoa_kernel::id::{EventDeliveryId, SavedPaymentMethodId, SiteEventId};
use stoa_kernel::page::PageRequest;
use stoa_kernel::site_event::{EventDeliveryStatus, EventTopic, SubscriberKind};

use super::body::{
    contact_answers, languages, load_test_permission, monthly, new_category, new_experiment, new_product, new_service,
    saved_section, spare_tax, spare_zone, unused_discount, unused_price_list,
};
use super::{LOCK_PASSWORD, PICTURE, SPARE_CUSTOMER, elsewhere};
use crate::app::App;
use crate::client::Client;
use crate::customers::mailing_lists;
use crate::forms::{form_fields, form_files};
use crate::shop;

/// Resources of the dollar shop that operations can refer to.
pub(crate) struct KnownResources {
    pub(crate) ids: BTreeMap<&'static str, String>,
    pub(super) product: Value,
    pub(super) page: Value,
    pub(super) page_settings: Value,
    pub(super) item: Value,
    pub(super) redirect: Value,
    pub(super) experiment: Value,
    pub(super) settings: Value,
    pub(super) website_settings: Value,
    pub(super) store_settings: Value,
    pub(super) email_revision: Value,
    pub(super) discount: Value,
    pub(super) price_list: Value,
    pub(super) tax: Value,
    pub(super) zone: Value,
    pub(super) zone_ids: Vec<Value>,
    pub(super) template_file: Value,
    pub(super) template_set: Value,
    pub(super) design: Value,
    pub(super) header_footer: Value,
    pub(super) stock_level: Value,
    pub(super) payment_settings: Value,
    pub(super) plan: Value,
    pub(super) checkout: Value,
}

impl KnownResources {
    /// Creates a cart, an order and an e-mail, and looks up the rest.
    pub(crate) async fn gather(app: &App, owner: &mut Client, shopper: &mut Client) -> Result<Self> {
        let website = app.website("juniper").await?;
        let address = own_address(shopper).await?;
        let mut buyer = app.juniper();
        let bought = shop::buy(app, &mut buyer, "juniper", "hearth-mug").await?;
        let order = bought["orderId"].as_str().context("no order")?.to_owned();
        app.emails(2).await?;
        let canceled = shop::buy(app, &mut app.juniper(), "juniper", "hearth-mug").await?;
        let product = shop::product(app, "juniper", "hearth-mug").await?;
        let cart = shop::add(shopper, &product, &shop::in_stock(&product), 1).await?.expect(200)?;
        let checkout = shop::prepare(shopper, "US").await?;
        let base = format!("/api/v1/websites/{website}");
        let pages = owner.get(&format!("{base}/pages")).await?.expect(200)?;
        let home = pages["pages"].as_array().context("no pages")?.iter().find(|page| page["isHome"] == true);
        let (blog_id, post, portfolio_id) = items(owner, &base, &pages).await?;
        let page_id = home.context("no home page")?["id"].as_str().context("no id")?.to_owned();
        let page = owner.get(&format!("{base}/pages/{page_id}")).await?.expect(200)?;
        let bowl = shop::product(app, "juniper", "everyday-bowl").await?;
        shop::add(shopper, &bowl, &shop::in_stock(&bowl), 1).await?.expect(200)?;
        let order_detail = owner.get(&format!("{base}/orders/{order}")).await?.expect(200)?;
        let mails = owner.get(&format!("{base}/mail")).await?.expect(200)?;
        let welcome = owner.get(&format!("{base}/discounts?query=welcome10")).await?.expect(200)?;
        let discount = owner.post(&format!("{base}/discounts"), &unused_discount()).await?.expect(201)?;
        let price_list = owner.post(&format!("{base}/price-lists"), &unused_price_list()).await?.expect(201)?;
        let tax = owner.post(&format!("{base}/taxes"), &spare_tax()).await?.expect(201)?;
        let zone = owner.post(&format!("{base}/shipping-zones"), &spare_zone()).await?.expect(201)?;
        let (template_file, template_set) = own_template(owner, &base).await?;
        owner.if_match = Some("\"0\"".to_owned());
        owner.put(&format!("{base}/design"), &json!({"theme": "linen"})).await?.expect(200)?;
        owner.if_match = None;
        let design = versioned_design(owner, &base).await?;
        owner.if_match = Some("\"0\"".to_owned());
        let other_layout = json!({"header": {"layout": "centered"}, "footer": {}});
        let header_footer = owner.put(&format!("{base}/header-footer/draft"), &other_layout).await?.expect(200)?;
        owner.if_match = None;
        let versions = owner.get(&format!("{base}/template-versions")).await?.expect(200)?;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let store =
            format!("/api/content-service/product/1.1/websites/{website}/products/{}", text(&product["collectionId"]));
        let spare_item = owner.post(&format!("{store}/items"), &new_product()).await?.expect(201)?;
        let service = owner.post(&format!("{store}/items"), &new_service()).await?.expect(201)?;
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
        let experiment = owner.post(&format!("{base}/experiments"), &new_experiment(&page_id)).await?.expect(201)?;
        let form = form_of(app, owner).await?;
        let mut sent = Vec::new();
        for _ in 0..2 {
            sent.push(form_fields::answer(shopper, &form, &contact_answers()).await?.expect(200)?);
        }
        let [file_form, file_submission, submission_file] = form_files::application(app).await?;
        let section = owner.post(&format!("{base}/saved-sections"), &saved_section()).await?.expect(201)?;
        let link =
            owner.post(&format!("{base}/pages/{page_id}/preview-links"), &json!({"days": 1})).await?.expect(201)?;
        let [annotation, share_link, error_hash] = analytics(app, owner, &website).await?;
        let comments = format!("{base}/pages/{page_id}/review-comments");
        let comment = owner.post(&comments, &json!({"body": "Is it true?"})).await?.expect(201)?;
        let spare_comment = owner.post(&comments, &json!({"body": "Yes."})).await?.expect(201)?;
        let (liked_post, said) = create_post_with_comments(owner, shopper, &base).await?;
        let invited = json!({"email": "odo@example.com", "roles": [7]});
        let invitation = owner.post(&format!("{base}/contributors"), &invited).await?.expect(201)?;
        let mut flags = owner.get(&format!("{base}/website-settings")).await?.expect(200)?;
        flags["cloneable"] = json!(true);
        owner.put(&format!("{base}/website-settings"), &flags).await?.expect(200)?;
        let (token, review) = reviewed(app, &website, &order_detail).await?;
        let lists = format!("{base}/mailing-lists");
        let list = owner.post(&lists, &json!({"name": "Collectors"})).await?.expect(201)?;
        let spare_list = owner.post(&lists, &json!({"name": "Potters"})).await?.expect(201)?;
        mailing_lists::add_to_list(app, "juniper", &text(&list["id"]), &["reader@example.com"]).await?;
        let [load_test_key, run, load_run_pass] = load_run(owner, shopper, &base).await?;
        let ids = BTreeMap::from([
            ("deliveryId", delivery(app, &website, &text(&sent[0]["submissionId"])).await?),
            ("eventDeliveryId", dead_event(app, &website).await?),
            ("spareEventDeliveryId", dead_event(app, &website).await?),
            ("jobName", "tally".to_owned()),
            ("listId", text(&list["id"])),
            ("spareListId", text(&spare_list["id"])),
            ("submissionId", text(&sent[0]["submissionId"])),
            ("spareSubmissionId", text(&sent[1]["submissionId"])),
            ("fileFormId", file_form),
            ("fileSubmissionId", file_submission),
            ("submissionFileId", submission_file),
            ("websiteId", website.clone()),
            ("savedSectionId", text(&section["id"])),
            ("linkId", text(&link["id"])),
            ("annotationId", annotation),
            ("analyticsLinkId", share_link),
            ("errorHash", error_hash),
            ("commentId", text(&comment["id"])),
            ("spareCommentId", text(&spare_comment["id"])),
            ("postId", liked_post),
            ("visitorCommentId", text(&said[0])),
            ("spareVisitorCommentId", text(&said[1])),
            ("ownCommentId", text(&said[2])),
            ("redirectId", text(&redirect["id"])),
            ("runId", run),
            ("loadTestKey", load_test_key),
            ("loadRunPass", load_run_pass),
            ("experimentId", text(&experiment["id"])),
            ("contributorId", colleague(app, &website, "mira@example.com").await?),
            ("spareContributorId", colleague(app, &website, "noor@example.com").await?),
            ("invitationId", text(&invitation["id"])),
            ("sparePageId", unused_page(owner, &base).await?),
            ("trashedPageId", trashed_page(owner, &base).await?),
            ("spareTrashedPageId", trashed_page(owner, &base).await?),
            ("lockedPageId", locked_page(owner, &base).await?),
            ("headerFooterVersion", "1".to_owned()),
            ("blogId", blog_id),
            ("portfolioId", portfolio_id),
            ("postItemId", text(&post["id"])),
            ("addressId", address),
            ("savedMethodId", saved_method(app, shopper, &website).await?),
            ("customerId", customer),
            ("spareCustomerId", spare_customer),
            ("collectionId", text(&product["collectionId"])),
            ("itemId", text(&product["id"])),
            ("translatedKind", "page".to_owned()),
            ("resourceId", page_id.clone()),
            ("spareItemId", text(&spare_item["id"])),
            ("digitalItemId", text(&notebook["id"])),
            ("serviceItemId", text(&service["id"])),
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
            ("reviewId", review),
            ("orderItemId", text(&order_detail["items"][0]["id"])),
            ("token", token),
            ("orderId", order),
            ("canceledOrderId", canceled["orderId"].as_str().context("no order")?.to_owned()),
            ("pageId", page_id),
            ("mailId", text(&mails["messages"][0]["id"])),
            ("unsentMailId", unsent_mail(app, &website).await?),
            ("emailKind", "order-confirmed".to_owned()),
            ("areaId", "footerBlocks".to_owned()),
            ("language", "de".to_owned()),
            ("textKey", "storefront.addToCart".to_owned()),
            ("formId", form),
            ("cartToken", text(&checkout["cartToken"])),
            ("entryId", text(&cart["newlyAdded"]["id"])),
            ("paymentId", text(&order_detail["payments"][0]["id"])),
            ("attemptId", text(&order_detail["payments"][0]["id"])),
            ("provider", "stoa.testcard".to_owned()),
            ("pluginId", "stoa.testcard".to_owned()),
            ("schemaName", "page_view".to_owned()),
            ("secretName", "webhook_secret".to_owned()),
            ("picture", "0".to_owned()),
            ("panel", "sales".to_owned()),
            ("format", "feed".to_owned()),
            ("couponId", text(&welcome["discounts"][0]["id"])),
            ("discountId", text(&discount["id"])),
            ("priceListId", text(&price_list["id"])),
            ("taxId", text(&tax["id"])),
            ("zoneId", text(&zone["id"])),
            ("namespace", "orders-list".to_owned()),
            ("tag", "gift".to_owned()),
            ("filePath", text(&template_file["path"])),
            ("versionId", text(&versions["versions"][0]["id"])),
            ("seq", page["revision"].to_string()),
        ]);
        owner.put(&format!("{base}/site-texts/de/storefront.cart"), &json!({"text": "Korb"})).await?.expect(200)?;
        let settings = owner.get(&format!("{base}/settings")).await?.expect(200)?;
        owner.put("/api/multilingual/languages", &languages(&settings)).await?.expect(200)?;
        let website_settings = owner.get(&format!("{base}/website-settings")).await?.expect(200)?;
        let store_settings = owner.get(&format!("{base}/store-settings")).await?.expect(200)?;
        Ok(Self {
            ids,
            product,
            page,
            page_settings: Value::Null,
            item: post,
            redirect,
            experiment,
            settings,
            website_settings,
            store_settings,
            email_revision: json!(0),
            discount,
            price_list,
            tax,
            zone,
            zone_ids: Vec::new(),
            template_file,
            template_set,
            design,
            header_footer,
            stock_level: Value::Null,
            payment_settings: Value::Null,
            plan: Value::Null,
            checkout,
        })
    }
}

/// The key of load tests, which are allowed for an hour, a run and its pass.
async fn load_run(owner: &mut Client, shopper: &mut Client, base: &str) -> Result<[String; 3]> {
    owner.put(&format!("{base}/load-tests"), &load_test_permission()).await?.expect(200)?;
    let made = owner.post(&format!("{base}/load-tests/key"), &Value::Null).await?.expect(201)?;
    let key = made["key"].as_str().context("no key")?.to_owned();
    let run = json!({"key": key, "name": "every-route", "profile": "smoke", "seconds": 3_600});
    let run = shopper.post("/api/v1/load-tests/runs", &run).await?.expect(201)?;
    let [id, pass] = ["runId", "pass"].map(|name| run[name].as_str().map(str::to_owned));
    Ok([key, id.context("no run")?, pass.context("no pass")?])
}

/// The blog of the shop with a new post, and a portfolio without works.
async fn items(owner: &mut Client, base: &str, pages: &Value) -> Result<(String, Value, String)> {
    let blog = pages["pages"].as_array().context("no pages")?.iter().find(|page| page["kind"] == "blog");
    let blog = blog.context("no blog")?["id"].as_str().context("no id")?.to_owned();
    let new = json!({"title": "Just begun"});
    let post = owner.post(&format!("{base}/collections/{blog}/items"), &new).await?.expect(201)?;
    let works = json!({"kind": "portfolio", "title": "Works"});
    let portfolio = owner.post(&format!("{base}/pages"), &works).await?.expect(201)?;
    Ok((blog, post, portfolio["id"].as_str().context("no id")?.to_owned()))
}

/// A post that can be liked, with three visible comments by the shopper.
async fn create_post_with_comments(
    owner: &mut Client,
    shopper: &mut Client,
    base: &str,
) -> Result<(String, Vec<Value>)> {
    let settings = format!("{base}/website-settings");
    let mut chosen = owner.get(&settings).await?.expect(200)?;
    (chosen["simpleLikingEnabled"], chosen["commentSettings"]["approval"]) = (json!(true), json!("nobody"));
    owner.put(&settings, &chosen).await?.expect(200)?;
    let page = shopper.get("/journal/mixing-juniper?format=json").await?.expect(200)?;
    let post = page["item"]["id"].as_str().context("no post")?.to_owned();
    let mut said = Vec::new();
    for text in ["First", "Second", "Third"] {
        let body = json!({"targetId": post, "author": "Ada", "text": text});
        said.push(shopper.post("/api/comments", &body).await?.expect(201)?["comment"]["id"].clone());
    }
    Ok((post, said))
}

/// A note on a day, a link to the figures, and an error of a script.
async fn analytics(app: &App, owner: &mut Client, website: &str) -> Result<[String; 3]> {
    let base = format!("/api/v1/websites/{website}/analytics");
    let note = json!({"day": "2026-11-21", "text": "A sale"});
    let note = owner.post(&format!("{base}/annotations"), &note).await?.expect(201)?;
    let link = json!({"label": "For the board", "days": 1});
    let link = owner.post(&format!("{base}/share-links"), &link).await?.expect(201)?;
    let error = ScriptError {
        at: app.stoa.foundation.tenancy.now(),
        message: "x is not defined".to_owned(),
        stack: "at /".to_owned(),
        page: Some("/".to_owned()),
        browser: Some("Firefox".to_owned()),
    };
    app.stoa.analytics().record_error(&website.parse()?, error);
    app.stoa.analytics().flush().await;
    let errors = owner.get(&format!("{base}/errors")).await?.expect(200)?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    Ok([text(&note["id"]), text(&link["id"]), text(&errors["rows"][0]["hash"])])
}

/// The review token of an order, and the review of its first line.
async fn reviewed(app: &App, website: &str, order: &Value) -> Result<(String, String)> {
    let tenant = app.stoa.foundation.tenancy.for_system(&website.parse()?, "test").await?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let token = product_reviews::token(&tenant.db.read().await?, &text(&order["id"]).parse()?);
    let review =
        NewReview { order_item_id: text(&order["items"][0]["id"]), rating: "5".to_owned(), ..NewReview::default() };
    let submitted = SubmittedReviews { author: "Ada".to_owned(), reviews: vec![review], language: None };
    product_reviews::submit(&tenant.ctx, &tenant.db, &token, submitted).await?;
    let (all, first) = (ReviewFilter::default(), PageRequest::new(None, Some(1)));
    let listed = product_reviews::list(&tenant.ctx, &tenant.db, &all, &first).await?;
    let review = listed.items.first().context("no review")?.id.to_string();
    Ok((token, review))
}

/// A page that no other operation needs.
async fn unused_page(owner: &mut Client, base: &str) -> Result<String> {
    let made = owner.post(&format!("{base}/pages"), &json!({"title": "Spare"})).await?.expect(201)?;
    made["id"].as_str().map(str::to_owned).context("no id")
}

async fn trashed_page(owner: &mut Client, base: &str) -> Result<String> {
    let id = unused_page(owner, base).await?;
    owner.delete(&format!("{base}/pages/{id}")).await?.expect(204)?;
    Ok(id)
}

/// A page behind a password.
async fn locked_page(owner: &mut Client, base: &str) -> Result<String> {
    let id = unused_page(owner, base).await?;
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

/// Creates an account for the shopper, signs in, and saves an address.
async fn own_address(shopper: &mut Client) -> Result<String> {
    shopper.join("shopper@example.com").await?;
    let body = json!({"address": shop::address("US"), "isDefault": true});
    let kept = shopper.post("/api/site-users/account/addresses", &body).await?.expect(201)?;
    Ok(kept["id"].as_str().context("no id")?.to_owned())
}

/// The customer who has bought, and one that other operations do not need.
async fn customers(app: &App, owner: &mut Client, base: &str) -> Result<(String, String)> {
    app.juniper().join(SPARE_CUSTOMER).await?;
    let buyer = shop::customer(owner, base, "ada@example.com").await?;
    let spare = shop::customer(owner, base, SPARE_CUSTOMER).await?;
    let id = |customer: &Value| customer["id"].as_str().map(str::to_owned).context("no id");
    Ok((id(&buyer)?, id(&spare)?))
}

/// The draft of the design with its revision.
pub(super) async fn versioned_design(owner: &mut Client, base: &str) -> Result<Value> {
    let state = owner.get(&format!("{base}/design")).await?.expect(200)?;
    let mut design = state["draft"].clone();
    design["revision"] = state["revision"].clone();
    Ok(design)
}

/// A published partial of the site, and the list of all files.
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

/// A contributor of the site without permissions.
async fn colleague(app: &App, website: &str, email: &str) -> Result<String> {
    let staff = &app.stoa.foundation.tenancy.staff;
    let account = staff.create(email, "Someone", "long enough words", Timestamp::from_ms(1)).await?;
    staff.grant(&website.parse()?, &account.id, 14).await?;
    Ok(account.id.to_string())
}

/// A form of the dollar shop: its block id is in the published contact page.
async fn form_of(app: &App, owner: &mut Client) -> Result<String> {
    let website = app.website("juniper").await?;
    let pages = owner.get(&format!("/api/v1/websites/{website}/pages")).await?.expect(200)?;
    // The page of all kinds is the same on both demo sites, including the ids of its blocks.
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

/// An e-mail rejected by the mail server.
async fn unsent_mail(app: &App, website: &str) -> Result<String> {
    let tenant = app.stoa.foundation.tenancy.for_system(&website.parse()?, "test").await?;
    let message = stoa_email::Email {
        kind: "back-in-stock",
        to: "reader@example.com".to_owned(),
        subject: "Back again".to_owned(),
        text: "It is back.".to_owned(),
        html: "<p>It is back.</p>".to_owned(),
        reply_to: None,
        unsubscribe_url: None,
    };
    let tx = tenant.db.write().await?;
    stoa_email::queue(&tenant.ctx, &tx, message, "unsent").await?;
    let unsent = tx.update::<mail_row::Entity>(mail_row::Column::Reference.eq("unsent"));
    let unsent = unsent.set(mail_row::Column::Status, "failed").returning().await?;
    tx.commit().await?;
    Ok(unsent.first().context("nothing was written")?.id.to_string())
}

/// A pending webhook delivery of a form submission.
async fn delivery(app: &App, website: &str, submission: &str) -> Result<String> {
    let tenant = app.stoa.foundation.tenancy.for_system(&website.parse()?, "test").await?;
    let url = "http://127.0.0.1:9/hook".to_owned();
    let wanted = Event::FormWebhookWanted { submission_id: submission.parse()?, url };
    let tx = tenant.db.write().await?;
    webhooks::handle_event(&tenant.ctx, &tx, &wanted).await?;
    tx.commit().await?;
    let listed = webhooks::list(&tenant.ctx, &tenant.db).await?;
    Ok(listed.first().context("nothing waits")?.id.to_string())
}

/// An event that was given up for a plugin that the site does not use.
async fn dead_event(app: &App, website: &str) -> Result<String> {
    let tenant = app.stoa.foundation.tenancy.for_system(&website.parse()?, "test").await?;
    let (event, id) = (SiteEventId::generate(), EventDeliveryId::generate());
    let (topic, now) = (EventTopic::OrderPaid, tenant.ctx.now());
    let tx = tenant.db.write().await?;
    tx.insert(event_outbox::ActiveModel {
        id: Set(event.clone()),
        topic: Set(topic),
        object_id: Set(event.to_string()),
        sequence: Set(1),
        payload: Set(json!({})),
        person: Set(None),
        created_on: Set(now),
        ..Default::default()
    })
    .await?;
    tx.insert(event_delivery::ActiveModel {
        id: Set(id.clone()),
        event_id: Set(event.clone()),
        topic: Set(topic),
        kind: Set(SubscriberKind::Plugin),
        subscriber: Set("acme.hook".to_owned()),
        object_id: Set(event.to_string()),
        sequence: Set(1),
        status: Set(EventDeliveryStatus::Dead),
        attempts: Set(12),
        due_on: Set(now),
        first_tried_on: Set(Some(now)),
        last_tried_on: Set(Some(now)),
        last_error: Set(Some("the plugin acme.hook took too long".to_owned())),
        created_on: Set(now),
        dead_on: Set(Some(now)),
        ..Default::default()
    })
    .await?;
    tx.commit().await?;
    Ok(id.into())
}

/// A payment method that the shopper has saved.
async fn saved_method(app: &App, shopper: &mut Client, website: &str) -> Result<String> {
    let account = shopper.get("/api/site-users/account").await?.expect(200)?;
    let tenant = app.stoa.foundation.tenancy.for_system(&website.parse()?, "test").await?;
    let id = SavedPaymentMethodId::generate();
    let tx = tenant.db.write().await?;
    tx.insert(saved_payment_method::ActiveModel {
        owner: Set(account["id"].as_str().context("no account")?.to_owned()),
        id: Set(id.clone()),
        provider: Set("stoa.testcard".to_owned()),
        method: Set("card".to_owned()),
        test_mode: Set(true),
        sealed_token: Set(String::new()),
        label: Set("Visa ending in 4242".to_owned()),
        expires_on: Set(None),
        created_on: Set(tenant.ctx.now()),
        forget_on: Set(None),
        tries: Set(0),
        ..Default::default()
    })
    .await?;
    tx.commit().await?;
    Ok(id.into())
}
