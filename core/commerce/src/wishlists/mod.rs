//! Wishlists: products that customers and guests keep for later. A list belongs to an account, or to the browser whose
//! cookie holds its token; at sign-in the browser's products are added to the account's list.

mod sale_emails;

pub use sale_emails::{next_due, write_due};

pub(crate) use sale_emails::WishlistSaleEmails;

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Condition, SelectStatement};
use serde_json::{Map, Value, json};
use stoa_entity::tenant::wishlist_entry::{ActiveModel, Column, Entity, Model};
use stoa_entity::tenant::{product, site_user, variant};
use stoa_entity::{DbError, TenantDb, TenantTx, load_run_items};
use stoa_kernel::clock::DAY_MS;
use stoa_kernel::id::{ProductId, SiteUserId};
use stoa_kernel::load_run::LoadRunItemKind;
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::token::{random_token, token_hash_hex};
use stoa_kernel::{Actor, ErrorCode, Failure, TenantCtx, boxed};

use crate::CommerceError;
use crate::catalogue::{self, CatalogueItem, ProductType};
use crate::customers::{PersonRecords, PersonalData};
use crate::problem_texts::{EMAIL_UNCONFIRMED, WISHLIST_EMPTY, WISHLIST_FULL};

/// How long a product stays on a guest's list, milliseconds: 90 days.
pub const GUEST_KEPT_MS: i64 = 90 * DAY_MS;
const TOKEN_LENGTH: usize = 40;
/// Maximum number of products on a list.
const MAX_PRODUCTS: usize = 200;

/// A wishlist as its owner sees it.
#[derive(Clone, Debug)]
pub struct Wishlist {
    /// The visible products, the latest first, with their present prices and stock.
    pub items: Vec<CatalogueItem>,
    /// Whether the owner gets an e-mail when a product goes on sale.
    pub wants_emails: bool,
    /// Whether the owner can choose that: customers with a confirmed e-mail address.
    pub can_get_emails: bool,
}

/// A wishlist after a product was added.
#[derive(Clone, Debug)]
pub struct AddedToWishlist {
    /// The list.
    pub list: Wishlist,
    /// The token of a guest's new list.
    pub new_token: Option<String>,
}

/// Whose list it is.
struct Owner {
    key: String,
    account: Option<SiteUserId>,
}

impl Owner {
    /// The account of the caller, otherwise the browser; none for a browser without a list.
    fn of(ctx: &TenantCtx, token: Option<&str>) -> Option<Self> {
        match ctx.actor() {
            Actor::SiteUser(id) => Some(Self::account(id)),
            Actor::Visitor | Actor::Contributor(_) | Actor::PaymentProvider | Actor::System => token.map(Self::guest),
        }
    }

    fn account(id: &SiteUserId) -> Self {
        Self { key: id.to_string(), account: Some(id.clone()) }
    }

    fn guest(token: &str) -> Self {
        Self { key: token_hash_hex(token), account: None }
    }

    fn entry(&self, product: &ProductId) -> Condition {
        Condition::all().add(Column::Owner.eq(self.key.clone())).add(Column::ProductId.eq(product.clone()))
    }
}

/// The caller's wishlist; empty when there is none.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn view(ctx: &TenantCtx, tx: &TenantTx, token: Option<&str>) -> Result<Wishlist, CommerceError> {
    let rows = match Owner::of(ctx, token) {
        Some(owner) => entries(tx, &owner).await?,
        None => Vec::new(),
    };
    let can_get_emails = match ctx.actor() {
        Actor::SiteUser(id) => confirmed_account(tx, id).await?.is_some(),
        Actor::Visitor | Actor::Contributor(_) | Actor::PaymentProvider | Actor::System => false,
    };
    let ids: Vec<ProductId> = rows.iter().map(|row| row.product_id.clone()).collect();
    let items = catalogue::items(tx, &ids).await?;
    Ok(Wishlist { items, wants_emails: rows.iter().any(|row| row.emails_wanted), can_get_emails })
}

/// Adds a product to the caller's list; one that is on it becomes the first.
///
/// # Errors
/// [`CommerceError::NotFound`] when there is no such visible product; [`CommerceError::Conflict`] when the list is
/// full.
#[boxed]
pub async fn add(
    ctx: &TenantCtx,
    db: &TenantDb,
    token: Option<&str>,
    id: &ProductId,
) -> Result<AddedToWishlist, CommerceError> {
    let tx = db.write().await?;
    let item = catalogue::item(&tx, id).await?;
    let (owner, rows) = match Owner::of(ctx, token) {
        Some(owner) => {
            lock(&tx, &owner).await?;
            let rows = entries(&tx, &owner).await?;
            (Some(owner), rows)
        }
        None => (None, Vec::new()),
    };
    // A token under which nothing is stored is not accepted: only the server makes tokens.
    let owner = owner.filter(|owner| owner.account.is_some() || !rows.is_empty());
    let (owner, new_token) = match owner {
        Some(owner) => (owner, None),
        None => {
            let token = random_token(TOKEN_LENGTH);
            (Owner::guest(&token), Some(token))
        }
    };
    let is_known = rows.iter().any(|row| row.product_id == *id);
    if !is_known && rows.len() >= MAX_PRODUCTS {
        return Err(CommerceError::said_conflict(WISHLIST_FULL.with("count", MAX_PRODUCTS)));
    }
    if is_known {
        tx.update::<Entity>(owner.entry(id)).set(Column::AddedOn, ctx.now()).exec().await?;
    } else {
        match tx.insert(new_entry(ctx, &tx, &owner, &item, &rows)).await {
            // A second click has added it meanwhile.
            Err(DbError::Duplicate(_)) => {
                return Ok(AddedToWishlist { list: view(ctx, &db.read().await?, token).await?, new_token: None });
            }
            other => drop(other?),
        }
        if owner.account.is_none() {
            load_run_items::note(ctx, &tx, LoadRunItemKind::Wishlist, &owner.key).await?;
        }
    }
    let list = view(ctx, &tx, new_token.as_deref().or(token)).await?;
    tx.commit().await?;
    Ok(AddedToWishlist { list, new_token })
}

/// A product for the list of an owner who has these entries: the choice about e-mails is theirs.
fn new_entry(ctx: &TenantCtx, tx: &TenantTx, owner: &Owner, item: &CatalogueItem, rows: &[Model]) -> ActiveModel {
    ActiveModel {
        website_id: Set(tx.website().clone()),
        owner: Set(owner.key.clone()),
        product_id: Set(item.id.clone()),
        site_user_id: Set(owner.account.clone()),
        added_on: Set(ctx.now()),
        emails_wanted: Set(rows.iter().any(|row| row.emails_wanted)),
        sale_told: Set(item.on_sale()),
    }
}

/// Removes a product from the caller's list.
///
/// # Errors
/// [`CommerceError::NotFound`] when it is not on the list.
#[boxed]
pub async fn remove(
    ctx: &TenantCtx,
    db: &TenantDb,
    token: Option<&str>,
    id: &ProductId,
) -> Result<Wishlist, CommerceError> {
    let owner = Owner::of(ctx, token).ok_or(CommerceError::NotFound)?;
    let tx = db.write().await?;
    if tx.delete::<Entity>(owner.entry(id)).exec().await? == 0 {
        return Err(CommerceError::NotFound);
    }
    let list = view(ctx, &tx, token).await?;
    tx.commit().await?;
    Ok(list)
}

/// Stores whether the calling customer wants an e-mail when a product of the list goes on sale. The choice belongs to
/// the products: it ends with the last one.
///
/// # Errors
/// 401 when nobody is signed in; [`CommerceError::Conflict`] when the e-mail address is not confirmed, or the list is
/// empty.
#[boxed]
pub async fn set_emails(ctx: &TenantCtx, db: &TenantDb, wanted: bool) -> Result<Wishlist, CommerceError> {
    let Actor::SiteUser(id) = ctx.actor() else {
        return Err(CommerceError::Said(Failure::plain(ErrorCode::SignInRequired)));
    };
    let tx = db.write().await?;
    lock(&tx, &Owner::account(id)).await?;
    if wanted && confirmed_account(&tx, id).await?.is_none() {
        return Err(CommerceError::said_conflict(EMAIL_UNCONFIRMED));
    }
    if wanted {
        // Sales that have begun before are not announced.
        tx.update::<Entity>(Column::SiteUserId.eq(id.clone()))
            .filter(Column::EmailsWanted.eq(false))
            .filter(Column::ProductId.in_subquery(on_sale(&tx)))
            .set(Column::SaleTold, true)
            .exec()
            .await?;
    }
    let own = tx.update::<Entity>(Column::SiteUserId.eq(id.clone())).set(Column::EmailsWanted, wanted);
    if own.exec().await? == 0 {
        return Err(CommerceError::said_conflict(WISHLIST_EMPTY));
    }
    let list = view(ctx, &tx, None).await?;
    tx.commit().await?;
    Ok(list)
}

/// Adds the products of a browser's list to that of the account that signs in, as far as there is room, and deletes the
/// browser's list.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn merge_at_sign_in(db: &TenantDb, account: &SiteUserId, token: &str) -> Result<(), CommerceError> {
    let (guest, own) = (Owner::guest(token), Owner::account(account));
    let tx = db.write().await?;
    lock(&tx, &own).await?;
    let brought = entries(&tx, &guest).await?;
    if brought.is_empty() {
        return Ok(());
    }
    let known = entries(&tx, &own).await?;
    let emails_wanted = known.iter().any(|row| row.emails_wanted);
    let new = brought.into_iter().filter(|row| known.iter().all(|own| own.product_id != row.product_id));
    let rows = new.take(MAX_PRODUCTS.saturating_sub(known.len())).map(|row| ActiveModel {
        website_id: Set(row.website_id),
        owner: Set(own.key.clone()),
        product_id: Set(row.product_id),
        site_user_id: Set(own.account.clone()),
        added_on: Set(row.added_on),
        emails_wanted: Set(emails_wanted),
        sale_told: Set(row.sale_told),
    });
    let rows: Vec<ActiveModel> = rows.collect();
    // Another sign-in of this browser has merged the list meanwhile.
    if tx.delete::<Entity>(Column::Owner.eq(guest.key)).exec().await? == 0 {
        return Ok(());
    }
    tx.insert_many(rows).await?;
    Ok(tx.commit().await?)
}

/// On how many wishlists a product is.
///
/// # Errors
/// When the caller may not read products.
#[boxed]
pub async fn count(ctx: &TenantCtx, db: &TenantDb, product: &ProductId) -> Result<u64, CommerceError> {
    ctx.authorise(Resource::Products, Action::Read)?;
    let tx = db.read().await?;
    Ok(tx.find::<Entity>().filter(Column::ProductId.eq(product.clone())).count().await?)
}

/// Wishlists of customers, as personal data. A guest's list is not linked to a person.
pub(crate) struct WishlistData;

#[async_trait]
impl PersonalData for WishlistData {
    async fn export(
        &self,
        tx: &TenantTx,
        person: &PersonRecords<'_>,
        document: &mut Map<String, Value>,
    ) -> Result<(), CommerceError> {
        let rows = match person.account {
            Some(account) => {
                let own = tx.find::<Entity>().filter(Column::SiteUserId.eq(account.clone()));
                own.order_by_asc(Column::AddedOn).all().await?
            }
            None => Vec::new(),
        };
        let shown = |row: Model| json!({"productId": row.product_id, "addedOn": row.added_on, "emailsWanted": row.emails_wanted});
        document.insert("wishlist".to_owned(), rows.into_iter().map(shown).collect());
        Ok(())
    }

    async fn erase(&self, tx: &TenantTx, person: &PersonRecords<'_>) -> Result<(), CommerceError> {
        if let Some(account) = person.account {
            tx.delete::<Entity>(Column::SiteUserId.eq(account.clone())).exec().await?;
        }
        Ok(())
    }
}

/// Locks the row of the account, so that one transaction at a time reads and changes its list.
async fn lock(tx: &TenantTx, owner: &Owner) -> Result<(), DbError> {
    if let Some(id) = &owner.account {
        let own = tx.find::<site_user::Entity>().filter(site_user::Column::Id.eq(id.clone()));
        own.for_update().one().await?;
    }
    Ok(())
}

async fn entries(tx: &TenantTx, owner: &Owner) -> Result<Vec<Model>, DbError> {
    let own = Column::Owner.eq(owner.key.clone());
    let find = tx.find::<Entity>().filter(own).order_by_desc(Column::AddedOn).order_by_asc(Column::ProductId);
    find.all().await
}

/// The account, if its e-mail address is confirmed.
async fn confirmed_account(tx: &TenantTx, id: &SiteUserId) -> Result<Option<site_user::Model>, DbError> {
    let own = tx.find::<site_user::Entity>().filter(site_user::Column::Id.eq(id.clone()));
    own.filter(site_user::Column::EmailVerifiedOn.is_not_null()).one().await
}

/// Products of which a variant is on sale; gift cards never are.
fn on_sale(tx: &TenantTx) -> SelectStatement {
    let reduced = tx.find::<variant::Entity>().filter(variant::Column::OnSale.eq(true));
    tx.find::<product::Entity>()
        .filter(product::Column::Id.in_subquery(reduced.subquery(variant::Column::ProductId)))
        .filter(product::Column::ProductType.ne(ProductType::GiftCard.code()))
        .subquery(product::Column::Id)
}
