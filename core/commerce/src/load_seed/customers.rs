//! Customers, some of them with an account.

use sea_orm::ActiveValue::{NotSet, Set};
use stoa_address::Address;
use stoa_entity::tenant::{customer, site_user};
use stoa_kernel::clock::{DAY_MS, Timestamp};
use stoa_kernel::id::{CustomerId, SiteUserId};
use stoa_kernel::search::folded;

use super::plan::{ShopPlan, ShopSetting, Stream};
use super::words::{FIRST_NAMES, LAST_NAMES, address};
use crate::customers::found_by;

/// One in so many customers has an account.
const ACCOUNT_ONE_IN: u64 = 4;

/// A customer before they are written.
#[derive(Clone, Debug)]
pub(super) struct Customer {
    id: CustomerId,
    account_id: SiteUserId,
    pub(super) email: String,
    pub(super) address: Address,
    pub(super) consents: bool,
    /// When they were first and last seen; none before they bought.
    seen: Option<(Timestamp, Timestamp)>,
    /// When those who bought nothing came.
    joined_on: Timestamp,
    has_account: bool,
}

impl Customer {
    pub(super) fn new(setting: &ShopSetting, number: usize) -> Self {
        let random = &mut setting.random(Stream::Customer, number);
        let (first, last) = (random.word(&FIRST_NAMES), random.word(&LAST_NAMES));
        let joined_on = setting.opened_on() + random.between(0, 364 * DAY_MS);
        let ms = u64::try_from(setting.opened_on().ms()).unwrap_or(0);
        let account = SiteUserId::from_parts(ms, random.id());
        let has_account = random.once_in(ACCOUNT_ONE_IN);
        let plain = |name: &str| folded(name).replace(' ', "-");
        Self {
            id: CustomerId::from_parts(ms, random.id()),
            account_id: account,
            email: format!("{}.{}.{}@{}", plain(first), plain(last), number + 1, setting.email_domain),
            address: address(random, first, last),
            consents: random.once_in(3),
            seen: None,
            joined_on,
            has_account,
        }
    }

    /// Their name.
    pub(super) fn name(&self) -> String {
        self.address.name()
    }

    /// Notes that they bought something.
    pub(super) fn bought(&mut self, on: Timestamp) {
        let first = self.seen.map_or(on, |(first, _)| first);
        self.seen = Some((first, on));
    }

    /// The account with which they buy. Who bought nothing would be no customer without one.
    pub(super) fn account(&self) -> Option<&SiteUserId> {
        (self.has_account || self.seen.is_none()).then_some(&self.account_id)
    }
}

/// Rows of some customers.
#[derive(Default)]
pub(super) struct CustomerRows {
    pub(super) accounts: Vec<site_user::ActiveModel>,
    pub(super) customers: Vec<customer::ActiveModel>,
}

impl CustomerRows {
    /// Adds a customer of the plan.
    pub(super) fn add(&mut self, plan: &ShopPlan, number: usize) {
        let Some(own) = plan.customers.get(number) else { return };
        let (first_on, last_on) = own.seen.unwrap_or((own.joined_on, own.joined_on));
        let name = own.name();
        if let Some(account) = own.account() {
            self.accounts.push(site_user::ActiveModel {
                website_id: NotSet,
                id: Set(account.clone()),
                email: Set(own.email.clone()),
                password_hash: Set(plan.setting.password_hash.clone()),
                first_name: Set(own.address.first_name.clone()),
                last_name: Set(own.address.last_name.clone()),
                created_on: Set(first_on),
                email_verified_on: Set(Some(first_on)),
                language: Set(Some("en-US".to_owned())),
            });
        }
        self.customers.push(customer::ActiveModel {
            website_id: NotSet,
            id: Set(own.id.clone()),
            searched: Set(found_by(&name, &own.email)),
            email: Set(own.email.clone()),
            name: Set(name),
            site_user_id: Set(own.account().cloned()),
            mail_consent_on: Set(own.consents.then_some(first_on)),
            created_on: Set(first_on),
            updated_on: Set(last_on),
        });
    }
}
