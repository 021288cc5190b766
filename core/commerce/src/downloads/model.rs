//! Files that are sold, with their limits.

use serde::Serialize;
use stoa_entity::tenant::product_file;
use stoa_kernel::ProblemText;
use stoa_kernel::clock::{HOUR_MS, Timestamp};
use stoa_kernel::id::{OrderId, ProductFileId, ProductId};
use stoa_kernel::order::{FulfillmentStatus, OrderPaymentStatus};
use stoa_kernel::ports::ByteStream;

use crate::catalogue::ProductType;
use crate::orders::OrderView;
use crate::problem_texts::{
    FILES_OF_CANCELED_ORDER, FILES_OF_REFUNDED_ORDER, FILES_OF_TEST_ORDER, FILES_OF_UNPAID_ORDER,
};

/// Largest file: 300 MB.
pub(super) const MAX_BYTES: u64 = 300_000_000;
/// Maximum number of files of one product.
pub(super) const MAX_FILES: u64 = 20;
/// How many times one order may download one file: far more than a person needs, too few for sharing the link.
pub(super) const MAX_TIMES: i64 = 50;
/// How long after it was counted a download can be resumed without being counted again, in milliseconds: an hour.
pub(super) const RESUME_WINDOW_MS: i64 = HOUR_MS;
/// How many times it can be resumed.
pub(super) const MAX_RESUMPTIONS: i64 = 20;

/// A file of a product, as contributors see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductFile {
    /// Its id.
    pub id: ProductFileId,
    /// File name for saving.
    pub filename: String,
    /// Size in bytes.
    pub bytes: i64,
    /// When it was added.
    pub created_on: Timestamp,
    /// Number of downloads by buyers.
    pub times: i64,
}

/// A file that a buyer can download.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Download {
    /// File name for saving.
    pub filename: String,
    /// Size in bytes.
    pub bytes: i64,
    /// Path of the download.
    pub url: String,
}

/// A file to upload.
pub struct NewFile<'a> {
    /// The product that it belongs to.
    pub product_id: &'a ProductId,
    /// File name of the upload.
    pub filename: &'a str,
    /// The content.
    pub file: ByteStream,
    /// Remaining storage in bytes.
    pub most_bytes: u64,
    /// Storage of the site in bytes, of which other files that arrive meanwhile take their share; 0 for unlimited.
    pub site_bytes: u64,
}

/// A download request of a buyer.
#[derive(Clone, Copy, Debug)]
pub struct DownloadRequest<'a> {
    /// The token at the end of the order status URL.
    pub order_token: &'a str,
    /// Id of the file.
    pub file_id: &'a ProductFileId,
    /// Token that shows that the caller is testing a shop they work on.
    pub pass: Option<&'a str>,
}

/// A file that the buyer of an order may download.
#[derive(Clone, Debug)]
pub struct FoundDownload {
    /// File name for saving.
    pub filename: String,
    /// Size of the whole file in bytes.
    pub bytes: u64,
    /// When it was added. A file is never changed.
    pub created_on: Timestamp,
    pub(super) order: OrderId,
    pub(super) file: product_file::Model,
}

impl FoundDownload {
    pub(super) fn new(order: OrderId, file: product_file::Model) -> Self {
        let bytes = u64::try_from(file.bytes).unwrap_or(0);
        Self { filename: file.filename.clone(), bytes, created_on: file.created_on, order, file }
    }
}

/// The reason why the files of an order cannot be downloaded; none if they can.
pub(super) fn refusal(order: &OrderView) -> Option<ProblemText> {
    let summary = &order.summary;
    if !order.delivers_digital_content {
        return Some(FILES_OF_TEST_ORDER);
    }
    refusal_of(summary.payment_status, summary.fulfillment_status)
}

fn refusal_of(payment: OrderPaymentStatus, fulfillment: FulfillmentStatus) -> Option<ProblemText> {
    match (payment, fulfillment) {
        (_, FulfillmentStatus::Canceled) => Some(FILES_OF_CANCELED_ORDER),
        (payment, _) if payment.is_paid() => None,
        (OrderPaymentStatus::Refunded, _) => Some(FILES_OF_REFUNDED_ORDER),
        _ => Some(FILES_OF_UNPAID_ORDER),
    }
}

/// Files of a product with their download links for an order.
pub(super) fn links(order: &OrderView, files: Vec<product_file::Model>) -> Vec<Download> {
    let token = order.status_url.rsplit('/').next().unwrap_or_default();
    let link = |file: product_file::Model| Download {
        url: format!("/checkout/downloads/{token}/{}", file.id),
        filename: file.filename,
        bytes: file.bytes,
    };
    files.into_iter().map(link).collect()
}

/// Whether this product type is sold as files.
pub(super) fn is_digital(product_type: i32) -> bool {
    ProductType::from_code(product_type) == Some(ProductType::Digital)
}

/// Whether a product of this type has files: downloads, or the lessons behind a paywall.
pub(super) fn has_files(product_type: i32) -> bool {
    matches!(ProductType::from_code(product_type), Some(ProductType::Digital | ProductType::Paywall))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn downloads_require_payment() {
        for (payment, fulfillment, opens) in [
            (OrderPaymentStatus::Paid, FulfillmentStatus::Pending, true),
            (OrderPaymentStatus::Paid, FulfillmentStatus::Fulfilled, true),
            (OrderPaymentStatus::PartiallyRefunded, FulfillmentStatus::Pending, true),
            (OrderPaymentStatus::Refunded, FulfillmentStatus::Pending, false),
            (OrderPaymentStatus::AwaitingPayment, FulfillmentStatus::Pending, false),
            (OrderPaymentStatus::Authorized, FulfillmentStatus::Pending, false),
            (OrderPaymentStatus::Failed, FulfillmentStatus::Pending, false),
            (OrderPaymentStatus::Paid, FulfillmentStatus::Canceled, false),
        ] {
            assert_eq!(refusal_of(payment, fulfillment).is_none(), opens, "{payment} {fulfillment}");
        }
    }
}
