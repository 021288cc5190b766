//! What the rows of one product would change, by the rules of its form.

use std::collections::HashMap;

use stoa_kernel::id::{CategoryId, CollectionId, ProductId};
use stoa_kernel::money::Cents;
use stoa_kernel::{Failure, TenantCtx};

use super::groups::{Group, bad};
use super::{GivenVariant, ImportTarget, ImportedPart, ImportedProduct};
use crate::catalogue::admin::check_publication;
use crate::catalogue::edit::{ProductDraft, ProductPatch, Publication};
use crate::catalogue::model::{CatalogueItem, ProductType};
use crate::catalogue::variant_validation::{MAX_OPTIONS, Stock, VariantPatch};
use crate::contributor_texts;
use crate::inventory::{self, BadLine};

/// What products can be made of.
pub(super) struct Planner {
    pub(super) ctx: TenantCtx,
    pub(super) store_id: CollectionId,
    /// The products that exist.
    pub(super) items: HashMap<ProductId, CatalogueItem>,
    /// Categories of the store by their names in lower case.
    pub(super) categories: HashMap<String, CategoryId>,
}

/// Result for one product.
pub(super) enum Planned {
    Changed(Box<ImportedProduct>),
    Unchanged,
    /// Why it is left as it is.
    Bad(Vec<BadLine>),
}

impl Planner {
    pub(super) fn plan(&self, group: Group) -> Planned {
        let Group { target, rows } = group;
        let Some(first) = rows.first() else { return Planned::Unchanged };
        let item = target.and_then(|id| self.items.get(&id));
        if item.is_some_and(|item| item.collection_id != self.store_id) {
            let reason = contributor_texts::SKU_OF_ANOTHER_STORE.english();
            return Planned::Bad(rows.iter().map(|row| bad(row, reason)).collect());
        }
        let patch = match self.patch(item, &rows) {
            Ok(patch) => patch,
            Err(line) => return Planned::Bad(vec![line]),
        };
        let kind = item.map_or_else(
            || rows.iter().find_map(|row| row.kind).unwrap_or(ProductType::Physical),
            |item| item.kind().unwrap_or(ProductType::Physical),
        );
        let draft = match self.checked(item, kind, patch.clone()) {
            Ok(draft) => draft,
            Err(failure) => return Planned::Bad(bad_lines(&failure, &patch, &rows)),
        };
        let changes = item.map(|item| differences(item, &draft)).unwrap_or_default();
        if item.is_some() && changes.is_empty() {
            return Planned::Unchanged;
        }
        Planned::Changed(Box::new(ImportedProduct {
            line: first.line,
            name: draft.name.clone(),
            target: item.map(|item| ImportTarget { id: item.id.clone(), revision: item.revision }),
            kind,
            variants: draft.variants.len(),
            patch: needed(patch, item.map(|_| changes.as_slice())),
            changes,
        }))
    }

    /// The values after the import, as they would be saved.
    fn checked(
        &self,
        item: Option<&CatalogueItem>,
        kind: ProductType,
        patch: ProductPatch,
    ) -> Result<ProductDraft, Failure> {
        let draft = match item {
            Some(item) => ProductDraft::from(item).with(patch).counted_as(item.kind()).checked(&item.variants)?,
            None => ProductDraft::empty(kind).with(patch).counted_as(Some(kind)).checked(&[])?,
        };
        check_publication(&self.ctx, &draft, item).map_err(Failure::from)?;
        Ok(draft)
    }

    fn patch(&self, item: Option<&CatalogueItem>, rows: &[GivenVariant]) -> Result<ProductPatch, BadLine> {
        let published = rows.iter().find_map(|row| row.published);
        let publication = published.map(|shown| if shown { Publication::Published } else { Publication::Draft });
        let (variant_option_ordering, variants) = variants(item, rows);
        Ok(ProductPatch {
            name: rows.iter().find_map(|row| row.name.clone()),
            excerpt: rows.iter().find_map(|row| row.excerpt.clone()),
            description: rows.iter().find_map(|row| row.description.clone()),
            tags: rows.iter().find_map(|row| row.tags.clone()),
            category_ids: self.category_ids(rows)?,
            publication,
            variant_option_ordering: Some(variant_option_ordering),
            variants: Some(variants),
            ..ProductPatch::default()
        })
    }

    fn category_ids(&self, rows: &[GivenVariant]) -> Result<Option<Vec<CategoryId>>, BadLine> {
        let named = rows.iter().find_map(|row| Some((row, row.categories.as_ref()?)));
        let Some((row, names)) = named else { return Ok(None) };
        let found = names.iter().map(|name| {
            let known = self.categories.get(&name.trim().to_lowercase()).cloned();
            known.ok_or_else(|| bad(row, contributor_texts::NO_CATEGORY_OF_THIS_NAME.with("name", name).to_string()))
        });
        found.collect::<Result<Vec<_>, _>>().map(Some)
    }
}

/// Option names and variants after the import: those that the product has in their places, then the new ones. With more
/// options than a product can have, only the first that is too many is taken: the product is refused for it.
fn variants(item: Option<&CatalogueItem>, rows: &[GivenVariant]) -> (Vec<String>, Vec<VariantPatch>) {
    let mut options: Vec<String> =
        item.map(|item| item.options().into_iter().map(|option| option.name).collect()).unwrap_or_default();
    let known = item.map(|item| item.variants.as_slice()).unwrap_or_default();
    let mut patches: Vec<VariantPatch> = known.iter().map(VariantPatch::from).collect();
    let places: HashMap<String, usize> =
        known.iter().enumerate().map(|(place, own)| (own.sku.to_lowercase(), place)).collect();
    for row in rows {
        for (name, _) in &row.options {
            if options.len() > MAX_OPTIONS {
                break;
            }
            if !options.iter().any(|option| option == name.trim()) {
                options.push(name.trim().to_owned());
            }
        }
        let place = places.get(&row.sku.to_lowercase());
        match place.and_then(|&place| Some((patches.get_mut(place)?, known.get(place)?))) {
            Some((patch, own)) => {
                let stock = row.stock.map(|pieces| (pieces.is_none(), pieces.unwrap_or(0)));
                let is_other = |stock: &(bool, i64)| *stock != (own.unlimited, own.qty_in_stock);
                patch.stock = stock.filter(is_other).map(|(unlimited, qty_in_stock)| Stock {
                    unlimited,
                    qty_in_stock,
                    seen: Some(inventory::version(own.unlimited, own.qty_in_stock)),
                });
                fill(patch, row);
            }
            None => patches.push(new_variant(row)),
        }
    }
    (options, patches)
}

fn new_variant(row: &GivenVariant) -> VariantPatch {
    let stock =
        |pieces: Option<i64>| Stock { unlimited: pieces.is_none(), qty_in_stock: pieces.unwrap_or(0), seen: None };
    let mut patch = VariantPatch {
        id: None,
        sku: row.sku.clone(),
        attributes: Default::default(),
        price_cents: Cents::ZERO,
        sale_price_cents: None,
        on_sale: false,
        weight_grams: 0,
        main_image_id: None,
        stock: row.stock.map(stock),
    };
    fill(&mut patch, row);
    patch
}

/// Puts the values of a row into a variant, but for its stock.
fn fill(patch: &mut VariantPatch, row: &GivenVariant) {
    if !row.options.is_empty() {
        let trimmed = |(name, value): &(String, String)| (name.trim().to_owned(), value.trim().to_owned());
        patch.attributes = row.options.iter().map(trimmed).collect();
    }
    if let Some(price) = &row.price {
        patch.price_cents = price.cents;
    }
    match &row.sale {
        Some(Some(price)) => {
            patch.sale_price_cents = Some(price.cents);
            patch.on_sale = true;
        }
        Some(None) => patch.on_sale = false,
        None => {}
    }
    if let Some(grams) = row.weight_grams {
        patch.weight_grams = grams;
    }
}

/// What differs between a product and its values after the import.
fn differences(item: &CatalogueItem, draft: &ProductDraft) -> Vec<ImportedPart> {
    let before = ProductDraft::from(item);
    let any = |differs: fn(&VariantPatch, &VariantPatch) -> bool| {
        before.variants.iter().zip(&draft.variants).any(|(old, new)| differs(old, new))
    };
    let mut category_ids = before.category_ids.clone();
    category_ids.sort();
    let parts = [
        (ImportedPart::Name, before.name != draft.name),
        (ImportedPart::Texts, before.excerpt != draft.excerpt || before.description != draft.description),
        (ImportedPart::Publication, before.visible != draft.visible || before.publish_on != draft.publish_on),
        (ImportedPart::Tags, before.tags != draft.tags),
        (ImportedPart::Categories, category_ids != draft.category_ids),
        (
            ImportedPart::Prices,
            any(|old, new| {
                (old.price_cents, old.sale_price_cents, old.on_sale)
                    != (new.price_cents, new.sale_price_cents, new.on_sale)
            }),
        ),
        (ImportedPart::Stock, any(|_, new| new.stock.is_some())),
        (ImportedPart::Weights, any(|old, new| old.weight_grams != new.weight_grams)),
        (ImportedPart::Options, any(|old, new| old.attributes != new.attributes)),
        (ImportedPart::NewVariants, draft.variants.len() > before.variants.len()),
    ];
    parts.into_iter().filter_map(|(part, is_changed)| is_changed.then_some(part)).collect()
}

/// The patch without the values that it leaves as they are; `changes` is none for a new product.
fn needed(patch: ProductPatch, changes: Option<&[ImportedPart]>) -> ProductPatch {
    let Some(changes) = changes else { return patch };
    let has = |parts: &[ImportedPart]| changes.iter().any(|part| parts.contains(part));
    let of_variants = has(&[
        ImportedPart::Prices,
        ImportedPart::Stock,
        ImportedPart::Weights,
        ImportedPart::Options,
        ImportedPart::NewVariants,
    ]);
    ProductPatch {
        name: patch.name.filter(|_| has(&[ImportedPart::Name])),
        excerpt: patch.excerpt.filter(|_| has(&[ImportedPart::Texts])),
        description: patch.description.filter(|_| has(&[ImportedPart::Texts])),
        tags: patch.tags.filter(|_| has(&[ImportedPart::Tags])),
        category_ids: patch.category_ids.filter(|_| has(&[ImportedPart::Categories])),
        publication: patch.publication.filter(|_| has(&[ImportedPart::Publication])),
        variant_option_ordering: patch.variant_option_ordering.filter(|_| of_variants),
        variants: patch.variants.filter(|_| of_variants),
        ..ProductPatch::default()
    }
}

/// The messages of the form, each with the row that it is about.
fn bad_lines(failure: &Failure, patch: &ProductPatch, rows: &[GivenVariant]) -> Vec<BadLine> {
    let variants = patch.variants.as_deref().unwrap_or_default();
    let by_sku: HashMap<String, &GivenVariant> = rows.iter().map(|row| (row.sku.to_lowercase(), row)).collect();
    let row_of = |field: &str| {
        let index = field.strip_prefix("variants[")?.split_once(']')?.0.parse::<usize>().ok()?;
        by_sku.get(&variants.get(index)?.sku.to_lowercase()).copied()
    };
    let line = |field: &str, reason: &str| Some(bad(row_of(field).or_else(|| rows.first())?, reason));
    if failure.fields.is_empty() {
        return line("", &failure.detail).into_iter().collect();
    }
    failure.fields.iter().filter_map(|(field, reason)| line(field, reason)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_many_rows_are_not_collected_beyond_the_first_too_many() {
        let row = |number: usize| {
            let options = (0..MAX_OPTIONS).map(|place| (format!("{number}-{place}"), "x".to_owned())).collect();
            GivenVariant { line: number, sku: format!("A-{number}"), options, ..GivenVariant::default() }
        };
        let rows: Vec<GivenVariant> = (0..100).map(row).collect();
        let (options, patches) = variants(None, &rows);
        assert_eq!((options.len(), patches.len()), (MAX_OPTIONS + 1, 100));
    }
}
