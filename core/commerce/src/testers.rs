//! People who try out a shop on which they work. What test orders give opens to them alone, in a browser that holds
//! their pass.
//!
//! A pass holds when it ends, sealed for the site: nothing of it is kept, and nobody can make one up or make one last
//! longer.

use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::TenantCtx;
use stoa_kernel::permission::{Action, Resource};

use crate::CommerceError;
use crate::downloads::{from_address, in_address};

/// Where passes are taken into a browser, with a closing slash.
pub const PASSES: &str = "/~test-shopper/";
/// How long a pass lasts, milliseconds: four hours.
pub const LASTS_MS: i64 = 4 * 3_600_000;

/// A pass for a browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TesterPass {
    /// Its path on the site, which a browser opens to take it.
    pub path: String,
    /// When it ends, UTC milliseconds.
    pub expires_on: i64,
}

/// Makes a pass for who may see what buyers get.
///
/// # Errors
/// When the caller may not read products.
pub async fn pass(ctx: &TenantCtx, db: &TenantDb) -> Result<TesterPass, CommerceError> {
    ctx.authorise(Resource::Products, Action::Read)?;
    let tx = db.read().await?;
    let expires_on = ctx.now_ms().saturating_add(LASTS_MS);
    let token = tx.seal().close(expires_on.to_string().as_bytes(), &owner(&tx))?;
    Ok(TesterPass { path: format!("{PASSES}{}", in_address(&token)), expires_on })
}

/// Whether a pass is one of this site and has not ended.
pub fn is_tester(tx: &TenantTx, pass: Option<&str>, now_ms: i64) -> bool {
    pass.and_then(|pass| end(tx, pass)).is_some_and(|end| end > now_ms)
}

/// When a pass ends, UTC milliseconds; none when it is none of this site.
fn end(tx: &TenantTx, pass: &str) -> Option<i64> {
    let text = tx.seal().open(&from_address(pass), &owner(tx)).ok()?;
    std::str::from_utf8(&text).ok()?.parse().ok()
}

/// Seals of passes open for nothing else.
fn owner(tx: &TenantTx) -> String {
    format!("{} test shoppers", tx.website())
}
