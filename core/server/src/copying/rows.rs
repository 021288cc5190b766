//! Rows that are copied: content, catalogue and design of the site, and no personal data.

use anyhow::Context as _;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Value;
use sea_orm::{ActiveModelBehavior, ActiveModelTrait, ActiveValue, EntityTrait, IntoActiveModel, Iterable as _};
use stoa_entity::tenant::{asset, page_setting, product_file, site, translation, website_setting};
use stoa_entity::translations::source_digest;
use stoa_entity::{TenantEntity, TenantRow, TenantTx};
use stoa_kernel::content::PageAccess;
use stoa_kernel::new_ids::NewIds;

/// Rows inserted per statement.
const BATCH: usize = 50;

/// A file to be copied: its old and new key, and its size.
pub(super) struct CopiedFile {
    pub(super) from: String,
    pub(super) to: String,
    pub(super) bytes: u64,
}

/// Copies rows between two sites.
pub(super) struct RowCopier<'a> {
    pub(super) from: &'a TenantTx,
    pub(super) to: &'a TenantTx,
    pub(super) ids: NewIds,
    pub(super) files: Vec<CopiedFile>,
}

macro_rules! tables {
    ($copying:ident, $($module:ident)*) => {$(
        $copying.table::<stoa_entity::tenant::$module::Entity, stoa_entity::tenant::$module::ActiveModel>().await
            .context(stringify!($module))?;
    )*};
}

impl RowCopier<'_> {
    /// Copies all rows; `title` is that of the new site.
    pub(super) async fn all(&mut self, title: &str) -> anyhow::Result<()> {
        // Referenced tables come before those that refer to them.
        tables!(self, asset_folder collection category product variant post item donation_terms header_footer
            header_footer_draft header_footer_version letter_text mailing_list product_address product_category redirect
            saved_section shipping_zone site_design site_text subscription_plan tax_rule template_file template_set
            template_version site_language translated_address);
        self.translations().await?;
        self.assets().await?;
        self.downloads().await?;
        self.page_settings().await?;
        for row in self.from.find::<site::Entity>().all().await? {
            let mut copy = self.fresh(row.into_active_model())?;
            copy.title = Set(title.to_owned());
            // A copy of the demo is an ordinary shop.
            copy.delivers_test_orders = Set(None);
            self.to.insert(copy).await?;
        }
        for mut row in self.from.find::<website_setting::Entity>().all().await? {
            // The owner of the copy decides again whether it may be copied.
            if let Some(cloneable) = row.settings.get_mut("cloneable") {
                *cloneable = false.into();
            }
            let copy = self.fresh(row.into_active_model())?;
            self.to.insert(copy).await?;
        }
        Ok(())
    }

    async fn assets(&mut self) -> anyhow::Result<()> {
        for row in self.from.find::<asset::Entity>().all().await? {
            let (from, bytes) = (row.blob_key.clone(), u64::try_from(row.bytes).unwrap_or(0));
            let to = self.ids.rewritten(&from);
            let original = |key: &str| format!("{key}/original");
            // The key of a file shared by many sites contains no ids, and the file exists already.
            if to != from {
                self.files.push(CopiedFile { from: original(&from), to: original(&to), bytes });
            }
            let copy = self.fresh(row.into_active_model())?;
            self.to.insert(copy).await?;
        }
        Ok(())
    }

    async fn downloads(&mut self) -> anyhow::Result<()> {
        for row in self.from.find::<product_file::Entity>().all().await? {
            let (from, bytes) = (row.blob_key.clone(), u64::try_from(row.bytes).unwrap_or(0));
            self.files.push(CopiedFile { to: self.ids.rewritten(&from), from, bytes });
            let copy = self.fresh(row.into_active_model())?;
            self.to.insert(copy).await?;
        }
        Ok(())
    }

    /// Passwords are not copied: pages they protected are private until a new one is set.
    async fn page_settings(&mut self) -> anyhow::Result<()> {
        for mut row in self.from.find::<page_setting::Entity>().all().await? {
            if row.password_hash.take().is_some() {
                row.access = PageAccess::Private;
            }
            let copy = self.fresh(row.into_active_model())?;
            self.to.insert(copy).await?;
        }
        Ok(())
    }

    async fn table<E, A>(&mut self) -> anyhow::Result<()>
    where
        E: TenantEntity,
        E::Model: IntoActiveModel<A> + Sync,
        A: TenantRow + ActiveModelBehavior + ActiveModelTrait<Entity = E> + Send,
    {
        let mut fresh = Vec::new();
        for row in self.from.find::<E>().all().await? {
            fresh.push(self.fresh(row.into_active_model())?);
        }
        self.insert(fresh).await
    }

    async fn insert<A>(&self, mut rows: Vec<A>) -> anyhow::Result<()>
    where
        A: TenantRow + ActiveModelBehavior + Send,
        A::Entity: TenantEntity,
    {
        while !rows.is_empty() {
            let rest = rows.split_off(rows.len().min(BATCH));
            self.to.insert_many(std::mem::replace(&mut rows, rest)).await?;
        }
        Ok(())
    }

    /// The digests of translated originals follow the new ids in them.
    async fn translations(&mut self) -> anyhow::Result<()> {
        let mut fresh = Vec::new();
        for row in self.from.find::<translation::Entity>().all().await? {
            let is_kept = source_digest(&row.source_text) == row.source_digest;
            let mut copy = self.fresh(row.into_active_model())?;
            let digest = match &copy.source_text {
                ActiveValue::Set(text) if is_kept => Some(source_digest(text)),
                _ => None,
            };
            if let Some(digest) = digest {
                copy.source_digest = Set(digest);
            }
            fresh.push(copy);
        }
        self.insert(fresh).await
    }

    /// A row to be inserted, with new ids in all its columns.
    fn fresh<A: ActiveModelTrait>(&mut self, row: A) -> anyhow::Result<A> {
        let mut row = row.reset_all();
        for column in <A::Entity as EntityTrait>::Column::iter() {
            let value = match row.get(column) {
                ActiveValue::Set(value) | ActiveValue::Unchanged(value) => value,
                ActiveValue::NotSet => continue,
            };
            let rewritten = match value {
                Value::String(Some(text)) => Value::from(self.ids.rewritten(&text)),
                Value::Json(Some(json)) => {
                    Value::from(serde_json::from_str::<serde_json::Value>(&self.ids.rewritten(&json.to_string()))?)
                }
                _ => continue,
            };
            row.try_set(column, rewritten)?;
        }
        Ok(row)
    }
}
