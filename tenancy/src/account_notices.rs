//! E-mails that notify people of security changes to their account, so that a change made by someone else cannot stay
//! hidden. Each is stored in the transaction of the change and sent by the worker.

use sea_orm::{ActiveValue, ColumnTrait};
use stoa_entity::platform::{account, account_notice, sign_in};
use stoa_entity::{DbError, PlatformTx};
use stoa_kernel::account::AccountChange;
use stoa_kernel::boxed;
use stoa_kernel::clock::{DAY_MS, Timestamp};
use stoa_kernel::id::{AccountId, AccountNoticeId};

use crate::TenancyError;
use crate::accounts::ContributorAccounts;

/// An e-mail that was not reported as sent is due again after this time.
const RETRY_MS: i64 = 60 * 1000;
/// After this time it is not retried any more.
const GIVEN_UP_MS: i64 = 7 * DAY_MS;
/// E-mails per round.
const BATCH: u64 = 20;

/// A notification e-mail to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountNotice {
    /// Its id.
    pub id: AccountNoticeId,
    /// Recipient address.
    pub email: String,
    /// Name of the person.
    pub name: String,
    /// The change.
    pub change: AccountChange,
    /// BCP 47 tag of the chosen language, else that of the latest sign-in; none when the browser sent none.
    pub language: Option<String>,
}

impl ContributorAccounts {
    /// E-mails that are due. Each is leased to one process at a time, until [`Self::mark_notice_sent`].
    #[boxed]
    pub async fn notices_due(&self, now: Timestamp) -> Result<Vec<AccountNotice>, TenancyError> {
        let is_due = || account_notice::Column::DueOn.lte(now);
        let tx = self.databases.platform().read().await?;
        let due = tx.find::<account_notice::Entity>().filter(is_due()).limit(BATCH).all().await?;
        drop(tx);
        let mut notices = Vec::with_capacity(due.len());
        for row in due {
            let own = account_notice::Column::Id.eq(row.id.clone());
            let tx = self.databases.platform().write().await?;
            let person = account::Column::Id.eq(row.account_id.clone());
            let person = tx.find::<account::Entity>().filter(person).one().await?;
            let (Some(person), true) = (person, now - row.created_on < GIVEN_UP_MS) else {
                tx.delete::<account_notice::Entity>(own).exec().await?;
                tx.commit().await?;
                continue;
            };
            let taken = tx
                .update::<account_notice::Entity>(own)
                .filter(is_due())
                .set(account_notice::Column::DueOn, now + RETRY_MS)
                .exec()
                .await?;
            let language = match person.language {
                Some(chosen) => Some(chosen),
                None => language_of(&tx, &row.account_id).await?,
            };
            tx.commit().await?;
            if taken > 0 {
                notices.push(AccountNotice {
                    id: row.id,
                    email: person.email,
                    name: person.name,
                    change: row.change,
                    language,
                });
            }
        }
        Ok(notices)
    }

    /// Marks an e-mail as sent.
    #[boxed]
    pub async fn mark_notice_sent(&self, notice: &AccountNotice) -> Result<(), TenancyError> {
        let tx = self.databases.platform().write().await?;
        tx.delete::<account_notice::Entity>(account_notice::Column::Id.eq(notice.id.clone())).exec().await?;
        Ok(tx.commit().await?)
    }
}

/// Stores a notification in the transaction of the change.
pub(crate) async fn tell(
    tx: &PlatformTx,
    account: &AccountId,
    change: AccountChange,
    now: Timestamp,
) -> Result<(), TenancyError> {
    tx.insert(account_notice::ActiveModel {
        id: ActiveValue::Set(AccountNoticeId::generate()),
        account_id: ActiveValue::Set(account.clone()),
        change: ActiveValue::Set(change),
        created_on: ActiveValue::Set(now),
        due_on: ActiveValue::Set(now),
    })
    .await?;
    Ok(())
}

async fn language_of(tx: &PlatformTx, account: &AccountId) -> Result<Option<String>, DbError> {
    let own = sign_in::Column::AccountId.eq(account.clone());
    let said = sign_in::Column::Language.is_not_null();
    let find = tx.find::<sign_in::Entity>().filter(own).filter(said).order_by_desc(sign_in::Column::CreatedOn);
    Ok(find.one().await?.and_then(|row| row.language))
}
