//! Typed ids: a short prefix for the kind, then a ULID in lower case. They sort by creation time and hold 80 random
//! bits, so they cannot be guessed.

use std::fmt;
use std::str::FromStr;

/// The text is not an id of the expected kind.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not an id of the kind {prefix}")]
pub struct InvalidId {
    /// Prefix of the expected kind of id.
    pub prefix: &'static str,
}

macro_rules! typed_ids {
    ($($(#[$doc:meta])* $name:ident => $prefix:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize, sea_orm::DeriveValueType)]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            /// Prefix of every id of this kind, without the underscore.
            pub const PREFIX: &'static str = $prefix;

            /// A new id; it sorts after ids of earlier milliseconds.
            pub fn generate() -> Self {
                Self(format!("{}_{}", $prefix, ulid::Ulid::new().to_string().to_lowercase()))
            }

            /// The id of this time, milliseconds since the Unix epoch, with these random bits, of which the last 80
            /// count: for data that is the same each time.
            pub fn from_parts(ms: u64, random: u128) -> Self {
                Self(format!("{}_{}", $prefix, ulid::Ulid::from_parts(ms, random).to_string().to_lowercase()))
            }

            /// The id as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl FromStr for $name {
            type Err = InvalidId;

            fn from_str(text: &str) -> Result<Self, InvalidId> {
                let invalid = InvalidId { prefix: $prefix };
                let rest = text
                    .strip_prefix($prefix)
                    .and_then(|rest| rest.strip_prefix('_'))
                    .ok_or_else(|| invalid.clone())?;
                let plain = rest.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_lowercase());
                if rest.len() == 26 && plain { Ok(Self(text.to_owned())) } else { Err(invalid) }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(&self.0)
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> String {
                id.0
            }
        }

        impl sea_orm::TryFromU64 for $name {
            fn try_from_u64(_: u64) -> Result<Self, sea_orm::DbErr> {
                Err(sea_orm::DbErr::ConvertFromU64(stringify!($name)))
            }
        }
    )*};
}

typed_ids! {
    /// A website: the tenant.
    WebsiteId => "site";
    /// A person who signs in to the admin.
    AccountId => "acc";
    /// A sign-in of one device: its chain of refresh tokens.
    SignInId => "sgn";
    /// An e-mail about a change of an account.
    AccountNoticeId => "anc";
    /// An invitation to work on a site.
    InvitationId => "inv";
    /// A page, blog or store of a site.
    CollectionId => "col";
    /// A saved section that can be added to pages.
    SavedSectionId => "sec";
    /// A preview link to the draft of a page.
    PreviewLinkId => "pvl";
    /// A note on a day of the reports on visitors.
    AnnotationId => "ann";
    /// A link that shows the figures of visits.
    AnalyticsLinkId => "anl";
    /// A contributor's comment on a draft.
    ReviewCommentId => "rvc";
    /// A visitor's comment on a post or page.
    CommentId => "cmt";
    /// A product review by a buyer.
    ProductReviewId => "rev";
    /// A redirect.
    RedirectId => "red";
    /// An experiment.
    ExperimentId => "exp";
    /// A run of a load test.
    LoadRunId => "lr";
    /// A blog post.
    PostId => "pst";
    /// A product.
    ProductId => "prd";
    /// A downloadable file of a product.
    ProductFileId => "pfl";
    /// A purchased gift card.
    GiftCardId => "gft";
    /// A variant of a product.
    VariantId => "var";
    /// A category of products.
    CategoryId => "cat";
    /// An image or file.
    AssetId => "ast";
    /// A folder of images and files.
    AssetFolderId => "fld";
    /// An upload in progress.
    AssetUploadId => "upl";
    /// A shopping cart.
    CartId => "crt";
    /// A line of a cart.
    CartEntryId => "ent";
    /// An order.
    OrderId => "ord";
    /// A line of an order.
    OrderItemId => "itm";
    /// A payment attempt of an order.
    PaymentId => "pay";
    /// A shipment or hand-over of an order.
    FulfillmentId => "ful";
    /// A line of a shipment.
    FulfillmentItemId => "fit";
    /// A refund.
    RefundId => "ref";
    /// A webhook delivery of a form submission.
    WebhookDeliveryId => "whd";
    /// A copy of a site in progress.
    SiteCopyId => "cpy";
    /// A webhook received from a payment provider.
    WebhookReceiptId => "whk";
    /// An entry of an order's history.
    OrderEventId => "oev";
    /// A change of stock.
    StockChangeId => "stk";
    /// A back-in-stock sign-up for a variant.
    RestockSignUpId => "rsu";
    /// A mailing list.
    MailingListId => "mls";
    /// A subscriber of a mailing list.
    SubscriberId => "nws";
    /// An e-mail.
    MailId => "mail";
    /// An outbox entry: work to do after a transaction.
    OutboxId => "out";
    /// An event of the site, for those that listen to it.
    SiteEventId => "evt";
    /// The delivery of an event to a subscriber.
    EventDeliveryId => "evd";
    /// A run of a plugin's job.
    PluginRunId => "plr";
    /// A visitor with an account on a site.
    SiteUserId => "usr";
    /// A saved address of a site user.
    SiteUserAddressId => "adr";
    /// A payment method that a site user has saved.
    SavedPaymentMethodId => "spm";
    /// A customer: someone who has bought or has an account on a site.
    CustomerId => "cus";
    /// A form submission.
    SubmissionId => "sub";
    /// A file attached to a form submission.
    FormFileId => "ffl";
    /// A published version of a site's template files.
    TemplateVersionId => "tpv";
    /// A discount, by code or automatic.
    DiscountId => "dsc";
    /// A price list for some customers.
    PriceListId => "prl";
    /// A use of a discount by an order.
    DiscountUseId => "dsu";
    /// A shipping zone.
    ShippingZoneId => "zon";
    /// A subscription plan of a product.
    SubscriptionPlanId => "spl";
    /// A tax rule.
    TaxRuleId => "tax";
    /// An analytics event reported by a visitor's browser.
    VisitorEventId => "vev";
    /// A change of a plugin on a site.
    PluginChangeId => "plc";
    /// A line that a plugin wrote.
    PluginLogId => "pll";
    /// An entry of the audit log.
    AuditId => "aud";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_ids_roundtrip_and_reject_other_kinds() {
        let id = ProductId::generate();
        assert_eq!(id.as_str().parse::<ProductId>(), Ok(id.clone()));
        assert!(id.as_str().parse::<VariantId>().is_err());
        assert!("prd_../../etc/passwd".parse::<ProductId>().is_err());
        assert!("".parse::<ProductId>().is_err());
    }
}
