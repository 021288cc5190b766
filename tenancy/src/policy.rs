//! Permissions of each contributor role: a casbin policy with the site as domain. Role policies do not name the site,
//! since a check takes time proportional to the number of policy lines; only the grouping does. Decisions are cached
//! per set of roles.

use std::collections::HashMap;
use std::sync::RwLock;

use casbin::{CoreApi, DefaultModel, Enforcer, MgmtApi, StringAdapter};
use stoa_kernel::id::{AccountId, WebsiteId};
use stoa_kernel::{Action, PermissionSet, Resource};
use tokio::sync::Mutex;

use crate::TenancyError;

const MODEL: &str = include_str!("../policy/model.conf");
const ROLES: &str = include_str!("../policy/roles.csv");

/// The loaded role table.
pub struct Policy {
    enforcer: Mutex<Enforcer>,
    decided: RwLock<HashMap<Vec<i32>, PermissionSet>>,
}

fn broken(error: casbin::Error) -> TenancyError {
    TenancyError::Broken("the role table could not be evaluated", Box::new(error))
}

impl Policy {
    /// Loads the embedded role table.
    pub async fn load() -> Result<Self, TenancyError> {
        let model = DefaultModel::from_str(MODEL).await.map_err(broken)?;
        let mut enforcer = Enforcer::new(model, StringAdapter::new(ROLES)).await.map_err(broken)?;
        enforcer.enable_auto_save(false);
        Ok(Self { enforcer: Mutex::new(enforcer), decided: RwLock::new(HashMap::new()) })
    }

    /// Permissions of a person on a site, from their roles there.
    ///
    /// # Errors
    /// When a check cannot be evaluated.
    pub async fn permissions(
        &self,
        website: &WebsiteId,
        account: &AccountId,
        roles: &[i32],
    ) -> Result<PermissionSet, TenancyError> {
        let mut key = roles.to_vec();
        key.sort_unstable();
        let known = self.decided.read().ok().and_then(|decided| decided.get(&key).copied());
        if let Some(known) = known {
            return Ok(known);
        }
        let set = self.decide(website, account, &key).await?;
        if let Ok(mut decided) = self.decided.write() {
            decided.insert(key, set);
        }
        Ok(set)
    }

    async fn decide(
        &self,
        website: &WebsiteId,
        account: &AccountId,
        roles: &[i32],
    ) -> Result<PermissionSet, TenancyError> {
        let subject = format!("user:{account}");
        let domain = format!("site:{website}");
        let grouping: Vec<Vec<String>> =
            roles.iter().map(|role| vec![subject.clone(), format!("role:{role}"), domain.clone()]).collect();
        let mut enforcer = self.enforcer.lock().await;
        // What no line of the roles names is refused by all of them: a refusal costs most, since it compares every line.
        let lines: Vec<Vec<String>> =
            roles.iter().flat_map(|role| enforcer.get_filtered_policy(0, vec![format!("role:{role}")])).collect();
        enforcer.add_grouping_policies(grouping.clone()).await.map_err(broken)?;
        let mut set = PermissionSet::NONE;
        let mut failed = None;
        for resource in Resource::ALL.iter().copied() {
            let (object, named) = (resource.as_str(), |action: &Action| names(&lines, resource, *action));
            for action in Action::ALL.iter().copied().filter(named) {
                match enforcer.enforce((&subject, &domain, object, action.as_str())) {
                    Ok(true) => set.allow(resource, action),
                    Ok(false) => {}
                    Err(error) => failed = Some(error),
                }
            }
        }
        enforcer.remove_grouping_policies(grouping).await.map_err(broken)?;
        failed.map_or(Ok(set), |error| Err(broken(error)))
    }
}

/// Whether one of the policy lines is about this resource and action.
fn names(lines: &[Vec<String>], resource: Resource, action: Action) -> bool {
    let wanted = [resource.as_str(), action.as_str()];
    lines.iter().any(|line| line.iter().skip(1).eq(wanted))
}
