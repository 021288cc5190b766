//! Buttons and inputs of a product.

use super::{localised, variant};
use crate::compile::call::Arguments;
use crate::formatter::first;
use crate::formatter::json::compact;
use crate::formatter::markup::{attribute, attribute_of, html};
use crate::product::{self, ProductKind};
use crate::run::{Machine, Stop};
use crate::value::Node;

type Result<'r> = std::result::Result<Node<'r>, Stop>;

fn label(machine: &Machine<'_>, content: Node<'_>) -> String {
    if content.member("useCustomAddButtonText").is_truthy() {
        return content.member("customAddButtonText").to_plain_text().into_owned();
    }
    match content.member("isSubscribable").is_truthy() {
        true => localised(machine, "productSubscribeText", "Subscribe"),
        false => localised(machine, "productAddToCartText", "Add To Cart"),
    }
}

fn add_to_cart_markup(machine: &Machine<'_>, item: Node<'_>) -> String {
    let content = item.member("structuredContent");
    let subscribable = content.member("isSubscribable").is_truthy();
    let form = content.member("additionalFieldsForm");
    let (form_class, form_data) = match form.is_truthy() {
        true => ("use-form", format!("data-form=\"{}\"", attribute(&compact(form)))),
        false => ("", String::new()),
    };
    let option = content.member("productSubscriptionOptions").element(0).member("id");
    let option = match subscribable && option.is_truthy() {
        true => format!("data-subscription-option-id=\"{}\"", attribute_of(option)),
        false => String::new(),
    };
    let label = label(machine, content);
    format!(
        "<div class=\"sqs-add-to-cart-button-wrapper\" data-animation-role=\"button\">\n  \
         <div class=\"sqs-add-to-cart-button sqs-suppress-edit-mode sqs-editable-button \
         sqs-button-element--primary {form_class}\" role=\"button\" tabindex=\"0\" data-dynamic-strings \
         data-collection-id=\"{}\" data-item-id=\"{}\" data-product-type=\"{}\" \
         data-use-custom-label=\"{}\" {}data-original-label=\"{}\" {form_data}{option}>\n    \
         <div class=\"sqs-add-to-cart-button-inner\">{}</div>\n  </div>\n</div>",
        attribute_of(item.member("collectionId")),
        attribute_of(item.member("id")),
        attribute_of(content.member("productType")),
        attribute_of(content.member("useCustomAddButtonText")),
        if subscribable { "data-is-subscription=\"true\" " } else { "" },
        attribute(&label),
        html(&label),
    )
}

pub(super) fn add_to_cart<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let text = add_to_cart_markup(machine, first(values));
    machine.text(text)
}

/// Whether the quantity of a service can be more than one; the default is yes.
fn services_are_counted(machine: &Machine<'_>) -> bool {
    let allowed = machine.resolve_name("websiteSettings.storeSettings.multipleQuantityAllowedForServices");
    allowed.is_absent() || allowed.is_truthy()
}

fn quantity_markup(machine: &Machine<'_>, item: Node<'_>) -> String {
    let counted = match product::kind(item) {
        ProductKind::Physical => true,
        ProductKind::Service => services_are_counted(machine),
        _ => false,
    };
    let subscribable = item.path(&["structuredContent", "isSubscribable"]).is_truthy();
    let enough = product::stock(item).is_none_or(|left| left > 1);
    if !counted || subscribable || !enough {
        return String::new();
    }
    let label = localised(machine, "productQuantityInputLabel", "Quantity");
    format!(
        "<div class=\"product-quantity-input\" data-item-id=\"{}\" data-animation-role=\"content\">\n  \
         <div class=\"quantity-label\">{}:</div>\n  <input aria-label=\"{}\" size=\"4\" max=\"9999\" \
         min=\"1\" value=\"1\" type=\"number\" step=\"1\"></input>\n</div>",
        attribute_of(item.member("id")),
        html(&label),
        attribute(&label),
    )
}

pub(super) fn quantity_input<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let text = quantity_markup(machine, first(values));
    machine.text(text)
}

pub(super) fn checkout<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let item = first(values);
    let parts =
        [variant::select_markup(machine, item), quantity_markup(machine, item), add_to_cart_markup(machine, item)];
    let gap = "\n".repeat(7);
    machine.text(parts.join(&gap))
}

pub(super) fn quick_view<'r>(machine: &mut Machine<'r>, arguments: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let item = first(values);
    let group = arguments.get(0).unwrap_or("");
    let member = item.member(group);
    let found = if member.is_absent() { machine.resolve_name(group) } else { member };
    let group = match found.is_absent() {
        true => attribute(group),
        false => attribute_of(found),
    };
    let label = localised(machine, "productQuickViewText", "Quick View");
    machine.text(format!(
        "<span class=\"sqs-product-quick-view-button\" role=\"button\" tabindex=\"0\" data-id=\"{}\" \
         data-group=\"{group}\">{}</span>",
        attribute_of(item.member("id")),
        html(&label),
    ))
}
