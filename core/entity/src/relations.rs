//! Relations between tables, for joins. Rows of sites are related within their site, so the site is part of each key.

use sea_orm::{EntityTrait, Related, RelationDef};

use crate::{analytics, platform, tenant};

/// `table.[columns] => other.[columns]`: rows of the other table whose columns have the values of these.
macro_rules! site_relations {
    ($set:ident: $($from:ident.[$($key:ident)+] => $to:ident.[$($other:ident)+];)*) => {$(
        impl Related<$set::$to::Entity> for $set::$from::Entity {
            fn to() -> RelationDef {
                $set::$from::Entity::belongs_to($set::$to::Entity)
                    .from(($set::$from::Column::WebsiteId, $($set::$from::Column::$key),+))
                    .to(($set::$to::Column::WebsiteId, $($set::$to::Column::$other),+))
                    .into()
            }
        }
    )*};
}

/// `table.column => other.column`.
macro_rules! platform_relations {
    ($($from:ident.$key:ident => $to:ident.$other:ident;)*) => {$(
        impl Related<platform::$to::Entity> for platform::$from::Entity {
            fn to() -> RelationDef {
                platform::$from::Entity::belongs_to(platform::$to::Entity)
                    .from(platform::$from::Column::$key)
                    .to(platform::$to::Column::$other)
                    .into()
            }
        }
    )*};
}

/// Tables that are joined with the one row of their site.
macro_rules! of_site_row {
    ($($from:ident)*) => {$(
        impl Related<tenant::site::Entity> for tenant::$from::Entity {
            fn to() -> RelationDef {
                tenant::$from::Entity::belongs_to(tenant::site::Entity)
                    .from(tenant::$from::Column::WebsiteId)
                    .to(tenant::site::Column::WebsiteId)
                    .into()
            }
        }
    )*};
}

// Some keys have a column more than needed, the first of the index that finds the rows.
site_relations! {
    tenant:
    cart_entry.[CartId] => cart.[Id];
    customer.[SiteUserId] => site_user.[Id];
    customer_former_email.[CustomerId] => customer.[Id];
    discount_use.[OrderId] => order.[Id];
    fulfillment.[Id] => fulfillment_item.[FulfillmentId];
    item.[PageId] => collection.[Id];
    item.[PageId] => page_setting.[CollectionId];
    load_run_item.[ItemId] => customer.[Email];
    load_run_item.[ItemId] => order.[CartId];
    load_run_item.[RunId] => load_run.[Id];
    order.[CartId] => checkout_detail.[CartId];
    order.[Id] => order_donation.[OrderId];
    order.[Id] => order_item.[OrderId];
    order.[Id] => order_language.[OrderId];
    order.[Id] => order_subscription.[OrderId];
    order.[Id] => order_tag.[OrderId];
    order.[SiteUserId] => site_user.[Id];
    order_item.[ImageAssetId] => asset.[Id];
    order_item.[Id] => order_item_answer.[OrderItemId];
    order_item.[ProductId] => product_file.[ProductId];
    order_language.[Language] => site_language.[Language];
    page_setting.[CollectionId] => collection.[Id];
    payment.[OrderId Id] => payment_dispute.[OrderId PaymentId];
    payment.[OrderId Id] => refund.[OrderId PaymentId];
    payment_dispute.[OrderId] => order.[Id];
    product.[CollectionId] => collection.[Id];
    product.[Id] => donation_terms.[ProductId];
    product.[Id] => subscription_plan.[ProductId];
    refund.[Id] => refund_item.[RefundId];
}

site_relations! {
    analytics:
    analytics_event.[Visit] => analytics_visit.[Id];
    analytics_rollup.[Value] => analytics_text.[Id];
}

of_site_row! { product }

platform_relations! {
    host.WebsiteId => website.Id;
    membership.AccountId => second_factor.AccountId;
    membership.WebsiteId => website.Id;
}
