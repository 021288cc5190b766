//! Passes with which contributors browse languages that are not public yet.
//!
//! A pass contains its expiry time, encrypted for the site: nothing is stored, and it can be neither forged nor
//! extended.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::clock::{HOUR_MS, Timestamp};
use stoa_kernel::{Action, Failure, Resource, TenantCtx, boxed};

use crate::SiteError;

/// Path prefix at which a browser receives a pass, with a trailing slash.
pub const PASS_PATH_PREFIX: &str = "/~draft-language/";
/// Validity of a pass, milliseconds: four hours.
pub const LIFETIME_MS: i64 = 4 * HOUR_MS;

/// A pass for a browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DraftPass {
    /// Path on the site that a browser opens to receive it.
    pub path: String,
    /// When it expires.
    pub expires_on: Timestamp,
}

/// Creates a pass.
///
/// # Errors
/// When the caller may not read content.
#[boxed]
pub async fn draft_pass(ctx: &TenantCtx, db: &TenantDb) -> Result<DraftPass, SiteError> {
    ctx.authorise(Resource::Content, Action::Read)?;
    let tx = db.read().await?;
    let expires_on = ctx.now().saturating_add_ms(LIFETIME_MS);
    let sealed = tx.seal().close(expires_on.ms().to_string().as_bytes(), &owner(&tx)).map_err(Failure::internal)?;
    Ok(DraftPass { path: format!("{PASS_PATH_PREFIX}{}", URL_SAFE_NO_PAD.encode(sealed)), expires_on })
}

/// Whether a pass is valid: issued for this site and not expired.
pub fn opens_drafts(tx: &TenantTx, pass: &str, now: Timestamp) -> bool {
    end(tx, pass).is_some_and(|end| end > now)
}

/// Expiry time of a pass; none when it was not issued for this site.
fn end(tx: &TenantTx, pass: &str) -> Option<Timestamp> {
    let sealed = String::from_utf8(URL_SAFE_NO_PAD.decode(pass).ok()?).ok()?;
    let text = tx.seal().open(&sealed, &owner(tx)).ok()?;
    std::str::from_utf8(&text).ok()?.parse().map(Timestamp::from_ms).ok()
}

/// Encryption context of passes, so that no other encrypted value is accepted as one.
fn owner(tx: &TenantTx) -> String {
    format!("{} draft languages", tx.website())
}
