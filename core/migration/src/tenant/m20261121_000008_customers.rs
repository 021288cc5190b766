//! Customers (buyers and account holders), their addresses, and further checkout fields.

use sea_orm_migration::sea_orm::{DbBackend, DbErr};
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

use crate::script;

const SCRIPT: &str = include_str!("m20261121_000008_customers.sql");

/// Every buyer is a customer, by lower-case e-mail address.
const BUYERS: &str = "INSERT INTO customer \
     (website_id, id, email, name, site_user_id, mail_consent_on, created_on, updated_on) \
     SELECT bought.website_id, 'cus_' || substr(min(bought.id), 5), lower(bought.email), max(bought.customer_name), \
     max(bought.site_user_id), max(CASE WHEN cart.mail_consent THEN bought.created_on END), min(bought.created_on), \
     max(bought.created_on) FROM orders bought \
     LEFT JOIN cart ON cart.website_id = bought.website_id AND cart.id = bought.cart_id \
     WHERE bought.email <> '' GROUP BY bought.website_id, lower(bought.email)";

/// Every account holder is one too.
const MEMBERS: &str = "INSERT INTO customer \
     (website_id, id, email, name, site_user_id, mail_consent_on, created_on, updated_on) \
     SELECT member.website_id, 'cus_' || substr(member.id, 5), member.email, \
     trim(member.first_name || ' ' || member.last_name), member.id, NULL, member.created_on, member.created_on \
     FROM site_user member WHERE NOT EXISTS (SELECT 1 FROM customer known \
     WHERE known.website_id = member.website_id AND known.email = member.email)";

/// Links accounts to customers who bought as guests.
const ACCOUNTS: &str = "UPDATE customer SET site_user_id = (SELECT member.id FROM site_user member \
     WHERE member.website_id = customer.website_id AND member.email = customer.email) WHERE site_user_id IS NULL";

/// The last cart that someone started while signed in becomes the account's.
const CARTS: &str = "INSERT INTO site_user_cart (website_id, site_user_id, cart_id) \
     SELECT cart.website_id, cart.site_user_id, max(cart.id) FROM cart \
     JOIN site_user member ON member.website_id = cart.website_id AND member.id = cart.site_user_id \
     WHERE NOT cart.is_purchased GROUP BY cart.website_id, cart.site_user_id";

pub(crate) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &str {
        "m20261121_000008_customers"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        script::run(manager, SCRIPT).await?;
        let owners = match manager.get_database_backend() {
            DbBackend::Postgres => "UPDATE site_session SET site_user_id = CAST(value AS json) ->> 'siteUserId'",
            _ => "UPDATE site_session SET site_user_id = json_extract(value, '$.siteUserId')",
        };
        let tables = ["orders", "cart", "site_user", "site_session"];
        script::run_on_all_sites(manager, &tables, &[BUYERS, MEMBERS, ACCOUNTS, CARTS, owners]).await?;
        script::enable_row_level_security(manager, SCRIPT).await
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("migrations only go forward".to_owned()))
    }
}
