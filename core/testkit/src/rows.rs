//! Rows that tests and benchmarks of several crates write.

use sea_orm::ActiveValue::Set;
use stoa_entity::tenant::collection;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::content::{CollectionKind, CollectionType};
use stoa_kernel::id::CollectionId;

/// The page of a store, at `/shop` and visible.
pub fn store_row(id: &CollectionId, now: Timestamp) -> collection::ActiveModel {
    let text = |text: &str| Set(text.to_owned());
    collection::ActiveModel {
        id: Set(id.clone()),
        kind: Set(CollectionKind::Store),
        type_code: Set(CollectionType::Products.code()),
        title: text("Shop"),
        navigation_title: text("Shop"),
        url_id: text("shop"),
        description: text(""),
        enabled: Set(true),
        is_home: Set(false),
        draft: Set(None),
        revision: Set(1),
        published: Set(None),
        published_revision: Set(None),
        published_on: Set(None),
        seo_title: text(""),
        seo_description: text(""),
        position: Set(0),
        created_on: Set(now),
        updated_on: Set(now),
        ..Default::default()
    }
}
