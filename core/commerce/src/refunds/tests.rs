//! Tests of what can be refunded and how it is split.

use proptest::prelude::*;
use serde_json::json;
use stoa_entity::tenant::{payment, refund, refund_item};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::error::FieldErrors;
use stoa_kernel::id::{OrderId, OrderItemId, PaymentId, RefundId, WebsiteId};
use stoa_kernel::money::{Cents, Currency, Money};
use stoa_kernel::payment::{AttemptStatus, CaptureMode, RefundCause, RefundStatus};

use super::apply::total_of;
use super::ledger::{Ledger, Plan};
use super::shares::{LineShare, Shares};
use super::{NewRefund, RefundItemView, RefundLine, RequestedRefund};
use crate::CommerceError;
use crate::ports::{Outcome, PaymentStatus};

#[test]
fn partial_shares_add_up_to_line() {
    for (quantity, paid) in [(3, 1_000), (7, 5), (1, 1), (9_999, 123_457), (2, 0)] {
        let paid_cents = Cents(paid);
        let line = LineShare { item: OrderItemId::generate(), name: String::new(), quantity, paid_cents };
        for portion in 1..=quantity.min(4) {
            let mut before = 0;
            let mut given = Cents::ZERO;
            while before < quantity {
                let pieces = portion.min(quantity - before);
                let share = line.of(before, pieces);
                assert!(share >= Cents::ZERO);
                given += share;
                before += pieces;
            }
            assert_eq!(given, paid_cents, "{quantity} pieces in portions of {portion}");
        }
    }
}

#[test]
fn refund_request_validation() {
    let line = |quantity| RefundLine { order_item_id: "itm_1".to_owned(), quantity };
    let wish = |items, shipping, amount: Option<i64>| RequestedRefund {
        items,
        shipping_cents: Cents(shipping),
        amount_cents: amount.map(Cents),
        payment_id: None,
    };
    assert!(wish(vec![line(1)], 0, None).check().is_ok());
    assert!(wish(Vec::new(), 0, Some(1)).check().is_ok());
    assert!(wish(vec![line(1), line(1)], 0, None).check().is_err());
    assert!(wish(vec![line(0)], 0, None).check().is_err());
    assert!(wish(Vec::new(), -1, None).check().is_err());
    assert!(wish(Vec::new(), 0, Some(0)).check().is_err());
}

#[test]
fn refund_reason_is_one_line() {
    let new = |reason: &str| NewRefund {
        idempotency_key: "the-click-1".to_owned(),
        reason: RefundCause::Words(reason.to_owned()),
        restock: true,
        ..NewRefund::default()
    };
    assert_eq!(new(" Broken on the way ").checked().unwrap(), new("Broken on the way"));
    assert!(new(&"é".repeat(500)).checked().is_ok());
    for reason in ["é".repeat(501), "one\ntwo".to_owned()] {
        let CommerceError::Invalid(fields) = new(&reason).checked().unwrap_err() else { panic!("{reason}") };
        assert_eq!(
            fields,
            FieldErrors::from([("reason".to_owned(), "At most 500 characters on one line.".to_owned())])
        );
    }
    let unnamed = NewRefund { idempotency_key: "short".to_owned(), ..new("") };
    assert!(unnamed.checked().is_err());
}

fn payment(captured: i64) -> payment::Model {
    let captured_cents = Cents(captured);
    payment::Model {
        website_id: WebsiteId::generate(),
        id: PaymentId::generate(),
        order_id: OrderId::generate(),
        provider: "test.card".to_owned(),
        plugin_digest: None,
        method: "card".to_owned(),
        test_mode: None,
        shop_test_mode: None,
        idempotency_key: String::new(),
        status: AttemptStatus::Captured,
        amount_cents: captured_cents,
        captured_cents,
        refunded_cents: Cents::ZERO,
        currency: "USD".to_owned(),
        provider_ref: None,
        provider_state: json!({}),
        next_url: None,
        buyer_message: None,
        capture_mode: CaptureMode::AtOnce,
        capture_before: None,
        instructions: None,
        saved_use: None,
        checks: 0,
        next_check_on: None,
        created_on: Timestamp::default(),
        updated_on: Timestamp::default(),
    }
}

/// Adds a refund to the ledger as if the provider had completed it.
fn carry_out(ledger: &mut Ledger, plan: Plan) {
    write(ledger, plan, RefundStatus::Succeeded, false);
}

fn write(ledger: &mut Ledger, plan: Plan, status: RefundStatus, restock: bool) {
    let id = RefundId::generate();
    let website_id = WebsiteId::generate();
    let item = |item: RefundItemView| refund_item::Model {
        website_id: website_id.clone(),
        refund_id: id.clone(),
        order_item_id: item.order_item_id,
        quantity: item.quantity,
        amount_cents: item.amount_cents,
    };
    let items = plan.items.into_iter().map(item).collect();
    let row = refund::Model {
        website_id: website_id.clone(),
        id: id.clone(),
        order_id: OrderId::generate(),
        payment_id: plan.payment_id,
        idempotency_key: String::new(),
        request: json!({}),
        amount_cents: plan.amount_cents,
        shipping_cents: plan.shipping_cents,
        reason: String::new(),
        reason_code: None,
        restock,
        notify: false,
        status,
        message: None,
        checks: 0,
        next_check_on: None,
        actor: "system".to_owned(),
        created_on: Timestamp::default(),
        settled_on: Some(Timestamp::default()),
    };
    ledger.written(row, items);
}

/// The order of the following tests: three mugs for 10.00, two bowls for 5.00, delivery for 7.00.
struct TestOrder {
    mug: OrderItemId,
    bowl: OrderItemId,
    paid: PaymentId,
    declined: PaymentId,
    ledger: Ledger,
}

fn bought() -> TestOrder {
    let share = |name: &str, quantity, paid| LineShare {
        item: OrderItemId::generate(),
        name: name.to_owned(),
        quantity,
        paid_cents: Cents(paid),
    };
    let lines = vec![share("Mug", 3, 1_000), share("Bowl", 2, 500)];
    let (mug, bowl) = (lines[0].item.clone(), lines[1].item.clone());
    let payments = vec![payment(0), payment(2_200), payment(0)];
    let (declined, paid) = (payments[0].id.clone(), payments[1].id.clone());
    let ledger = Ledger::of(Shares { lines, shipping_cents: Cents(700) }, payments);
    TestOrder { mug, bowl, paid, declined, ledger }
}

fn pieces(item: &OrderItemId, quantity: i64) -> RequestedRefund {
    RequestedRefund {
        items: vec![RefundLine { order_item_id: item.to_string(), quantity }],
        ..RequestedRefund::default()
    }
}

fn delivery(shipping: i64) -> RequestedRefund {
    RequestedRefund { shipping_cents: Cents(shipping), ..RequestedRefund::default() }
}

fn amount(amount: i64) -> RequestedRefund {
    RequestedRefund { amount_cents: Some(Cents(amount)), ..RequestedRefund::default() }
}

/// The amount that a request results in, or why it is rejected.
fn granted(ledger: &Ledger, wish: &RequestedRefund) -> Result<i64, String> {
    ledger.plan(wish).map(|plan| plan.amount_cents.0).map_err(|error| match error {
        CommerceError::Invalid(fields) => fields.into_keys().collect(),
        error => error.to_string(),
    })
}

const FULLY_REFUNDED: &str = "Everything that was paid has been refunded.";
const REFUND_PENDING: &str =
    "A refund of this payment is still pending with the provider. Try again when it is complete.";

#[test]
fn refund_never_exceeds_paid_amount() {
    let TestOrder { mug, paid, declined, ledger, .. } = bought();
    let both = RequestedRefund { shipping_cents: Cents(200), ..pieces(&mug, 1) };
    let of_declined = RequestedRefund { payment_id: Some(declined.to_string()), ..amount(1) };
    let no_line = pieces(&OrderItemId::generate(), 1);
    for (wish, expected) in [
        (&both, Ok(533)),
        (&pieces(&mug, 3), Ok(1_000)),
        (&pieces(&mug, 4), Err("Only 3 of Mug can still be refunded.")),
        (&no_line, Err("items")),
        (&delivery(700), Ok(700)),
        (&delivery(701), Err("At most $7.00 of the shipping can still be refunded.")),
        (&amount(2_200), Ok(2_200)),
        (&amount(2_201), Err("At most $22.00 of this payment can still be refunded.")),
        (&RequestedRefund::default(), Err("amountCents")),
        (&of_declined, Err(FULLY_REFUNDED)),
    ] {
        assert_eq!(granted(&ledger, wish), expected.map_err(str::to_owned), "{wish:?}");
    }
    let plan = ledger.plan(&both).unwrap();
    assert_eq!((&plan.payment_id, plan.shipping_cents), (&paid, Cents(200)));
    assert_eq!(plan.items, [RefundItemView { order_item_id: mug, quantity: 1, amount_cents: Cents(333) }]);
    let unpaid = Ledger::of(Shares { lines: Vec::new(), shipping_cents: Cents::ZERO }, vec![payment(0)]);
    let nothing = "Nothing was paid for this order, so nothing can be refunded.";
    assert_eq!(granted(&unpaid, &amount(1)), Err(nothing.to_owned()));
}

#[test]
fn refunded_amounts_are_not_refunded_twice() {
    let TestOrder { mug, bowl, paid, declined, mut ledger } = bought();
    let plan = ledger.plan(&RequestedRefund { shipping_cents: Cents(200), ..pieces(&mug, 1) }).unwrap();
    write(&mut ledger, plan, RefundStatus::Succeeded, true);
    let plan = ledger.plan(&pieces(&bowl, 2)).unwrap();
    carry_out(&mut ledger, plan);
    assert_eq!([&mug, &bowl].map(|item| ledger.refunded_pieces(item)), [1, 2]);
    assert_eq!([&mug, &bowl].map(|item| ledger.restocked_pieces(item)), [1, 0]);
    for (wish, expected) in [
        (&pieces(&mug, 2), Ok(667)),
        (&pieces(&mug, 3), Err("Only 2 of Mug can still be refunded.")),
        (&pieces(&bowl, 1), Err("Only 0 of Bowl can still be refunded.")),
        (&delivery(500), Ok(500)),
        (&delivery(501), Err("At most $5.00 of the shipping can still be refunded.")),
        (&amount(1_168), Err("At most $11.67 of this payment can still be refunded.")),
    ] {
        assert_eq!(granted(&ledger, wish), expected.map_err(str::to_owned), "{wish:?}");
    }
    let rest = ledger.rest();
    let mugs = RefundItemView { order_item_id: mug, quantity: 2, amount_cents: Cents(667) };
    let whole =
        Plan { payment_id: paid.clone(), items: vec![mugs], shipping_cents: Cents(500), amount_cents: Cents(1_167) };
    assert_eq!(rest, [whole]);
    let of_payment = |id: &PaymentId, most| ledger.part(id, Cents(most)).map(|plan| plan.amount_cents.0);
    assert_eq!((of_payment(&paid, 100), of_payment(&paid, 9_999)), (Some(100), Some(1_167)));
    assert_eq!((of_payment(&declined, 100), ledger.whole(&PaymentId::generate())), (None, None));
    let plan = ledger.whole(&paid).unwrap();
    assert_eq!((plan.items.len(), plan.shipping_cents.0, plan.amount_cents.0), (0, 0, 1_167));
    carry_out(&mut ledger, plan);
    assert_eq!(granted(&ledger, &amount(1)), Err(FULLY_REFUNDED.to_owned()));
}

#[test]
fn preview_is_limited_to_refundable_amounts() {
    let TestOrder { mug, bowl, paid, mut ledger, .. } = bought();
    let plan = ledger.plan(&RequestedRefund { shipping_cents: Cents(200), ..pieces(&mug, 1) }).unwrap();
    carry_out(&mut ledger, plan);
    let wish = RequestedRefund { shipping_cents: Cents(900), ..pieces(&mug, 1) };
    let preview = ledger.preview(&wish).unwrap();
    let told = preview
        .items
        .iter()
        .map(|item| (&item.order_item_id, item.refundable_quantity, item.quantity, item.amount_cents.0));
    assert_eq!(told.collect::<Vec<_>>(), [(&mug, 2, 1, 333), (&bowl, 2, 0, 0)]);
    assert_eq!((preview.shipping_cents, preview.shipping_refundable_cents), (Cents(500), Cents(500)));
    assert_eq!((preview.amount_cents, preview.refundable_cents), (Cents(833), Cents(1_667)));
    let plan = ledger.part(&paid, Cents(1_000)).unwrap();
    write(&mut ledger, plan, RefundStatus::Pending, false);
    let preview = ledger.preview(&wish).unwrap();
    assert_eq!((preview.amount_cents, preview.refundable_cents), (Cents(667), Cents(667)), "the rest is on its way");
}

#[test]
fn pending_refund_blocks_the_next() {
    let TestOrder { paid, declined, mut ledger, .. } = bought();
    assert!(!ledger.has_pending_refund());
    let plan = ledger.part(&paid, Cents(2_200)).unwrap();
    write(&mut ledger, plan, RefundStatus::Unknown, false);
    assert!(ledger.has_pending_refund());
    assert_eq!(granted(&ledger, &amount(1)), Err(REFUND_PENDING.to_owned()));
    let of_declined = RequestedRefund { payment_id: Some(declined.to_string()), ..amount(1) };
    assert_eq!(granted(&ledger, &of_declined), Err(FULLY_REFUNDED.to_owned()));

    let (first, second) = (payment(1_000), payment(800));
    let (one, other) = (first.id.clone(), second.id.clone());
    let mut ledger = Ledger::of(Shares { lines: Vec::new(), shipping_cents: Cents::ZERO }, vec![first, second]);
    assert_eq!(ledger.plan(&amount(1)).unwrap().payment_id, one, "most is left of it");
    let plan = ledger.part(&one, Cents(100)).unwrap();
    write(&mut ledger, plan, RefundStatus::Pending, false);
    let of = |id: &PaymentId| RequestedRefund { payment_id: Some(id.to_string()), ..amount(800) };
    assert_eq!(granted(&ledger, &of(&one)), Err(REFUND_PENDING.to_owned()));
    assert_eq!(granted(&ledger, &of(&other)), Ok(800));
    assert_eq!(ledger.plan(&of(&other)).unwrap().payment_id, other);
}

#[test]
fn refunded_total_from_outcome() {
    let payment = payment::Model { refunded_cents: Cents(200), ..payment(1_000) };
    let told = |status, refunded| total_of(&Outcome { refunded, ..Outcome::plain(status) }, &payment).unwrap();
    let euros = Money::new(300, "EUR".parse().unwrap());
    let dollars = Money::new(300, Currency::DEFAULT);
    let table = [
        (PaymentStatus::PartiallyRefunded, Some(dollars), 300),
        (PaymentStatus::Refunded, Some(dollars), 300),
        (PaymentStatus::Refunded, None, 1_000),
        (PaymentStatus::PartiallyRefunded, None, 200),
        (PaymentStatus::Refunded, Some(euros), 200),
        (PaymentStatus::Captured, None, 200),
    ];
    for (status, refunded, expected) in table {
        assert_eq!(told(status, refunded), Cents(expected), "{status:?} {refunded:?}");
    }
}

proptest! {
    /// Whatever portions are refunded first, the remaining amounts of lines and delivery end exactly at what was paid:
    /// nothing is left over and nothing is refunded twice.
    #[test]
    fn partial_refunds_add_up_to_total(
        lines in prop::collection::vec((1_i64..6, 0_i64..5_000), 1..5),
        shipping in 0_i64..900,
        steps in prop::collection::vec((0_usize..5, 1_i64..4, 0_i64..300), 0..8),
    ) {
        let share = |(quantity, paid): &(i64, i64)| LineShare {
            item: OrderItemId::generate(),
            name: "Mug".to_owned(),
            quantity: *quantity,
            paid_cents: Cents(*paid),
        };
        let shares: Vec<LineShare> = lines.iter().map(share).collect();
        let shipping_cents = Cents(shipping);
        let total = shares.iter().map(|line| line.paid_cents).sum::<Cents>() + shipping_cents;
        prop_assume!(total > Cents::ZERO);
        let mut ledger = Ledger::of(Shares { lines: shares.clone(), shipping_cents }, vec![payment(total.0)]);
        let mut given = Cents::ZERO;
        for (line, quantity, amount) in steps {
            let wish = match shares.get(line) {
                Some(share) => RequestedRefund {
                    items: vec![RefundLine { order_item_id: share.item.to_string(), quantity }],
                    ..RequestedRefund::default()
                },
                None => RequestedRefund { amount_cents: Some(Cents(amount)), ..RequestedRefund::default() },
            };
            if let Ok(plan) = ledger.plan(&wish) {
                given += plan.amount_cents;
                carry_out(&mut ledger, plan);
            }
        }
        for plan in ledger.rest() {
            given += plan.amount_cents;
            carry_out(&mut ledger, plan);
        }
        prop_assert_eq!(given, total);
        let one_more = RequestedRefund { amount_cents: Some(Cents(1)), ..RequestedRefund::default() };
        prop_assert!(ledger.plan(&one_more).is_err());
    }
}
