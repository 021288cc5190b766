//! Texts of the e-mails about orders. Pure functions from an order to an e-mail.

use stoa_email::{Body, DefaultText, Email, EmailContext, Kind, refund_cause};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{OrderItemId, PaymentId};
use stoa_kernel::money::Cents;
use stoa_kernel::order::FulfillmentStatus;
use stoa_kernel::payment::{DisputeStatus, RefundCause};
use stoa_locale::{DateTimeOptions, Part, Width};
use stoa_messages::Texts;

use super::fulfillment::FulfillmentView;
use super::item_view::OrderItemView;
use super::model::OrderView;
use crate::catalogue::ItemAnswer;
use crate::checkout::answer_for;
use crate::donations::Donation;
use crate::payments::DisputeView;
use crate::pricing::{AppliedDiscount, AppliedTax};
use crate::refunds::RefundView;

/// Most characters of a text of a customer in an e-mail to an address that nobody has confirmed. The order's page has
/// the whole.
const MAX_TYPED_CHARS: usize = 200;

/// An order with the texts in the language of the recipient.
struct OrderEmail<'a> {
    order: &'a OrderView,
    head: &'a EmailContext,
    texts: Texts<'a>,
    number: String,
    total: String,
    /// Whether the recipient is the shop.
    is_for_shop: bool,
}

impl<'a> OrderEmail<'a> {
    fn new(order: &'a OrderView, head: &'a EmailContext) -> Self {
        let number = order.summary.number.to_string();
        let total = head.site.print(order.summary.grand_total_cents.of(order.summary.currency));
        Self { order, head, texts: head.texts(), number, total, is_for_shop: false }
    }

    /// What a customer has typed, on one line. Anyone can order for any address, so customers get no long texts and no
    /// links that others have written.
    fn typed(&self, text: &str) -> String {
        let line = text.lines().collect::<Vec<_>>().join(" ");
        if self.is_for_shop {
            return line;
        }
        let mut start: String = line.chars().take(MAX_TYPED_CHARS).collect();
        if start.len() < line.len() {
            start.push('…');
        }
        start.replace("://", ": //")
    }

    fn print(&self, cents: Cents) -> String {
        self.head.site.print(cents.of(self.order.summary.currency))
    }

    fn begin(&self, kind: &Kind) -> Body<'a> {
        self.worded(kind, kind.default_text(self.texts), "")
    }

    fn worded(&self, kind: &Kind, usual: DefaultText<'_>, amount: &str) -> Body<'a> {
        let summary = &self.order.summary;
        let name = match &self.order.donation {
            Some(donation) => &donation.donor_name,
            None => &summary.customer_name,
        };
        let values = [
            ("number", self.number.as_str()),
            ("total", &self.total),
            ("name", name),
            ("email", &summary.customer_email),
            ("amount", amount),
        ];
        Body::worded(kind, self.head, &values, usual)
    }

    fn follow(&self, body: &mut Body<'_>, kind: &Kind) {
        body.button(kind.default_text(self.texts).link, &self.head.url(&self.order.status_url));
    }

    fn to_customer(&self, body: Body<'_>) -> Email {
        body.finish(&self.order.summary.customer_email)
    }

    fn name(&self, item: &OrderItemView) -> String {
        item.full_name_in(self.texts)
    }

    fn pieces<'b>(&self, body: &mut Body<'_>, label: &str, pieces: impl Iterator<Item = (&'b OrderItemId, i64)>) {
        let entry = |(id, quantity): (&OrderItemId, i64)| {
            let item = self.order.items.iter().find(|item| item.id == *id)?;
            Some(format!("{quantity} × {}", self.name(item)))
        };
        body.list(label, pieces.filter_map(entry));
    }

    fn items(&self, body: &mut Body<'_>) {
        let (order, texts) = (self.order, self.texts);
        body.table();
        for item in &order.items {
            body.row(&format!("{} × {}", item.quantity, self.name(item)), &self.print(item.total_cents));
            for ItemAnswer { label, value } in &item.answers {
                body.row_below(label, &self.typed(value));
            }
        }
        body.row(texts.text("orderSummary.subtotal"), &self.print(order.subtotal_cents));
        for discount in order.discounts.iter().filter(|discount| !discount.free_shipping) {
            body.row(&discount_name(discount), &self.print(-discount.amount_cents));
        }
        if let Some(option) = &order.shipping_option {
            let free = order.discounts.iter().find(|discount| discount.free_shipping);
            let label = free.map_or_else(
                || option.label.clone(),
                |discount| format!("{}, {}", option.label, discount_name(discount)),
            );
            body.row(&label, &self.print(order.shipping_cents));
        }
        for tax in order.taxes.iter().filter(|tax| tax.amount_cents > Cents::ZERO) {
            let label = tax_label(texts, tax);
            body.row(&label, &self.print(tax.amount_cents));
        }
        body.row(texts.text("orderSummary.total"), &self.total);
        body.end_table();
    }

    /// What was asked in the checkout, with the answers.
    fn answers(&self, body: &mut Body<'_>) {
        if self.order.answers.is_empty() {
            return;
        }
        body.table();
        for answer in &self.order.answers {
            body.row(&answer.label, &self.typed(&answer_for(answer, &self.head.site.language, self.texts)));
        }
        body.end_table();
    }

    fn address(&self, body: &mut Body<'_>) {
        if let Some(address) = &self.order.shipping_address {
            body.lines(self.texts.text("orderSummary.deliveryAddress"), &address.lines(&self.head.site.language));
        }
        let Some(place) = self.order.pickup() else { return };
        body.lines(self.texts.text("orderSummary.pickUpAt"), &place.lines(&self.head.site.language));
        for line in place.instructions.lines().filter(|line| !line.trim().is_empty()) {
            body.paragraph(line);
        }
    }

    fn test_notice(&self, body: &mut Body<'_>) {
        if let Some(notice) = self.order.test_notice(self.texts) {
            body.paragraph(notice);
        }
    }

    fn instructions(&self, body: &mut Body<'_>) {
        let Some(instructions) = &self.order.instructions else { return };
        for line in instructions.text.lines().filter(|line| !line.trim().is_empty()) {
            body.paragraph(line);
        }
        if !instructions.details.is_empty() {
            body.table();
            for detail in &instructions.details {
                body.row(&detail.label, &detail.value);
            }
            body.end_table();
        }
        if let Some(until) = self.order.held_until {
            let moment = self.moment(until);
            body.paragraph(&self.texts.format("email.payBy", &[("moment", (&moment).into())]));
        }
    }

    fn moment(&self, time: Timestamp) -> String {
        let (date, clock) = (Some(Part::Width(Width::Long)), Some(Part::Width(Width::Short)));
        self.head.site.format_time(time, &DateTimeOptions { date, time: clock, ..DateTimeOptions::default() })
    }
}

/// Order confirmation for the customer.
pub fn order_confirmed(order: &OrderView, head: &EmailContext) -> Email {
    if let Some(donation) = &order.donation {
        return donation_confirmed(order, donation, head);
    }
    let email = OrderEmail::new(order, head);
    let mut body = email.begin(&stoa_email::ORDER_CONFIRMED);
    email.test_notice(&mut body);
    email.items(&mut body);
    for download in &order.downloads {
        let label = email.texts.format("email.download", &[("file", (&download.filename).into())]);
        body.button(&label, &head.url(&download.url));
    }
    email.answers(&mut body);
    email.address(&mut body);
    email.follow(&mut body, &stoa_email::ORDER_CONFIRMED);
    email.to_customer(body)
}

fn donation_confirmed(order: &OrderView, donation: &Donation, head: &EmailContext) -> Email {
    let email = OrderEmail::new(order, head);
    let mut body = email.worded(&stoa_email::DONATION, stoa_email::DONATION.default_text(email.texts), &email.total);
    email.test_notice(&mut body);
    comment(&mut body, donation);
    email.items(&mut body);
    email.follow(&mut body, &stoa_email::DONATION);
    // Recorded as this kind, so that looking for the confirmation of an order finds it.
    Email { kind: stoa_email::ORDER_CONFIRMED.name, ..email.to_customer(body) }
}

fn comment(body: &mut Body<'_>, donation: &Donation) {
    for line in donation.comment.lines().filter(|line| !line.trim().is_empty()) {
        body.paragraph(&format!("“{}”", line.trim()));
    }
}

/// The gift card codes, for the buyer.
pub(super) fn gift_cards(order: &OrderView, head: &EmailContext) -> Email {
    let email = OrderEmail::new(order, head);
    let usual = stoa_email::GIFT_CARDS.default_text(email.texts);
    let several = email.texts.text("email.giftCardsHeading");
    let usual = match order.gift_cards.len() {
        1 => usual,
        _ => DefaultText { subject: several, heading: several, ..usual },
    };
    let mut body = email.worded(&stoa_email::GIFT_CARDS, usual, "");
    body.table();
    for card in &order.gift_cards {
        body.row(&email.print(card.amount_cents), &card.code);
    }
    body.end_table();
    email.follow(&mut body, &stoa_email::GIFT_CARDS);
    email.to_customer(body)
}

/// Payment instructions for a bank transfer or payment on delivery, with the ordered items.
pub fn order_awaits_transfer(order: &OrderView, head: &EmailContext) -> Email {
    let email = OrderEmail::new(order, head);
    let mut body = email.begin(&stoa_email::ORDER_AWAITS_TRANSFER);
    email.instructions(&mut body);
    email.items(&mut body);
    email.answers(&mut body);
    email.address(&mut body);
    email.follow(&mut body, &stoa_email::ORDER_AWAITS_TRANSFER);
    email.to_customer(body)
}

/// Notifies the owner of an automatic refund and its reason.
pub fn payment_sent_back(order: &OrderView, payment: &PaymentId, reason: &RefundCause, head: &EmailContext) -> Email {
    let email = OrderEmail::new(order, head);
    let paid = order.payments.iter().find(|own| own.id == *payment);
    let usual = stoa_email::PAYMENT_SENT_BACK.default_text(email.texts);
    let usual = if paid.is_some() { usual } else { DefaultText { opening: "", ..usual } };
    let amount = email.print(paid.map_or(Cents::ZERO, |paid| paid.captured_cents));
    let mut body = email.worded(&stoa_email::PAYMENT_SENT_BACK, usual, &amount);
    body.paragraph(refund_cause(email.texts, reason));
    body.finish(&head.site.contact_email)
}

/// Notifies the owner that a dispute of a payment began or has this status now.
pub fn payment_disputed(order: &OrderView, dispute: &DisputeView, status: DisputeStatus, head: &EmailContext) -> Email {
    let email = OrderEmail { is_for_shop: true, ..OrderEmail::new(order, head) };
    let texts = email.texts;
    let amount = dispute.amount().map(|amount| head.site.print(amount)).unwrap_or_default();
    let usual = stoa_email::PAYMENT_DISPUTED.default_text(texts);
    let usual = if amount.is_empty() { DefaultText { opening: "", ..usual } } else { usual };
    let mut body = email.worded(&stoa_email::PAYMENT_DISPUTED, usual, &amount);
    body.paragraph(texts.text(match status {
        DisputeStatus::NeedsResponse => "email.disputeNeedsResponse",
        DisputeStatus::UnderReview => "email.disputeUnderReview",
        DisputeStatus::Won => "email.disputeWon",
        DisputeStatus::Lost => "email.disputeLost",
        DisputeStatus::Closed => "email.disputeClosed",
    }));
    if let Some(until) = dispute.respond_by.filter(|_| status == DisputeStatus::NeedsResponse) {
        let moment = email.moment(until);
        body.paragraph(&texts.format("email.disputeRespondBy", &[("moment", (&moment).into())]));
    }
    if !dispute.reason.is_empty() {
        body.paragraph(&texts.format("email.disputeReason", &[("reason", (&dispute.reason).into())]));
    }
    body.finish(&head.site.contact_email)
}

/// Notifies the customer that a parcel was sent or is ready for pickup, with its contents.
pub fn order_fulfilled(order: &OrderView, parcel: &FulfillmentView, head: &EmailContext) -> Email {
    let email = OrderEmail::new(order, head);
    let texts = email.texts;
    let is_part = order.fulfillments.len() > 1 || order.summary.fulfillment_status == FulfillmentStatus::Pending;
    if order.pickup().is_some() {
        return order_ready(&email, parcel, is_part);
    }
    let mut usual = stoa_email::ORDER_FULFILLED.default_text(texts);
    if is_part {
        usual.heading = texts.text("email.partOnItsWay");
    }
    let mut body = email.worded(&stoa_email::ORDER_FULFILLED, usual, "");
    if !parcel.carrier.is_empty() {
        body.paragraph(&texts.format("email.carrier", &[("carrier", (&parcel.carrier).into())]));
    }
    if !parcel.tracking_number.is_empty() {
        body.paragraph(&texts.format("email.trackingNumber", &[("number", (&parcel.tracking_number).into())]));
    }
    if !parcel.tracking_url.is_empty() {
        body.button(texts.text("email.trackPackage"), &parcel.tracking_url);
    }
    let pieces = parcel.items.iter().map(|item| (&item.order_item_id, item.quantity));
    email.pieces(&mut body, texts.text("email.inThisPackage"), pieces);
    email.address(&mut body);
    email.follow(&mut body, &stoa_email::ORDER_FULFILLED);
    email.to_customer(body)
}

fn order_ready(email: &OrderEmail<'_>, pieces: &FulfillmentView, is_part: bool) -> Email {
    let texts = email.texts;
    let mut usual = stoa_email::ORDER_READY.default_text(texts);
    if is_part {
        usual.heading = texts.text("email.partIsReady");
    }
    let mut body = email.worded(&stoa_email::ORDER_READY, usual, "");
    let pieces = pieces.items.iter().map(|item| (&item.order_item_id, item.quantity));
    email.pieces(&mut body, texts.text("email.readyForPickup"), pieces);
    email.address(&mut body);
    email.follow(&mut body, &stoa_email::ORDER_READY);
    // Recorded as this kind, so that looking for the fulfilment e-mail of an order finds it.
    Email { kind: stoa_email::ORDER_FULFILLED.name, ..email.to_customer(body) }
}

/// Notifies the customer of a refund.
pub fn order_refunded(order: &OrderView, refund: &RefundView, head: &EmailContext) -> Email {
    let email = OrderEmail::new(order, head);
    let usual = stoa_email::ORDER_REFUNDED.default_text(email.texts);
    let mut body = email.worded(&stoa_email::ORDER_REFUNDED, usual, &email.print(refund.amount_cents));
    if !refund.items.is_empty() {
        let pieces = refund.items.iter().map(|item| (&item.order_item_id, item.quantity));
        email.pieces(&mut body, email.texts.text("email.refundedItems"), pieces);
    }
    email.follow(&mut body, &stoa_email::ORDER_REFUNDED);
    email.to_customer(body)
}

/// Notifies the customer that the order was canceled.
pub fn order_canceled(order: &OrderView, head: &EmailContext) -> Email {
    let email = OrderEmail::new(order, head);
    let mut body = email.begin(&stoa_email::ORDER_CANCELED);
    if order.payments.iter().any(|payment| payment.captured_cents > Cents::ZERO) {
        body.paragraph(email.texts.text("email.paymentWillBeRefunded"));
    }
    email.items(&mut body);
    email.follow(&mut body, &stoa_email::ORDER_CANCELED);
    email.to_customer(body)
}

/// Notifies the owner of a new order.
pub fn order_received(order: &OrderView, head: &EmailContext) -> Email {
    let email = OrderEmail { is_for_shop: true, ..OrderEmail::new(order, head) };
    let texts = email.texts;
    let usual = match order.donation {
        Some(_) => DefaultText::of(texts, "email.donationReceived"),
        None => stoa_email::ORDER_RECEIVED.default_text(texts),
    };
    let mut body = email.worded(&stoa_email::ORDER_RECEIVED, usual, "");
    if let Some(donation) = &order.donation {
        comment(&mut body, donation);
    }
    if order.summary.test_mode {
        body.paragraph(texts.text("testMode.order"));
    }
    email.items(&mut body);
    email.answers(&mut body);
    email.address(&mut body);
    body.finish(&head.site.contact_email)
}

/// A tax by its name, with a note if prices contain it.
pub(super) fn tax_label(texts: Texts<'_>, tax: &AppliedTax) -> String {
    if tax.inclusive {
        texts.format("orderSummary.taxIncluded", &[("tax", (&tax.label).into())])
    } else {
        tax.label.clone()
    }
}

/// A discount by its name and its code, if one was entered.
pub(super) fn discount_name(discount: &AppliedDiscount) -> String {
    match &discount.code {
        Some(code) => format!("{} ({code})", discount.label),
        None => discount.label.clone(),
    }
}
