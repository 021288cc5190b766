//! What letters about orders say. Pure: an order goes in, texts come out. Everything that people
//! entered is escaped in HTML, and kept on one line in subjects.

use std::fmt::Write as _;

use stoa_kernel::id::{OrderItemId, PaymentId};
use stoa_kernel::money::Money;

use super::fulfillment::FulfillmentView;
use super::model::OrderView;
use crate::catalogue::ItemAnswer;
use crate::donations::Donation;
use crate::mail;
use crate::pricing::AppliedDiscount;
use crate::refunds::RefundView;
use crate::settings::StoreSettings;
use crate::words::{Words, fill};

/// The site as letters show it.
#[derive(Clone, Copy, Debug)]
pub struct SiteFace<'a> {
    /// Name, language, currency.
    pub settings: &'a StoreSettings,
    /// Address of the site without a closing slash.
    pub base_url: &'a str,
}

impl SiteFace<'_> {
    fn words(&self) -> &'static Words {
        Words::of(&self.settings.language)
    }
}

/// A letter before it is queued.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// Such as `order-confirmed`.
    pub kind: &'static str,
    /// Receiver.
    pub to: String,
    /// Subject line.
    pub subject: String,
    /// Plain text.
    pub text: String,
    /// HTML.
    pub html: String,
    /// Whom an answer goes to, where that is not the sender.
    pub reply_to: Option<String>,
    /// Where mail programs stop letters of this kind; none where there is nothing to stop.
    pub leave_url: Option<String>,
}

/// Thanks the customer and lists what was bought.
pub fn order_confirmed(order: &OrderView, site: &SiteFace<'_>) -> Letter {
    if let Some(donation) = &order.donation {
        return donation_confirmed(order, donation, site);
    }
    let (words, number) = (site.words(), number_of(order));
    let mut body = Body::new(&fill(words.thanks, &[("number", &number)]));
    body.paragraph(&fill(words.received, &[("site", &site.settings.site_title)]));
    body.order(order, site, words);
    for download in &order.downloads {
        let label = fill(words.download, &[("file", &download.filename)]);
        body.link(&label, &format!("{}{}", site.base_url, download.url));
    }
    body.addresses(order, words);
    body.follow(order, site);
    body.for_customer("order-confirmed", order, &fill(words.confirmed_subject, &[("number", &number)]), site)
}

/// Thanks a donor.
fn donation_confirmed(order: &OrderView, donation: &Donation, site: &SiteFace<'_>) -> Letter {
    let words = site.words();
    let amount = site.settings.print(Money::new(order.summary.grand_total_cents, order.summary.currency));
    let mut body = Body::new(words.donation_thanks);
    body.paragraph(&fill(words.donation_received, &[("amount", &amount), ("name", &donation.donor_name)]));
    body.comment(donation);
    body.order(order, site, words);
    body.link(words.donation_link, &format!("{}{}", site.base_url, order.status_url));
    body.for_customer("order-confirmed", order, &fill(words.donation_subject, &[("number", &number_of(order))]), site)
}

/// Brings the codes of gift cards to who has bought them.
pub(super) fn gift_cards(order: &OrderView, site: &SiteFace<'_>) -> Letter {
    let words = site.words();
    let heading = if order.gift_cards.len() == 1 { words.gift_card } else { words.gift_cards };
    let mut body = Body::new(heading);
    body.paragraph(&fill(words.gift_card_care, &[("number", &number_of(order))]));
    for card in &order.gift_cards {
        let amount = site.settings.print(Money::new(card.amount_cents, order.summary.currency));
        body.paragraph(&format!("{amount}: {}", card.code));
    }
    body.follow(order, site);
    body.for_customer(mail::GIFT_CARDS, order, heading, site)
}

/// Tells the customer how to pay by transfer or on delivery, and lists what was ordered.
pub fn order_awaits_transfer(order: &OrderView, site: &SiteFace<'_>) -> Letter {
    let (words, number) = (site.words(), number_of(order));
    let mut body = Body::new(&fill(words.thanks, &[("number", &number)]));
    body.paragraph(&fill(words.still_to_pay, &[("site", &site.settings.site_title)]));
    body.instructions(order);
    body.order(order, site, words);
    body.addresses(order, words);
    body.follow(order, site);
    body.for_customer("order-awaits-transfer", order, &fill(words.how_to_pay_subject, &[("number", &number)]), site)
}

/// Tells the owner that money was given back without being asked for, and why.
pub fn payment_sent_back(order: &OrderView, payment: &PaymentId, reason: &str, site: &SiteFace<'_>) -> Letter {
    let number = order.summary.number;
    let mut body = Body::new(&format!("A payment of order #{number} is given back"));
    let paid = order.payments.iter().find(|own| own.id == *payment);
    if let Some(paid) = paid {
        let amount = site.settings.print(Money::new(paid.captured_cents, order.summary.currency));
        body.paragraph(&format!("{amount} came from {}.", order.summary.customer_email));
    }
    body.paragraph(reason);
    body.paragraph("The refund is under way. You need not do anything unless the order says otherwise.");
    body.letter("payment-sent-back", &site.settings.contact_email, &format!("Order #{number}: money given back"), site)
}

/// Tells the customer that a parcel is on its way and what is in it.
pub fn order_fulfilled(order: &OrderView, parcel: &FulfillmentView, site: &SiteFace<'_>) -> Letter {
    let (words, number) = (site.words(), number_of(order));
    let is_part = order.fulfillments.len() > 1 || order.summary.fulfillment_status == "PENDING";
    let heading = if is_part { words.part_on_its_way } else { words.on_its_way };
    let mut body = Body::new(&fill(heading, &[("number", &number)]));
    if !parcel.carrier.is_empty() {
        body.paragraph(&fill(words.carrier, &[("carrier", &parcel.carrier)]));
    }
    if !parcel.tracking_number.is_empty() {
        body.paragraph(&fill(words.tracking_number, &[("number", &parcel.tracking_number)]));
    }
    if !parcel.tracking_url.is_empty() {
        body.link(words.track, &parcel.tracking_url);
    }
    let pieces = parcel.items.iter().map(|item| (&item.order_item_id, item.quantity));
    body.pieces(words.in_this_parcel, order, pieces);
    body.addresses(order, words);
    body.follow(order, site);
    body.for_customer("order-fulfilled", order, &fill(words.on_its_way_subject, &[("number", &number)]), site)
}

/// Tells the customer that money was given back.
pub fn order_refunded(order: &OrderView, refund: &RefundView, site: &SiteFace<'_>) -> Letter {
    let (words, number) = (site.words(), number_of(order));
    let amount = site.settings.print(Money::new(refund.amount_cents, order.summary.currency));
    let mut body = Body::new(&fill(words.refund, &[("number", &number)]));
    body.paragraph(&fill(words.refunded, &[("amount", &amount)]));
    if !refund.items.is_empty() {
        let pieces = refund.items.iter().map(|item| (&item.order_item_id, item.quantity));
        body.pieces(words.refunded_pieces, order, pieces);
    }
    body.follow(order, site);
    body.for_customer("order-refunded", order, &fill(words.refund_subject, &[("number", &number)]), site)
}

/// Tells the customer that the order was called off.
pub fn order_canceled(order: &OrderView, site: &SiteFace<'_>) -> Letter {
    let (words, number) = (site.words(), number_of(order));
    let mut body = Body::new(&fill(words.canceled, &[("number", &number)]));
    body.paragraph(&fill(words.canceled_by, &[("site", &site.settings.site_title)]));
    if order.payments.iter().any(|payment| payment.captured_cents > 0) {
        body.paragraph(words.money_back);
    }
    body.order(order, site, words);
    body.follow(order, site);
    body.for_customer("order-canceled", order, &fill(words.canceled_subject, &[("number", &number)]), site)
}

/// Tells the owner that something was bought.
pub fn order_received(order: &OrderView, site: &SiteFace<'_>) -> Letter {
    let number = order.summary.number;
    let subject =
        if order.donation.is_some() { format!("New donation #{number}") } else { format!("New order #{number}") };
    let mut body = Body::new(&subject);
    let summary = &order.summary;
    match &order.donation {
        Some(donation) => {
            body.paragraph(&format!("{} <{}> has donated.", donation.donor_name, summary.customer_email));
            body.comment(donation);
        }
        None => body.paragraph(&format!("{} <{}> has placed an order.", summary.customer_name, summary.customer_email)),
    }
    if summary.test_mode {
        body.paragraph("This is a test order: no real money was moved.");
    }
    body.order(order, site, Words::english());
    body.addresses(order, Words::english());
    body.letter("order-received", &site.settings.contact_email, &subject, site)
}

fn number_of(order: &OrderView) -> String {
    order.summary.number.to_string()
}

/// What a letter says that is not about an order.
#[derive(Clone, Copy, Debug)]
pub struct Notice<'a> {
    /// Such as `password-reset`.
    pub kind: &'static str,
    /// Receiver.
    pub to: &'a str,
    /// Subject and heading.
    pub subject: &'a str,
    /// What it says.
    pub paragraphs: &'a [String],
    /// Label and address of the link below.
    pub link: (&'a str, &'a str),
}

/// A letter that is not about an order.
pub fn notice(notice: &Notice<'_>, site: &SiteFace<'_>) -> Letter {
    let mut body = Body::new(notice.subject);
    for paragraph in notice.paragraphs {
        body.paragraph(paragraph);
    }
    body.link(notice.link.0, notice.link.1);
    body.letter(notice.kind, notice.to, notice.subject, site)
}

/// A discount by its name and the code that was entered for it.
pub(super) fn discount_name(discount: &AppliedDiscount) -> String {
    match &discount.code {
        Some(code) => format!("{} ({code})", discount.label),
        None => discount.label.clone(),
    }
}

/// A text and its HTML twin, written together.
pub(crate) struct Body {
    text: String,
    html: String,
}

impl Body {
    pub(crate) fn new(heading: &str) -> Self {
        Self { text: format!("{heading}\n"), html: format!("<h1>{}</h1>", escaped(heading)) }
    }

    pub(crate) fn paragraph(&mut self, text: &str) {
        let _ = write!(self.text, "\n{text}\n");
        let _ = write!(self.html, "<p>{}</p>", escaped(text));
    }

    pub(crate) fn link(&mut self, label: &str, url: &str) {
        let _ = write!(self.text, "\n{label}: {url}\n");
        let _ = write!(self.html, "<p><a href=\"{}\">{}</a></p>", escaped(url), escaped(label));
    }

    fn follow(&mut self, order: &OrderView, site: &SiteFace<'_>) {
        self.link(site.words().follow, &format!("{}{}", site.base_url, order.status_url));
    }

    fn comment(&mut self, donation: &Donation) {
        for line in donation.comment.lines().filter(|line| !line.trim().is_empty()) {
            self.paragraph(&format!("“{}”", line.trim()));
        }
    }

    fn instructions(&mut self, order: &OrderView) {
        let Some(instructions) = &order.instructions else { return };
        for line in instructions.text.lines().filter(|line| !line.trim().is_empty()) {
            self.paragraph(line);
        }
        if instructions.details.is_empty() {
            return;
        }
        self.text.push('\n');
        self.html.push_str("<table role=\"presentation\" cellpadding=\"6\">");
        for detail in &instructions.details {
            self.row(&detail.label, &detail.value);
        }
        self.html.push_str("</table>");
    }

    fn pieces<'a>(&mut self, heading: &str, order: &OrderView, pieces: impl Iterator<Item = (&'a OrderItemId, i64)>) {
        let _ = write!(self.text, "\n{heading}:\n");
        let _ = write!(self.html, "<p>{}:</p><ul>", escaped(heading));
        for (id, quantity) in pieces {
            let Some(item) = order.items.iter().find(|item| item.id == *id) else { continue };
            let line = format!("{quantity} × {}", item.full_name());
            let _ = writeln!(self.text, "{line}");
            let _ = write!(self.html, "<li>{}</li>", escaped(&line));
        }
        self.html.push_str("</ul>");
    }

    fn order(&mut self, order: &OrderView, site: &SiteFace<'_>, words: &Words) {
        let print = |cents| site.settings.print(Money::new(cents, order.summary.currency));
        self.text.push('\n');
        self.html.push_str("<table role=\"presentation\" cellpadding=\"6\">");
        for item in &order.items {
            self.row(&format!("{} × {}", item.quantity, item.full_name()), &print(item.total_cents));
            self.answers(&item.answers);
        }
        self.row(words.subtotal, &print(order.subtotal_cents));
        for discount in order.discounts.iter().filter(|discount| !discount.free_shipping) {
            self.row(&discount_name(discount), &print(-discount.amount_cents));
        }
        if let Some(option) = &order.shipping_option {
            let free = order.discounts.iter().find(|discount| discount.free_shipping);
            let label = free.map_or_else(
                || option.label.clone(),
                |discount| format!("{}, {}", option.label, discount_name(discount)),
            );
            self.row(&label, &print(order.shipping_cents));
        }
        for tax in order.taxes.iter().filter(|tax| tax.amount_cents > 0) {
            let label = if tax.inclusive { fill(words.included, &[("tax", &tax.label)]) } else { tax.label.clone() };
            self.row(&label, &print(tax.amount_cents));
        }
        self.row(words.total, &print(order.summary.grand_total_cents));
        self.html.push_str("</table>");
    }

    fn answers(&mut self, answers: &[ItemAnswer]) {
        for ItemAnswer { label, value } in answers {
            let _ = writeln!(self.text, "  {label}: {value}");
            let _ = write!(self.html, "<tr><td colspan=\"2\">{}: {}</td></tr>", escaped(label), escaped(value));
        }
    }

    fn row(&mut self, label: &str, amount: &str) {
        let _ = writeln!(self.text, "{label}: {amount}");
        let _ = write!(self.html, "<tr><td>{}</td><td align=\"right\">{}</td></tr>", escaped(label), escaped(amount));
    }

    fn addresses(&mut self, order: &OrderView, words: &Words) {
        let Some(address) = &order.shipping_address else { return };
        let lines = address.lines();
        let label = words.delivery_address;
        let _ = write!(self.text, "\n{label}:\n{}\n", lines.join("\n"));
        let html: Vec<String> = lines.iter().map(|line| escaped(line)).collect();
        let _ = write!(self.html, "<p>{}:<br>{}</p>", escaped(label), html.join("<br>"));
    }

    fn for_customer(self, kind: &'static str, order: &OrderView, subject: &str, site: &SiteFace<'_>) -> Letter {
        self.letter(kind, &order.summary.customer_email, subject, site)
    }

    pub(crate) fn letter(self, kind: &'static str, to: &str, subject: &str, site: &SiteFace<'_>) -> Letter {
        let title = &site.settings.site_title;
        let subject: String = format!("{subject} – {title}")
            .chars()
            .map(|letter| if letter.is_control() { ' ' } else { letter })
            .collect();
        let html = format!(
            "<!doctype html><html lang=\"{}\"><head><meta charset=\"utf-8\"><title>{}</title></head>\
             <body style=\"font-family:sans-serif;max-width:40em;margin:2em auto;padding:0 1em\">{}\
             <p style=\"color:#555\">{} · <a href=\"{}\">{}</a></p></body></html>",
            escaped(&site.settings.language),
            escaped(&subject),
            self.html,
            escaped(title),
            escaped(site.base_url),
            escaped(site.base_url),
        );
        let text = format!("{}\n-- \n{title}\n{}\n", self.text, site.base_url);
        Letter { kind, to: to.to_owned(), subject, text, html, reply_to: None, leave_url: None }
    }
}

/// Text that is safe in HTML, in attributes too.
pub(super) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            other => safe.push(other),
        }
    }
    safe
}
