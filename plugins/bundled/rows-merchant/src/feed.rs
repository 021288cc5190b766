//! The feed: a line for each variant of a published product.

use stoa_plugin_sdk::Money;
use stoa_plugin_sdk::rows::{Part, Product, ProductKind, ProductVariant};
use stoa_plugin_sdk::setting;

use crate::text_setting;

const COLUMNS: [&str; 12] = [
    "id",
    "item_group_id",
    "title",
    "description",
    "link",
    "image_link",
    "availability",
    "price",
    "sale_price",
    "condition",
    "brand",
    "product_type",
];
/// Characters that shopping searches read of titles and descriptions.
const LONGEST_TITLE: usize = 150;
const LONGEST_DESCRIPTION: usize = 5_000;

/// The lines of a part; the first part begins with the names of the columns.
pub(crate) fn text(part: &Part, exponent: u8) -> String {
    let with_gift_cards = setting("giftCards").and_then(|value| value.as_bool()).unwrap_or(false);
    let brand = text_setting("brand", "");
    let mut text = if part.number == 0 { line(&COLUMNS.map(str::to_owned)) } else { String::new() };
    let is_listed =
        |product: &&Product| product.published && (with_gift_cards || !matches!(product.kind, ProductKind::GiftCard));
    for product in part.products.iter().filter(is_listed) {
        for variant in &product.variants {
            text.push_str(&line(&cells(product, variant, &brand, exponent)));
        }
    }
    text
}

fn cells(product: &Product, variant: &ProductVariant, brand: &str, exponent: u8) -> [String; 12] {
    let group = if product.variants.len() > 1 { product.id.as_str() } else { "" };
    let options: Vec<&str> = variant.options.iter().map(|(_, value)| value.as_str()).collect();
    let title =
        if options.is_empty() { product.name.clone() } else { format!("{}, {}", product.name, options.join(", ")) };
    let described = if product.description.is_empty() { &product.excerpt } else { &product.description };
    let is_sold_out = variant.stock.is_some_and(|pieces| pieces <= 0);
    [
        variant.sku.clone(),
        group.to_owned(),
        shortened(&title, LONGEST_TITLE),
        shortened(&words_of(described), LONGEST_DESCRIPTION),
        product.url.clone(),
        product.pictures.first().map(|picture| picture.url.clone()).unwrap_or_default(),
        if is_sold_out { "out_of_stock" } else { "in_stock" }.to_owned(),
        amount(&variant.price, exponent),
        variant.sale_price.as_ref().map(|price| amount(price, exponent)).unwrap_or_default(),
        "new".to_owned(),
        brand.to_owned(),
        product.categories.join(" > "),
    ]
}

fn line(cells: &[String; 12]) -> String {
    let plain = cells.each_ref().map(|cell| cell.split_whitespace().collect::<Vec<_>>().join(" "));
    format!("{}\n", plain.map(|cell| cell.chars().filter(|letter| !letter.is_control()).collect::<String>()).join("\t"))
}

/// 1200 with two digits after the point is `12.00 USD`.
fn amount(money: &Money, exponent: u8) -> String {
    let unit = 10_i64.pow(u32::from(exponent));
    match exponent {
        0 => format!("{} {}", money.minor, money.currency),
        _ => {
            let width = usize::from(exponent);
            format!("{}.{:0width$} {}", money.minor / unit, money.minor % unit, money.currency)
        }
    }
}

/// The text of HTML that Stoa has sanitised.
fn words_of(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut is_tag = false;
    for letter in html.chars() {
        match letter {
            '<' => is_tag = true,
            '>' if is_tag => {
                is_tag = false;
                text.push(' ');
            }
            _ if !is_tag => text.push(letter),
            _ => {}
        }
    }
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", " "), ("&amp;", "&")]
        .iter()
        .fold(text, |text, (entity, character)| text.replace(entity, character))
}

fn shortened(text: &str, most: usize) -> String {
    text.trim().chars().take(most).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_becomes_words() {
        assert_eq!(words_of("<p>A &lt;b&gt; &amp; c</p><p>d</p>").trim(), "A <b> & c  d");
        assert_eq!(words_of("&amp;lt;"), "&lt;");
    }

    #[test]
    fn amounts_are_decimal() {
        let money = |minor: i64, currency: &str| Money { minor, currency: currency.to_owned() };
        assert_eq!(amount(&money(1_205, "USD"), 2), "12.05 USD");
        assert_eq!(amount(&money(900, "JPY"), 0), "900 JPY");
        assert_eq!(amount(&money(7, "KWD"), 3), "0.007 KWD");
    }

    #[test]
    fn cells_have_no_tabs() {
        let mut cells = COLUMNS.map(str::to_owned);
        cells[2] = "a\tb\nc\u{0}".to_owned();
        assert_eq!(line(&cells).matches('\t').count(), 11);
        assert_eq!(line(&cells).lines().count(), 1);
    }
}
