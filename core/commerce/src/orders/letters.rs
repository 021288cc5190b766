//! What letters about orders say. Pure: an order goes in, texts come out. Everything that people
//! entered is escaped in HTML, and kept on one line in subjects.

use std::fmt::Write as _;

use stoa_kernel::id::{OrderItemId, PaymentId};
use stoa_kernel::money::Money;

use super::fulfillment::FulfillmentView;
use super::model::OrderView;
use crate::catalogue::ItemAnswer;
use crate::pricing::AppliedDiscount;
use crate::refunds::RefundView;
use crate::settings::StoreSettings;

/// The site as letters show it.
#[derive(Clone, Copy, Debug)]
pub struct SiteFace<'a> {
    /// Name, language, currency.
    pub settings: &'a StoreSettings,
    /// Address of the site without a closing slash.
    pub base_url: &'a str,
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
}

/// Thanks the customer and lists what was bought.
pub fn order_confirmed(order: &OrderView, site: &SiteFace<'_>) -> Letter {
    let number = order.summary.number;
    let mut body = Body::new(&format!("Thank you for your order #{number}"));
    body.paragraph(&format!("We have received your order at {}.", site.settings.site_title));
    body.order(order, site);
    for download in &order.downloads {
        body.link(&format!("Download {}", download.filename), &format!("{}{}", site.base_url, download.url));
    }
    body.addresses(order);
    body.follow(order, site);
    body.letter("order-confirmed", &order.summary.customer_email, &format!("Order #{number} confirmed"), site)
}

/// Tells the customer how to pay by transfer or on delivery, and lists what was ordered.
pub fn order_awaits_transfer(order: &OrderView, site: &SiteFace<'_>) -> Letter {
    let number = order.summary.number;
    let mut body = Body::new(&format!("Thank you for your order #{number}"));
    body.paragraph(&format!("We have received your order at {}. It is still to be paid.", site.settings.site_title));
    body.instructions(order);
    body.order(order, site);
    body.addresses(order);
    body.follow(order, site);
    let subject = format!("How to pay order #{number}");
    body.letter("order-awaits-transfer", &order.summary.customer_email, &subject, site)
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
    let number = order.summary.number;
    let is_part = order.fulfillments.len() > 1 || order.summary.fulfillment_status == "PENDING";
    let heading = if is_part {
        format!("A part of your order #{number} is on its way")
    } else {
        format!("Your order #{number} is on its way")
    };
    let mut body = Body::new(&heading);
    if !parcel.carrier.is_empty() {
        body.paragraph(&format!("Carrier: {}", parcel.carrier));
    }
    if !parcel.tracking_number.is_empty() {
        body.paragraph(&format!("Tracking number: {}", parcel.tracking_number));
    }
    if !parcel.tracking_url.is_empty() {
        body.link("Track the parcel", &parcel.tracking_url);
    }
    body.pieces("In this parcel", order, parcel.items.iter().map(|item| (&item.order_item_id, item.quantity)));
    body.addresses(order);
    body.follow(order, site);
    body.letter("order-fulfilled", &order.summary.customer_email, &format!("Order #{number} is on its way"), site)
}

/// Tells the customer that money was given back.
pub fn order_refunded(order: &OrderView, refund: &RefundView, site: &SiteFace<'_>) -> Letter {
    let number = order.summary.number;
    let amount = site.settings.print(Money::new(refund.amount_cents, order.summary.currency));
    let mut body = Body::new(&format!("A refund for your order #{number}"));
    body.paragraph(&format!("We have refunded {amount}. It may take some days until your bank shows it."));
    if !refund.items.is_empty() {
        body.pieces("Refunded", order, refund.items.iter().map(|item| (&item.order_item_id, item.quantity)));
    }
    body.follow(order, site);
    body.letter("order-refunded", &order.summary.customer_email, &format!("Refund for order #{number}"), site)
}

/// Tells the customer that the order was called off.
pub fn order_canceled(order: &OrderView, site: &SiteFace<'_>) -> Letter {
    let number = order.summary.number;
    let mut body = Body::new(&format!("Your order #{number} was canceled"));
    body.paragraph(&format!("{} has canceled your order.", site.settings.site_title));
    if order.payments.iter().any(|payment| payment.captured_cents > 0) {
        body.paragraph("What you paid goes back to you the way it came.");
    }
    body.order(order, site);
    body.follow(order, site);
    body.letter("order-canceled", &order.summary.customer_email, &format!("Order #{number} canceled"), site)
}

/// Tells the owner that something was bought.
pub fn order_received(order: &OrderView, site: &SiteFace<'_>) -> Letter {
    let number = order.summary.number;
    let mut body = Body::new(&format!("New order #{number}"));
    let summary = &order.summary;
    body.paragraph(&format!("{} <{}> has placed an order.", summary.customer_name, summary.customer_email));
    if summary.test_mode {
        body.paragraph("This is a test order: no real money was moved.");
    }
    body.order(order, site);
    body.addresses(order);
    body.letter("order-received", &site.settings.contact_email, &format!("New order #{number}"), site)
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
        self.link("Follow your order", &format!("{}{}", site.base_url, order.status_url));
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

    fn order(&mut self, order: &OrderView, site: &SiteFace<'_>) {
        let print = |cents| site.settings.print(Money::new(cents, order.summary.currency));
        self.text.push('\n');
        self.html.push_str("<table role=\"presentation\" cellpadding=\"6\">");
        for item in &order.items {
            self.row(&format!("{} × {}", item.quantity, item.full_name()), &print(item.total_cents));
            self.answers(&item.answers);
        }
        self.row("Subtotal", &print(order.subtotal_cents));
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
            let label = if tax.inclusive { format!("{} (included)", tax.label) } else { tax.label.clone() };
            self.row(&label, &print(tax.amount_cents));
        }
        self.row("Total", &print(order.summary.grand_total_cents));
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

    fn addresses(&mut self, order: &OrderView) {
        let Some(address) = &order.shipping_address else { return };
        let lines = address.lines();
        let _ = write!(self.text, "\nDelivery address:\n{}\n", lines.join("\n"));
        let html: Vec<String> = lines.iter().map(|line| escaped(line)).collect();
        let _ = write!(self.html, "<p>Delivery address:<br>{}</p>", html.join("<br>"));
    }

    pub(crate) fn letter(self, kind: &'static str, to: &str, subject: &str, site: &SiteFace<'_>) -> Letter {
        let title = &site.settings.site_title;
        let subject: String = format!("{subject} – {title}")
            .chars()
            .map(|letter| if letter.is_control() { ' ' } else { letter })
            .collect();
        let html = format!(
            "<!doctype html><html lang=\"{}\"><head><meta charset=\"utf-8\"><title>{}</title></head>\
             <body style=\"font-family:sans-serif;max-width:40em;margin:2em auto\">{}\
             <p style=\"color:#555\">{} · <a href=\"{}\">{}</a></p></body></html>",
            escaped(&site.settings.language),
            escaped(&subject),
            self.html,
            escaped(title),
            escaped(site.base_url),
            escaped(site.base_url),
        );
        let text = format!("{}\n-- \n{title}\n{}\n", self.text, site.base_url);
        Letter { kind, to: to.to_owned(), subject, text, html, reply_to: None }
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
