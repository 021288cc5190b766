//! Packages of plugins: which there are, whose they are, and how far each index of plugins is known.

use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait as _, ExprTrait as _};
use stoa_entity::platform::{plugin_index, plugin_package};
use stoa_entity::{DbError, PlatformTx};
use stoa_kernel::boxed;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;

use crate::{Databases, TenancyError};

impl Databases {
    /// The packages that a site may choose from: its own and those for all, sorted by plugin and time.
    #[boxed]
    pub async fn plugin_packages_of(&self, website: &WebsiteId) -> Result<Vec<plugin_package::Model>, TenancyError> {
        self.packages_of(&[website.as_str(), plugin_package::SHARED]).await
    }

    /// The packages for all sites, sorted by plugin and time.
    #[boxed]
    pub async fn shared_plugin_packages(&self) -> Result<Vec<plugin_package::Model>, TenancyError> {
        self.packages_of(&[plugin_package::SHARED]).await
    }

    /// All packages, those of sites too, sorted by plugin and time.
    #[boxed]
    pub async fn all_plugin_packages(&self) -> Result<Vec<plugin_package::Model>, TenancyError> {
        let tx = self.platform().read().await?;
        let found = tx.find::<plugin_package::Entity>().order_by_asc(plugin_package::Column::PluginId);
        Ok(found.order_by_asc(plugin_package::Column::CreatedOn).all().await?)
    }

    async fn packages_of(&self, owners: &[&str]) -> Result<Vec<plugin_package::Model>, TenancyError> {
        let tx = self.platform().read().await?;
        let found = tx.find::<plugin_package::Entity>().filter(plugin_package::Column::Owner.is_in(owners.to_vec()));
        let sorted =
            found.order_by_asc(plugin_package::Column::PluginId).order_by_asc(plugin_package::Column::CreatedOn);
        Ok(sorted.all().await?)
    }

    /// All rows of a package: one for each site that uploaded it, and one if it is for all.
    #[boxed]
    pub async fn plugin_package(&self, digest: &str) -> Result<Vec<plugin_package::Model>, TenancyError> {
        let tx = self.platform().read().await?;
        Ok(tx.find::<plugin_package::Entity>().filter(plugin_package::Column::Digest.eq(digest)).all().await?)
    }

    /// All rows of one version of a plugin by one publisher: the files that were signed can be packed in several ways.
    #[boxed]
    pub async fn plugin_packages_of_version(
        &self,
        plugin: &str,
        version: &str,
        publisher_key: &str,
    ) -> Result<Vec<plugin_package::Model>, TenancyError> {
        let tx = self.platform().read().await?;
        let same = plugin_package::Column::PluginId
            .eq(plugin)
            .and(plugin_package::Column::Version.eq(version))
            .and(plugin_package::Column::PublisherKey.eq(publisher_key));
        Ok(tx.find::<plugin_package::Entity>().filter(same).all().await?)
    }

    /// All rows of some packages, see [`Self::plugin_package`].
    #[boxed]
    pub async fn plugin_packages_among(&self, digests: &[String]) -> Result<Vec<plugin_package::Model>, TenancyError> {
        if digests.is_empty() {
            return Ok(Vec::new());
        }
        let tx = self.platform().read().await?;
        let among = plugin_package::Column::Digest.is_in(digests.to_vec());
        Ok(tx.find::<plugin_package::Entity>().filter(among).all().await?)
    }

    /// Stores the row of a package, and returns the one that is stored: a package is stored once for each owner. None
    /// when the owner has `most` packages already.
    #[boxed]
    pub async fn store_plugin_package(
        &self,
        row: plugin_package::Model,
        most: u64,
    ) -> Result<Option<plugin_package::Model>, TenancyError> {
        let tx = self.platform().write().await?;
        if let Some(known) = own_row(&tx, &row.owner, &row.digest).await? {
            return Ok(Some(known));
        }
        let own = plugin_package::Column::Owner.eq(row.owner.as_str());
        let count = tx.find::<plugin_package::Entity>().filter(own).count().await?;
        if count >= most {
            return Ok(None);
        }
        match tx.insert(filled(row.clone())).await {
            Ok(stored) => {
                tx.commit().await?;
                Ok(Some(stored))
            }
            // Another request stored it at the same moment.
            Err(DbError::Duplicate(_)) => Ok(Some(row)),
            Err(error) => Err(error.into()),
        }
    }

    /// Writes down that a package for all sites was withdrawn, or is offered again. False when that is known.
    #[boxed]
    pub async fn note_withdrawn_package(&self, digest: &str, reason: Option<&str>) -> Result<bool, TenancyError> {
        let tx = self.platform().write().await?;
        let Some(row) = own_row(&tx, plugin_package::SHARED, digest).await? else { return Ok(false) };
        if row.withdrawn.as_deref() == reason {
            return Ok(false);
        }
        let own =
            plugin_package::Column::Owner.eq(plugin_package::SHARED).and(plugin_package::Column::Digest.eq(digest));
        let reason = reason.map(str::to_owned);
        tx.update::<plugin_package::Entity>(own).set(plugin_package::Column::Withdrawn, reason).exec().await?;
        tx.commit().await?;
        Ok(true)
    }

    /// Deletes the row of a package; false when the owner has none.
    #[boxed]
    pub async fn delete_plugin_package(&self, owner: &str, digest: &str) -> Result<bool, TenancyError> {
        let tx = self.platform().write().await?;
        let own = plugin_package::Column::Owner.eq(owner).and(plugin_package::Column::Digest.eq(digest));
        let deleted = tx.delete::<plugin_package::Entity>(own).exec().await?;
        tx.commit().await?;
        Ok(deleted > 0)
    }

    /// The highest serial number seen of an index of plugins.
    #[boxed]
    pub async fn plugin_index_serial(&self, source: &str) -> Result<Option<i64>, TenancyError> {
        let tx = self.platform().read().await?;
        let row = tx.find::<plugin_index::Entity>().filter(plugin_index::Column::Source.eq(source)).one().await?;
        Ok(row.map(|row| row.serial))
    }

    /// Records the serial number of an index of plugins. False when a higher one was seen: then this is an earlier
    /// state of the index, which someone shows again.
    #[boxed]
    pub async fn accept_plugin_index(&self, source: &str, serial: i64, now: Timestamp) -> Result<bool, TenancyError> {
        let tx = self.platform().write().await?;
        let no_higher = plugin_index::Column::Source.eq(source).and(plugin_index::Column::Serial.lte(serial));
        let renewed = tx
            .update::<plugin_index::Entity>(no_higher)
            .set(plugin_index::Column::Serial, serial)
            .set(plugin_index::Column::SeenOn, now)
            .exec()
            .await?;
        if renewed == 0 {
            let known = tx.find::<plugin_index::Entity>().filter(plugin_index::Column::Source.eq(source)).one().await?;
            if known.is_some() {
                return Ok(false);
            }
            let first =
                plugin_index::ActiveModel { source: Set(source.to_owned()), serial: Set(serial), seen_on: Set(now) };
            match tx.insert(first).await {
                Ok(_) => {}
                // Another process saw it first; what it saw decides at the next time.
                Err(DbError::Duplicate(_)) => return Ok(true),
                Err(error) => return Err(error.into()),
            }
        }
        tx.commit().await?;
        Ok(true)
    }
}

async fn own_row(tx: &PlatformTx, owner: &str, digest: &str) -> Result<Option<plugin_package::Model>, DbError> {
    let own = plugin_package::Column::Owner.eq(owner).and(plugin_package::Column::Digest.eq(digest));
    tx.find::<plugin_package::Entity>().filter(own).one().await
}

fn filled(row: plugin_package::Model) -> plugin_package::ActiveModel {
    plugin_package::ActiveModel {
        digest: Set(row.digest),
        owner: Set(row.owner),
        plugin_id: Set(row.plugin_id),
        version: Set(row.version),
        name: Set(row.name),
        summary: Set(row.summary),
        publisher_key: Set(row.publisher_key),
        bytes: Set(row.bytes),
        component_digest: Set(row.component_digest),
        kinds: Set(row.kinds),
        permissions: Set(row.permissions),
        face: Set(row.face),
        report: Set(row.report),
        origin: Set(row.origin),
        created_on: Set(row.created_on),
        withdrawn: Set(row.withdrawn),
    }
}
