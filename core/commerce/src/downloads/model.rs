use serde::Serialize;
use stoa_entity::tenant::product_file;
use stoa_kernel::id::ProductFileId;
use stoa_kernel::ports::ByteStream;

use crate::catalogue::ProductType;
use crate::orders::OrderView;

/// Largest file: 300 MB.
pub(super) const LARGEST_BYTES: u64 = 300_000_000;
/// Most files of one product.
pub(super) const MOST_FILES: u64 = 20;
/// How often one order may fetch one file: far more than a person needs, too little to share the link.
pub(super) const MOST_TIMES: i64 = 50;
/// How long after it was counted a transfer can go on without being another one, milliseconds: an hour.
pub(super) const GOES_ON_MS: i64 = 60 * 60 * 1_000;
/// How often it can.
pub(super) const MOST_RESUMPTIONS: i64 = 20;

/// A file of a product, as those who work on the site see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductFile {
    /// Its id.
    pub id: ProductFileId,
    /// Name under which it is saved.
    pub filename: String,
    /// Its size.
    pub bytes: i64,
    /// When it was added, UTC milliseconds.
    pub created_on: i64,
    /// How often buyers fetched it.
    pub times: i64,
}

/// A file that a buyer can fetch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Download {
    /// Name under which it is saved.
    pub filename: String,
    /// Its size.
    pub bytes: i64,
    /// Path that opens it.
    pub url: String,
}

/// A file to be taken in.
pub struct NewFile<'a> {
    /// The product whose buyers get it.
    pub product_id: &'a str,
    /// Name under which it was sent.
    pub filename: &'a str,
    /// The file itself.
    pub file: ByteStream,
    /// Most bytes that there is room for.
    pub most_bytes: u64,
}

/// What a buyer asks for.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// The last part of the address of the order's page.
    pub order_token: &'a str,
    /// The file.
    pub file_id: &'a str,
    /// First byte that is wanted; one behind the end gives the whole file.
    pub from: u64,
    /// Whether the file itself is not sent, and nothing counted.
    pub head_alone: bool,
    /// What shows that who asks tries out a shop on which they work.
    pub pass: Option<&'a str>,
}

/// A file on its way to a buyer.
pub struct OpenedFile {
    /// Name under which it is saved.
    pub filename: String,
    /// Size of the whole file, bytes.
    pub bytes: u64,
    /// First byte that is sent.
    pub from: u64,
    /// The part that was asked for.
    pub part: ByteStream,
}

/// Why an order opens no files; none when it does.
pub(super) fn refusal(order: &OrderView) -> Option<&'static str> {
    let summary = &order.summary;
    if !order.is_handed_out {
        return Some("This is a test order. Its files are not handed out.");
    }
    refusal_of(&summary.payment_status, &summary.fulfillment_status)
}

fn refusal_of(payment_status: &str, fulfillment_status: &str) -> Option<&'static str> {
    match (payment_status, fulfillment_status) {
        (_, "CANCELED") => Some("The order was canceled. Its files can no longer be downloaded."),
        ("PAID" | "PARTIALLY_REFUNDED", _) => None,
        ("REFUNDED", _) => Some("The order was refunded. Its files can no longer be downloaded."),
        _ => Some("The files can be downloaded as soon as the order is paid."),
    }
}

/// Files of a product as an order links to them.
pub(super) fn links(order: &OrderView, files: Vec<product_file::Model>) -> Vec<Download> {
    let token = order.status_url.rsplit('/').next().unwrap_or_default();
    let link = |file: product_file::Model| Download {
        url: format!("/checkout/downloads/{token}/{}", file.id),
        filename: file.filename,
        bytes: file.bytes,
    };
    files.into_iter().map(link).collect()
}

/// Whether pieces of this type are files.
pub(super) fn is_digital(product_type: i32) -> bool {
    ProductType::from_code(product_type) == Some(ProductType::Digital)
}

/// Whether a product of this type has files: those that buyers save, or the lessons behind a paywall.
pub(super) fn has_files(product_type: i32) -> bool {
    matches!(ProductType::from_code(product_type), Some(ProductType::Digital | ProductType::Paywall))
}

#[cfg(test)]
mod tests {
    use super::refusal_of;

    #[test]
    fn files_open_when_they_are_paid_for() {
        for (payment, fulfillment, opens) in [
            ("PAID", "PENDING", true),
            ("PAID", "FULFILLED", true),
            ("PARTIALLY_REFUNDED", "PENDING", true),
            ("REFUNDED", "PENDING", false),
            ("AWAITING_PAYMENT", "PENDING", false),
            ("AUTHORIZED", "PENDING", false),
            ("FAILED", "PENDING", false),
            ("PAID", "CANCELED", false),
        ] {
            assert_eq!(refusal_of(payment, fulfillment).is_none(), opens, "{payment} {fulfillment}");
        }
    }
}
