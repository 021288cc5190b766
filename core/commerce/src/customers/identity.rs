//! Identity of a customer: all e-mail addresses and accounts under which they have bought. Data under former addresses
//! of an account still belongs to its owner.

use std::collections::HashMap;

use sea_orm::sea_query::{Condition, Expr, ExprTrait, Func};
use sea_orm::{ColumnTrait, IntoSimpleExpr as _};
use stoa_entity::tenant::{cart, customer, customer_former_email, order, site_user};
use stoa_entity::{DbError, TenantTx};
use stoa_kernel::id::{CustomerId, OrderId, SiteUserId};

use super::personal_data::PersonRecords;
use super::store;

/// Addresses and accounts by which a customer's rows are found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Person {
    /// The present address, then former verified addresses of the account, lower case.
    pub(super) addresses: Vec<String>,
    account: Option<SiteUserId>,
    /// Accounts that formerly had the present address. Orders that they placed with it belong to them.
    moved_on: Vec<SiteUserId>,
}

impl Person {
    /// The person of a customer's row. A former address that another customer has now belongs to that customer.
    pub(super) async fn of(tx: &TenantTx, row: &customer::Model) -> Result<Self, DbError> {
        let mut people = Self::of_all(tx, std::slice::from_ref(row)).await?;
        Ok(people.remove(&row.id).unwrap_or_else(|| Self::alone(row)))
    }

    /// The persons of several rows.
    pub(super) async fn of_all(tx: &TenantTx, rows: &[customer::Model]) -> Result<HashMap<CustomerId, Self>, DbError> {
        let mut people: HashMap<CustomerId, Self> = rows.iter().map(|row| (row.id.clone(), Self::alone(row))).collect();
        for former in former(tx, rows).await? {
            if let Some(person) = people.get_mut(&former.customer_id) {
                person.addresses.push(former.email);
            }
        }
        let without_account = rows.iter().filter(|row| row.site_user_id.is_none());
        for (email, account) in moved_on(tx, without_account.map(|row| row.email.as_str())).await? {
            for person in people.values_mut().filter(|person| person.account.is_none() && person.email() == email) {
                person.moved_on.push(account.clone());
            }
        }
        Ok(people)
    }

    fn alone(row: &customer::Model) -> Self {
        Self { addresses: vec![row.email.clone()], account: row.site_user_id.clone(), moved_on: Vec::new() }
    }

    /// The person of an account with a verified e-mail address.
    pub(super) async fn of_account(tx: &TenantTx, account: &site_user::Model) -> Result<Self, DbError> {
        let own = store::by_email(tx, &account.email, false).await?;
        match own.filter(|row| row.site_user_id.as_ref() == Some(&account.id)) {
            Some(row) => Self::of(tx, &row).await,
            None => Ok(Self {
                addresses: vec![account.email.clone()],
                account: Some(account.id.clone()),
                moved_on: Vec::new(),
            }),
        }
    }

    /// The present address.
    pub(super) fn email(&self) -> &str {
        self.addresses.first().map_or("", String::as_str)
    }

    /// What finds the rows of this person in the areas of the shop.
    pub(super) fn records<'a>(&'a self, orders: &'a [OrderId]) -> PersonRecords<'a> {
        PersonRecords { addresses: &self.addresses, account: self.account.as_ref(), orders }
    }

    /// Condition for the orders of this person.
    pub(super) fn orders(&self) -> Condition {
        self.rows(order::Column::Email, order::Column::SiteUserId)
    }

    /// Whether an order with this address and account matches [`Self::orders`].
    pub(super) fn has_ordered(&self, email: &str, account: Option<&SiteUserId>) -> bool {
        let with_address = self.addresses.contains(&email.to_lowercase());
        match (&self.account, account) {
            (Some(own), Some(account)) => own == account,
            (None, Some(account)) => with_address && !self.moved_on.contains(account),
            (_, None) => with_address,
        }
    }

    /// Condition for orders that may belong to these people; check each with [`Self::has_ordered`].
    pub(super) fn orders_of_all<'a>(people: impl Iterator<Item = &'a Self> + Clone) -> Condition {
        let lower = Expr::expr(Func::lower(Expr::col(order::Column::Email)));
        let addresses = people.clone().flat_map(|person| person.addresses.iter().map(String::as_str));
        let accounts = people.filter_map(|person| person.account.clone());
        Condition::any().add(lower.is_in(addresses)).add(order::Column::SiteUserId.is_in(accounts))
    }

    /// Condition for the carts of this person.
    pub(super) fn carts(&self) -> Condition {
        self.rows(cart::Column::Email, cart::Column::SiteUserId)
    }

    /// Condition for rows under the account, or under the addresses without another account.
    fn rows<C: ColumnTrait>(&self, email: C, account: C) -> Condition {
        let lower = Expr::expr(Func::lower(Expr::col(email)));
        let by_address = Condition::all().add(lower.is_in(self.addresses.iter().map(String::as_str)));
        match &self.account {
            Some(id) => Condition::any().add(account.eq(id.clone())).add(by_address.add(account.is_null())),
            None if self.moved_on.is_empty() => by_address,
            None => {
                let is_others = account.is_not_in(self.moved_on.iter().cloned());
                by_address.add(Condition::any().add(account.is_null()).add(is_others))
            }
        }
    }
}

/// Former addresses of customers that no other customer has now.
async fn former(tx: &TenantTx, rows: &[customer::Model]) -> Result<Vec<customer_former_email::Model>, DbError> {
    let same = customer::Column::Email.into_simple_expr().eq(customer_former_email::Column::Email.into_simple_expr());
    let taken = tx.find::<customer::Entity>().filter(same).subquery(customer::Column::Id);
    tx.find::<customer_former_email::Entity>()
        .filter(customer_former_email::Column::CustomerId.is_in(rows.iter().map(|row| row.id.clone())))
        .filter(Expr::exists(taken).not())
        .all()
        .await
}

/// Accounts that formerly had one of these addresses, with the address.
async fn moved_on(tx: &TenantTx, emails: impl Iterator<Item = &str>) -> Result<Vec<(String, SiteUserId)>, DbError> {
    let emails: Vec<&str> = emails.collect();
    if emails.is_empty() {
        return Ok(Vec::new());
    }
    tx.find::<customer_former_email::Entity>()
        .inner_join(customer::Entity)
        .filter(customer_former_email::Column::Email.is_in(emails))
        .filter(customer::Column::SiteUserId.is_not_null())
        .select_only()
        .column(customer_former_email::Column::Email)
        .column(customer::Column::SiteUserId)
        .into_tuple::<(String, SiteUserId)>()
        .all()
        .await
}
