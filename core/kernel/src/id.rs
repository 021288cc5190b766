//! Typed ids: a short prefix that tells the kind, then a ULID in lower case. They sort by the time
//! they were made and hold 80 random bits, so they cannot be guessed.

use std::fmt;
use std::str::FromStr;

/// The text is no id of the wanted kind.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not an id of the kind {prefix}")]
pub struct InvalidId {
    /// Prefix that the wanted kind of id starts with.
    pub prefix: &'static str,
}

macro_rules! typed_ids {
    ($($(#[$doc:meta])* $name:ident => $prefix:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize, sea_orm::DeriveValueType)]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            /// What every id of this kind starts with, before the underscore.
            pub const PREFIX: &'static str = $prefix;

            /// A fresh id, later in order than those made in earlier milliseconds.
            pub fn generate() -> Self {
                Self(format!("{}_{}", $prefix, ulid::Ulid::new().to_string().to_lowercase()))
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
    /// One device's chain of refresh tokens.
    SignInId => "sgn";
    /// A letter that tells what has changed about an account.
    AccountNoticeId => "anc";
    /// An invitation to work on a site.
    InvitationId => "inv";
    /// A page, blog or store of a site.
    CollectionId => "col";
    /// A section that is kept to be put onto pages.
    SavedSectionId => "sec";
    /// A link to the draft of a page.
    PreviewLinkId => "pvl";
    /// What somebody who works on a site says about a draft.
    ReviewCommentId => "rvc";
    /// What a visitor says about a post or a page.
    CommentId => "cmt";
    /// What a buyer says about a product.
    ProductReviewId => "rev";
    /// An address that leads elsewhere.
    RedirectId => "red";
    /// A blog post.
    PostId => "pst";
    /// A product.
    ProductId => "prd";
    /// A file that buyers of a product get.
    ProductFileId => "pfl";
    /// A gift card that was bought.
    GiftCardId => "gft";
    /// A variant of a product.
    VariantId => "var";
    /// A category of products.
    CategoryId => "cat";
    /// A picture or file.
    AssetId => "ast";
    /// A folder of pictures and files.
    AssetFolderId => "fld";
    /// A file that is being uploaded.
    AssetUploadId => "upl";
    /// A shopping cart.
    CartId => "crt";
    /// A line of a cart.
    CartEntryId => "ent";
    /// An order.
    OrderId => "ord";
    /// A line of an order.
    OrderItemId => "itm";
    /// An attempt to pay an order.
    PaymentId => "pay";
    /// A parcel or hand-over of an order.
    FulfillmentId => "ful";
    /// A line of a parcel.
    FulfillmentItemId => "fit";
    /// Money given back.
    RefundId => "ref";
    /// An answer to a form on its way to another program.
    WebhookDeliveryId => "whd";
    /// A copy of a site that is made.
    SiteCopyId => "cpy";
    /// A message of a payment provider.
    WebhookReceiptId => "whk";
    /// A line of an order's history.
    OrderEventId => "oev";
    /// A change of stock.
    StockChangeId => "stk";
    /// Somebody who waits for a variant.
    RestockSignUpId => "rsu";
    /// A list of those who want news.
    MailingListId => "mls";
    /// Somebody on such a list.
    SubscriberId => "nws";
    /// A mail that was written.
    MailId => "mail";
    /// A thing to be done after a transaction.
    OutboxId => "out";
    /// A visitor with an account on a site.
    SiteUserId => "usr";
    /// An address that a site user keeps.
    SiteUserAddressId => "adr";
    /// Somebody who has bought or has an account on a site.
    CustomerId => "cus";
    /// An answer to a form.
    SubmissionId => "sub";
    /// A file that came with an answer to a form.
    FormFileId => "ffl";
    /// A published state of a site's template files.
    TemplateVersionId => "tpv";
    /// A discount, by code or automatic.
    DiscountId => "dsc";
    /// Prices that some customers pay.
    PriceListId => "prl";
    /// An order that used a discount.
    DiscountUseId => "dsu";
    /// Places that are delivered to on the same terms.
    ShippingZoneId => "zon";
    /// How a product is bought again and again.
    SubscriptionPlanId => "spl";
    /// A tax at a place.
    TaxRuleId => "tax";
    /// Something that a visitor's browser reported.
    VisitorEventId => "vev";
    /// A line of the audit log.
    AuditId => "aud";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_read_back_and_refuse_other_kinds() {
        let id = ProductId::generate();
        assert_eq!(id.as_str().parse::<ProductId>(), Ok(id.clone()));
        assert!(id.as_str().parse::<VariantId>().is_err());
        assert!("prd_../../etc/passwd".parse::<ProductId>().is_err());
        assert!("".parse::<ProductId>().is_err());
    }
}
