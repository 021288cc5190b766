//! What letters about orders say. Pure: an order goes in, texts come out. Everything that people
//! entered is escaped in HTML, and kept on one line in subjects.

use std::fmt::Write as _;

use stoa_kernel::money::Money;

use super::model::OrderView;
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
    /// `order-confirmed`, `order-fulfilled` or `order-received`.
    pub kind: &'static str,
    /// Receiver.
    pub to: String,
    /// Subject line.
    pub subject: String,
    /// Plain text.
    pub text: String,
    /// HTML.
    pub html: String,
}

/// Thanks the customer and lists what was bought.
pub fn order_confirmed(order: &OrderView, site: &SiteFace<'_>) -> Letter {
    let number = order.summary.number;
    let mut body = Body::new(&format!("Thank you for your order #{number}"));
    body.paragraph(&format!("We have received your order at {}.", site.settings.site_title));
    body.order(order, site);
    body.addresses(order);
    body.link("Follow your order", &format!("{}{}", site.base_url, order.status_url));
    body.letter("order-confirmed", &order.summary.customer_email, &format!("Order #{number} confirmed"), site)
}

/// Tells the customer that the order is on its way.
pub fn order_fulfilled(order: &OrderView, site: &SiteFace<'_>) -> Letter {
    let number = order.summary.number;
    let mut body = Body::new(&format!("Your order #{number} is on its way"));
    if let Some(parcel) = order.fulfillments.last() {
        if !parcel.carrier.is_empty() {
            body.paragraph(&format!("Carrier: {}", parcel.carrier));
        }
        if !parcel.tracking_number.is_empty() {
            body.paragraph(&format!("Tracking number: {}", parcel.tracking_number));
        }
        if !parcel.tracking_url.is_empty() {
            body.link("Track the parcel", &parcel.tracking_url);
        }
    }
    body.order(order, site);
    body.addresses(order);
    body.link("Follow your order", &format!("{}{}", site.base_url, order.status_url));
    body.letter("order-fulfilled", &order.summary.customer_email, &format!("Order #{number} is on its way"), site)
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

/// A text and its HTML twin, written together.
struct Body {
    text: String,
    html: String,
}

impl Body {
    fn new(heading: &str) -> Self {
        Self { text: format!("{heading}\n"), html: format!("<h1>{}</h1>", escaped(heading)) }
    }

    fn paragraph(&mut self, text: &str) {
        let _ = write!(self.text, "\n{text}\n");
        let _ = write!(self.html, "<p>{}</p>", escaped(text));
    }

    fn link(&mut self, label: &str, url: &str) {
        let _ = write!(self.text, "\n{label}: {url}\n");
        let _ = write!(self.html, "<p><a href=\"{}\">{}</a></p>", escaped(url), escaped(label));
    }

    fn order(&mut self, order: &OrderView, site: &SiteFace<'_>) {
        let print = |cents| site.settings.print(Money::new(cents, order.summary.currency));
        self.text.push('\n');
        self.html.push_str("<table role=\"presentation\" cellpadding=\"6\">");
        for item in &order.items {
            let options = item.attributes_text();
            let name = if options.is_empty() {
                item.product_name.clone()
            } else {
                format!("{} ({options})", item.product_name)
            };
            self.row(&format!("{} × {name}", item.quantity), &print(item.total_cents));
        }
        self.row("Subtotal", &print(order.subtotal_cents));
        if order.discount_cents > 0 {
            self.row("Discount", &print(-order.discount_cents));
        }
        if let Some(option) = &order.shipping_option {
            self.row(&option.label, &print(order.shipping_cents));
        }
        if let Some(label) = order.tax_label.as_ref().filter(|_| order.tax_cents > 0) {
            let label = if order.tax_included { format!("{label} (included)") } else { label.clone() };
            self.row(&label, &print(order.tax_cents));
        }
        self.row("Total", &print(order.summary.grand_total_cents));
        self.html.push_str("</table>");
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

    fn letter(self, kind: &'static str, to: &str, subject: &str, site: &SiteFace<'_>) -> Letter {
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
        Letter { kind, to: to.to_owned(), subject, text, html }
    }
}

/// Text that is safe in HTML, in attributes too.
fn escaped(text: &str) -> String {
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
