//! Checks the Postgres role of the program: row-level security must apply to it.

use sea_orm::{ConnectionTrait as _, DatabaseConnection, DbBackend, Statement};

use crate::TenancyError;
use crate::databases::open_error;

/// A role that bypasses row-level security, and how to fix that.
#[derive(Debug, thiserror::Error)]
enum UnboundRole {
    #[error(
        "the role '{0}' is a superuser, so row-level security does not apply to it and sites would only be separated \
         by the program. Create a separate role with CREATE ROLE stoa LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD '…', \
         make it the owner of the database and set it in database.url; deploy/runbooks/first-deployment.md describes \
         how to move existing data"
    )]
    Superuser(String),
    #[error(
        "the role '{0}' has the attribute BYPASSRLS, so row-level security does not apply to it and sites would only \
         be separated by the program. Remove the attribute: ALTER ROLE {0} NOBYPASSRLS"
    )]
    BypassesRowSecurity(String),
}

/// Rejects a role that can read the rows of all sites regardless of the policies.
pub(crate) async fn check_role(connection: &DatabaseConnection) -> Result<(), TenancyError> {
    let failed = |error| open_error("Postgres", error);
    let question = "SELECT rolname::text AS name, rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user";
    let statement = Statement::from_string(DbBackend::Postgres, question);
    let Some(role) = connection.query_one_raw(statement).await.map_err(failed)? else { return Ok(()) };
    let name: String = role.try_get("", "name").map_err(failed)?;
    let (is_superuser, bypasses): (bool, bool) =
        (role.try_get("", "rolsuper").map_err(failed)?, role.try_get("", "rolbypassrls").map_err(failed)?);
    match (is_superuser, bypasses) {
        (true, _) => Err(open_error("Postgres", UnboundRole::Superuser(name))),
        (_, true) => Err(open_error("Postgres", UnboundRole::BypassesRowSecurity(name))),
        _ => Ok(()),
    }
}
