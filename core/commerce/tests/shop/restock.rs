//! Notices of stock against a database.

use sea_orm::ColumnTrait;
use serde_json::json;
use stoa_commerce::CommerceError;
use stoa_commerce::catalogue::{self, ItemAt, ProductPatch, Publication};
use stoa_commerce::checkout;
use stoa_commerce::inventory::{self, Adjustment, BulkStockUpdate, NewLevel, RequestedStockChange, WantedLine};
use stoa_commerce::restock::{self, NewSignUp, SendRequest};
use stoa_commerce::settings::{self, StoreChoices};
use stoa_entity::tenant::{mail, outbox};
use stoa_kernel::event::Event;
use stoa_kernel::id::LoadRunId;
use stoa_kernel::page::PageRequest;

use crate::shop::{Shop, TestProduct, redirect};

fn wish(sold: &TestProduct, email: &str) -> NewSignUp {
    NewSignUp {
        product_id: sold.product.to_string(),
        variant_id: sold.variant.to_string(),
        email: email.to_owned(),
        is_join_mailing_list: true,
        language: Some("en-US".to_owned()),
        captcha_token: None,
    }
}

impl Shop {
    async fn wish(&self, sold: &TestProduct, email: &str) -> Result<(), CommerceError> {
        restock::sign_up(&self.ctx, &self.site.db, None, wish(sold, email)).await
    }

    /// Changes what the owner chose.
    async fn choose(&self, change: impl FnOnce(&mut StoreChoices)) {
        let now = settings::get(&self.owner, &self.site.db).await.unwrap();
        let mut choices = now.choices;
        change(&mut choices);
        settings::save(&self.owner, &self.site.db, &now.revision.into(), choices).await.unwrap();
    }

    async fn adjust(&self, sold: &TestProduct, delta: i64) {
        let key = format!("adjust-{}", stoa_kernel::token::random_token(8));
        let adjustment = Adjustment { delta, note: String::new(), idempotency_key: key };
        inventory::adjust(&self.owner, &self.site.db, &sold.variant, adjustment).await.unwrap();
    }

    async fn set(&self, sold: &TestProduct, unlimited: bool, qty_in_stock: i64) {
        let (db, id) = (&self.site.db, &sold.variant);
        let seen = inventory::level(&self.owner, db, id).await.unwrap().version().into();
        let new = NewLevel { unlimited, qty_in_stock, note: String::new(), seen };
        inventory::set_level(&self.owner, db, id, new).await.unwrap();
    }

    /// Handles what lies in the outbox about restock notices, and gives the receivers of all e-mails. It is
    /// handled twice, as after the end of a process.
    async fn notices(&self) -> Vec<String> {
        loop {
            let tx = self.site.db.write().await.unwrap();
            let open = tx
                .find::<outbox::Entity>()
                .filter(outbox::Column::Topic.eq("restock-announced"))
                .filter(outbox::Column::DoneOn.is_null());
            let Some(row) = open.one().await.unwrap() else { break };
            let event: Event = serde_json::from_value(row.payload).unwrap();
            for _ in 0..2 {
                restock::handle_event(&self.ctx, &tx, &event, "https://shop.example").await.unwrap();
            }
            tx.update::<outbox::Entity>(outbox::Column::Id.eq(row.id))
                .set(outbox::Column::DoneOn, Some(self.ctx.now()))
                .exec()
                .await
                .unwrap();
            tx.commit().await.unwrap();
        }
        let tx = self.site.db.read().await.unwrap();
        let emails = tx.find::<mail::Entity>().filter(mail::Column::Kind.eq("back-in-stock"));
        emails
            .order_by_asc(mail::Column::ToAddress)
            .all()
            .await
            .unwrap()
            .into_iter()
            .map(|row| row.to_address)
            .collect()
    }
}

#[tokio::test]
async fn restock_signup_once_and_sold_out_only() {
    let shop = Shop::open().await;
    let (jug, mug) = (shop.product("Jug", 100, Some(0)).await, shop.product("Mug", 100, Some(1)).await);
    let (one, two) = tokio::join!(shop.wish(&jug, "Ada@Example.com"), shop.wish(&jug, "ada@example.com "));
    assert!(one.is_ok() && two.is_ok());
    let page =
        restock::groups(&shop.owner, &shop.site.db, &Default::default(), &PageRequest::new(None, None)).await.unwrap();
    assert_eq!((page.items.len(), page.items[0].sign_up_count, page.items[0].qty_in_stock), (1, 1, Some(0)));
    assert!(matches!(shop.wish(&mug, "ada@example.com").await, Err(CommerceError::Said(_))));
    let other = TestProduct { product: mug.product.clone(), variant: jug.variant.clone() };
    assert!(matches!(shop.wish(&other, "ada@example.com").await, Err(CommerceError::NotFound)));
    shop.choose(|choices| choices.restock.enabled = false).await;
    assert!(matches!(shop.wish(&jug, "bob@example.com").await, Err(CommerceError::Denied(_))));
    assert!(
        restock::groups(&shop.ctx, &shop.site.db, &Default::default(), &PageRequest::new(None, None)).await.is_err()
    );
}

// spec: restock.auto-send.open
#[tokio::test]
async fn restock_notified_once_if_enabled() {
    let shop = Shop::open().await;
    let jug = shop.product("Jug", 100, Some(0)).await;
    for email in ["ada@example.com", "bob@example.com"] {
        shop.wish(&jug, email).await.unwrap();
    }
    shop.adjust(&jug, 2).await;
    assert_eq!(shop.notices().await, Vec::<String>::new(), "nobody is told unless the owner says so");
    shop.adjust(&jug, -2).await;
    shop.choose(|choices| choices.restock.send_automatically = true).await;
    shop.adjust(&jug, 1).await;
    assert_eq!(shop.notices().await, ["ada@example.com", "bob@example.com"]);
    shop.adjust(&jug, 1).await;
    shop.adjust(&jug, -2).await;
    shop.adjust(&jug, 5).await;
    assert_eq!(shop.notices().await.len(), 2, "who was told is off the list");
    shop.adjust(&jug, -5).await;
    shop.wish(&jug, "ada@example.com").await.unwrap();
    shop.adjust(&jug, 5).await;
    assert_eq!(shop.notices().await.len(), 3, "who signs up again is told again");
}

#[tokio::test]
async fn notification_only_after_sold_out() {
    let shop = Shop::open().await;
    let mut told = Vec::new();
    for (before, after, is_back) in [
        ((false, 0), (false, 4), true),
        ((false, 0), (true, 0), true),
        ((false, 0), (false, 0), false),
        ((false, 3), (false, 5), false),
        ((false, 3), (true, 0), false),
        ((true, 0), (false, 5), false),
    ] {
        let case = format!("from{}-{}to{}-{}@example.com", before.0, before.1, after.0, after.1);
        let jug = shop.product(&case, 100, Some(0)).await;
        shop.wish(&jug, &case).await.unwrap();
        shop.choose(|choices| choices.restock.send_automatically = false).await;
        shop.set(&jug, before.0, before.1).await;
        shop.choose(|choices| choices.restock.send_automatically = true).await;
        shop.set(&jug, after.0, after.1).await;
        if before == (false, 3) {
            shop.set(&jug, false, 1).await;
            shop.adjust(&jug, 2).await;
        }
        told.extend(is_back.then_some(case));
    }
    told.sort();
    assert_eq!(shop.notices().await, told);
}

#[tokio::test]
async fn bulk_restock_notifies_each_variant() {
    let shop = Shop::open().await;
    let (jug, mug) = (shop.product("Jug", 100, Some(0)).await, shop.product("Mug", 100, Some(0)).await);
    let bowl = shop.product("Bowl", 100, Some(1)).await;
    shop.choose(|choices| choices.restock.send_automatically = true).await;
    shop.wish(&jug, "ada@example.com").await.unwrap();
    shop.wish(&mug, "bob@example.com").await.unwrap();
    let line = |sold: &TestProduct, wanted| WantedLine { variant_id: sold.variant.to_string(), wanted };
    let counted = RequestedStockChange::Set { unlimited: false, qty_in_stock: 4, seen: 0 };
    let changes = BulkStockUpdate {
        lines: vec![
            line(&jug, RequestedStockChange::Add(2)),
            line(&bowl, RequestedStockChange::Add(1)),
            line(&mug, counted),
        ],
        note: String::new(),
        idempotency_key: "the-van-came".to_owned(),
    };
    for _ in 0..2 {
        inventory::bulk_update_stock(&shop.owner, &shop.site.db, changes.clone()).await.unwrap();
    }
    assert_eq!(shop.notices().await, ["ada@example.com", "bob@example.com"]);
    assert_eq!((shop.stock(&jug.variant).await, shop.stock(&bowl.variant).await), (2, 2));
}

#[tokio::test]
async fn failed_payment_restock_notifies() {
    let shop = Shop::open().await;
    let jug = shop.product("Jug", 1_000, Some(1)).await;
    shop.choose(|choices| choices.restock.send_automatically = true).await;
    let (_, token) = shop.ready(&jug, 1).await;
    shop.payments.say(redirect());
    shop.submit(&token, "one", 1_600).await.unwrap();
    shop.wish(&jug, "ada@example.com").await.unwrap();
    shop.let_time_pass().await;
    checkout::release_expired(&shop.ctx, &shop.site.db, &shop.payments).await.unwrap();
    assert_eq!(shop.stock(&jug.variant).await, 1);
    assert_eq!(shop.notices().await, ["ada@example.com"]);
}

#[tokio::test]
async fn long_restock_lists() {
    let shop = Shop::open().await;
    let jug = shop.product_with("Jug", 1, &[("jug", json!({"Size": "Large"}), 100, Some(0))]).await;
    for number in 0..230 {
        shop.wish(&jug, &format!("shopper{number:03}@example.com")).await.unwrap();
    }
    let (mut cursor, mut seen) = (None, Vec::new());
    loop {
        let request = PageRequest::new(cursor, Some(100));
        let product = jug.product.as_str();
        let page = restock::sign_ups(&shop.owner, &shop.site.db, product, &Default::default(), &request).await.unwrap();
        seen.extend(page.items.into_iter().map(|sign_up| sign_up.email));
        cursor = page.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 230);
    let request = SendRequest { product_id: jug.product.to_string(), variant_id: jug.variant.to_string() };
    let nowhere = SendRequest { product_id: jug.product.to_string(), variant_id: "var_none".to_owned() };
    let all = vec![request.clone(), nowhere.clone(), request.clone()];
    assert!(restock::send(&shop.owner, &shop.site.db, &request).await.is_err(), "nothing of it is in stock");
    shop.adjust(&jug, 1).await;
    let (told, failed) = restock::send_all(&shop.owner, &shop.site.db, all).await.unwrap();
    assert_eq!((told, failed), (230, vec![nowhere]));
    assert_eq!(restock::send(&shop.owner, &shop.site.db, &request).await.unwrap(), 0);
    assert_eq!(shop.notices().await, seen);
}

impl Shop {
    async fn show(&self, sold: &TestProduct, publication: Publication) {
        let (store, item) = (&self.store, &sold.product);
        let revision = catalogue::admin_item(&self.owner, &self.site.db, store, item).await.unwrap().revision;
        let patch = ProductPatch { publication: Some(publication), ..ProductPatch::default() };
        let at = ItemAt { store_id: store, item_id: item, revision };
        catalogue::update_item(&self.owner, &self.site.db, at, patch).await.unwrap();
    }
}

#[tokio::test]
async fn hidden_product_keeps_signups_waiting() {
    Shop::on_both(async |shop| {
        let jug = shop.product("Jug", 100, Some(0)).await;
        shop.choose(|choices| choices.restock.send_automatically = true).await;
        shop.wish(&jug, "ada@example.com").await.unwrap();
        shop.show(&jug, Publication::Draft).await;
        shop.adjust(&jug, 3).await;
        let request = SendRequest { product_id: jug.product.to_string(), variant_id: jug.variant.to_string() };
        let refused = restock::send(&shop.owner, &shop.site.db, &request).await.unwrap_err();
        assert!(matches!(refused, CommerceError::Conflict(_)), "{refused:?}");
        let all = restock::send_all(&shop.owner, &shop.site.db, vec![request.clone()]).await.unwrap();
        assert_eq!(all, (0, vec![request]));
        restock::send_overdue_notices(&shop.ctx, &shop.site.db).await.unwrap();
        assert_eq!(shop.notices().await, Vec::<String>::new());
        shop.show(&jug, Publication::Published).await;
        assert_eq!(shop.notices().await, ["ada@example.com"]);
        restock::send_overdue_notices(&shop.ctx, &shop.site.db).await.unwrap();
        assert_eq!(shop.notices().await.len(), 1, "told once");
    })
    .await;
}

#[tokio::test]
async fn hiding_before_emails_keeps_signups() {
    Shop::on_both(async |shop| {
        let jug = shop.product("Jug", 100, Some(0)).await;
        shop.choose(|choices| choices.restock.send_automatically = true).await;
        shop.wish(&jug, "ada@example.com").await.unwrap();
        shop.adjust(&jug, 3).await;
        shop.show(&jug, Publication::Draft).await;
        assert_eq!(shop.notices().await, Vec::<String>::new());
        shop.show(&jug, Publication::Published).await;
        assert_eq!(shop.notices().await, ["ada@example.com"]);
    })
    .await;
}

#[tokio::test]
async fn reopened_store_notifies_restocked() {
    let shop = Shop::open().await;
    let jug = shop.product("Jug", 100, Some(0)).await;
    shop.choose(|choices| choices.restock.send_automatically = true).await;
    shop.wish(&jug, "ada@example.com").await.unwrap();
    shop.set_open(false).await;
    shop.adjust(&jug, 3).await;
    restock::send_overdue_notices(&shop.ctx, &shop.site.db).await.unwrap();
    assert_eq!(shop.notices().await, Vec::<String>::new());
    shop.set_open(true).await;
    restock::send_overdue_notices(&shop.ctx, &shop.site.db).await.unwrap();
    assert_eq!(shop.notices().await, ["ada@example.com"]);
}

// spec: load-test.run
#[tokio::test]
async fn load_tests_leave_signups_waiting() {
    Shop::on_both(async |shop| {
        let jug = shop.product("Jug", 100, Some(0)).await;
        shop.choose(|choices| choices.restock.send_automatically = true).await;
        shop.wish(&jug, "ada@example.com").await.unwrap();
        let tester = shop.owner.clone().in_load_run(Some(LoadRunId::generate()));
        let found = Adjustment { delta: 3, note: String::new(), idempotency_key: "found-in-a-run".to_owned() };
        inventory::adjust(&tester, &shop.site.db, &jug.variant, found).await.unwrap();
        let request = SendRequest { product_id: jug.product.to_string(), variant_id: jug.variant.to_string() };
        assert_eq!(restock::send(&tester, &shop.site.db, &request).await.unwrap(), 0);
        assert_eq!(shop.notices().await, Vec::<String>::new());
        restock::send_overdue_notices(&shop.ctx, &shop.site.db).await.unwrap();
        assert_eq!(shop.notices().await, ["ada@example.com"]);
    })
    .await;
}
