//! Which tables belong to sites and which to the platform, and the queries that each side may make.

use sea_orm::sea_query::{DynIden, Expr, ExprTrait as _, IntoCondition, SimpleExpr};
use sea_orm::{ActiveModelTrait, ActiveValue, ColumnTrait, EntityTrait};
use stoa_kernel::id::WebsiteId;

/// The side of tables with rows of sites.
#[derive(Debug)]
pub enum SiteSide {}

/// The side of tables of the platform.
#[derive(Debug)]
pub enum PlatformSide {}

/// A table that can be joined with others of its side.
pub trait ScopedEntity: EntityTrait {
    /// [`SiteSide`] or [`PlatformSide`].
    type Side;

    /// A condition for the rows of a site in the table under this name; none for tables of the platform.
    fn fence(table: DynIden, website: &WebsiteId) -> Option<Expr>;
}

/// A table with rows of sites.
pub trait TenantEntity: ScopedEntity<Side = SiteSide> {
    /// The column that names the site.
    fn website_column() -> Self::Column;

    /// A condition for this site's rows.
    fn of(website: &WebsiteId) -> SimpleExpr {
        Self::website_column().eq(website.clone())
    }
}

/// A row to be written to a site's table.
pub trait TenantRow: ActiveModelTrait {
    /// Sets the site of the row, replacing any other.
    fn place(&mut self, website: &WebsiteId);
}

/// A table of the platform.
pub trait PlatformEntity: ScopedEntity<Side = PlatformSide> {}

/// Tables with rows of sites, from a module of this crate.
macro_rules! site_tables {
    ($set:ident: $($module:ident)*) => {$(
        impl ScopedEntity for crate::$set::$module::Entity {
            type Side = SiteSide;

            fn fence(table: DynIden, website: &WebsiteId) -> Option<Expr> {
                Some(Expr::col((table, crate::$set::$module::Column::WebsiteId)).eq(website.clone()))
            }
        }

        impl TenantEntity for crate::$set::$module::Entity {
            fn website_column() -> Self::Column {
                crate::$set::$module::Column::WebsiteId
            }
        }

        impl TenantRow for crate::$set::$module::ActiveModel {
            fn place(&mut self, website: &WebsiteId) {
                self.website_id = ActiveValue::Set(website.clone());
            }
        }
    )*};
}

macro_rules! tenant_tables {
    ($($module:ident)*) => {
    site_tables!(tenant: $($module)*);

    impl crate::TenantTx {
        /// Deletes every row of the site from every table.
        ///
        /// # Errors
        /// When the database refuses.
        pub async fn delete_all_site_rows(&self) -> Result<(), crate::DbError> {
            $(
                let own = crate::tenant::$module::Entity::of(self.website());
                self.delete::<crate::tenant::$module::Entity>(own).exec().await?;
            )*
            Ok(())
        }

        /// Every row of the site as text, by table: for tests of what requests store.
        ///
        /// # Errors
        /// When the database refuses.
        pub async fn everything(&self) -> Result<std::collections::BTreeMap<&'static str, Vec<String>>, crate::DbError> {
            let mut seen = std::collections::BTreeMap::new();
            $(
                let rows = self.find::<crate::tenant::$module::Entity>().all().await?;
                let mut rows: Vec<String> = rows.iter().map(|row| format!("{row:?}")).collect();
                rows.sort();
                seen.insert(stringify!($module), rows);
            )*
            Ok(seen)
        }
    }
    };
}

macro_rules! analytics_tables {
    ($($module:ident)*) => {
        site_tables!(analytics: $($module)*);

        impl crate::TenantTx {
            /// Deletes every row of the site from the tables of its analytics.
            ///
            /// # Errors
            /// When the database refuses.
            pub async fn delete_all_analytics_rows(&self) -> Result<(), crate::DbError> {
                $(
                    let own = crate::analytics::$module::Entity::of(self.website());
                    self.delete::<crate::analytics::$module::Entity>(own).exec().await?;
                )*
                Ok(())
            }
        }
    };
}

macro_rules! platform_tables {
    ($($module:ident)*) => {$(
        impl ScopedEntity for crate::platform::$module::Entity {
            type Side = PlatformSide;

            fn fence(_: DynIden, _: &WebsiteId) -> Option<Expr> {
                None
            }
        }

        impl PlatformEntity for crate::platform::$module::Entity {}
    )*};
}

include!(concat!(env!("OUT_DIR"), "/analytics_tables.rs"));
include!(concat!(env!("OUT_DIR"), "/tenant_tables.rs"));
include!(concat!(env!("OUT_DIR"), "/platform_tables.rs"));

/// Combines the site condition of a handle with the caller's.
pub(crate) fn both(scope: Option<SimpleExpr>, own: impl IntoCondition) -> sea_orm::Condition {
    let condition = sea_orm::Condition::all().add(own.into_condition());
    match scope {
        Some(scope) => condition.add(scope),
        None => condition,
    }
}
