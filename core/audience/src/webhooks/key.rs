//! The signing key of a site, with which receivers verify its webhooks. Created on first use.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, Mac as _};
use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sha2::Sha256;
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::tenant::webhook_key;
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::token::random_token;
use stoa_kernel::{Action, Resource, TenantCtx, boxed};

use crate::AudienceError;

const LENGTH: usize = 32;
const COLUMN: &str = "webhook_key.sealed_key";

/// A site's signing key, in the format expected by verifying programs.
#[derive(Clone, PartialEq, Eq)]
pub struct SigningKey(String);

impl SigningKey {
    /// The key as text: `whsec_` and the bytes in base64.
    pub fn text(&self) -> String {
        format!("whsec_{}", STANDARD.encode(&self.0))
    }

    /// The signature of a message, in the format of Standard Webhooks.
    pub fn signature(&self, id: &str, sent_on: Timestamp, body: &str) -> Option<String> {
        signature(self.0.as_bytes(), id, sent_on, body)
    }
}

fn signature(key: &[u8], id: &str, sent_on: Timestamp, body: &str) -> Option<String> {
    let mut signing = Hmac::<Sha256>::new_from_slice(key).ok()?;
    signing.update(format!("{id}.{}.{body}", sent_on.seconds()).as_bytes());
    Some(format!("v1,{}", STANDARD.encode(signing.finalize().into_bytes())))
}

/// The key, for contributors.
///
/// # Errors
/// When the caller may not change submissions.
#[boxed]
pub async fn key(ctx: &TenantCtx, db: &TenantDb) -> Result<SigningKey, AudienceError> {
    ctx.authorise(Resource::Submissions, Action::Write)?;
    if let Some(key) = read(&db.read().await?).await? {
        return Ok(key);
    }
    let tx = db.write().await?;
    match own(ctx, &tx).await {
        Ok(key) => {
            tx.commit().await?;
            Ok(key)
        }
        // A concurrent request has created the key, which is used instead.
        Err(AudienceError::Database(DbError::Duplicate(taken))) => {
            drop(tx);
            read(&db.read().await?).await?.ok_or(AudienceError::Database(DbError::Duplicate(taken)))
        }
        Err(other) => Err(other),
    }
}

/// Replaces the key; receivers that use the new one reject signatures of the old one.
///
/// # Errors
/// When the caller may not change submissions.
#[boxed]
pub async fn renew(ctx: &TenantCtx, db: &TenantDb) -> Result<SigningKey, AudienceError> {
    ctx.authorise(Resource::Submissions, Action::Write)?;
    let tx = db.write().await?;
    tx.delete::<webhook_key::Entity>(webhook_key::Column::WebsiteId.eq(tx.website().clone())).exec().await?;
    let key = make(ctx, &tx).await?;
    audit::note(ctx, &tx, AuditAction::FormWebhooksRenewKey, tx.website().as_str()).await?;
    tx.commit().await?;
    Ok(key)
}

/// The site's key, created when missing.
pub(super) async fn own(ctx: &TenantCtx, tx: &TenantTx) -> Result<SigningKey, AudienceError> {
    match read(tx).await? {
        Some(key) => Ok(key),
        None => make(ctx, tx).await,
    }
}

async fn read(tx: &TenantTx) -> Result<Option<SigningKey>, AudienceError> {
    let Some(row) = tx.find::<webhook_key::Entity>().one().await? else { return Ok(None) };
    let unreadable = |reason: String| AudienceError::Unreadable { column: COLUMN, reason };
    let bytes = tx.seal().open(&row.sealed_key, &owner(tx)).map_err(|error| unreadable(error.to_string()))?;
    String::from_utf8(bytes).map(|key| Some(SigningKey(key))).map_err(|error| unreadable(error.to_string()))
}

async fn make(ctx: &TenantCtx, tx: &TenantTx) -> Result<SigningKey, AudienceError> {
    let key = SigningKey(random_token(LENGTH));
    let sealed = tx
        .seal()
        .close(key.0.as_bytes(), &owner(tx))
        .map_err(|error| AudienceError::Unreadable { column: COLUMN, reason: error.to_string() })?;
    let row = webhook_key::ActiveModel {
        website_id: Set(tx.website().clone()),
        sealed_key: Set(sealed),
        created_on: Set(ctx.now()),
    };
    tx.insert(row).await?;
    Ok(key)
}

fn owner(tx: &TenantTx) -> String {
    format!("webhook-key:{}", tx.website())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standard_webhooks_signature() {
        // The example of the Standard Webhooks libraries.
        let bytes = STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let sent_on = Timestamp::from_ms(1_614_265_330_000);
        let made = signature(&bytes, "msg_p5jXN8AQM9LWM0D4loKWxJek", sent_on, r#"{"test": 2432232314}"#);
        assert_eq!(made.as_deref(), Some("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="));
        let key = SigningKey("secret".to_owned());
        assert_eq!(key.text(), "whsec_c2VjcmV0");
        let one = key.signature("whd_1", Timestamp::from_ms(1_000), "{}");
        assert!(one.as_deref().is_some_and(|text| text.starts_with("v1,")));
        assert_ne!(one, key.signature("whd_2", Timestamp::from_ms(1_000), "{}"));
        assert_ne!(one, key.signature("whd_1", Timestamp::from_ms(2_000), "{}"));
        assert_ne!(one, SigningKey("other".to_owned()).signature("whd_1", Timestamp::from_ms(1_000), "{}"));
    }
}
