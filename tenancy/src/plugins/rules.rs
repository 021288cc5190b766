//! What the operator decides about plugins. It takes effect on all processes without a restart.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait as _;
use stoa_entity::platform::plugin_rule;
use stoa_kernel::boxed;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::plugin::PluginRuleKind;

use crate::{Databases, TenancyError};

/// Why a package is refused that is forbidden itself.
pub const FORBIDDEN_VERSION: &str = "the operator of this server does not allow this version";

/// The decisions of the operator about plugins.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PluginRules {
    subjects: BTreeMap<&'static str, BTreeSet<String>>,
    /// Digests of the packages of plugins that run on all sites, by the ids of the plugins.
    pub all_sites: BTreeMap<String, String>,
    /// Values of limits, by their subjects.
    limits: BTreeMap<String, i64>,
}

/// A package, as far as decisions are concerned.
#[derive(Debug, Clone, Copy)]
pub struct JudgedPackage<'a> {
    /// Id of the plugin.
    pub plugin_id: &'a str,
    /// SHA-256 of the package.
    pub digest: &'a str,
    /// The key that it was signed with.
    pub publisher_key: &'a str,
    /// Whether the operator installed it, which allows it.
    pub by_operator: bool,
}

impl PluginRules {
    /// The decisions of these rows.
    pub fn of(rows: Vec<plugin_rule::Model>) -> Self {
        let mut rules = Self::default();
        for row in rows {
            if let Some(value) = row.value.filter(|_| row.kind == PluginRuleKind::Limit) {
                rules.limits.insert(row.subject, value);
                continue;
            }
            if let Some(package) = row.package.filter(|_| row.kind == PluginRuleKind::AllSites) {
                rules.all_sites.insert(row.subject.clone(), package);
            }
            rules.subjects.entry(row.kind.as_str()).or_default().insert(row.subject);
        }
        rules
    }

    fn has(&self, kind: PluginRuleKind, subject: &str) -> bool {
        self.subjects.get(kind.as_str()).is_some_and(|subjects| subjects.contains(subject))
    }

    fn has_any(&self, kind: PluginRuleKind) -> bool {
        self.subjects.get(kind.as_str()).is_some_and(|subjects| !subjects.is_empty())
    }

    /// The limits that were set for the sites of a plan, or without one for all sites: keys of the settings and values.
    pub fn limits_of<'a>(&'a self, plan: Option<&'a str>) -> impl Iterator<Item = (&'a str, i64)> {
        self.limits.iter().filter_map(move |(subject, value)| {
            let (own, key) = plan_and_key(subject);
            (own == plan).then_some((key, *value))
        })
    }

    /// Whether limits were set for the sites of any plan.
    #[must_use]
    pub fn has_limits_of_plans(&self) -> bool {
        self.limits.keys().any(|subject| plan_and_key(subject).0.is_some())
    }

    /// Whether a plugin is stopped in every version.
    #[must_use]
    pub fn is_stopped(&self, plugin_id: &str) -> bool {
        self.has(PluginRuleKind::StopPlugin, plugin_id)
    }

    /// Whether a package is forbidden by its digest.
    #[must_use]
    pub fn forbids(&self, digest: &str) -> bool {
        self.has(PluginRuleKind::ForbidPackage, digest)
    }

    /// Why a package must not run or be installed, in words; none when it may.
    #[must_use]
    pub fn refusal(&self, package: JudgedPackage<'_>) -> Option<&'static str> {
        let JudgedPackage { plugin_id, digest, publisher_key, by_operator } = package;
        let has_list = self.has_any(PluginRuleKind::AllowPublisher) || self.has_any(PluginRuleKind::AllowPackage);
        let is_listed = by_operator
            || self.has(PluginRuleKind::AllowPublisher, publisher_key)
            || self.has(PluginRuleKind::AllowPackage, digest)
            || self.all_sites.get(plugin_id).is_some_and(|own| own == digest);
        if self.is_stopped(plugin_id) {
            Some("the operator of this server has stopped this plugin")
        } else if self.forbids(digest) {
            Some(FORBIDDEN_VERSION)
        } else if self.has(PluginRuleKind::ForbidPublisher, publisher_key) {
            Some("the operator of this server does not allow plugins of this publisher")
        } else if has_list && !is_listed {
            Some("the operator of this server allows plugins of some publishers only, and this is none of them")
        } else {
            None
        }
    }
}

impl Databases {
    /// All decisions, the latest last, but for kinds that only a later version of the program knows.
    #[boxed]
    pub async fn plugin_rules(&self) -> Result<Vec<plugin_rule::Model>, TenancyError> {
        let tx = self.platform().read().await?;
        let known = plugin_rule::Column::Kind.is_in(PluginRuleKind::ALL.iter().copied());
        let rules = tx.find::<plugin_rule::Entity>().filter(known);
        Ok(rules.order_by_asc(plugin_rule::Column::CreatedOn).all().await?)
    }

    /// Decides about a subject, in place of what was decided by the kinds `instead`.
    #[boxed]
    pub async fn set_plugin_rule(
        &self,
        rule: &plugin_rule::Model,
        instead: &[PluginRuleKind],
    ) -> Result<(), TenancyError> {
        let tx = self.platform().write().await?;
        let kinds: Vec<PluginRuleKind> = instead.iter().copied().chain([rule.kind]).collect();
        let earlier = plugin_rule::Column::Subject.eq(rule.subject.as_str());
        tx.delete::<plugin_rule::Entity>(earlier).filter(plugin_rule::Column::Kind.is_in(kinds)).exec().await?;
        let row = plugin_rule::ActiveModel {
            kind: Set(rule.kind),
            subject: Set(rule.subject.clone()),
            package: Set(rule.package.clone()),
            value: Set(rule.value),
            created_on: Set(rule.created_on),
        };
        tx.insert(row).await?;
        Ok(tx.commit().await?)
    }

    /// Takes decisions about a subject back; false when there were none.
    #[boxed]
    pub async fn remove_plugin_rules(&self, subject: &str, kinds: &[PluginRuleKind]) -> Result<bool, TenancyError> {
        let tx = self.platform().write().await?;
        let own = plugin_rule::Column::Subject.eq(subject);
        let own = tx.delete::<plugin_rule::Entity>(own).filter(plugin_rule::Column::Kind.is_in(kinds.to_vec()));
        let removed = own.exec().await?;
        tx.commit().await?;
        Ok(removed > 0)
    }
}

/// A decision that is made now.
pub fn new_plugin_rule(kind: PluginRuleKind, subject: &str, now: Timestamp) -> plugin_rule::Model {
    plugin_rule::Model { kind, subject: subject.to_owned(), package: None, value: None, created_on: now }
}

/// How a limit is stored that is set for the sites of a plan, or without one for all sites.
pub fn limit_subject(plan: Option<&str>, key: &str) -> String {
    plan.map_or_else(|| key.to_owned(), |plan| format!("{plan}/{key}"))
}

/// What [`limit_subject`] was made of: keys have no slash.
fn plan_and_key(subject: &str) -> (Option<&str>, &str) {
    subject.rsplit_once('/').map_or((None, subject), |(plan, key)| (Some(plan), key))
}

#[cfg(test)]
mod tests {
    use stoa_entity::platform::plugin_rule::Model;
    use stoa_kernel::clock::Timestamp;
    use stoa_kernel::plugin::PluginRuleKind;

    use super::{JudgedPackage, PluginRules, limit_subject, new_plugin_rule};

    const PACKAGE: JudgedPackage<'static> =
        JudgedPackage { plugin_id: "acme.a", digest: "d1", publisher_key: "ed25519:k1", by_operator: false };

    fn rule(kind: PluginRuleKind, subject: &str) -> Model {
        new_plugin_rule(kind, subject, Timestamp::from_ms(0))
    }

    fn refusal(rules: &[Model]) -> Option<&'static str> {
        PluginRules::of(rules.to_vec()).refusal(PACKAGE)
    }

    #[test]
    fn what_is_not_allowed_is_refused_as_soon_as_something_is() {
        assert_eq!(refusal(&[]), None);
        assert!(refusal(&[rule(PluginRuleKind::AllowPublisher, "ed25519:k2")]).is_some());
        assert_eq!(refusal(&[rule(PluginRuleKind::AllowPublisher, "ed25519:k1")]), None);
        let both = [rule(PluginRuleKind::AllowPublisher, "ed25519:k2"), rule(PluginRuleKind::AllowPackage, "d1")];
        assert_eq!(refusal(&both), None);
        let standard = Model { package: Some("d1".to_owned()), ..rule(PluginRuleKind::AllSites, "acme.a") };
        assert_eq!(refusal(&[rule(PluginRuleKind::AllowPublisher, "ed25519:k2"), standard]), None);
        let rules = PluginRules::of(vec![rule(PluginRuleKind::AllowPublisher, "ed25519:k2")]);
        assert_eq!(rules.refusal(JudgedPackage { by_operator: true, ..PACKAGE }), None);
    }

    #[test]
    fn a_stop_is_stronger_than_a_permission() {
        let allowed = rule(PluginRuleKind::AllowPublisher, "ed25519:k1");
        for stop in [
            rule(PluginRuleKind::StopPlugin, "acme.a"),
            rule(PluginRuleKind::ForbidPackage, "d1"),
            rule(PluginRuleKind::ForbidPublisher, "ed25519:k1"),
        ] {
            assert!(refusal(&[allowed.clone(), stop.clone()]).is_some());
            let installed = JudgedPackage { by_operator: true, ..PACKAGE };
            assert!(PluginRules::of(vec![stop]).refusal(installed).is_some());
        }
    }

    // spec: plugins.limits.plan
    #[test]
    fn limits_are_for_all_sites_or_for_those_of_a_plan() {
        let limit = |plan: Option<&str>, key: &str, value: i64| Model {
            value: Some(value),
            ..rule(PluginRuleKind::Limit, &limit_subject(plan, key))
        };
        let rules = PluginRules::of(vec![
            limit(None, "page_calls", 9),
            limit(Some("small"), "page_calls", 7),
            limit(Some("a/b"), "reads", 1),
        ]);
        let of = |plan: Option<&'static str>| rules.limits_of(plan).collect::<Vec<_>>();
        assert_eq!(of(None), [("page_calls", 9)]);
        assert_eq!(of(Some("small")), [("page_calls", 7)]);
        assert_eq!(of(Some("a/b")), [("reads", 1)]);
        assert!(of(Some("large")).is_empty());
        assert!(rules.has_limits_of_plans());
        assert!(!PluginRules::of(vec![limit(None, "page_calls", 9)]).has_limits_of_plans());
        assert_eq!(rules.refusal(PACKAGE), None, "they forbid nothing");
    }
}
