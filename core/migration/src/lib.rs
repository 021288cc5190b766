//! Forward-only migrations. The platform's tables and the sites' tables are two sets with separate histories, because
//! on SQLite every site has its own file; on Postgres both are in one database, and row-level security protects the
//! second.
//!
//! A migration is a dated SQL file for both databases; `{json}` is replaced by the column type for JSON. Never edit a
//! released one: add another.

use sea_orm_migration::sea_orm::DynIden;
use sea_orm_migration::{MigrationTrait, MigratorTrait};

mod platform;
mod program_version;
mod script;
mod search_columns;
mod tenant;
mod upgrade;

pub use sea_orm_migration::MigratorTrait as Migrator;
pub use upgrade::{sites_version, upgrade_platform, upgrade_sites};

/// Migrations of the platform's tables, in the order of their names.
#[derive(Debug)]
pub struct PlatformMigrator;

impl MigratorTrait for PlatformMigrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![
            Box::new(platform::m20261121_000001_foundation::Migration),
            Box::new(platform::m20261122_000034_invitations::Migration),
            Box::new(platform::m20261122_000040_second_factors::Migration),
            Box::new(platform::m20261122_000075_account_links::Migration),
            Box::new(platform::m20261124_000077_trials::Migration),
            Box::new(platform::m20261124_000080_link_languages::Migration),
            Box::new(platform::m20261126_000086_plans::Migration),
            Box::new(platform::m20261126_000144_hosts_of_sites::Migration),
            Box::new(platform::m20261127_000160_installation::Migration),
            Box::new(platform::m20261127_000161_sign_in_rules::Migration),
            Box::new(platform::m20261127_000162_link_delivery::Migration),
            Box::new(platform::m20261127_000163_earlier_links::Migration),
            Box::new(platform::m20261127_000164_due_work::Migration),
            Box::new(platform::m20261127_000165_write_trial::Migration),
            Box::new(platform::m20261127_000166_file_versions::Migration),
            Box::new(platform::m20261127_000170_removed_websites::Migration),
            Box::new(platform::m20261128_000180_jobs::Migration),
        ]
    }

    fn migration_table_name() -> DynIden {
        "platform_migration".into()
    }
}

/// Migrations of the sites' tables, in the order of their names.
#[derive(Debug)]
pub struct TenantMigrator;

impl MigratorTrait for TenantMigrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![
            Box::new(tenant::m20261121_000001_foundation::Migration),
            Box::new(tenant::m20261121_000002_template_files::Migration),
            Box::new(tenant::m20261121_000004_prices::Migration),
            Box::new(tenant::m20261121_000005_after_the_sale::Migration),
            Box::new(tenant::m20261121_000006_catalogue::Migration),
            Box::new(tenant::m20261121_000007_restock::Migration),
            Box::new(tenant::m20261121_000008_customers::Migration),
            Box::new(tenant::m20261121_000009_payments::Migration),
            Box::new(tenant::m20261121_000010_subscriptions::Migration),
            Box::new(tenant::m20261121_000012_selling_figures::Migration),
            Box::new(tenant::m20261121_000013_shop_stamp::Migration),
            Box::new(tenant::m20261121_000014_downloads::Migration),
            Box::new(tenant::m20261122_000015_product_addresses::Migration),
            Box::new(tenant::m20261122_000016_buying::Migration),
            Box::new(tenant::m20261122_000017_subscribers::Migration),
            Box::new(tenant::m20261122_000018_page_settings::Migration),
            Box::new(tenant::m20261122_000019_redirects::Migration),
            Box::new(tenant::m20261122_000020_header_footer::Migration),
            Box::new(tenant::m20261122_000021_page_operations::Migration),
            Box::new(tenant::m20261122_000022_form_answers::Migration),
            Box::new(tenant::m20261122_000023_news::Migration),
            Box::new(tenant::m20261122_000024_product_lists::Migration),
            Box::new(tenant::m20261122_000025_form_files::Migration),
            Box::new(tenant::m20261122_000026_saved_sections::Migration),
            Box::new(tenant::m20261122_000027_media_library::Migration),
            Box::new(tenant::m20261122_000028_preview_links::Migration),
            Box::new(tenant::m20261122_000029_review_comments::Migration),
            Box::new(tenant::m20261122_000030_site_design::Migration),
            Box::new(tenant::m20261122_000031_gift_cards::Migration),
            Box::new(tenant::m20261122_000032_donations::Migration),
            Box::new(tenant::m20261122_000033_former_addresses::Migration),
            Box::new(tenant::m20261122_000034_leaving_lists::Migration),
            Box::new(tenant::m20261122_000037_nested_folders::Migration),
            Box::new(tenant::m20261122_000038_whole_site::Migration),
            Box::new(tenant::m20261122_000044_items::Migration),
            Box::new(tenant::m20261122_000048_header_footer_versions::Migration),
            Box::new(tenant::m20261122_000051_solved_captchas::Migration),
            Box::new(tenant::m20261123_000060_sealed_codes::Migration),
            Box::new(tenant::m20261123_000061_order_languages::Migration),
            Box::new(tenant::m20261123_000065_website_settings::Migration),
            Box::new(tenant::m20261124_000066_film_posters::Migration),
            Box::new(tenant::m20261124_000067_view_modes::Migration),
            Box::new(tenant::m20261124_000068_carts_of_one_line::Migration),
            Box::new(tenant::m20261124_000070_comments::Migration),
            Box::new(tenant::m20261124_000071_scarcity::Migration),
            Box::new(tenant::m20261124_000074_form_webhooks::Migration),
            Box::new(tenant::m20261124_000075_films::Migration),
            Box::new(tenant::m20261124_000076_site_copies::Migration),
            Box::new(tenant::m20261124_000078_letter_texts::Migration),
            Box::new(tenant::m20261124_000079_cart_reminders::Migration),
            Box::new(tenant::m20261124_000081_product_reviews::Migration),
            Box::new(tenant::m20261124_000085_item_orders::Migration),
            Box::new(tenant::m20261124_000087_discount_targets::Migration),
            Box::new(tenant::m20261124_000091_publish_failures::Migration),
            Box::new(tenant::m20261124_000092_posts_for_machines::Migration),
            Box::new(tenant::m20261124_000095_pickup::Migration),
            Box::new(tenant::m20261124_000096_kept_addresses::Migration),
            Box::new(tenant::m20261124_000097_list_orders::Migration),
            Box::new(tenant::m20261124_000105_own_page_types::Migration),
            Box::new(tenant::m20261124_000106_publishers::Migration),
            Box::new(tenant::m20261124_000115_list_names::Migration),
            Box::new(tenant::m20261124_000116_searched_answers::Migration),
            Box::new(tenant::m20261124_000125_true_stock::Migration),
            Box::new(tenant::m20261124_000126_category_views::Migration),
            Box::new(tenant::m20261124_000130_given_at_once::Migration),
            Box::new(tenant::m20261124_000140_price_lists::Migration),
            Box::new(tenant::m20261125_000140_products_for_machines::Migration),
            Box::new(tenant::m20261125_000143_audit_actions::Migration),
            Box::new(tenant::m20261125_000150_counted_answers::Migration),
            Box::new(tenant::m20261125_000151_products_of_all_stores::Migration),
            Box::new(tenant::m20261127_000160_mail_delivery::Migration),
            Box::new(tenant::m20261127_000161_bound_tokens::Migration),
            Box::new(tenant::m20261127_000220_download_parts::Migration),
            Box::new(tenant::m20261127_000221_test_orders::Migration),
            Box::new(tenant::m20261127_000222_resumed_bytes::Migration),
            Box::new(tenant::m20261127_000223_buyers_carts::Migration),
            Box::new(tenant::m20261127_000230_folded_search::Migration),
            Box::new(tenant::m20261128_000240_folded_people::Migration),
            Box::new(tenant::m20261128_000250_refund_reasons::Migration),
            Box::new(tenant::m20261128_000260_event_handlers::Migration),
            Box::new(tenant::m20261128_000270_folded_skus::Migration),
        ]
    }

    fn migration_table_name() -> DynIden {
        "tenant_migration".into()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// Names of the migrations in a folder of this crate, sorted.
    fn files(folder: &str) -> Vec<String> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder);
        let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let sources = paths.filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
        let names = sources.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned());
        let mut names: Vec<String> = names.filter(|name| name != "mod").collect();
        names.sort();
        names
    }

    #[test]
    fn each_migration_is_listed_once_in_the_order_of_names() {
        let listed = |migrations: Vec<Box<dyn MigrationTrait>>| -> Vec<String> {
            migrations.iter().map(|migration| migration.name().to_owned()).collect()
        };
        assert_eq!(listed(PlatformMigrator::migrations()), files("platform"));
        assert_eq!(listed(TenantMigrator::migrations()), files("tenant"));
    }
}
