//! Filters and sort order of the customer list.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Condition, Expr, ExprTrait, Func};
use stoa_entity::containing;
use stoa_entity::tenant::customer;
use stoa_kernel::search::folded;

use stoa_entity::keyset::SortOrder;

/// Maximum number of words in a search.
const MAX_WORDS: usize = 8;

/// Sort key of customers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CustomerSort {
    /// When they were first seen.
    #[default]
    Since,
    /// Name.
    Name,
    /// E-mail address.
    Email,
}

/// Filters and sort order of the customer list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomerFilter {
    /// Search text for e-mail address and name; each word must match.
    pub query: Option<String>,
    /// Only customers with an account on the site, or without.
    pub has_account: Option<bool>,
    /// Only customers who agreed to marketing e-mails, or did not.
    pub agreed_to_mail: Option<bool>,
    /// Sort key.
    pub sort: CustomerSort,
    /// Whether the order is descending.
    pub descending: bool,
}

/// No filter, the latest first.
impl Default for CustomerFilter {
    fn default() -> Self {
        let sort = CustomerSort::default();
        Self { query: None, has_account: None, agreed_to_mail: None, sort, descending: true }
    }
}

impl CustomerFilter {
    pub(crate) fn condition(&self) -> Condition {
        let mut condition = Condition::all();
        for word in folded(self.query.as_deref().unwrap_or_default()).split_whitespace().take(MAX_WORDS) {
            condition = condition.add(Expr::col(customer::Column::Searched).like(containing(word)));
        }
        for (wanted, column) in
            [(self.has_account, customer::Column::SiteUserId), (self.agreed_to_mail, customer::Column::MailConsentOn)]
        {
            let known = wanted.map(|wanted| if wanted { column.is_not_null() } else { column.is_null() });
            condition = condition.add_option(known);
        }
        condition
    }

    pub(crate) fn order(&self) -> SortOrder<customer::Column> {
        let id = customer::Column::Id;
        match self.sort {
            CustomerSort::Since => SortOrder::of_numbers(Expr::col(customer::Column::CreatedOn), id, self.descending),
            CustomerSort::Name => SortOrder::of_texts(lower_name(), id, self.descending),
            CustomerSort::Email => SortOrder::of_texts(Expr::col(customer::Column::Email), id, self.descending),
        }
    }
}

fn lower_name() -> Expr {
    Expr::expr(Func::lower(Expr::col(customer::Column::Name)))
}
