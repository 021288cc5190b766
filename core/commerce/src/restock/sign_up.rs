//! Sign-up of a shopper for a restock notice.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_address::checked_email;
use stoa_entity::tenant::{restock_sign_up, variant};
use stoa_entity::{DbError, TenantDb, TenantTx, load_run_items, outbox};
use stoa_kernel::ctx::Actor;
use stoa_kernel::event::{Event, NEWS_LIST};
use stoa_kernel::id::{ProductId, RestockSignUpId, VariantId};
use stoa_kernel::ports::{Captcha, Guarded};
use stoa_kernel::search::folded;
use stoa_kernel::shared_problem_texts::{CAPTCHA_MISSING, EMAIL_INVALID};
use stoa_kernel::{ErrorCode, Failure, TenantCtx, boxed};

use super::model::NewSignUp;
use crate::problem_texts::{IN_STOCK, RESTOCK_OFF, SUBMIT_LATER};
use crate::settings::StoreSettings;
use crate::{CommerceError, catalogue};

/// Maximum length of a language tag.
const MAX_LANGUAGE_LENGTH: usize = 35;

/// Adds an address to the waiting list of a variant. An address that is already waiting is left unchanged, without
/// telling the caller.
///
/// # Errors
/// [`CommerceError::NotFound`] for hidden products, [`CommerceError::Denied`] when restock notices are disabled,
/// [`CommerceError::Refused`] while the variant is in stock or the captcha is not solved; an error of the field
/// `siteVisitorEmail`.
#[boxed]
pub async fn sign_up(
    ctx: &TenantCtx,
    db: &TenantDb,
    captcha: Option<&dyn Captcha>,
    new: NewSignUp,
) -> Result<(), CommerceError> {
    let product_id: ProductId = new.product_id.parse().map_err(|_| CommerceError::NotFound)?;
    let variant_id: VariantId = new.variant_id.parse().map_err(|_| CommerceError::NotFound)?;
    let email = address_of(ctx, &new.email)?;
    check_offered(&db.read().await?, &product_id, &variant_id).await?;
    if let Some(captcha) = captcha {
        check_captcha(ctx, captcha, new.captcha_token.as_deref()).await?;
    }
    let tx = db.write().await?;
    check_sold_out(&tx, &variant_id).await?;
    let language = new.language.filter(|language| is_language(language));
    if new.is_join_mailing_list && StoreSettings::load(&tx).await?.choices.restock.mailing_list_sign_up_enabled {
        outbox::emit(ctx, &tx, &news_wanted(&email, language.as_deref())).await?;
    }
    load_run_items::note_address(ctx, &tx, &email).await?;
    if waits(&tx, &variant_id, &email).await? {
        return Ok(tx.commit().await?);
    }
    let site_user_id = match ctx.actor() {
        Actor::SiteUser(id) => Some(id.clone()),
        Actor::Visitor | Actor::Contributor(_) | Actor::PaymentProvider | Actor::System => None,
    };
    let written = tx
        .insert(restock_sign_up::ActiveModel {
            website_id: Set(ctx.website().clone()),
            id: Set(RestockSignUpId::generate()),
            product_id: Set(product_id),
            variant_id: Set(variant_id),
            searched: Set(folded(&email)),
            email: Set(email),
            is_join_mailing_list: Set(new.is_join_mailing_list),
            language: Set(language),
            site_user_id: Set(site_user_id),
            signed_up_on: Set(ctx.now()),
            notified_on: Set(None),
            written_on: Set(None),
        })
        .await;
    match written {
        Err(DbError::Duplicate(_)) => Ok(()),
        other => {
            other?;
            Ok(tx.commit().await?)
        }
    }
}

/// The wish to get news, too.
fn news_wanted(email: &str, language: Option<&str>) -> Event {
    Event::NewsWanted {
        email: email.to_owned(),
        list: NEWS_LIST.to_owned(),
        source: "restock".to_owned(),
        confirm: false,
        welcome: false,
        language: language.map(str::to_owned),
    }
}

/// The address in lower case. In load tests it ends in `.invalid`, which is longer than other top-level domains may be.
fn address_of(ctx: &TenantCtx, email: &str) -> Result<String, CommerceError> {
    if ctx.load_run().is_none() {
        return checked_address(email);
    }
    let email = checked_email("siteVisitorEmail", email)?;
    ctx.check_address(&email)?;
    Ok(email.to_lowercase())
}

/// The address in lower case. The top-level domain has 2 to 4 letters or digits.
pub(super) fn checked_address(email: &str) -> Result<String, CommerceError> {
    let email = checked_email("siteVisitorEmail", email)?;
    let last = email.rsplit('.').next().unwrap_or_default();
    let fits = (2..=4).contains(&last.len()) && last.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if fits { Ok(email.to_lowercase()) } else { Err(CommerceError::said_field("siteVisitorEmail", EMAIL_INVALID)) }
}

fn is_language(tag: &str) -> bool {
    let signs = tag.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    (2..=MAX_LANGUAGE_LENGTH).contains(&tag.len()) && signs
}

/// Checks that the product is visible, has the variant, and that restock notices are enabled.
async fn check_offered(tx: &TenantTx, product: &ProductId, variant: &VariantId) -> Result<(), CommerceError> {
    let item = catalogue::item(tx, product).await?;
    if item.variants.iter().all(|own| own.id != *variant) {
        return Err(CommerceError::NotFound);
    }
    if StoreSettings::load(tx).await?.choices.restock.enabled {
        return Ok(());
    }
    Err(CommerceError::Denied(Failure::said(ErrorCode::PermissionDenied, RESTOCK_OFF)))
}

async fn check_captcha(ctx: &TenantCtx, captcha: &dyn Captcha, token: Option<&str>) -> Result<(), CommerceError> {
    let Some(token) = token.filter(|token| !token.is_empty()) else {
        return Err(CommerceError::said(CAPTCHA_MISSING));
    };
    match captcha.is_solved(Guarded { website: ctx.website(), key: "", now: ctx.now() }, token).await {
        Ok(true) => Ok(()),
        Ok(false) => Err(CommerceError::said(CAPTCHA_MISSING)),
        Err(_) => Err(CommerceError::said(SUBMIT_LATER)),
    }
}

/// Locks the variant, so that a sign-up cannot race with a restock.
async fn check_sold_out(tx: &TenantTx, id: &VariantId) -> Result<(), CommerceError> {
    let own = variant::Column::Id.eq(id.clone());
    let row = tx.find::<variant::Entity>().filter(own).for_update().one().await?.ok_or(CommerceError::NotFound)?;
    let is_sold_out = !row.unlimited && row.qty_in_stock <= 0;
    if is_sold_out { Ok(()) } else { Err(CommerceError::said(IN_STOCK)) }
}

async fn waits(tx: &TenantTx, variant: &VariantId, email: &str) -> Result<bool, CommerceError> {
    let own = restock_sign_up::Column::VariantId.eq(variant.clone());
    let waiting = tx
        .find::<restock_sign_up::Entity>()
        .filter(own)
        .filter(restock_sign_up::Column::Email.eq(email))
        .filter(restock_sign_up::Column::NotifiedOn.is_null());
    Ok(waiting.count().await? > 0)
}

#[cfg(test)]
mod tests {
    use super::checked_address;
    use crate::CommerceError;

    // spec: restock.email.pattern
    #[test]
    fn email_address_tld_length() {
        assert_eq!(checked_address(" Ada@B.co ").ok().as_deref(), Some("ada@b.co"));
        for wrong in ["a@b", "a@b.photo", "@b.co", "abc"] {
            assert!(matches!(checked_address(wrong), Err(CommerceError::Said(_))), "{wrong}");
        }
        assert!(checked_address(&format!("{}@b.co", "a".repeat(251))).is_ok(), "256 characters");
        assert!(checked_address(&format!("{}@b.co", "a".repeat(252))).is_err(), "257 characters");
    }
}
