//! Printable documents of an order as HTML pages: the packing slip lists the contents of a parcel, the invoice the
//! prices. User input is escaped, and so are texts, which a site can have of its own.

use std::collections::HashMap;
use std::fmt::Write as _;

use stoa_address::Address;
use stoa_email::escaped;
use stoa_entity::TenantDb;
use stoa_entity::tenant::site::{self, SiteAddress};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{OrderId, OrderItemId};
use stoa_kernel::money::Cents;
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{TenantCtx, boxed};
use stoa_locale::{DateTimeOptions, Part, Width};
use stoa_messages::{Catalogue, Texts, has_language};
use stoa_wording::{SiteWording, wording_in};

use super::auto_fulfillment::is_auto_fulfilled;
use super::details;
use super::emails::{discount_name, tax_label};
use super::item_view::OrderItemView;
use super::model::OrderView;
use crate::CommerceError;
use crate::checkout::answer_for;
use crate::settings::StoreSettings;

const STYLE: &str = "@page{margin:18mm}*{box-sizing:border-box}\
    body{font:14px/1.45 system-ui,sans-serif;color:#111;max-width:46rem;margin:2rem auto;padding:0 1rem}\
    header{display:flex;justify-content:space-between;gap:2rem;margin-bottom:2rem}h1{font-size:1.5rem;margin:0}\
    h2{font-size:.8rem;text-transform:uppercase;letter-spacing:.05em;margin:0 0 .3rem}address{font-style:normal}\
    .places{display:flex;gap:4rem;margin-bottom:2rem}table{width:100%;border-collapse:collapse}\
    th,td{text-align:start;padding:.45rem .3rem;border-bottom:1px solid #ccc;vertical-align:top}\
    .n{text-align:end;white-space:nowrap}tfoot td{border:0;padding:.2rem .3rem}tfoot tr.sum td{font-weight:700}\
    .box{display:inline-block;width:1rem;height:1rem;border:1px solid #111}\
    @media print{body{margin:0;padding:0;max-width:none}tr{break-inside:avoid}}";

/// The shop's details and language for a document.
struct ShopDetails {
    settings: StoreSettings,
    wording: SiteWording,
    own_lines: Vec<String>,
}

impl ShopDetails {
    fn new(row: &site::Model, settings: StoreSettings, wording: SiteWording) -> Self {
        let SiteAddress { address_title, address_line1, address_line2, address_country, .. } = &row.location.0;
        let mut lines = vec![settings.site.title.clone()];
        lines.extend([address_title, address_line1, address_line2, address_country].map(String::clone));
        lines.push(settings.site.contact_email.clone());
        lines.retain(|line| !line.is_empty());
        lines.dedup();
        Self { settings, wording, own_lines: lines }
    }

    fn texts(&self) -> Texts<'_> {
        self.wording.texts()
    }

    fn lines(&self, address: Option<&Address>) -> Vec<String> {
        address.map(|address| address.lines(&self.settings.site.language)).unwrap_or_default()
    }

    /// Name of the customer and pickup location; empty if the order is shipped.
    fn pickup(&self, order: &OrderView) -> Vec<String> {
        let Some(place) = order.pickup() else { return Vec::new() };
        let mut lines = vec![order.summary.customer_name.clone()];
        lines.extend(place.lines(&self.settings.site.language));
        lines
    }

    /// An amount of an order, escaped.
    fn amount(&self, order: &OrderView, cents: Cents) -> String {
        escaped(&self.settings.site.print(cents.of(order.summary.currency)))
    }

    fn day(&self, time: Timestamp) -> String {
        let date = DateTimeOptions { date: Some(Part::Width(Width::Long)), ..DateTimeOptions::default() };
        self.settings.site.format_time(time, &date)
    }
}

/// Packing slip, without prices, in the language of the shop. It lists the contents of the given parcel, or else what
/// is still to be fulfilled; if everything is fulfilled, all that was.
///
/// # Errors
/// When the caller may not read orders, or the order or the parcel does not exist.
#[boxed]
pub async fn packing_slip(
    ctx: &TenantCtx,
    db: &TenantDb,
    order_id: &OrderId,
    parcel: Option<&str>,
) -> Result<String, CommerceError> {
    let (order, sender) = load(ctx, db, order_id, Reader::Shop).await?;
    let packed = match parcel {
        Some(id) => {
            let parcel = order.fulfillments.iter().find(|parcel| parcel.id.as_str() == id);
            let parcel = parcel.ok_or(CommerceError::NotFound)?;
            parcel.items.iter().map(|item| (item.order_item_id.clone(), item.quantity)).collect()
        }
        None => to_be_packed(&order),
    };
    Ok(render_packing_slip(&order, &packed, &sender))
}

/// The quantity of each line that is neither fulfilled nor refunded. If nothing is left, the quantity that was not
/// refunded, for contributors who print the slip after recording the fulfilment. Items that are fulfilled by the
/// payment itself are not included.
fn to_be_packed(order: &OrderView) -> HashMap<OrderItemId, i64> {
    let wanted = |item: &OrderItemView| match is_auto_fulfilled(item.product_type) {
        true => 0,
        false => item.quantity - item.refunded_quantity,
    };
    let left = |item: &OrderItemView| wanted(item) - item.fulfilled_quantity;
    let all_left = order.items.iter().all(|item| left(item) <= 0);
    let pieces = |item: &OrderItemView| (item.id.clone(), if all_left { wanted(item) } else { left(item) });
    order.items.iter().map(pieces).collect()
}

/// Invoice with taxes and refunds, in the language of the e-mails to the customer.
///
/// # Errors
/// When the caller may not read orders or the order does not exist.
#[boxed]
pub async fn invoice(ctx: &TenantCtx, db: &TenantDb, order_id: &OrderId) -> Result<String, CommerceError> {
    let (order, sender) = load(ctx, db, order_id, Reader::Customer).await?;
    Ok(render_invoice(&order, &sender))
}

/// The reader, who determines the language of a document, and in whose words it is.
enum Reader {
    Shop,
    Customer,
}

async fn load(
    ctx: &TenantCtx,
    db: &TenantDb,
    order_id: &OrderId,
    reader: Reader,
) -> Result<(OrderView, ShopDetails), CommerceError> {
    ctx.authorise(Resource::Orders, Action::Read)?;
    let tx = db.read().await?;
    let head = details::head(&tx, order_id).await?;
    let read = match reader {
        Reader::Shop => None,
        Reader::Customer => head.language.clone(),
    };
    let order = details::assemble(&tx, head, false).await?;
    let order = match reader {
        Reader::Shop => order,
        Reader::Customer => order.for_customer(),
    };
    let site = tx.find::<site::Entity>().one().await?.ok_or(CommerceError::NotFound)?;
    let mut settings = StoreSettings::from_row(&site)?;
    if let Some(language) = read.filter(|tag| has_language(tag)) {
        settings.site.language = language;
    }
    let catalogue = Catalogue::for_language(&settings.site.language);
    let wording = wording_in(&tx, settings.texts_stamp.as_deref(), catalogue).await?;
    Ok((order, ShopDetails::new(&site, settings, wording)))
}

fn render_packing_slip(order: &OrderView, packed: &HashMap<OrderItemId, i64>, sender: &ShopDetails) -> String {
    let texts = sender.texts();
    let mut page = Page::new(order, sender, texts.text("printable.packingSlip"));
    let sent = sender.lines(order.shipping_address.as_ref());
    page.places(&[(texts.text("printable.shipTo"), sent), (texts.text("orderSummary.pickUpAt"), sender.pickup(order))]);
    let _ = write!(
        page.html,
        "<table><thead><tr><td></td><th>{}</th><th>{}</th><th class=\"n\">{}</th></tr></thead><tbody>",
        escaped(texts.text("printable.item")),
        escaped(texts.text("printable.sku")),
        escaped(texts.text("printable.quantity")),
    );
    for item in &order.items {
        let pieces = packed.get(&item.id).copied().unwrap_or(0);
        if pieces > 0 {
            let mut name = escaped(&item.full_name_in(texts));
            for answer in &item.answers {
                let _ = write!(name, "<br><small>{}: {}</small>", escaped(&answer.label), escaped(&answer.value));
            }
            page.row(&["<span class=\"box\"></span>", &name, &escaped(&item.sku)], &pieces.to_string());
        }
    }
    page.html.push_str("</tbody></table>");
    if !order.note.is_empty() {
        let _ = write!(
            page.html,
            "<h2>{}</h2><p>{}</p>",
            escaped(texts.text("printable.customerNote")),
            escaped(&order.note)
        );
    }
    for answer in &order.answers {
        let _ = write!(
            page.html,
            "<h2>{}</h2><p>{}</p>",
            escaped(&answer.label),
            escaped(&answer_for(answer, &sender.settings.site.language, texts))
        );
    }
    page.finish()
}

fn render_invoice(order: &OrderView, sender: &ShopDetails) -> String {
    let texts = sender.texts();
    let mut page = Page::new(order, sender, texts.text("printable.invoice"));
    let tax_id = &sender.settings.choices.tax_id;
    if !tax_id.is_empty() {
        let line = texts.format("printable.taxId", &[("number", tax_id.into())]);
        let _ = write!(page.html, "<p>{}</p>", escaped(&line));
    }
    let billing = order.billing_address.as_ref().or(order.shipping_address.as_ref());
    let whom = match billing {
        None if order.pickup().is_some() => vec![order.summary.customer_name.clone()],
        billing => sender.lines(billing),
    };
    let sent = sender.lines(order.shipping_address.as_ref());
    page.places(&[
        (texts.text("printable.billTo"), whom),
        (texts.text("printable.shipTo"), sent),
        (texts.text("orderSummary.pickUpAt"), sender.pickup(order)),
    ]);
    let _ = write!(
        page.html,
        "<table><thead><tr><th>{}</th><th class=\"n\">{}</th><th class=\"n\">{}</th><th class=\"n\">{}</th></tr></thead><tbody>",
        escaped(texts.text("printable.item")),
        escaped(texts.text("printable.quantity")),
        escaped(texts.text("printable.price")),
        escaped(texts.text("printable.amount")),
    );
    for item in &order.items {
        let _ = write!(
            page.html,
            "<tr><td>{}<br><small>{}</small></td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>",
            escaped(&item.full_name_in(texts)),
            escaped(&item.sku),
            item.quantity,
            sender.amount(order, item.unit_price_cents),
            sender.amount(order, item.total_cents),
        );
    }
    page.html.push_str("</tbody><tfoot>");
    write_totals(&mut page, order, sender);
    page.html.push_str("</tfoot></table>");
    if order.summary.test_mode {
        let _ = write!(page.html, "<p>{}</p>", escaped(texts.text("testMode.order")));
    }
    page.finish()
}

/// Writes what the lines cost together, with discounts, shipping and taxes, and what was refunded of it.
fn write_totals(page: &mut Page, order: &OrderView, sender: &ShopDetails) {
    let print = |cents: Cents| sender.amount(order, cents);
    let texts = sender.texts();
    page.total(texts.text("orderSummary.subtotal"), &print(order.subtotal_cents), false);
    for discount in order.discounts.iter().filter(|discount| !discount.free_shipping) {
        page.total(&discount_name(discount), &print(-discount.amount_cents), false);
    }
    if let Some(option) = &order.shipping_option {
        page.total(&option.label, &print(order.shipping_cents), false);
    }
    for tax in &order.taxes {
        page.total(&tax_label(texts, tax), &print(tax.amount_cents), false);
    }
    page.total(texts.text("orderSummary.total"), &print(order.summary.grand_total_cents), true);
    if order.refunded_cents > Cents::ZERO {
        page.total(texts.text("printable.refunded"), &print(-order.refunded_cents), false);
        let net = order.summary.grand_total_cents - order.refunded_cents;
        page.total(texts.text("printable.netPayment"), &print(net), true);
    }
}

struct Page {
    html: String,
}

impl Page {
    fn new(order: &OrderView, sender: &ShopDetails, title: &str) -> Self {
        let title = escaped(title);
        let number = order.summary.number;
        let lines: Vec<String> = sender.own_lines.iter().map(|line| escaped(line)).collect();
        let html = format!(
            "<!doctype html><html lang=\"{}\"{}><head><meta charset=\"utf-8\"><title>{title} #{number}</title>\
             <meta name=\"viewport\" content=\"width=device-width\"><style>{STYLE}</style></head><body><main><header><div>\
             <h1>{title}</h1><p>{}<br>{}</p></div><address>{}</address></header>",
            escaped(&sender.settings.site.language),
            sender.texts().dir_attribute(),
            escaped(&sender.texts().format("printable.order", &[("number", (&number.to_string()).into())])),
            escaped(&sender.day(order.summary.created_on)),
            lines.join("<br>"),
        );
        Self { html }
    }

    fn places(&mut self, places: &[(&str, Vec<String>)]) {
        self.html.push_str("<div class=\"places\">");
        for (label, lines) in places.iter().filter(|(_, lines)| !lines.is_empty()) {
            let lines: Vec<String> = lines.iter().map(|line| escaped(line)).collect();
            let _ =
                write!(self.html, "<div><h2>{}</h2><address>{}</address></div>", escaped(label), lines.join("<br>"));
        }
        self.html.push_str("</div>");
    }

    fn row(&mut self, cells: &[&str], number: &str) {
        self.html.push_str("<tr>");
        for cell in cells {
            let _ = write!(self.html, "<td>{cell}</td>");
        }
        let _ = write!(self.html, "<td class=\"n\">{number}</td></tr>");
    }

    fn total(&mut self, label: &str, amount: &str, is_sum: bool) {
        let class = if is_sum { " class=\"sum\"" } else { "" };
        let _ = write!(
            self.html,
            "<tr{class}><td colspan=\"3\" class=\"n\">{}</td><td class=\"n\">{amount}</td></tr>",
            escaped(label)
        );
    }

    fn finish(self) -> String {
        format!("{}</main></body></html>", self.html)
    }
}
