//! Records of the plugin interface, made from those of the domain.

use stoa_commerce::catalogue::{CatalogueItem, Picture, ProductType, Variant};
use stoa_commerce::customers::{CustomerSummary, CustomerView};
use stoa_commerce::orders::{OrderItemView, OrderSummary, OrderView};
use stoa_document::{Document, Readable, formatted};
use stoa_kernel::catalogue::ProductStatus;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::content::{CollectionKind, PageAccess};
use stoa_kernel::money::{Cents, Currency};
use stoa_kernel::order::{FulfillmentMethod, FulfillmentStatus, OrderPaymentStatus, OrderType};
use stoa_plugin_host::model::reads as read;
use stoa_plugin_host::model::reads::{customers, orders, pages, products};
use stoa_plugin_host::typed_text;
use stoa_site::content::Collection;

/// Settings of blocks with formatted text.
const TEXTS: [&str; 6] = ["html", "text", "title", "heading", "caption", "quote"];

/// Makes the record of a postal address of the domain.
macro_rules! address_record {
    () => {
        |address| read::Address {
            first_name: typed_text(&address.first_name),
            last_name: typed_text(&address.last_name),
            line1: typed_text(&address.line1),
            line2: typed_text(&address.line2),
            city: typed_text(&address.city),
            region: typed_text(&address.region),
            postal_code: typed_text(&address.postal_code),
            country: typed_text(&address.country),
            phone: typed_text(&address.phone),
        }
    };
}

fn ms(time: Timestamp) -> u64 {
    u64::try_from(time.ms()).unwrap_or(0)
}

fn amount(cents: Cents, currency: Currency) -> read::Amount {
    read::Amount { minor: cents.0, currency: currency.code().to_owned() }
}

pub(super) fn product(item: CatalogueItem) -> products::Product {
    let currency = item.currency;
    products::Product {
        id: item.id.to_string(),
        store_id: item.collection_id.to_string(),
        url: item.full_url.clone(),
        kind: match item.kind() {
            Some(ProductType::Digital) => products::ProductKind::Digital,
            Some(ProductType::Service) => products::ProductKind::Service,
            Some(ProductType::GiftCard) => products::ProductKind::GiftCard,
            Some(ProductType::Paywall) => products::ProductKind::Paywall,
            Some(ProductType::Physical) | None => products::ProductKind::Physical,
        },
        publication: match item.status() {
            ProductStatus::Draft => products::Publication::Draft,
            ProductStatus::Scheduled => products::Publication::Scheduled,
            ProductStatus::Published => products::Publication::Published,
        },
        categories: item.categories.into_iter().map(|category| category.name).collect(),
        pictures: item.pictures.iter().map(picture).collect(),
        variants: item.variants.into_iter().map(|own| variant(own, currency)).collect(),
        name: item.name,
        excerpt: item.excerpt,
        description: item.description,
        tags: item.tags,
        taxable: item.taxable,
        created_ms: ms(item.created_on),
        updated_ms: ms(item.updated_on),
    }
}

fn picture(picture: &Picture) -> products::Picture {
    products::Picture {
        url: picture.url(),
        alt_text: picture.alt_text.clone(),
        width: u32::try_from(picture.width).unwrap_or(0),
        height: u32::try_from(picture.height).unwrap_or(0),
    }
}

fn variant(variant: Variant, currency: Currency) -> products::ProductVariant {
    products::ProductVariant {
        id: variant.id.to_string(),
        price: amount(variant.price_cents, currency),
        sale_price: variant.sale_price_cents.map(|cents| amount(cents, currency)),
        on_sale: variant.on_sale,
        stock: (!variant.unlimited).then_some(variant.qty_in_stock),
        weight_grams: variant.weight_grams,
        sku: variant.sku,
        options: variant.attributes.into_iter().collect(),
    }
}

pub(super) fn order_summary(summary: OrderSummary) -> orders::Summary {
    orders::Summary {
        id: summary.id.to_string(),
        number: summary.number,
        placed_ms: ms(summary.created_on),
        total: amount(summary.grand_total_cents, summary.currency),
        payment_status: match summary.payment_status {
            OrderPaymentStatus::AwaitingPayment => orders::PaymentStatus::AwaitingPayment,
            OrderPaymentStatus::Authorized => orders::PaymentStatus::Authorized,
            OrderPaymentStatus::Paid => orders::PaymentStatus::Paid,
            OrderPaymentStatus::Failed => orders::PaymentStatus::Failed,
            OrderPaymentStatus::PartiallyRefunded => orders::PaymentStatus::PartiallyRefunded,
            OrderPaymentStatus::Refunded => orders::PaymentStatus::Refunded,
        },
        fulfillment_status: match summary.fulfillment_status {
            FulfillmentStatus::Pending => orders::FulfillmentStatus::Pending,
            FulfillmentStatus::Fulfilled => orders::FulfillmentStatus::Fulfilled,
            FulfillmentStatus::Canceled => orders::FulfillmentStatus::Canceled,
        },
        item_count: summary.item_count,
        test: summary.test_mode,
        is_donation: summary.kind == OrderType::Donation,
        handover: match summary.handover {
            FulfillmentMethod::Delivery => orders::Handover::Delivery,
            FulfillmentMethod::Pickup => orders::Handover::Pickup,
            FulfillmentMethod::None => orders::Handover::None,
        },
        email: typed_text(&summary.customer_email),
        customer_name: typed_text(&summary.customer_name),
    }
}

/// An order without its payments: those belong to their provider.
pub(super) fn order(view: OrderView) -> orders::Order {
    let currency = view.summary.currency;
    let money = |cents: Cents| amount(cents, currency);
    let discounts = view.discounts.into_iter().map(|discount| orders::Discount {
        label: discount.label,
        code: discount.code,
        amount: money(discount.amount_cents),
    });
    let taxes = view.taxes.into_iter().map(|tax| orders::Tax {
        label: tax.label,
        rate_basis_points: tax.rate_basis_points,
        inclusive: tax.inclusive,
        amount: money(tax.amount_cents),
    });
    orders::Order {
        lines: view.items.into_iter().map(|item| line(item, currency)).collect(),
        subtotal: money(view.subtotal_cents),
        discount: money(view.discount_cents),
        shipping: money(view.shipping_cents),
        tax: money(view.tax_cents),
        refunded: money(view.refunded_cents),
        discounts: discounts.collect(),
        taxes: taxes.collect(),
        shipping_address: view.shipping_address.map(address_record!()),
        billing_address: view.billing_address.map(address_record!()),
        shipping_option: view.shipping_option.map(|option| option.label),
        note: typed_text(&view.note),
        tags: view.tags,
        summary: order_summary(view.summary),
    }
}

fn line(item: OrderItemView, currency: Currency) -> orders::Line {
    orders::Line {
        id: item.id.to_string(),
        product_id: item.product_id.to_string(),
        variant_id: item.variant_id.to_string(),
        options: item.attributes.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        quantity: item.quantity,
        unit_price: amount(item.unit_price_cents, currency),
        total: amount(item.total_cents, currency),
        fulfilled_quantity: item.fulfilled_quantity,
        refunded_quantity: item.refunded_quantity,
        sku: item.sku,
        name: item.product_name,
    }
}

pub(super) fn customer_summary(summary: CustomerSummary) -> customers::Summary {
    customers::Summary {
        id: summary.id.to_string(),
        has_account: summary.site_user_id.is_some(),
        mail_consent_ms: summary.mail_consent_on.map(ms),
        order_count: summary.order_count,
        spent: amount(summary.spent_cents, summary.currency),
        last_order_ms: summary.last_order_on.map(ms),
        created_ms: ms(summary.created_on),
        email: typed_text(&summary.email),
        name: typed_text(&summary.name),
    }
}

pub(super) fn customer(view: CustomerView) -> customers::Customer {
    let addresses = view.addresses.into_iter().map(|saved| saved.address).map(address_record!());
    customers::Customer {
        addresses: addresses.collect(),
        language: view.account.and_then(|account| account.language),
        summary: customer_summary(view.summary),
    }
}

/// None for what has no address of its own.
pub(super) fn page_summary(collection: &Collection) -> Option<pages::Summary> {
    Some(pages::Summary {
        id: collection.id.to_string(),
        kind: match collection.kind {
            CollectionKind::Page => pages::PageKind::Page,
            CollectionKind::Blog => pages::PageKind::Blog,
            CollectionKind::Store => pages::PageKind::Store,
            CollectionKind::Folder => pages::PageKind::Folder,
            CollectionKind::Item | CollectionKind::Area => return None,
        },
        title: collection.title.clone(),
        url: collection.full_url.clone(),
        description: collection.description.clone(),
        is_home: collection.is_home,
        access: match collection.settings.access {
            PageAccess::Public => pages::Access::Everyone,
            PageAccess::Password => pages::Access::Password,
            PageAccess::Members => pages::Access::Members,
            PageAccess::Private => return None,
        },
        no_index: collection.settings.no_index,
        updated_ms: ms(collection.updated_on),
    })
}

pub(super) fn page(collection: Collection) -> Option<pages::Page> {
    let summary = page_summary(&collection)?;
    let is_open = collection.settings.access == PageAccess::Public;
    let document = collection.document.as_ref().filter(|_| is_open);
    Some(pages::Page {
        summary,
        texts: document.map(texts).unwrap_or_default(),
        seo_title: collection.seo_title,
        seo_description: collection.seo_description,
    })
}

fn texts(document: &Document) -> Vec<String> {
    let formatted = document
        .blocks()
        .flat_map(|block| TEXTS.iter().filter_map(move |name| formatted(block.settings.get(*name)?)))
        .map(|text| match text {
            Readable::Html(html) => html.into_owned(),
            Readable::Plain(text) => text.to_owned(),
        });
    formatted.filter(|text| !text.trim().is_empty()).collect()
}
