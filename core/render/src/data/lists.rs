//! List pages: stores and blogs, and their pagination.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};
use stoa_commerce::catalogue::{self, CataloguePage, FilteredProducts, ListFilter, ListedTag};
use stoa_commerce::settings::StoreSettings;
use stoa_entity::tenant::site;
use stoa_kernel::catalogue::{ListOrder, PageRendering};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::content::ViewMode;
use stoa_kernel::id::AssetId;
use stoa_kernel::money::{Cents, Currency};
use stoa_kernel::page::PageRequest;
use stoa_messages::Texts;
use stoa_site::content::{self, Collection};
use stoa_site::posts::{self, PostCursor, PostOrder, PostQuery};
use stoa_site::{media, navigation};

use super::load::Loader;
use super::part::{Part, collection_data};
use super::site::link_data;
use super::{categories, post, shop};
use crate::PageType;
use crate::RenderError;
use crate::feeds;
use crate::resolve::PageQuery;

const POSTS_A_PAGE: usize = 12;
/// Collections with manual order are shown on one page, without pagination.
const MAX_ORDERED: usize = 250;
/// All characters but the unreserved ones (RFC 3986, section 2.3).
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// What a visitor looks for in a product list.
struct Wished<'a> {
    filter: &'a ListFilter,
    tags: &'a [ListedTag],
}

impl Loader<'_> {
    pub(super) async fn store(
        &self,
        row: &site::Model,
        collection: Collection,
        multiple: bool,
        texts: Texts<'_>,
    ) -> Result<Part, RenderError> {
        let settings = StoreSettings::from_row(row)?;
        let wish = wish(self.query, settings.site.currency);
        let menu = catalogue::category_menu(self.tx, &collection.id, self.query.category.as_deref()).await?;
        let wanted = CataloguePage {
            collection_id: collection.id.clone(),
            category: self.query.category.clone(),
            request: PageRequest::new(self.query.cursor.clone(), Some(settings.choices.products_per_page.into())),
        };
        let FilteredProducts { page: found, tags } = catalogue::browse(self.tx, &wanted, &wish).await?;
        let mut part = Part::of("products.list", PageType::Collection, "products-list", &collection);
        part.tags.extend(found.items.iter().map(|item| format!("product:{}", item.id)));
        if wish.in_stock {
            part.tags.push(format!("stock:{}", collection.id));
        }
        part.share_image = found.items.iter().find_map(|item| item.pictures.first()).map(catalogue::Picture::url);
        let lists = match menu.chosen.as_ref().map(|category| category.page_rendering) {
            Some(PageRendering::ListView) => true,
            Some(PageRendering::GridView) => false,
            Some(PageRendering::StoreView) | None => collection.settings.view_mode == ViewMode::List,
        };
        let mut data = collection_data(&collection);
        if let Some(object) = data.as_object_mut() {
            object.extend(categories::data(&menu, texts));
            object.insert("activeCategory".to_owned(), self.query.category.clone().into());
            object.insert(
                "list".to_owned(),
                self.choices(&collection, lists, &Wished { filter: &wish, tags: &tags }, texts),
            );
        }
        part.set("collection", data);
        let by = self.query.category.as_deref().map(|category| ("category", category));
        part.narrowed = address("", by.filter(|_| !found.items.is_empty()).into_iter());
        part.merchandising.note(&found.items);
        part.set("items", found.items.iter().map(|item| shop::product(item, multiple, texts)).collect());
        part.set("pagination", self.pagination(&collection, found.next_cursor));
        Ok(part)
    }

    /// Filters and sort orders of a product list, and the current selection. `lists` is the default view: whether it is
    /// shown as a list.
    fn choices(&self, collection: &Collection, lists: bool, wished: &Wished<'_>, texts: Texts<'_>) -> Value {
        let Wished { filter: wish, tags } = *wished;
        let orders: Vec<Value> = ListOrder::ALL
            .iter()
            .copied()
            .map(|order| {
                let title = texts.text(order_title(order));
                json!({"name": order, "title": title, "active": order == wish.order})
            })
            .collect();
        let tags: Vec<Value> = tags.iter().map(|tag| json!({"name": tag.name, "active": tag.is_chosen})).collect();
        let category = self.query.category.as_deref().map(|category| ("category", category));
        let other_view = |as_list: bool| {
            let query =
                PageQuery { as_list: (as_list != lists).then_some(as_list), cursor: None, ..self.query.clone() };
            address(&collection.full_url, query.parameters().into_iter())
        };
        json!({
            "orders": orders,
            "tags": tags,
            "inStock": wish.in_stock,
            "least": wish.least_cents.and(self.query.least.as_deref()),
            "most": wish.most_cents.and(self.query.most.as_deref()),
            "isNarrowed": *wish != ListFilter { order: wish.order, ..ListFilter::default() },
            "allUrl": address(&collection.full_url, category.into_iter()),
            "asList": self.query.as_list.unwrap_or(lists),
            "view": self.query.view(),
            "gridUrl": other_view(false),
            "listUrl": other_view(true),
        })
    }

    pub(super) async fn folder(&self, row: &site::Model, folder: Collection) -> Result<Part, RenderError> {
        let collections = content::collections(self.tx).await?;
        let stored = [&row.main_navigation, &row.footer_navigation];
        let links = navigation::in_folder(&stored, &folder, &collections);
        let mut part = Part::of("folder.item", PageType::Collection, "folder", &folder);
        part.set("items", links.iter().map(|link| link_data(link, &folder.full_url)).collect());
        Ok(part)
    }

    pub(super) async fn blog(&self, collection: Collection) -> Result<Part, RenderError> {
        let order = PostOrder::of(collection.type_code);
        let a_page = if order == PostOrder::Own { MAX_ORDERED } else { POSTS_A_PAGE };
        let wanted = PostQuery {
            behind: self.query.cursor.as_deref().and_then(PostCursor::read),
            order,
            ..posts_wanted(&collection, self.query, a_page + 1, self.ctx.now())
        };
        let mut found = posts::list(self.tx, &wanted).await?;
        let more = found.len() > a_page;
        found.truncate(a_page);
        let next = found.last().filter(|_| more).map(|last| wanted.spot(last).text());
        posts::add_discussions(self.tx, &mut found, self.ctx.now()).await?;
        let ids: Vec<AssetId> = found.iter().filter_map(|post| post.fields.image.clone()).collect();
        let assets = media::by_ids(self.tx, &ids).await?;
        let mut part = Part::of("blog.list", PageType::Collection, "blog-list", &collection);
        part.tags.extend(post::tags(&found));
        let by = if found.is_empty() { Vec::new() } else { self.query.of_posts() };
        part.narrowed = address("", by.iter().copied());
        part.offer_feeds(feeds::links(self.tx, &collection, &by).await?);
        part.set(
            "items",
            found.iter().map(|entry| post::listed(entry, &collection, &assets, self.ctx.now())).collect(),
        );
        part.set("pagination", self.pagination(&collection, next));
        Ok(part)
    }

    fn pagination(&self, collection: &Collection, next: Option<String>) -> Value {
        let first = self.query.cursor.is_none();
        if first && next.is_none() {
            return Value::Null;
        }
        let address = |cursor: Option<&str>| {
            let cursor = cursor.map(|cursor| ("cursor", cursor));
            address(&collection.full_url, self.query.parameters().into_iter().chain(cursor))
        };
        json!({
            "prevPage": !first,
            "prevPageUrl": (!first).then(|| address(None)),
            "nextPage": next.is_some(),
            "nextPageUrl": next.map(|cursor| address(Some(&cursor))),
        })
    }
}

/// The filters in the URL; invalid amounts are ignored.
fn wish(query: &PageQuery, currency: Currency) -> ListFilter {
    let amount = |text: &Option<String>| text.as_deref().and_then(|text| minor_units(text, currency.decimals()));
    ListFilter {
        order: query.order,
        in_stock: query.in_stock,
        tag: query.tag.clone(),
        least_cents: amount(&query.least).map(Cents),
        most_cents: amount(&query.most).map(Cents),
    }
}

/// Maximum length of a currency symbol or code next to an amount, characters.
const MAX_CURRENCY_SYMBOL_LENGTH: usize = 4;

/// Parses an amount as people write it, such as `20`, `19,50`, `$1,234.50` or `1 234 kr`, to minor units.
fn minor_units(text: &str, decimals: u32) -> Option<i64> {
    let digits = usize::try_from(decimals).ok()?;
    let is_sign = |letter: char| !letter.is_ascii_digit() && !".,-".contains(letter);
    let amount = text.trim_matches(is_sign);
    if text.trim().chars().count() > amount.chars().count() + MAX_CURRENCY_SYMBOL_LENGTH {
        return None;
    }
    // A point or comma before three digits is a thousands separator, unless the currency has three decimals.
    let (whole, part) = match amount.rsplit_once(['.', ',']) {
        Some((whole, part)) if part.len() != 3 || digits == 3 => (whole, part),
        _ => (amount, ""),
    };
    let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let groups: Vec<&str> = whole.split(['.', ',', ' ', '\'', '’', '\u{a0}', '\u{202f}']).collect();
    let (first, others) = groups.split_first()?;
    let grouped = others.iter().all(|group| group.len() == 3) && (others.is_empty() || first.len() <= 3);
    if first.is_empty() || !grouped || !groups.iter().all(|group| plain(group)) || !plain(part) || part.len() > digits {
        return None;
    }
    format!("{}{part:0<digits$}", groups.concat()).parse().ok()
}

/// The posts of a blog page, newest first.
pub(crate) fn posts_wanted<'a>(
    blog: &'a Collection,
    query: &'a PageQuery,
    count: usize,
    now: Timestamp,
) -> PostQuery<'a> {
    PostQuery {
        tag: query.tag.as_deref(),
        category: query.category.as_deref(),
        author: query.author.as_deref(),
        ..PostQuery::newest(&blog.id, count, now)
    }
}

/// Appends query parameters to a path.
pub(crate) fn address<'p>(path: &str, parameters: impl Iterator<Item = (&'static str, &'p str)>) -> String {
    let pairs: Vec<String> = parameters.map(|(name, value)| format!("{name}={}", escaped(value))).collect();
    if pairs.is_empty() { path.to_owned() } else { format!("{path}?{}", pairs.join("&")) }
}

/// Percent-encodes a value for a query string.
pub(super) fn escaped(value: &str) -> String {
    utf8_percent_encode(value, ESCAPED).to_string()
}

/// The message that names a sort order.
fn order_title(order: ListOrder) -> &'static str {
    match order {
        ListOrder::Featured => "storefront.listOrderFeatured",
        ListOrder::PriceUp => "storefront.listOrderPriceUp",
        ListOrder::PriceDown => "storefront.listOrderPriceDown",
        ListOrder::Newest => "storefront.listOrderNewest",
        ListOrder::Name => "storefront.listOrderName",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amount_parsing() {
        for (text, decimals, expected) in [
            ("20", 2, Some(2000)),
            ("19.5", 2, Some(1950)),
            ("19,50", 2, Some(1950)),
            ("1500", 0, Some(1500)),
            ("1.5", 0, None),
            ("1.555", 2, Some(155_500)),
            ("1.555", 3, Some(1555)),
            ("1.5555", 2, None),
            ("$20", 2, Some(2000)),
            ("19,50 €", 2, Some(1950)),
            ("US$ 1,234.50", 2, Some(123_450)),
            ("1.234.567,8", 2, Some(123_456_780)),
            ("CHF 1'234", 2, Some(123_400)),
            ("¥1,500", 0, Some(1500)),
            ("1,23,456", 2, None),
            ("1234,567.00", 2, None),
            ("-1", 2, None),
            ("$-1", 2, None),
            ("about 20", 2, None),
            ("2 or 3", 2, None),
            (".5", 2, None),
            ("", 2, None),
            ("99999999999999999999", 2, None),
        ] {
            assert_eq!(minor_units(text, decimals), expected, "{text}");
        }
    }

    #[test]
    fn query_values_are_escaped() {
        assert_eq!(escaped("a b&ü"), "a%20b%26%C3%BC");
    }
}
