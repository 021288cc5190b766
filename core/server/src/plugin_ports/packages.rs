//! The packages of plugins that this installation has: stored, checked, and judged by the operator's rules.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bytes::Bytes;
use moka::future::Cache;
use serde_json::Value;
use stoa_entity::json_column::JsonOf;
use stoa_entity::platform::plugin_package::{self, SHARED};
use stoa_kernel::id::WebsiteId;
use stoa_kernel::plugin::{PackageOrigin, PluginRuleKind};
use stoa_kernel::{ErrorCode, Failure, boxed};
use stoa_plugin_host::{PackageFiles, PluginHost, describe_package};
use stoa_tenancy::{FORBIDDEN_VERSION, JudgedPackage, PluginRules, Tenancy, UploadTurns, new_plugin_rule};

use super::package_contents::PackageContents;
use super::package_files::{StoredFiles, files_of, read};
use super::package_refusals::{not_checked, refused};
use super::stored_package::StoredPackage;
use crate::config::PluginPackagesConfig;

/// Rules of this age are renewed beside the request.
const RENEW_AFTER: Duration = Duration::from_secs(3);
/// Rules of this age are renewed before the request goes on.
const WAIT_AFTER: Duration = Duration::from_secs(10);
/// Packages whose files, without components, are kept in memory, bytes.
const KEPT_FILES: u64 = 32 * 1024 * 1024;
const KEPT_FOR: Duration = Duration::from_secs(300);
/// Most packages that all sites may choose from.
const MAX_SHARED: u64 = 10_000;

/// See the module.
pub struct PluginPackages {
    host: PluginHost,
    stored: Arc<StoredFiles>,
    tenancy: Arc<Tenancy>,
    settings: PluginPackagesConfig,
    turns: UploadTurns,
    contents: Cache<String, Arc<PackageContents>>,
    rules: Mutex<Option<(Instant, Arc<PluginRules>)>>,
}

impl PluginPackages {
    pub(crate) fn new(
        host: PluginHost,
        stored: Arc<StoredFiles>,
        tenancy: Arc<Tenancy>,
        settings: PluginPackagesConfig,
    ) -> Self {
        let size = |_: &String, contents: &Arc<PackageContents>| contents.size();
        let contents = Cache::builder().max_capacity(KEPT_FILES).weigher(size).time_to_idle(KEPT_FOR).build();
        Self { host, stored, tenancy, settings, turns: UploadTurns::default(), contents, rules: Mutex::new(None) }
    }

    /// Checks and stores a package that a site uploads, for this site alone.
    ///
    /// # Errors
    /// When the package is refused, with the reason; when it cannot be stored.
    #[boxed]
    pub async fn store(&self, website: &WebsiteId, bytes: Bytes) -> Result<StoredPackage, Failure> {
        if !self.settings.uploads {
            return Err(refused("the operator of this server does not take uploads"));
        }
        let Some(_turn) = self.turns.take(website) else {
            let detail = "Another package of this site is being checked. Try again when that is done.";
            return Err(Failure::new(ErrorCode::Conflict, detail));
        };
        self.store_for(website.as_str(), bytes, PackageOrigin::Upload).await
    }

    /// Checks and stores a package that all sites may choose.
    ///
    /// # Errors
    /// As [`Self::store`].
    #[boxed]
    pub async fn store_shared(&self, bytes: Bytes, origin: PackageOrigin) -> Result<StoredPackage, Failure> {
        self.store_for(SHARED, bytes, origin).await
    }

    async fn store_for(&self, owner: &str, bytes: Bytes, origin: PackageOrigin) -> Result<StoredPackage, Failure> {
        let package = read(bytes.clone()).await.map_err(|reason| refused(&reason))?;
        let databases = &self.tenancy.databases;
        let known = databases.plugin_package(&package.digest).await?;
        let publisher_key = package.publisher.to_string();
        let (id, digest) = (package.id.clone(), package.digest.clone());
        let by_operator = origin == PackageOrigin::Operator;
        let judged = JudgedPackage { plugin_id: &id, digest: &digest, publisher_key: &publisher_key, by_operator };
        let rules = self.current_rules().await?;
        if let Some(reason) = rules.refusal(judged) {
            return Err(refused(reason));
        }
        // What is forbidden does not come back in another zip, whose digest is another one.
        let same = databases.plugin_packages_of_version(&id, &package.version, &publisher_key).await?;
        if same.iter().any(|row| rules.forbids(&row.digest)) {
            return Err(refused(FORBIDDEN_VERSION));
        }
        if let Some(own) = known.iter().find(|row| row.owner == owner) {
            // Its file may be lost, or was deleted while the row was written.
            self.stored.put(owner, &digest, bytes).await?;
            return Ok(own.clone().into());
        }
        self.check_publisher(owner, &id, &publisher_key).await?;
        let size = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
        let row = match known.into_iter().next() {
            // It was checked for another owner.
            Some(row) => row,
            None => self.examined(files_of(package), &digest, &publisher_key).await?,
        };
        let (owner, created_on) = (owner.to_owned(), self.tenancy.now());
        // A site's upload is its own, whatever an index says of the same file.
        let row = plugin_package::Model { owner, origin, created_on, bytes: size, withdrawn: None, ..row };
        let most = if row.owner == SHARED { MAX_SHARED } else { self.settings.per_site };
        self.stored.put(&row.owner, &digest, bytes).await?;
        let (owner, stored) = (row.owner.clone(), databases.store_plugin_package(row, most).await);
        match stored {
            Ok(Some(row)) => Ok(row.into()),
            Ok(None) => {
                self.stored.delete(&owner, &digest).await?;
                Err(refused(&format!("this site has {most} packages already; remove one that it does not need")))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// An id belongs to the publisher who used it first: nobody takes it over with another key.
    async fn check_publisher(&self, owner: &str, id: &str, publisher_key: &str) -> Result<(), Failure> {
        let databases = &self.tenancy.databases;
        let visible = match owner.parse::<WebsiteId>() {
            Ok(website) if owner != SHARED => databases.plugin_packages_of(&website).await?,
            _ => databases.shared_plugin_packages().await?,
        };
        match visible.iter().find(|row| row.plugin_id == id && row.publisher_key != publisher_key) {
            Some(other) => {
                let known = &other.publisher_key;
                Err(refused(&format!("{id} is published by {known}, but this package was signed by {publisher_key}")))
            }
            None => Ok(()),
        }
    }

    async fn examined(
        &self,
        files: PackageFiles,
        digest: &str,
        publisher_key: &str,
    ) -> Result<plugin_package::Model, Failure> {
        let face = PackageContents::face_of(&files);
        let (version, report) = self.host.examine(digest, files).await.map_err(|error| not_checked(&error))?;
        let info = version.info();
        let mut kinds: Vec<String> = info.provides.iter().map(|provision| provision.kind().to_owned()).collect();
        kinds.sort();
        kinds.dedup();
        let json = |value: serde_json::Result<Value>| value.map_err(Failure::internal);
        Ok(plugin_package::Model {
            digest: digest.to_owned(),
            owner: String::new(),
            plugin_id: info.id.clone(),
            version: info.version.clone(),
            name: info.name.clone(),
            summary: info.summary.clone(),
            publisher_key: publisher_key.to_owned(),
            bytes: 0,
            component_digest: info.digest.clone(),
            kinds: JsonOf(kinds),
            permissions: json(serde_json::to_value(&info.permissions))?,
            face: JsonOf(face),
            report: json(serde_json::to_value(&report))?,
            origin: PackageOrigin::Upload,
            created_on: self.tenancy.now(),
            withdrawn: None,
        })
    }

    /// What a site may choose: its own packages and those for all, without what the operator has stopped or forbidden.
    #[boxed]
    pub async fn list(&self, website: &WebsiteId) -> Result<Vec<StoredPackage>, Failure> {
        let rules = self.current_rules().await?;
        let rows = self.tenancy.databases.plugin_packages_of(website).await?;
        let packages = rows.into_iter().map(StoredPackage::from);
        let mut packages: Vec<StoredPackage> = packages.filter(|package| package.refusal(&rules).is_none()).collect();
        // A site may have uploaded what the operator installed later.
        packages.sort_by(|first, second| {
            (&first.plugin_id, first.created_on.ms()).cmp(&(&second.plugin_id, second.created_on.ms()))
        });
        let mut seen = std::collections::BTreeSet::new();
        packages.retain(|package| seen.insert(package.digest.clone()));
        Ok(packages)
    }

    /// The packages for all sites, also those that are stopped.
    #[boxed]
    pub async fn shared(&self) -> Result<Vec<StoredPackage>, Failure> {
        let rows = self.tenancy.databases.shared_plugin_packages().await?;
        Ok(rows.into_iter().map(StoredPackage::from).collect())
    }

    /// Writes down that a package for all sites was withdrawn, or is offered again.
    ///
    /// # Errors
    /// When the database fails.
    #[boxed]
    pub async fn note_withdrawn(&self, digest: &str, reason: Option<&str>) -> Result<(), Failure> {
        self.tenancy.databases.note_withdrawn_package(digest, reason).await?;
        Ok(())
    }

    /// A package that a site may choose; none for the upload of another site. What is stopped is found too.
    #[boxed]
    pub async fn find(&self, website: &WebsiteId, digest: &str) -> Result<Option<StoredPackage>, Failure> {
        Ok(self.own_row(website, digest).await?.map(StoredPackage::from))
    }

    /// Those of some packages that a site may choose, see [`Self::find`].
    #[boxed]
    pub async fn find_among(&self, website: &WebsiteId, digests: &[String]) -> Result<Vec<StoredPackage>, Failure> {
        let mut rows = self.tenancy.databases.plugin_packages_among(digests).await?;
        // Of a package that the site uploaded too, the one for all decides.
        rows.sort_by(|first, second| first.owner.cmp(&second.owner));
        let own = rows.into_iter().filter(|row| row.owner == SHARED || row.owner == website.as_str());
        Ok(own.map(StoredPackage::from).collect())
    }

    async fn own_row(&self, website: &WebsiteId, digest: &str) -> Result<Option<plugin_package::Model>, Failure> {
        let mut rows = self.tenancy.databases.plugin_package(digest).await?;
        rows.sort_by(|first, second| first.owner.cmp(&second.owner));
        Ok(rows.into_iter().find(|row| row.owner == SHARED || row.owner == website.as_str()))
    }

    /// What a package that a site may choose says about its plugin, and its files.
    #[boxed]
    pub async fn contents(&self, website: &WebsiteId, digest: &str) -> Result<Option<Arc<PackageContents>>, Failure> {
        let Some(row) = self.own_row(website, digest).await? else { return Ok(None) };
        if let Some(known) = self.contents.get(digest).await {
            return Ok(Some(known));
        }
        let unreadable = |reason: String| Failure::internal(std::io::Error::other(reason));
        let Some(package) = self.stored.package(&row.owner, digest).await.map_err(unreadable)? else {
            return Ok(None);
        };
        let files = files_of(package);
        let info = describe_package(&files).map_err(Failure::internal)?;
        let without_component = files.iter().filter(|(path, _)| !path.ends_with(".wasm"));
        let files = without_component.map(|(path, content)| (path.to_owned(), content.to_vec())).collect();
        let contents = Arc::new(PackageContents::new(info, files));
        self.contents.insert(digest.to_owned(), Arc::clone(&contents)).await;
        Ok(Some(contents))
    }

    /// The packages of a plugin that a site uploaded, also those that are stopped or that the operator installed too.
    #[boxed]
    pub async fn uploads(&self, website: &WebsiteId, plugin: &str) -> Result<Vec<StoredPackage>, Failure> {
        let rows = self.tenancy.databases.plugin_packages_of(website).await?;
        let own = rows.into_iter().filter(|row| row.owner == website.as_str() && row.plugin_id == plugin);
        Ok(own.map(StoredPackage::from).collect())
    }

    /// Deletes a package that a site uploaded. Nothing happens to one that it did not upload.
    #[boxed]
    pub async fn forget(&self, website: &WebsiteId, digest: &str) -> Result<(), Failure> {
        if self.tenancy.databases.delete_plugin_package(website.as_str(), digest).await? {
            self.stored.delete(website.as_str(), digest).await?;
        }
        Ok(())
    }

    /// Deletes a package that all sites may choose. Sites that use it keep it while it is loaded, and not longer.
    #[boxed]
    pub async fn forget_shared(&self, digest: &str) -> Result<bool, Failure> {
        let existed = self.tenancy.databases.delete_plugin_package(SHARED, digest).await?;
        if existed {
            self.stored.delete(SHARED, digest).await?;
        }
        Ok(existed)
    }

    /// The operator's rules, at most ten seconds old; three while requests arrive.
    ///
    /// # Errors
    /// When they cannot be read and never were.
    pub async fn rules(self: &Arc<Self>) -> Result<Arc<PluginRules>, Failure> {
        let known = self.rules.lock().unwrap_or_else(PoisonError::into_inner).clone();
        match known {
            Some((read, rules)) if read.elapsed() < RENEW_AFTER => Ok(rules),
            Some((read, rules)) if read.elapsed() < WAIT_AFTER => {
                // Meanwhile other requests go on with them.
                *self.rules.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), Arc::clone(&rules)));
                let packages = Arc::clone(self);
                // The next request has them; without a database, the known ones go on.
                tokio::spawn(async move { packages.current_rules().await.map(drop) });
                Ok(rules)
            }
            Some((_, rules)) => Ok(self.current_rules().await.unwrap_or(rules)),
            None => self.current_rules().await,
        }
    }

    /// The rules as they were read last; none if they never were.
    pub(crate) fn known_rules(&self) -> Option<Arc<PluginRules>> {
        let known = self.rules.lock().unwrap_or_else(PoisonError::into_inner);
        known.as_ref().map(|(_, rules)| Arc::clone(rules))
    }

    /// The rules as they are now.
    async fn current_rules(&self) -> Result<Arc<PluginRules>, Failure> {
        let rules = PluginRules::of(self.tenancy.databases.plugin_rules().await?);
        let mut known = self.rules.lock().unwrap_or_else(PoisonError::into_inner);
        // Equal rules stay the same value, which is compared quickly.
        let same = known.take().map(|(_, known)| known).filter(|known| **known == rules);
        let rules = same.unwrap_or_else(|| Arc::new(rules));
        *known = Some((Instant::now(), Arc::clone(&rules)));
        Ok(rules)
    }

    /// Decides that a plugin runs on all sites in the version of a package.
    #[boxed]
    pub async fn use_on_all_sites(&self, package: &StoredPackage) -> Result<(), Failure> {
        let rule = new_plugin_rule(PluginRuleKind::AllSites, &package.plugin_id, self.tenancy.now());
        let rule = stoa_entity::platform::plugin_rule::Model { package: Some(package.digest.clone()), ..rule };
        Ok(self.tenancy.databases.set_plugin_rule(&rule, &[]).await?)
    }

    /// The highest serial number seen of an index of plugins.
    #[boxed]
    pub async fn index_serial(&self, source: &str) -> Result<Option<i64>, Failure> {
        Ok(self.tenancy.databases.plugin_index_serial(source).await?)
    }

    /// Records the serial number of an index whose signature was checked.
    ///
    /// # Errors
    /// When a higher one was seen: someone shows an earlier state of the index again.
    #[boxed]
    pub async fn accept_index_serial(&self, source: &str, serial: i64) -> Result<(), Failure> {
        if self.tenancy.databases.accept_plugin_index(source, serial, self.tenancy.now()).await? {
            return Ok(());
        }
        let detail = format!("The index {source} is older than the one that was read before.");
        Err(Failure::new(ErrorCode::Conflict, detail))
    }
}
