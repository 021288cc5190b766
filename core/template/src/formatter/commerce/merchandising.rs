//! Badges, low stock messages and restock forms, based on `productMerchandisingContext`.

use super::{filled, localised};
use crate::compile::call::Arguments;
use crate::formatter::first;
use crate::formatter::json::compact;
use crate::formatter::markup::{attribute, attribute_of, html, html_of};
use crate::product::{self, Prices};
use crate::run::{Machine, Stop};
use crate::value::Node;

type Result<'r> = std::result::Result<Node<'r>, Stop>;

/// Merchandising data of one product.
fn merchandising<'r>(machine: &Machine<'r>, item: Node<'r>) -> Node<'r> {
    let contexts = machine.resolve_name("productMerchandisingContext");
    contexts.member(&item.member("id").to_plain_text())
}

pub(super) fn status<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let item = first(values);
    let custom = merchandising(machine, item);
    if product::is_sold_out(item) {
        let text = match custom.member("customSoldOutText").as_str() {
            Some(text) if !text.is_empty() => text.to_owned(),
            _ => localised(machine, "productSoldOutText", "sold out"),
        };
        return machine.text(format!("<div class=\"product-mark sold-out\">{}</div>", html(&text)));
    }
    if Prices::of(item).is_on_sale() {
        let text = localised(machine, "productSaleText", "sale");
        return machine.text(format!("<div class=\"product-mark sale\">{}</div>", html(&text)));
    }
    Ok(Node::Missing)
}

pub(super) fn scarcity<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let shop = merchandising(machine, first(values));
    if !shop.member("scarcityEnabled").is_truthy() {
        return Ok(Node::Missing);
    }
    let message = shop.member("scarcityText").to_plain_text();
    let by_default = if shop.member("scarcityShownByDefault").as_bool() == Some(false) { " hidden" } else { "" };
    let parts: Vec<String> = shop
        .member("scarcityTemplateViews")
        .values()
        .iter()
        .map(|view| {
            let left = view.member("qtyInStock").to_plain_text();
            let text = filled(machine, &message, &[("qtyInStock", &left)]);
            let attributes = view.member("attributes");
            let attributes = match attributes.is_truthy() {
                true => {
                    format!(" data-variant-attributes=\"{}\" hidden", attribute(&compact(attributes)))
                }
                false => by_default.to_owned(),
            };
            format!("<div class=\"product-scarcity\"{attributes}>\n    {}\n  </div>", html(&text))
        })
        .collect();
    machine.text(parts.join("\n\n  "))
}

pub(super) fn restock<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let item = first(values);
    let shop = merchandising(machine, item);
    let messages = shop.member("restockNotificationMessages");
    let captcha = machine.resolve_name("website.captchaSettings.siteKey").is_truthy();
    let mailing_list = match shop.member("mailingListSignUpEnabled").is_truthy() {
        true => format!(
            "  <label class=\"product-restock-mailing-list\"><input type=\"checkbox\" \
             name=\"isJoinMailingList\"{}>{}</label>",
            if shop.member("mailingListOptInByDefault").is_truthy() { " checked" } else { "" },
            html_of(messages.member("mailingListDescription"))
        ),
        false => String::new(),
    };
    let parts: Vec<String> = shop
        .member("restockNotificationViews")
        .values()
        .iter()
        .map(|view| {
            format!(
                "<div class=\"product-restock-notification\" data-product-id=\"{}\" \
                 data-variant-id=\"{}\"{}>\n  <span class=\"product-restock-cta\">{}</span>\n  \
                 <form class=\"product-restock-form\" action=\"#\">\n    <input type=\"text\" \
                 x-autocompletetype=\"email\" spellcheck=\"false\" name=\"email\" placeholder=\"{}\">\n    \
                 <input class=\"sqs-editable-button\" type=\"submit\" value=\"{}\">\n  </form>\n\
                 {mailing_list}\n{}\n</div>",
                attribute_of(item.member("id")),
                attribute_of(view.member("variantId")),
                if view.member("hiddenByDefault").is_truthy() { " hidden" } else { "" },
                html_of(messages.member("CTAText")),
                attribute_of(messages.member("placeholderText")),
                attribute_of(messages.member("buttonText")),
                if captcha { "  <div class=\"captcha-container\"></div>" } else { "" },
            )
        })
        .collect();
    machine.text(parts.join("\n\n"))
}
