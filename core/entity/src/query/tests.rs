//! Tests that joins keep to the site.

use sea_orm::{DbBackend, EntityTrait, JoinType, QuerySelect, QueryTrait};
use stoa_kernel::id::WebsiteId;

use super::join::fenced;
use crate::platform::{membership, website};
use crate::tenant::{order, order_item};

#[test]
fn joined_tables_are_restricted_to_the_site() {
    let site = WebsiteId::generate();
    for join in [JoinType::LeftJoin, JoinType::InnerJoin] {
        let relation = fenced::<order::Entity, order_item::Entity>(Some(&site));
        let sql = order::Entity::find().join(join, relation).build(DbBackend::Postgres).to_string();
        let (_, on) = sql.split_once(" ON ").unwrap();
        assert!(on.contains(&format!(r#""order_item"."website_id" = '{site}'"#)), "{on}");
        assert!(on.contains(r#""orders"."website_id" = "order_item"."website_id""#), "{on}");
        assert!(on.contains(r#""orders"."id" = "order_item"."order_id""#), "{on}");
        assert!(!on.contains(" OR "), "{on}");
    }
}

#[test]
fn tables_of_the_platform_are_joined_by_their_keys() {
    let relation = fenced::<membership::Entity, website::Entity>(None);
    let sql = membership::Entity::find().join(JoinType::InnerJoin, relation).build(DbBackend::Sqlite).to_string();
    assert!(sql.ends_with(r#"INNER JOIN "website" ON "membership"."website_id" = "website"."id""#), "{sql}");
}
