//! Which customers are listed, and in which order.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Condition, Expr, ExprTrait, Func};
use stoa_entity::containing;
use stoa_entity::tenant::customer;
use stoa_kernel::search::folded;

use crate::ordered::Order;

/// Most words of a search.
const MOST_WORDS: usize = 8;

/// By what customers are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CustomerSort {
    /// Since when they are known.
    #[default]
    Since,
    /// Their name.
    Name,
    /// Their address.
    Email,
}

/// Which customers are listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomerFilter {
    /// Looked for in address and name, word by word.
    pub query: Option<String>,
    /// Only those with an account on the site, or without.
    pub has_account: Option<bool>,
    /// Only those who agreed to marketing mail, or did not.
    pub agreed_to_mail: Option<bool>,
    /// By what they are put in order.
    pub sort: CustomerSort,
    /// Whether the largest comes first.
    pub descending: bool,
}

/// All of them, the latest first.
impl Default for CustomerFilter {
    fn default() -> Self {
        let sort = CustomerSort::default();
        Self { query: None, has_account: None, agreed_to_mail: None, sort, descending: true }
    }
}

impl CustomerFilter {
    pub(crate) fn condition(&self) -> Condition {
        let mut condition = Condition::all();
        for word in self.query.as_deref().unwrap_or_default().to_lowercase().split_whitespace().take(MOST_WORDS) {
            condition = condition.add(contains(word));
        }
        for (wanted, column) in
            [(self.has_account, customer::Column::SiteUserId), (self.agreed_to_mail, customer::Column::MailConsentOn)]
        {
            let known = wanted.map(|wanted| if wanted { column.is_not_null() } else { column.is_null() });
            condition = condition.add_option(known);
        }
        condition
    }

    pub(crate) fn order(&self) -> Order<customer::Column> {
        let id = customer::Column::Id;
        match self.sort {
            CustomerSort::Since => Order::of_numbers(Expr::col(customer::Column::CreatedOn), id, self.descending),
            CustomerSort::Name => Order::of_texts(lower_name(), id, self.descending),
            CustomerSort::Email => Order::of_texts(Expr::col(customer::Column::Email), id, self.descending),
        }
    }
}

fn lower_name() -> Expr {
    Expr::expr(Func::lower(Expr::col(customer::Column::Name)))
}

fn contains(word: &str) -> Condition {
    let email = Expr::col(customer::Column::Email).like(containing(word));
    Condition::any().add(email).add(Expr::col(customer::Column::Searched).like(containing(&folded(word))))
}
