use stoa_entity::tenant::restock_sign_up;

use crate::catalogue::CatalogueItem;
use crate::orders::{Letter, LetterBody, SiteFace};

/// Tells somebody who waited that it can be bought again.
pub(super) fn back_in_stock(item: &CatalogueItem, sign_up: &restock_sign_up::Model, site: &SiteFace<'_>) -> Letter {
    let name = named(item, sign_up);
    let title = &site.settings.site_title;
    let heading = format!("{name} is back in stock");
    let mut body = LetterBody::new(&heading);
    body.paragraph(&format!(
        "You asked {title} to tell you when {name} can be ordered again. It can, as long as it lasts."
    ));
    body.link("Have a look", &format!("{}{}", site.base_url, item.full_url));
    body.paragraph(&format!(
        "You get this letter because {} was entered at {}{}. It is the only one: your address is off the list now.",
        sign_up.email, site.base_url, item.full_url
    ));
    body.letter("back-in-stock", &sign_up.email, &heading, site)
}

/// The product with what was chosen of it.
fn named(item: &CatalogueItem, sign_up: &restock_sign_up::Model) -> String {
    let chosen = item.variants.iter().find(|variant| variant.id == sign_up.variant_id);
    let values: Vec<&str> = item
        .variant_option_ordering
        .iter()
        .filter_map(|option| chosen?.attributes.get(option).map(String::as_str))
        .collect();
    if values.is_empty() { item.name.clone() } else { format!("{} ({})", item.name, values.join(", ")) }
}
