//! The words in which an order was bought: they are kept with the order for its customer, beside those of the owner.

use stoa_entity::tenant::order_item;
use stoa_entity::tenant::order_item::ItemOptions;
use stoa_entity::tenant::order_language::{LineWords, OrderWords};

use crate::cart::Priced;
use crate::catalogue;
use crate::checkout::{Asked, CheckoutAnswer, answers_shown};
use crate::orders::OrderView;
use crate::pricing::ShippingChoice;

/// The words in which the shopper has read an order; none in the language in which the owner writes.
pub(crate) fn order_words(
    priced: &Priced,
    asked: &Asked,
    items: &[order_item::Model],
    given: &[CheckoutAnswer],
) -> Option<OrderWords> {
    let mut words = OrderWords::default();
    for (item, line) in items.iter().zip(&priced.lines) {
        let Some(shown) = &line.shown else { continue };
        let options = line.shown_options();
        let answers = line.entry.additional_fields.as_deref();
        let line = LineWords {
            name: shown.name.clone(),
            options: options.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            answers: catalogue::answered_in(&line.item.additional_fields, &shown.additional_fields, answers),
        };
        words.lines.insert(item.id.to_string(), line);
    }
    for discount in &priced.inputs.discounts {
        let mut label = discount.label.clone();
        priced.words.discount(&discount.id, &mut label);
        if label != discount.label {
            words.discounts.insert(discount.id.clone(), label);
        }
    }
    for rule in &priced.inputs.taxes {
        let Some(id) = &rule.id else { continue };
        let mut label = rule.label.clone();
        priced.words.tax(Some(id), &mut label);
        if label != rule.label {
            words.taxes.insert(id.clone(), label);
        }
    }
    if let Some(choice) = &priced.inputs.shipping {
        let mut shown = choice.clone();
        priced.words.shipping(&mut shown);
        words.shipping_option = (shown != *choice).then_some(shown);
    }
    let shown = answers_shown(&asked.original, &asked.shown, given, priced.wording.texts());
    words.answers = if shown == given { Vec::new() } else { shown };
    (words != OrderWords::default()).then_some(words)
}

/// An order in the words in which it was bought.
pub(crate) fn with_words(mut order: OrderView, words: OrderWords) -> OrderView {
    let OrderWords { mut lines, discounts, taxes, shipping_option, answers } = words;
    for item in &mut order.items {
        if let Some(own) = lines.remove(item.id.as_str()) {
            item.product_name = own.name;
            item.attributes = ItemOptions::InOrder(own.options).into();
            item.answers = own.answers;
        }
    }
    for discount in &mut order.discounts {
        if let Some(label) = discounts.get(&discount.id) {
            discount.label.clone_from(label);
        }
    }
    for tax in &mut order.taxes {
        if let Some(label) = tax.id.as_ref().and_then(|id| taxes.get(id)) {
            tax.label.clone_from(label);
        }
    }
    // The option may have been changed since; then its new name is shown.
    let is_same = |known: &ShippingChoice| order.shipping_option.as_ref().is_some_and(|own| own.id == known.id);
    if let Some(known) = shipping_option.filter(is_same) {
        order.shipping_option = Some(known);
    }
    if !answers.is_empty() {
        order.answers = answers;
    }
    order
}
