//! Variants of a product: selection and names.

use indexmap::IndexSet;

use super::{filled, localised};
use crate::compile::call::Arguments;
use crate::formatter::first;
use crate::formatter::json::compact;
use crate::formatter::markup::{attribute, attribute_of, html};
use crate::product::{self, ProductKind};
use crate::run::{Machine, Stop};
use crate::value::Node;

type Result<'r> = std::result::Result<Node<'r>, Stop>;

pub(super) fn descriptor<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let options = first(values).member("optionValues").values();
    let words: Vec<String> = options.iter().map(|option| option.member("value").to_plain_text().into_owned()).collect();
    machine.text(words.join(" / "))
}

/// Distinct values of an option, in the order of the variants.
fn option_values(variants: &[Node<'_>], name: &str) -> IndexSet<String> {
    let mut found = IndexSet::new();
    for variant in variants {
        let value = variant.member("attributes").member(name);
        if !value.is_absent() {
            found.insert(value.to_plain_text().into_owned());
        }
    }
    found
}

/// Text for an attribute without escaping of ampersands.
fn label_attribute(text: &str) -> String {
    text.replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
}

fn option_markup(title: &str, prompt: &str, name: &str, values: &IndexSet<String>) -> String {
    let name = attribute(name);
    let options: String =
        values.iter().map(|value| format!("<option value=\"{}\">{}</option>", attribute(value), html(value))).collect();
    let buttons: String = values
        .iter()
        .map(|value| {
            let id = format!("variant-option-{name}-{}", attribute(value));
            format!(
                "      <input type=\"radio\" class=\"variant-radiobtn\" value=\"{}\" \
                 name=\"variant-option-{name}\" id=\"{id}\"/>\n      \
                 <label class=\"sqs-button-element--secondary\" role=\"button\" tabindex=\"0\" \
                 for=\"{id}\">{}</label>\n",
                attribute(value),
                html(value)
            )
        })
        .collect();
    format!(
        "    <div class=\"variant-option\">\n    <div class=\"variant-option-title\">{}: </div>\n    \
         <div class=\"variant-select-wrapper\">\n      <select aria-label=\"{}\" \
         data-variant-option-name=\"{name}\">\n        <option value=\"\">{}</option>\n        \
         {options}\n      </select>\n    </div>\n    <div class=\"variant-radiobtn-wrapper\" \
         data-variant-option-name=\"{name}\">\n{buttons}    </div>\n    </div>\n",
        html(title),
        label_attribute(prompt),
        html(prompt),
    )
}

pub(super) fn select_markup(machine: &Machine<'_>, item: Node<'_>) -> String {
    let variants = product::variants(item);
    let content = item.member("structuredContent");
    let names = content.member("variantOptionOrdering").values();
    if variants.len() < 2 || names.is_empty() {
        return String::new();
    }
    let gift_card = product::kind(item) == ProductKind::GiftCard;
    let mut options = String::new();
    for name in &names {
        let name = name.to_plain_text();
        let (title, prompt) = match gift_card {
            true => (
                localised(machine, "giftCardValueDisplayText", "Value"),
                localised(machine, "giftCardVariantSelectText", "Select Value"),
            ),
            false => {
                let message = localised(machine, "productVariantSelectText", "Select {variantName}");
                (name.to_string(), filled(machine, &message, &[("variantName", &name)]))
            }
        };
        options.push_str(&option_markup(&title, &prompt, &name, &option_values(&variants, &name)));
    }
    format!(
        "<div class=\"product-variants\" data-item-id=\"{}\" data-variants=\"{}\"{} \
         data-animation-role=\"content\">\n{options}  </div>",
        attribute_of(item.member("id")),
        attribute(&compact(content.member("variants"))),
        subscription_attributes(content),
    )
}

/// Subscription plan of a product, for scripts; none for a one-time purchase.
fn subscription_attributes(content: Node<'_>) -> String {
    if !content.member("isSubscribable").is_truthy() {
        return String::new();
    }
    let plan = content.member("subscriptionPlan");
    let plan = match plan.is_truthy() {
        true => format!(" data-subscription-plan=\"{}\"", attribute(&compact(plan))),
        false => String::new(),
    };
    format!(" data-is-subscribable=\"true\"{plan}")
}

pub(super) fn select<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let item = first(values);
    let options = item.path(&["structuredContent", "variantOptionOrdering"]).size();
    machine.charge(product::variants(item).len().saturating_mul(options))?;
    let text = select_markup(machine, item);
    machine.text(text)
}
