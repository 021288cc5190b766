//! JSON types of an import of products. The values are those that the operations of products take.

use std::collections::BTreeMap;

use serde::Serialize;
use stoa_commerce::catalogue::{
    ImportedPart, ImportedProduct, ProductImport, ProductPatch, Publication, Stock, VariantPatch,
};
use stoa_commerce::inventory::BadLine;
use stoa_kernel::catalogue::ProductStatus;
use utoipa::ToSchema;

use crate::problem::{ProblemTextOut, contributor_text};

/// What of a product a file would change.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = ImportedPart)]
pub enum ImportedPartOut {
    /// Its name.
    Name,
    /// Its short or long description.
    Texts,
    /// Whether visitors see it.
    Publication,
    /// Its tags.
    Tags,
    /// Its categories.
    Categories,
    /// Prices or sales of its variants.
    Prices,
    /// Stock of its variants.
    Stock,
    /// Weights of its variants.
    Weights,
    /// Options of its variants.
    Options,
    /// It gets further variants.
    NewVariants,
}

/// Stock of a variant, as `products_create` and `products_update` take it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportedStock)]
pub struct ImportedStockOut {
    /// Whether it is not tracked.
    unlimited: bool,
    /// Pieces in stock.
    qty_in_stock: i64,
    /// The stock that was seen, -1 for unlimited.
    #[serde(skip_serializing_if = "Option::is_none")]
    seen: Option<i64>,
}

/// A variant, as `products_create` and `products_update` take it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportedVariant)]
pub struct ImportedVariantOut {
    /// Omitted for a new variant.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    sku: String,
    /// Option values by option name.
    attributes: BTreeMap<String, String>,
    price_cents: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    sale_price_cents: Option<i64>,
    on_sale: bool,
    weight_grams: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    main_image_id: Option<String>,
    /// Omitted if it stays as it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    stock: Option<ImportedStockOut>,
}

/// Values of a product, as `products_create` and `products_update` take them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportedFields)]
pub struct ImportedFieldsOut {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// HTML.
    #[serde(skip_serializing_if = "Option::is_none")]
    excerpt: Option<String>,
    /// HTML.
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<ProductStatus>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tags: Option<Vec<String>>,
    /// Ids of its categories.
    #[serde(skip_serializing_if = "Option::is_none")]
    categories: Option<Vec<String>>,
    /// Option names in display order.
    #[serde(skip_serializing_if = "Option::is_none")]
    variant_option_ordering: Option<Vec<String>>,
    /// All its variants in display order.
    #[serde(skip_serializing_if = "Option::is_none")]
    variants: Option<Vec<ImportedVariantOut>>,
}

/// A product that a file would make or change.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportedProduct)]
pub struct ImportedProductOut {
    /// Where its first row stands in the file, from 1.
    line: usize,
    /// Its name after the import.
    name: String,
    /// The product; omitted if it would be made.
    #[serde(skip_serializing_if = "Option::is_none")]
    item_id: Option<String>,
    /// The revision of the product.
    #[serde(skip_serializing_if = "Option::is_none")]
    revision: Option<i64>,
    /// 1 physical, 2 digital, 3 service, 4 gift card, 5 paywall.
    product_type: i32,
    /// Number of its variants after the import.
    variants: usize,
    /// What would be changed, of a product that exists.
    changes: Vec<ImportedPartOut>,
    /// The body of `products_create` with `productType`, or of `products_update` with `revision`.
    fields: ImportedFieldsOut,
}

/// A row of a file that cannot be taken.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BadProductRow)]
pub struct BadProductRowOut {
    /// Where it stands in the file, from 1.
    line: usize,
    /// Its SKU; empty if it has none.
    sku: String,
    reason: String,
    /// What the reason says, for clients that say it in other words.
    reason_text: Option<ProblemTextOut>,
}

/// Effect of an import of products.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProductImport)]
pub struct ProductImportOut {
    /// Products that would be made or changed, in the order of the file.
    products: Vec<ImportedProductOut>,
    /// Rows that cannot be taken. With one of them, its product is left as it is.
    bad_rows: Vec<BadProductRowOut>,
    /// Number of products that the file leaves as they are.
    unchanged: usize,
}

impl From<ImportedPart> for ImportedPartOut {
    fn from(part: ImportedPart) -> Self {
        match part {
            ImportedPart::Name => Self::Name,
            ImportedPart::Texts => Self::Texts,
            ImportedPart::Publication => Self::Publication,
            ImportedPart::Tags => Self::Tags,
            ImportedPart::Categories => Self::Categories,
            ImportedPart::Prices => Self::Prices,
            ImportedPart::Stock => Self::Stock,
            ImportedPart::Weights => Self::Weights,
            ImportedPart::Options => Self::Options,
            ImportedPart::NewVariants => Self::NewVariants,
        }
    }
}

impl From<VariantPatch> for ImportedVariantOut {
    fn from(variant: VariantPatch) -> Self {
        let stock = |Stock { unlimited, qty_in_stock, seen }| ImportedStockOut { unlimited, qty_in_stock, seen };
        Self {
            id: variant.id.map(Into::into),
            sku: variant.sku,
            attributes: variant.attributes,
            price_cents: variant.price_cents.0,
            sale_price_cents: variant.sale_price_cents.map(|price| price.0),
            on_sale: variant.on_sale,
            weight_grams: variant.weight_grams,
            main_image_id: variant.main_image_id.map(Into::into),
            stock: variant.stock.map(stock),
        }
    }
}

impl From<ProductPatch> for ImportedFieldsOut {
    fn from(patch: ProductPatch) -> Self {
        let status = |publication| match publication {
            Publication::Draft => ProductStatus::Draft,
            Publication::Scheduled(_) => ProductStatus::Scheduled,
            Publication::Published => ProductStatus::Published,
        };
        Self {
            name: patch.name,
            excerpt: patch.excerpt,
            description: patch.description,
            status: patch.publication.map(status),
            tags: patch.tags,
            categories: patch.category_ids.map(|ids| ids.into_iter().map(Into::into).collect()),
            variant_option_ordering: patch.variant_option_ordering,
            variants: patch.variants.map(|variants| variants.into_iter().map(Into::into).collect()),
        }
    }
}

impl From<ImportedProduct> for ImportedProductOut {
    fn from(product: ImportedProduct) -> Self {
        let (item_id, revision) = match product.target {
            Some(target) => (Some(target.id.into()), Some(target.revision)),
            None => (None, None),
        };
        Self {
            line: product.line,
            name: product.name,
            item_id,
            revision,
            product_type: product.kind.code(),
            variants: product.variants,
            changes: product.changes.into_iter().map(Into::into).collect(),
            fields: product.patch.into(),
        }
    }
}

impl From<BadLine> for BadProductRowOut {
    fn from(bad: BadLine) -> Self {
        Self { reason_text: contributor_text(&bad.reason), line: bad.line, sku: bad.sku, reason: bad.reason }
    }
}

impl From<ProductImport> for ProductImportOut {
    fn from(import: ProductImport) -> Self {
        Self {
            products: import.products.into_iter().map(Into::into).collect(),
            bad_rows: import.bad.into_iter().map(Into::into).collect(),
            unchanged: import.unchanged,
        }
    }
}
