//! Paths of all operations.

use anyhow::{Context as _, Result};

use super::{KnownResources, Route};

impl KnownResources {
    /// The path of an operation.
    pub(crate) fn path(&self, route: &Route) -> Result<String> {
        let mut path = route.path.clone();
        for name in route.parameters() {
            // A cancelled order and a deleted product cannot be used by the other operations.
            let known = match (route.id.as_str(), name) {
                ("orders_cancel", "orderId") => "canceledOrderId",
                ("products_delete", "itemId") => "spareItemId",
                (
                    "product_files_list" | "product_files_add" | "product_files_remove" | "product_files_preview",
                    "itemId",
                ) => "digitalItemId",
                ("customers_erase", "customerId") => "spareCustomerId",
                ("contributors_remove", "contributorId") => "spareContributorId",
                ("asset_delete", "assetId") => "spareAssetId",
                ("asset_folder_delete", "folderId") => "spareFolderId",
                ("asset_upload_finish", "uploadId") => "fullUploadId",
                ("asset_upload_cancel", "uploadId") => "spareUploadId",
                ("mail_send_again", "mailId") => "unsentMailId",
                ("mailing_list_delete", "listId") => "spareListId",
                ("submissions_delete", "submissionId") => "spareSubmissionId",
                ("submission_files_list" | "submission_file_get", "formId") => "fileFormId",
                ("submission_files_list" | "submission_file_get", "submissionId") => "fileSubmissionId",
                ("submission_file_get", "fileId") => "submissionFileId",
                ("plugin_deliveries_drop", "eventDeliveryId") => "spareEventDeliveryId",
                ("review_comments_delete", "commentId") => "spareCommentId",
                ("comments_change" | "comments_reply", "commentId") => "visitorCommentId",
                ("visitor_comments_flag" | "visitor_comments_like", "commentId") => "visitorCommentId",
                ("comments_delete", "commentId") => "spareVisitorCommentId",
                ("visitor_comments_remove", "commentId") => "ownCommentId",
                ("likes_add" | "likes_remove", "itemId") => "postId",
                // The known page is the home page, which has no word of its own.
                ("translated_address_get" | "translated_address_save", "resourceId") => "collectionId",
                ("page_delete", "pageId") => "sparePageId",
                ("page_trash_purge", "trashedPageId") => "spareTrashedPageId",
                ("page_unlock", "pageId") => "lockedPageId",
                ("header_footer_version_restore", "number") => "headerFooterVersion",
                ("items_list" | "items_create" | "labels_list" | "labels_change", "collectionId") => "blogId",
                ("items_arrange", "collectionId") => "portfolioId",
                ("donation_terms_get" | "donation_terms_save" | "donation_terms_remove", "itemId") => "serviceItemId",
                ("item_get" | "item_save", "itemId") => "postItemId",
                _ => name,
            };
            let id = self.ids.get(known).with_context(|| format!("{}: what is a {name}?", route.id))?;
            path = path.replace(&format!("{{{name}}}"), id);
        }
        if route.id == "stock_get" {
            path = format!("{path}?itemId={}", self.product["id"].as_str().unwrap_or_default());
        }
        if route.id == "prices_get" {
            path = format!("{path}?itemIds={}", self.product["id"].as_str().unwrap_or_default());
        }
        if route.id == "form_template_get" {
            path.push_str("?type=form");
        }
        if ["visitor_comments_list", "visitor_comments_form"].contains(&route.id.as_str()) {
            path = format!("{path}?targetId={}", self.ids["postId"]);
        }
        if route.path.contains("/translations") {
            path.push_str("?language=de");
        }
        if ["translations_export", "translations_import"].contains(&route.id.as_str()) {
            path.push_str("&format=csv");
        }
        if route.id == "page_operations_since" {
            path.push_str("?since=0");
        }
        if route.id == "product_files_add" {
            path.push_str("?filename=more.pdf");
        }
        if route.id == "form_file_add" {
            path = format!("{path}?key=none&formId={}&fieldId=letter&filename=a.pdf", self.ids["fileFormId"]);
        }
        if route.id == "plugin_remove" {
            path.push_str("?data=keep");
        }
        if route.id == "asset_upload_part" {
            path.push_str("?offset=0");
        }
        if route.id == "stock_changes_list" {
            path = format!("{path}?variantId={}", self.ids["variantId"]);
        }
        if route.id == "restock_sign_ups_list" {
            path = format!("{path}?productId={}", self.ids["itemId"]);
        }
        Ok(path)
    }
}
