//! Payment methods that customers save at a provider, to pay with them again. The token stands for the method at the
//! provider alone: it is stored encrypted and never shown. A method that is removed stays, without its customer, until the
//! provider has forgotten it.

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, Condition};
use serde_json::{Map, Value, json};
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::payment::SavedUse as StoredUse;
use stoa_entity::tenant::saved_payment_method::{ActiveModel, Column, Entity, Model};
use stoa_entity::tenant::{order, payment, site_user};
use stoa_entity::{DbError, Find, TenantDb, TenantTx};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{SavedPaymentMethodId, SiteUserId, WebsiteId};
use stoa_kernel::{Actor, TenantCtx, boxed};

use crate::CommerceError;
use crate::cart::Cart;
use crate::checkout::PaymentChoice;
use crate::customers::{PersonRecords, PersonalData, member};
use crate::ports::{Outcome, PaymentMethod, PaymentStatus, SavedMethod, SavedUse, WebhookEvent};
use crate::problem_texts::SAVED_METHOD_GONE;

/// Maximum number of saved methods per account and mode of the shop.
const MAX_METHODS: usize = 10;

/// A saved payment method, as its customer sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedPaymentMethod {
    /// Its id.
    pub id: SavedPaymentMethodId,
    /// The plugin that takes the money.
    pub provider: String,
    /// The provider's method, such as `card`.
    pub method: String,
    /// What the customer knows it by, such as `Visa ending in 4242`.
    pub label: String,
    /// When it expires; none when unknown.
    pub expires_on: Option<Timestamp>,
    /// Whether it was saved while the shop was in test mode.
    pub test_mode: bool,
    /// When it was saved.
    pub created_on: Timestamp,
}

impl From<Model> for SavedPaymentMethod {
    fn from(row: Model) -> Self {
        let Model { id, provider, method, label, expires_on, test_mode, created_on, .. } = row;
        Self { id, provider, method, label, expires_on, test_mode, created_on }
    }
}

/// The caller's saved methods, the latest first; expired ones and those of test mode as well.
///
/// # Errors
/// 401 when nobody is signed in.
#[boxed]
pub async fn saved_methods(ctx: &TenantCtx, db: &TenantDb) -> Result<Vec<SavedPaymentMethod>, CommerceError> {
    let owner = member(ctx)?;
    let rows = of_owner(&db.read().await?, owner).await?;
    Ok(rows.into_iter().map(SavedPaymentMethod::from).collect())
}

/// Removes a saved method of the caller. The provider is asked to forget it by [`super::forget_due`].
///
/// # Errors
/// 401 when nobody is signed in; [`CommerceError::NotFound`] for a method of another account.
#[boxed]
pub async fn remove_saved_method(
    ctx: &TenantCtx,
    db: &TenantDb,
    id: &SavedPaymentMethodId,
) -> Result<(), CommerceError> {
    let owner = member(ctx)?;
    let tx = db.write().await?;
    let own = Condition::all().add(Column::Owner.eq(owner.as_str())).add(Column::Id.eq(id.clone()));
    if release(&tx, own, ctx.now()).await? == 0 {
        return Err(CommerceError::NotFound);
    }
    Ok(tx.commit().await?)
}

/// Takes methods away from their customers, to be forgotten from a time on.
pub(super) async fn release(tx: &TenantTx, which: Condition, forget_on: Timestamp) -> Result<u64, DbError> {
    tx.update::<Entity>(which)
        .set(Column::Owner, "")
        .set(Column::Label, "")
        .set(Column::ForgetOn, Some(forget_on))
        .exec()
        .await
}

async fn of_owner(tx: &TenantTx, owner: &SiteUserId) -> Result<Vec<Model>, DbError> {
    let own = tx.find::<Entity>().filter(Column::Owner.eq(owner.as_str()));
    own.order_by_desc(Column::CreatedOn).order_by_desc(Column::Id).all().await
}

/// What a customer has and can have of saved methods.
#[derive(Default)]
pub(crate) struct OfferedMethods {
    /// Those that can be paid with now, the latest first.
    pub(crate) methods: Vec<SavedPaymentMethod>,
    /// Whether a further one can be saved.
    pub(crate) has_room: bool,
}

/// The methods that an account can pay with now by one of `methods`: saved in the same mode, and not expired.
pub(crate) async fn offered_to(
    ctx: &TenantCtx,
    tx: &TenantTx,
    owner: &SiteUserId,
    methods: &[PaymentMethod],
    test_mode: bool,
) -> Result<OfferedMethods, CommerceError> {
    if !methods.iter().any(|method| method.can_save) {
        return Ok(OfferedMethods::default());
    }
    let is_offered =
        |row: &Model| methods.iter().any(|method| is_usable(ctx, tx, row, method) && row.test_mode == test_mode);
    let rows = of_owner(tx, owner).await?;
    let has_room = has_room(ctx, &rows, test_mode);
    Ok(OfferedMethods {
        methods: rows.into_iter().filter(is_offered).map(SavedPaymentMethod::from).collect(),
        has_room,
    })
}

/// Whether a saved method can be paid with. Its token cannot be read if the secret key was replaced since.
pub(super) fn is_usable(ctx: &TenantCtx, tx: &TenantTx, row: &Model, method: &PaymentMethod) -> bool {
    let is_of_method = method.can_save && method.provider == row.provider && method.method == row.method;
    is_of_method && !has_expired(ctx, row) && token_of(tx, row).is_ok()
}

fn has_expired(ctx: &TenantCtx, row: &Model) -> bool {
    row.expires_on.is_some_and(|time| time <= ctx.now())
}

/// Whether an account with these methods can save another: those of the other mode and expired ones take no place.
fn has_room(ctx: &TenantCtx, owned: &[Model], test_mode: bool) -> bool {
    owned.iter().filter(|row| row.test_mode == test_mode && !has_expired(ctx, row)).count() < MAX_METHODS
}

/// What a buyer has chosen to pay with.
#[derive(Clone, Copy)]
pub(crate) struct ChosenMethod<'a> {
    pub(crate) method: &'a PaymentMethod,
    pub(crate) choice: &'a PaymentChoice,
    /// Whether the shop is in test mode.
    pub(crate) test_mode: bool,
}

/// How a new attempt uses a saved method, as the buyer has chosen: only a signed-in customer does, and only methods of
/// their own.
///
/// # Errors
/// A field error on `payment` when the chosen method cannot be used any more.
pub(crate) async fn chosen_use(
    ctx: &TenantCtx,
    tx: &TenantTx,
    cart: &Cart,
    chosen: ChosenMethod<'_>,
) -> Result<Option<JsonOf<StoredUse>>, CommerceError> {
    let ChosenMethod { method, choice, test_mode } = chosen;
    let gone = || CommerceError::said_field("payment", SAVED_METHOD_GONE);
    let owner = match ctx.actor() {
        Actor::SiteUser(caller) if cart.owner(ctx) == Some(caller) && ctx.load_run().is_none() => caller,
        _ if choice.saved_method.is_some() => return Err(gone()),
        _ => return Ok(None),
    };
    let Some(id) = &choice.saved_method else {
        let saves = choice.saves && method.can_save && has_room(ctx, &of_owner(tx, owner).await?, test_mode);
        return Ok(saves.then_some(JsonOf(StoredUse::Save { test_mode })));
    };
    let row = of_account(tx, owner, id).one().await?;
    let is_usable = |row: &Model| row.test_mode == test_mode && is_usable(ctx, tx, row, method);
    let usable = row.filter(is_usable).ok_or_else(gone)?;
    Ok(Some(JsonOf(StoredUse::Present(usable.id))))
}

/// How an attempt uses a saved method, as its provider is told. One that was removed meanwhile is not used, nor is one
/// of another account than that of the order.
pub(crate) async fn use_of(
    tx: &TenantTx,
    payment: &payment::Model,
    order: &order::Model,
) -> Result<SavedUse, CommerceError> {
    let (id, is_present) = match payment.saved_use.as_ref().map(|stored| &stored.0) {
        None => return Ok(SavedUse::No),
        Some(StoredUse::Save { .. } | StoredUse::Saved) => return Ok(SavedUse::Save),
        Some(StoredUse::Present(id)) => (id, true),
        Some(StoredUse::OffSession(id)) => (id, false),
    };
    let in_use = |token| if is_present { SavedUse::Present(token) } else { SavedUse::OffSession(token) };
    let Some(owner) = &order.site_user_id else { return Ok(SavedUse::No) };
    let row = of_account(tx, owner, id.as_str()).one().await?;
    Ok(match row.filter(|row| row.provider == payment.provider) {
        Some(row) => token_of(tx, &row).map_or(SavedUse::No, in_use),
        None => SavedUse::No,
    })
}

/// A saved method of an account, found by its key: a site may have very many.
pub(super) fn of_account<'a>(tx: &'a TenantTx, owner: &SiteUserId, id: &str) -> Find<'a, Entity> {
    tx.find::<Entity>().filter(Column::Owner.eq(owner.as_str())).filter(Column::Id.eq(id))
}

/// Keeps the method that a provider has saved, once for each attempt, if the buyer agreed. Without an account any more,
/// or with the maximum number of methods, the provider is asked to forget it.
pub(crate) async fn keep_saved(
    ctx: &TenantCtx,
    tx: &TenantTx,
    payment: &payment::Model,
    order: &order::Model,
    outcome: &Outcome,
) -> Result<(), CommerceError> {
    let Some(saved) = &outcome.saved_method else { return Ok(()) };
    let Some(JsonOf(StoredUse::Save { test_mode })) = &payment.saved_use else { return Ok(()) };
    if matches!(
        outcome.status,
        PaymentStatus::RequiresAction | PaymentStatus::Declined | PaymentStatus::Expired | PaymentStatus::Unknown
    ) {
        return Ok(());
    }
    tx.update::<payment::Entity>(payment::Column::Id.eq(payment.id.clone()))
        .set(payment::Column::SavedUse, JsonOf(StoredUse::Saved))
        .exec()
        .await?;
    let (others, removed) = match &order.site_user_id {
        Some(owner) => (of_owner(tx, owner).await?, tx.find::<Entity>().filter(Column::Owner.eq("")).all().await?),
        None => (Vec::new(), Vec::new()),
    };
    let is_same = |row: &Model| {
        row.provider == payment.provider
            && row.test_mode == *test_mode
            && token_of(tx, row).is_ok_and(|token| token == saved.token)
    };
    let known = others.iter().find(|row| is_same(row));
    let owner = order.site_user_id.as_ref().filter(|_| known.is_some() || has_room(ctx, &others, *test_mode));
    // The provider gave a token again whose method was removed before: it must not be asked any more to forget it.
    let again: Vec<SavedPaymentMethodId> =
        removed.iter().filter(|row| is_same(row)).map(|row| row.id.clone()).collect();
    if owner.is_some() && !again.is_empty() {
        let again = Condition::all().add(Column::Owner.eq("")).add(Column::Id.is_in(again));
        tx.delete::<Entity>(again).exec().await?;
    }
    if let Some(known) = known {
        return refresh(tx, known, payment, saved).await;
    }
    if owner.is_some() {
        release_oldest_expired(ctx, tx, &others, *test_mode).await?;
    }
    let row = ActiveModel { test_mode: Set(*test_mode), ..new_row(ctx, tx, payment, saved, owner)? };
    Ok(tx.insert_many(vec![row]).await?)
}

/// Renews what is known of a method that was saved again.
async fn refresh(
    tx: &TenantTx,
    known: &Model,
    payment: &payment::Model,
    saved: &SavedMethod,
) -> Result<(), CommerceError> {
    let own = Condition::all().add(Column::Owner.eq(known.owner.as_str())).add(Column::Id.eq(known.id.clone()));
    tx.update::<Entity>(own)
        .set(Column::Label, saved.label.as_str())
        .set(Column::PluginDigest, payment.plugin_digest.clone())
        .set(Column::ExpiresOn, saved.expires_on)
        .exec()
        .await?;
    Ok(())
}

/// A saved method, without the mode of the shop. One without an owner is to be forgotten.
fn new_row(
    ctx: &TenantCtx,
    tx: &TenantTx,
    payment: &payment::Model,
    saved: &SavedMethod,
    owner: Option<&SiteUserId>,
) -> Result<ActiveModel, CommerceError> {
    Ok(ActiveModel {
        website_id: Set(tx.website().clone()),
        owner: Set(owner.map(ToString::to_string).unwrap_or_default()),
        id: Set(SavedPaymentMethodId::generate()),
        provider: Set(payment.provider.clone()),
        plugin_digest: Set(payment.plugin_digest.clone()),
        method: Set(payment.method.clone()),
        sealed_token: Set(tx.seal().close(saved.token.as_bytes(), &seal_owner(tx.website(), &payment.provider))?),
        label: Set(owner.map(|_| saved.label.clone()).unwrap_or_default()),
        expires_on: Set(saved.expires_on),
        created_on: Set(ctx.now()),
        forget_on: Set(owner.is_none().then(|| ctx.now())),
        tries: Set(0),
        ..Default::default()
    })
}

/// Takes the oldest expired method away from its customer if there are as many as there can be in this mode.
async fn release_oldest_expired(
    ctx: &TenantCtx,
    tx: &TenantTx,
    owned: &[Model],
    test_mode: bool,
) -> Result<(), CommerceError> {
    let of_mode: Vec<&Model> = owned.iter().filter(|row| row.test_mode == test_mode).collect();
    let oldest = of_mode.iter().rev().find(|row| has_expired(ctx, row));
    if let Some(oldest) = oldest.filter(|_| of_mode.len() >= MAX_METHODS) {
        let own = Condition::all().add(Column::Owner.eq(oldest.owner.as_str())).add(Column::Id.eq(oldest.id.clone()));
        release(tx, own, ctx.now()).await?;
    }
    Ok(())
}

/// Encrypts the token in an event, before the event is stored.
pub(super) fn seal_event(
    tx: &TenantTx,
    provider: &str,
    mut event: WebhookEvent,
) -> Result<WebhookEvent, CommerceError> {
    if let Some(saved) = event.outcome.saved_method.as_mut() {
        saved.token = tx.seal().close(saved.token.as_bytes(), &seal_owner(tx.website(), provider))?;
    }
    Ok(event)
}

/// Decrypts the token in a stored event. With another key than it was encrypted with, the event says nothing of the
/// method, so that the payment is applied nevertheless.
pub(super) fn open_event(tx: &TenantTx, provider: &str, mut event: WebhookEvent) -> WebhookEvent {
    event.outcome.saved_method = event.outcome.saved_method.take().and_then(|saved| {
        let token = opened(tx, provider, &saved.token).ok()?;
        Some(SavedMethod { token, ..saved })
    });
    event
}

pub(super) fn token_of(tx: &TenantTx, row: &Model) -> Result<String, CommerceError> {
    opened(tx, &row.provider, &row.sealed_token)
}

fn opened(tx: &TenantTx, provider: &str, sealed: &str) -> Result<String, CommerceError> {
    let token = tx.seal().open(sealed, &seal_owner(tx.website(), provider))?;
    String::from_utf8(token).map_err(|source| CommerceError::Unreadable {
        column: "saved_payment_method.sealed_token",
        source: Box::new(source),
    })
}

/// What tokens are encrypted for: those of another site or provider cannot be read.
fn seal_owner(website: &WebsiteId, provider: &str) -> String {
    format!("saved payment methods:{website}:{provider}")
}

/// Saved payment methods, as personal data.
pub(crate) struct SavedMethodData;

#[async_trait]
impl PersonalData for SavedMethodData {
    async fn export(
        &self,
        tx: &TenantTx,
        person: &PersonRecords<'_>,
        document: &mut Map<String, Value>,
    ) -> Result<(), CommerceError> {
        let saved = match person.account {
            Some(account) => of_owner(tx, account).await?,
            None => Vec::new(),
        };
        let shown = |row: Model| json!({"label": row.label, "method": row.method, "expiresOn": row.expires_on, "createdOn": row.created_on});
        document.insert("savedPaymentMethods".to_owned(), saved.into_iter().map(shown).collect());
        Ok(())
    }

    /// The provider is asked to forget them at once. The account may have been deleted before, as a contributor erases
    /// it: without an account those of accounts that do not exist are meant, which takes a look at all of the site.
    async fn erase(&self, tx: &TenantTx, person: &PersonRecords<'_>) -> Result<(), CommerceError> {
        let owned = match person.account {
            Some(account) => Column::Owner.eq(account.as_str()),
            None => Column::Owner.not_in_subquery(tx.find::<site_user::Entity>().subquery(site_user::Column::Id)),
        };
        release(tx, Condition::all().add(Column::Owner.ne("")).add(owned), Timestamp::default()).await?;
        Ok(())
    }
}
