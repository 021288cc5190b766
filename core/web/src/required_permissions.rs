//! The permissions that an operation needs, as its OpenAPI description names them. They are checked as soon as the
//! caller is known, before the body is read, so that a missing permission is reported first.

use std::sync::{Arc, LazyLock};

use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{ErrorCode, Failure, TenantCtx};
use utoipa::openapi::path::Operation;

/// Name of the security scheme whose scopes are permissions, such as `orders:read`.
pub const SCHEME: &str = "contributor";

/// None for a scope that names no permission; nobody has it.
type RequiredPermission = Option<(Resource, Action)>;

/// Alternatives: all permissions of one of them are needed. Without alternatives there is no check.
#[derive(Debug, Clone)]
pub struct RequiredPermissions(Arc<LazyLock<Vec<Vec<RequiredPermission>>>>);

impl RequiredPermissions {
    /// The permissions of a documented operation. They are read with its first request: building all of them would slow
    /// down the start.
    pub fn of<P: utoipa::Path>() -> Self {
        Self(Arc::new(LazyLock::new(declared::<P> as fn() -> Vec<Vec<RequiredPermission>>)))
    }

    /// Refuses a caller without the permissions.
    ///
    /// # Errors
    /// 403, with the first missing permission of the first alternative.
    pub fn check(&self, ctx: &TenantCtx) -> Result<(), Failure> {
        let mut refusal = None;
        for alternative in self.0.iter() {
            match alternative.iter().try_for_each(|right| check(ctx, *right)) {
                Ok(()) => return Ok(()),
                Err(missing) => refusal = refusal.or(Some(missing)),
            }
        }
        refusal.map_or(Ok(()), Err)
    }
}

fn check(ctx: &TenantCtx, right: RequiredPermission) -> Result<(), Failure> {
    let (resource, action) = right.ok_or_else(|| Failure::plain(ErrorCode::PermissionDenied))?;
    ctx.authorise(resource, action)
}

fn declared<P: utoipa::Path>() -> Vec<Vec<RequiredPermission>> {
    let alternatives = scopes(&P::operation());
    alternatives.iter().map(|scopes| scopes.iter().map(|scope| right(scope)).collect()).collect()
}

fn right(scope: &str) -> RequiredPermission {
    let (resource, action) = scope.split_once(':')?;
    Some((Resource::named(resource)?, Action::named(action)?))
}

/// The alternatives in the document. The scopes of a requirement can only be read from its JSON.
pub fn scopes(operation: &Operation) -> Vec<Vec<String>> {
    let requirements = operation.security.iter().flatten();
    let written = requirements.filter_map(|requirement| serde_json::to_value(requirement).ok());
    let named = |scope: &serde_json::Value| scope.as_str().map(str::to_owned);
    written
        .filter_map(|requirement| Some(requirement.get(SCHEME)?.as_array()?.iter().filter_map(named).collect()))
        .collect()
}

#[cfg(test)]
mod tests {
    use stoa_kernel::permission::{Action, Resource};
    use utoipa::openapi::path::OperationBuilder;
    use utoipa::openapi::security::SecurityRequirement;

    use super::{right, scopes};

    #[test]
    fn openapi_scopes_are_permissions() {
        assert_eq!(right("audit-log:read"), Some((Resource::AuditLog, Action::Read)));
        for unknown in ["", "orders", "orders:", "orders:everything", "everything:read"] {
            assert_eq!(right(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn security_requirements_are_alternatives() {
        let both = SecurityRequirement::new("contributor", ["comments:write", "comments:publish"]);
        let other = SecurityRequirement::new("contributor", ["products:write"]);
        let operation = OperationBuilder::new().securities(Some([both, other])).build();
        assert_eq!(scopes(&operation), [vec!["comments:write", "comments:publish"], vec!["products:write"]]);
        assert!(scopes(&OperationBuilder::new().build()).is_empty());
    }
}
