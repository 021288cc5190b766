//! Contributors who test their own store. Digital goods of test orders are available to them only, in a browser with a
//! tester pass.
//!
//! A pass contains its expiry time, encrypted for the site: nothing is stored, and it can be neither forged nor
//! extended.

use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::clock::{HOUR_MS, Timestamp};
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{TenantCtx, boxed};

use crate::CommerceError;
use crate::downloads::{from_address, in_address};

/// Path prefix at which a browser receives a pass, with a trailing slash.
pub const PASS_PATH_PREFIX: &str = "/~test-shopper/";
/// Validity of a pass, milliseconds: four hours.
pub const LIFETIME_MS: i64 = 4 * HOUR_MS;

/// A pass for a browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TesterPass {
    /// Path on the site that a browser opens to receive it.
    pub path: String,
    /// When it expires.
    pub expires_on: Timestamp,
}

/// Creates a pass.
///
/// # Errors
/// When the caller may not read products.
#[boxed]
pub async fn pass(ctx: &TenantCtx, db: &TenantDb) -> Result<TesterPass, CommerceError> {
    ctx.authorise(Resource::Products, Action::Read)?;
    let tx = db.read().await?;
    let expires_on = ctx.now().saturating_add_ms(LIFETIME_MS);
    let token = tx.seal().close(expires_on.ms().to_string().as_bytes(), &owner(&tx))?;
    Ok(TesterPass { path: format!("{PASS_PATH_PREFIX}{}", in_address(&token)), expires_on })
}

/// Whether a pass is valid: issued for this site and not expired.
pub fn is_tester(tx: &TenantTx, pass: Option<&str>, now: Timestamp) -> bool {
    pass.and_then(|pass| end(tx, pass)).is_some_and(|end| end > now)
}

/// Expiry time of a pass; none when it was not issued for this site.
fn end(tx: &TenantTx, pass: &str) -> Option<Timestamp> {
    let text = tx.seal().open(&from_address(pass), &owner(tx)).ok()?;
    std::str::from_utf8(&text).ok()?.parse().map(Timestamp::from_ms).ok()
}

/// Encryption context of passes, so that no other encrypted value is accepted as one.
fn owner(tx: &TenantTx) -> String {
    format!("{} test shoppers", tx.website())
}
