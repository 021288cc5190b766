//! Uses and limits of discounts against a database.

use sea_orm::ActiveValue::Set;
use sea_orm::{ActiveModelTrait, ColumnTrait, IntoActiveModel};
use serde_json::json;
use stoa_commerce::CommerceError;
use stoa_commerce::cart;
use stoa_commerce::checkout;
use stoa_commerce::discounts::{self, DiscountPatch, DiscountView};
use stoa_commerce::ports::PaymentStatus;
use stoa_entity::tenant::{cart as cart_row, discount, discount_use, order, site};
use stoa_kernel::Precondition;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{CartId, DiscountId, DiscountUseId, OrderId, SiteUserId};
use stoa_kernel::money::Cents;
use stoa_kernel::order::OrderPaymentStatus;
use stoa_kernel::pricing::{DiscountKind, DiscountScope};

use crate::shop::{Shop, TestProduct, outcome_with, timeout};

pub(crate) fn ten_percent(code: &str) -> DiscountPatch {
    DiscountPatch {
        label: "Ten".to_owned(),
        code: Some(code.to_owned()),
        kind: DiscountKind::Percent,
        rate_basis_points: 1_000,
        amount_cents: Cents::ZERO,
        applies_to: DiscountScope::Order,
        target_ids: Vec::new(),
        minimum_subtotal_cents: Cents::ZERO,
        starts_on: None,
        ends_on: None,
        usage_limit: None,
        once_per_customer: false,
        customers: None,
        enabled: true,
    }
}

async fn make(shop: &Shop, patch: DiscountPatch) -> DiscountView {
    discounts::create(&shop.owner, &shop.site.db, patch).await.unwrap()
}

async fn used(shop: &Shop, discount: &DiscountView) -> i64 {
    discounts::detail(&shop.owner, &shop.site.db, &discount.id).await.unwrap().used_count
}

#[tokio::test]
async fn expired_order_releases_discount_use_once() {
    let (shop, mug) = Shop::with_mugs(5).await;
    let limited = make(&shop, DiscountPatch { usage_limit: Some(1), ..ten_percent("LAST") }).await;
    let (cookie, token) = shop.ready(&mug, 1).await;
    cart::add_coupon(&shop.ctx, &shop.site.db, Some(&cookie), "last").await.unwrap();
    shop.payments.say(crate::shop::redirect());
    // 10.00 less 1.00, 5.00 for the post, a tenth of 9.00 as tax.
    shop.submit(&token, "one", 1_490).await.unwrap();
    assert_eq!(used(&shop, &limited).await, 1);
    let seen = checkout::view(&shop.ctx, &shop.site.db, &shop.payments, shop.key(&token)).await.unwrap();
    assert_eq!((seen.cart.grand_total_cents.0, seen.cart.valid_coupons.len()), (1_490, 1));
    shop.let_time_pass().await;
    for _ in 0..2 {
        checkout::release_expired(&shop.ctx, &shop.site.db, &shop.payments).await.unwrap();
    }
    assert_eq!(used(&shop, &limited).await, 0);
}

#[tokio::test]
async fn late_payment_keeps_agreed_price() {
    let (shop, mug) = Shop::with_mugs(5).await;
    let limited = make(&shop, DiscountPatch { usage_limit: Some(1), ..ten_percent("LAST") }).await;
    let (cookie, token) = shop.ready(&mug, 1).await;
    cart::add_coupon(&shop.ctx, &shop.site.db, Some(&cookie), "LAST").await.unwrap();
    shop.payments.say(timeout());
    shop.submit(&token, "one", 1_490).await.unwrap();
    shop.let_time_pass().await;
    checkout::release_expired(&shop.ctx, &shop.site.db, &shop.payments).await.unwrap();
    assert_eq!(used(&shop, &limited).await, 0);
    let (cookie, other) = shop.ready(&mug, 1).await;
    cart::add_coupon(&shop.ctx, &shop.site.db, Some(&cookie), "LAST").await.unwrap();
    shop.submit(&other, "two", 1_490).await.unwrap();
    shop.let_time_pass().await;
    shop.payments.say(outcome_with(PaymentStatus::Captured));
    checkout::reconcile_due(&shop.ctx, &shop.site.db, &shop.payments).await.unwrap();
    let statuses: Vec<OrderPaymentStatus> = shop.orders().await.into_iter().map(|order| order.payment_status).collect();
    assert_eq!(
        (statuses.as_slice(), used(&shop, &limited).await),
        ([OrderPaymentStatus::Paid, OrderPaymentStatus::Paid].as_slice(), 2)
    );
}

#[tokio::test]
async fn new_limit_counts_earlier_uses() {
    let (shop, mug) = Shop::with_mugs(5).await;
    let code = make(&shop, ten_percent("OPEN")).await;
    for _ in 0..2 {
        let (cookie, token) = shop.ready(&mug, 1).await;
        cart::add_coupon(&shop.ctx, &shop.site.db, Some(&cookie), "OPEN").await.unwrap();
        shop.submit(&token, "one", 1_490).await.unwrap();
    }
    assert_eq!(used(&shop, &code).await, 2);
    let limited = DiscountPatch { usage_limit: Some(2), ..ten_percent("OPEN") };
    let first = Precondition::from(1_i64);
    let changed = discounts::update(&shop.owner, &shop.site.db, &code.id, &first, limited).await.unwrap();
    assert_eq!((changed.used_count, changed.revision), (2, 2));
    let (cookie, _) = shop.ready(&mug, 1).await;
    let seen = cart::add_coupon(&shop.ctx, &shop.site.db, Some(&cookie), "OPEN").await.unwrap();
    assert_eq!(seen.invalid_coupons[0].reason.as_deref(), Some("This code has been used up."));
}

#[tokio::test]
async fn unlimited_uses_counted_up_to_1000() {
    let (shop, mug) = Shop::with_mugs(5).await;
    let code = make(&shop, ten_percent("OPEN")).await;
    let (cookie, token) = shop.ready(&mug, 1).await;
    cart::add_coupon(&shop.ctx, &shop.site.db, Some(&cookie), "OPEN").await.unwrap();
    shop.submit(&token, "one", 1_490).await.unwrap();
    let first = shop.orders().await.remove(0);
    let mut number = first.number;
    for (more, counted) in [(999, (1_000, false)), (1, (1_000, true))] {
        let tx = shop.site.db.write().await.unwrap();
        for _ in 0..more {
            number += 1;
            let order = order::ActiveModel {
                id: Set(OrderId::generate()),
                number: Set(number),
                cart_id: Set(CartId::generate()),
                ..first.clone().into_active_model().reset_all()
            };
            let taken = discount_use::ActiveModel {
                id: Set(DiscountUseId::generate()),
                discount_id: Set(code.id.clone()),
                order_id: order.id.clone(),
                customer_key: Set(None),
                created_on: Set(Timestamp::default()),
                ..Default::default()
            };
            tx.insert(order).await.unwrap();
            tx.insert(taken).await.unwrap();
        }
        tx.commit().await.unwrap();
        let seen = discounts::detail(&shop.owner, &shop.site.db, &code.id).await.unwrap();
        assert_eq!((seen.used_count, seen.more_used), counted);
    }
}

#[tokio::test]
async fn automatic_discount_limit() {
    let shop = Shop::open().await;
    let by_itself = || DiscountPatch { code: None, ..ten_percent("") };
    let first = make(&shop, by_itself()).await;
    let tx = shop.site.db.write().await.unwrap();
    let row = tx.find::<discount::Entity>().all().await.unwrap().remove(0);
    let others = (0..2_998).map(|_| discount::ActiveModel {
        id: Set(DiscountId::generate()),
        ..row.clone().into_active_model().reset_all()
    });
    for part in others.collect::<Vec<_>>().chunks(500) {
        tx.insert_many(part.to_vec()).await.unwrap();
    }
    tx.commit().await.unwrap();
    make(&shop, by_itself()).await;
    let refused = discounts::create(&shop.owner, &shop.site.db, by_itself()).await.unwrap_err();
    assert!(matches!(&refused, CommerceError::Invalid(fields) if fields["code"].contains("3,000")), "{refused:?}");
    let coded = make(&shop, ten_percent("CODE")).await;
    let (db, seen) = (&shop.site.db, Precondition::from(1_i64));
    let refused = discounts::update(&shop.owner, db, &coded.id, &seen, by_itself()).await;
    assert!(matches!(refused, Err(CommerceError::Invalid(_))), "{refused:?}");
    let kept = discounts::update(&shop.owner, db, &first.id, &seen, by_itself()).await.unwrap();
    assert_eq!(kept.revision, 2, "one of them can be changed all the same");
}

#[tokio::test]
async fn automatic_discount_and_permissions() {
    let shop = Shop::open().await;
    shop.set_site(site::Column::StoreSettings, json!({"pricesIncludeTax": true})).await;
    let mug = shop.product("Mug", 1_100, Some(5)).await;
    make(&shop, DiscountPatch { code: None, minimum_subtotal_cents: Cents(2_000), ..ten_percent("") }).await;
    let one = shop.add(None, &mug, 1).await.unwrap();
    assert_eq!(one.cart.discount_cents.0, 0);
    let two = shop.add(one.new_token.as_deref(), &mug, 1).await.unwrap();
    // A tenth of 22.00; of the 19.80 that are left, 1.80 are tax.
    assert_eq!((two.cart.discount_cents.0, two.cart.tax_cents.0, two.cart.grand_total_cents.0), (220, 180, 1_980));
    assert_eq!(two.cart.discounts[0].code, None);
    assert!(discounts::create(&shop.ctx, &shop.site.db, ten_percent("MINE")).await.is_err());
    assert!(discounts::list(&shop.ctx, &shop.site.db, &Default::default(), &Default::default()).await.is_err());
}

/// A code for each customer once, entered into the cart of a checkout.
async fn entered(
    shop: &Shop,
    mug: &TestProduct,
    email: &str,
    account: Option<&SiteUserId>,
) -> (String, cart::CartView) {
    let (cookie, token) = shop.ready(mug, 1).await;
    cart::add_coupon(&shop.ctx, &shop.site.db, Some(&cookie), "ONCE").await.unwrap();
    let tx = shop.site.db.write().await.unwrap();
    tx.update::<cart_row::Entity>(cart_row::Column::CheckoutToken.eq(token.as_str()))
        .set(cart_row::Column::Email, email)
        .set(cart_row::Column::SiteUserId, account.cloned())
        .exec()
        .await
        .unwrap();
    tx.commit().await.unwrap();
    let buyer = shop.buyer(&token).await;
    let seen = checkout::view(&buyer, &shop.site.db, &shop.payments, shop.key(&token)).await.unwrap().cart;
    (token, seen)
}

fn reason(seen: &cart::CartView) -> Option<&str> {
    seen.invalid_coupons.first().and_then(|coupon| coupon.reason.as_deref())
}

const USED: Option<&str> = Some("You have already used this code.");

#[tokio::test]
async fn late_paid_order_counts_as_use() {
    Shop::on_both(async |shop| {
        let mug = shop.product("Mug", 1_000, Some(5)).await;
        make(shop, DiscountPatch { once_per_customer: true, ..ten_percent("ONCE") }).await;
        let (token, _) = entered(shop, &mug, "ada@example.com", None).await;
        shop.payments.say(timeout());
        shop.submit(&token, "one", 1_490).await.unwrap();
        shop.let_time_pass().await;
        checkout::release_expired(&shop.ctx, &shop.site.db, &shop.payments).await.unwrap();
        assert_eq!(reason(&entered(shop, &mug, "ada@example.com", None).await.1), None, "it was given back");
        shop.let_time_pass().await;
        shop.payments.say(outcome_with(PaymentStatus::Captured));
        checkout::reconcile_due(&shop.ctx, &shop.site.db, &shop.payments).await.unwrap();
        assert_eq!(shop.orders().await[0].payment_status, OrderPaymentStatus::Paid);
        assert_eq!(reason(&entered(shop, &mug, " Ada@Example.com", None).await.1), USED);
    })
    .await;
}

#[tokio::test]
async fn late_payment_accepted_beside_other_order() {
    let (shop, mug) = Shop::with_mugs(5).await;
    let once = DiscountPatch { once_per_customer: true, usage_limit: Some(5), ..ten_percent("ONCE") };
    let once = make(&shop, once).await;
    let (token, _) = entered(&shop, &mug, "ada@example.com", None).await;
    shop.payments.say(timeout());
    shop.submit(&token, "one", 1_490).await.unwrap();
    shop.let_time_pass().await;
    checkout::release_expired(&shop.ctx, &shop.site.db, &shop.payments).await.unwrap();
    let (other, _) = entered(&shop, &mug, "ada@example.com", None).await;
    shop.submit(&other, "two", 1_490).await.unwrap();
    shop.let_time_pass().await;
    shop.payments.say(outcome_with(PaymentStatus::Captured));
    checkout::reconcile_due(&shop.ctx, &shop.site.db, &shop.payments).await.unwrap();
    assert!(shop.orders().await.iter().all(|order| order.payment_status == OrderPaymentStatus::Paid));
    assert_eq!(used(&shop, &once).await, 2);
}

#[tokio::test]
async fn concurrent_account_orders_use_discount_once() {
    Shop::on_both(async |shop| {
        let mug = shop.product("Mug", 1_000, Some(9)).await;
        make(shop, DiscountPatch { once_per_customer: true, ..ten_percent("ONCE") }).await;
        let grace = shop.account("grace@example.com").await;
        let mut tokens = Vec::new();
        for number in 0..6 {
            tokens.push(entered(shop, &mug, &format!("grace{number}@example.com"), Some(&grace)).await.0);
        }
        let answers = futures::future::join_all(tokens.iter().map(|token| shop.submit(token, "one", 1_490))).await;
        let (placed, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(Result::is_ok);
        assert_eq!((placed.len(), refused.len()), (1, 5));
        for answer in refused {
            assert!(matches!(answer, Err(CommerceError::CartChanged { .. })), "{answer:?}");
        }
    })
    .await;
}

#[tokio::test]
async fn signed_in_customer_identity_ignores_address() {
    Shop::on_both(async |shop| {
        let mug = shop.product("Mug", 1_000, Some(9)).await;
        make(shop, DiscountPatch { once_per_customer: true, ..ten_percent("ONCE") }).await;
        let (grace, other) = (shop.account("grace@example.com").await, shop.account("other@example.com").await);
        let ada = "ada@example.com";
        let (early, _) = entered(shop, &mug, "grace@work.example", Some(&grace)).await;
        let (token, seen) = entered(shop, &mug, ada, Some(&grace)).await;
        assert_eq!(reason(&seen), None);
        shop.submit(&token, "one", 1_490).await.unwrap();
        assert_eq!(reason(&entered(shop, &mug, "grace@home.example", Some(&grace)).await.1), USED);
        assert_eq!(reason(&entered(shop, &mug, ada, None).await.1), USED, "as a guest with the same address");
        assert_eq!(reason(&entered(shop, &mug, "other@example.com", Some(&other)).await.1), None);
        let late = shop.submit(&early, "two", 1_490).await.unwrap_err();
        assert!(matches!(late, CommerceError::CartChanged { .. }), "a cart that was priced before: {late:?}");
    })
    .await;
}

#[tokio::test]
async fn guest_use_counts_for_account() {
    let (shop, mug) = Shop::with_mugs(9).await;
    make(&shop, DiscountPatch { once_per_customer: true, ..ten_percent("ONCE") }).await;
    let (token, _) = entered(&shop, &mug, "ada@example.com", None).await;
    shop.submit(&token, "one", 1_490).await.unwrap();
    let account = shop.account("ada@example.com").await;
    assert_eq!(reason(&entered(&shop, &mug, "ada@elsewhere.example", Some(&account)).await.1), USED);
}
