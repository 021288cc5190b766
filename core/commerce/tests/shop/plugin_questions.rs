//! What plugins ask and refuse in a checkout, while the cart changes and the server is busy.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Mutex;

use async_trait::async_trait;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::Expr;
use serde_json::json;
use stoa_commerce::CommerceError;
use stoa_commerce::checkout::{self, NoteAndAnswers, PaymentChoice, Purchase, Submission, SubmitAnswer};
use stoa_commerce::ports::{CheckoutPlugins, OpenToAll, QuotePlugins};
use stoa_commerce::quotes::{
    OpenQuestion, QuoteAnswer, QuoteFailure, QuoteQuestion, QuoteSource, QuotedField, QuotedRefusal,
};
use stoa_entity::TenantDb;
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::{cart as cart_row, checkout_detail, plugin_answer};
use stoa_kernel::checkout::CheckoutFieldKind;
use stoa_kernel::money::Cents;
use stoa_kernel::pricing::QuoteKind;
use stoa_kernel::{ErrorCode, Failure, TenantCtx};

use crate::shop::{Shop, address};

/// Where its question has to be answered.
const REQUIRES: &str = "28801";
/// Where it refuses whatever is answered.
const REFUSES: &str = "28802";

/// A plugin with one question.
struct Courier<'a> {
    db: &'a TenantDb,
    /// Where the shopper sends the cart while the plugin checks the answers, in turn.
    moves: Mutex<VecDeque<&'static str>>,
    /// Why it gives no answer, if it gives none.
    failure: Mutex<Option<QuoteFailure>>,
}

impl<'a> Courier<'a> {
    fn new(db: &'a TenantDb, moves: &[&'static str]) -> Self {
        Self { db, moves: Mutex::new(moves.iter().copied().collect()), failure: Mutex::default() }
    }

    fn fail(&self, failure: Option<QuoteFailure>) {
        *self.failure.lock().unwrap() = failure;
    }

    async fn answer(&self, question: &QuoteQuestion) -> Result<QuoteAnswer, QuoteFailure> {
        if let Some(failure) = self.failure.lock().unwrap().clone() {
            return Err(failure);
        }
        match question {
            QuoteQuestion::Questions { checkout } => {
                let required = checkout.place.as_ref().is_some_and(|place| place.postal_code == REQUIRES);
                Ok(QuoteAnswer::Questions(vec![QuotedField {
                    id: "time".to_owned(),
                    kind: CheckoutFieldKind::Text,
                    label: "When?".to_owned(),
                    help: String::new(),
                    required,
                    choices: Vec::new(),
                }]))
            }
            QuoteQuestion::Answers { checkout, .. } => {
                let next = self.moves.lock().unwrap().pop_front();
                if let Some(postal_code) = next {
                    move_to(self.db, postal_code).await;
                }
                let refuses = checkout.place.as_ref().is_some_and(|place| place.postal_code == REFUSES);
                let refusal = QuotedRefusal { question: "time".to_owned(), message: "Not there.".to_owned() };
                Ok(QuoteAnswer::Refusals(if refuses { vec![refusal] } else { Vec::new() }))
            }
            other => panic!("{other:?}"),
        }
    }
}

#[async_trait]
impl QuotePlugins for Courier<'_> {
    async fn sources(&self, _: &TenantCtx) -> Result<Vec<QuoteSource>, Failure> {
        let text = |text: &str| text.to_owned();
        Ok(vec![QuoteSource {
            kind: QuoteKind::Questions,
            plugin: text("test.courier"),
            name: text("Courier"),
            version: text("1.0.0"),
            digest: text("digest"),
            settings: text("settings"),
        }])
    }

    async fn ask(&self, _: &TenantCtx, questions: &[OpenQuestion]) -> Vec<Result<QuoteAnswer, QuoteFailure>> {
        let mut answers = Vec::new();
        for open in questions {
            answers.push(self.answer(&open.question).await);
        }
        answers
    }
}

/// Another request of the shopper sends the carts elsewhere.
async fn move_to(db: &TenantDb, postal_code: &str) {
    let mut elsewhere = address("US");
    elsewhere.postal_code = postal_code.to_owned();
    let tx = db.write().await.unwrap();
    tx.update::<cart_row::Entity>(cart_row::Column::CheckoutToken.ne(""))
        .set(cart_row::Column::ShippingAddress, Expr::value(Some(JsonOf(elsewhere))))
        .exec()
        .await
        .unwrap();
    tx.commit().await.unwrap();
}

/// The checkout of a mug, all of whose steps are done before there is a plugin.
async fn ready(shop: &Shop) -> String {
    let mug = shop.product("Mug", 1_000, Some(5)).await;
    let (_, token) = shop.ready(&mug, 1).await;
    let none = BTreeMap::new();
    let said = NoteAndAnswers { note: "", answers: &none };
    checkout::set_details(&shop.ctx, &shop.site.db, shop.plugins(), shop.key(&token), said).await.unwrap();
    token
}

async fn submit(shop: &Shop, courier: &Courier<'_>, token: &str) -> Result<SubmitAnswer, CommerceError> {
    let submission = Submission {
        idempotency_key: "key-of-this".to_owned(),
        expected_total_cents: Cents(1_600),
        payment: Some(PaymentChoice {
            provider: "test.card".to_owned(),
            method: "card".to_owned(),
            data: json!({"cardNumber": "4242424242424242"}),
            saves: false,
            saved_method: None,
        }),
        language: None,
        asked_language: None,
    };
    let plugins = CheckoutPlugins { payments: &shop.payments, quotes: courier };
    let purchase = Purchase { key: shop.key(token), access: &OpenToAll, submission };
    checkout::submit(&shop.ctx, &shop.site.db, plugins, purchase).await
}

// spec: checkout.plugin-questions
#[tokio::test]
async fn a_cart_that_moves_while_it_is_bought_is_asked_and_checked_again() {
    for (postal_code, field) in [(REQUIRES, "details"), (REFUSES, "answers.test.courier:time")] {
        let shop = Shop::open().await;
        let token = ready(&shop).await;
        let courier = Courier::new(&shop.site.db, &[postal_code]);
        let refused = Failure::from(submit(&shop, &courier, &token).await.unwrap_err());
        assert_eq!(refused.fields.keys().collect::<Vec<_>>(), [field], "{refused:?}");
        assert!(shop.orders().await.is_empty());
        let tx = shop.site.db.read().await.unwrap();
        let kept = tx.find::<plugin_answer::Entity>().all().await.unwrap();
        assert!(!kept.is_empty(), "questions are kept");
        let of_answers =
            kept.iter().filter(|row| row.answer == json!([]) || row.answer.to_string().contains("Not there"));
        assert_eq!(of_answers.count(), 0, "what was said about answers is not");
    }
}

// spec: checkout.plugin-questions
#[tokio::test]
async fn a_cart_that_never_rests_is_not_bought() {
    let shop = Shop::open().await;
    let token = ready(&shop).await;
    let courier = Courier::new(&shop.site.db, &["10001", "10002", "10003", "10004", "10005"]);
    let changed = submit(&shop, &courier, &token).await.unwrap_err();
    let CommerceError::CartChanged { said, .. } = changed else { panic!("{changed:?}") };
    assert_eq!(said.to_string(), "Your checkout has changed in the meantime. Please check it and order again.");
    assert_eq!((shop.orders().await.len(), shop.payments.calls()), (0, 0));
    courier.moves.lock().unwrap().clear();
    submit(&shop, &courier, &token).await.unwrap();
    assert_eq!(shop.orders().await.len(), 1);
}

// spec: checkout.plugin-questions
#[tokio::test]
async fn a_plugin_that_was_not_asked_holds_up_the_order_and_one_that_fails_does_not() {
    let shop = Shop::open().await;
    let token = ready(&shop).await;
    let courier = Courier::new(&shop.site.db, &[]);
    courier.fail(Some(QuoteFailure::NotAsked("busy".to_owned())));
    let busy = Failure::from(submit(&shop, &courier, &token).await.unwrap_err());
    assert_eq!((busy.code, busy.extra["retryAfterSeconds"].as_u64()), (ErrorCode::Unavailable, Some(5)));
    assert!(shop.orders().await.is_empty());
    courier.fail(Some(QuoteFailure::InVain("told to stop".to_owned())));
    submit(&shop, &courier, &token).await.unwrap();
    assert_eq!(shop.orders().await.len(), 1);
}

// spec: checkout.plugin-questions
#[tokio::test]
async fn answers_to_a_plugin_that_is_silent_for_the_moment_are_kept() {
    let shop = Shop::open().await;
    let token = ready(&shop).await;
    let courier = Courier::new(&shop.site.db, &[]);
    let plugins = CheckoutPlugins { payments: &shop.payments, quotes: &courier };
    let (db, key) = (&shop.site.db, shop.key(&token));
    let answers = BTreeMap::from([("test.courier:time".to_owned(), "At noon".to_owned())]);
    let said = NoteAndAnswers { note: "", answers: &answers };
    checkout::set_details(&shop.ctx, db, plugins, key, said).await.unwrap();
    move_to(db, "10001").await;
    courier.fail(Some(QuoteFailure::NotAsked("busy".to_owned())));
    let none = BTreeMap::new();
    let view =
        checkout::set_details(&shop.ctx, db, plugins, key, NoteAndAnswers { note: "", answers: &none }).await.unwrap();
    assert_eq!(view.details.answers.len(), 1, "{:?}", view.details);
    courier.fail(None);
    submit(&shop, &courier, &token).await.unwrap();
    let tx = shop.site.db.read().await.unwrap();
    let kept = tx.find::<checkout_detail::Entity>().one().await.unwrap().unwrap();
    assert_eq!(kept.answers.0[0].value, "At noon");
}
