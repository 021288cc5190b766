//! Two-factor sign-in of contributors: codes of an authenticator app, and recovery codes for a lost app. Wrong codes
//! are limited, and a code cannot be used twice, so that the password alone is not enough.

use ring::rand::{SecureRandom as _, SystemRandom};
use sea_orm::{ActiveValue, ColumnTrait};
use stoa_entity::PlatformTx;
use stoa_entity::platform::{account, recovery_code, second_factor};
use stoa_kernel::account::AccountChange;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::AccountId;
use stoa_kernel::token::random_token;
use stoa_kernel::token::token_hash;
use stoa_kernel::{FieldErrors, boxed};

use crate::TenancyError;
use crate::account_notices::tell;
use crate::accounts::{ContributorAccounts, PasswordProof};
use crate::contributor_texts;
use crate::one_time_code::{base32, step_of, uri};
use crate::password::verify_password;
use crate::session::{OwnSession, end_others};

/// Issuer name shown in authenticator apps.
const ISSUER: &str = "Stoa";
/// Length of a secret in bytes, as RFC 4226 recommends.
const SECRET_BYTES: usize = 20;
const RECOVERY_CODES: usize = 10;
/// Characters of a recovery code without its dashes: 120 bits, so that an unsalted hash is enough.
const RECOVERY_LENGTH: usize = 24;
const RECOVERY_GROUP: usize = 4;
/// Wrong codes within the time window before further ones are rejected. Only callers with the right password are
/// counted, so that strangers cannot lock anyone out.
const MAX_WRONG_CODES: i32 = 10;
const WRONG_MS: i64 = 15 * 60 * 1000;

/// State of an account's second factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SecondFactor {
    /// When it was turned on, UTC milliseconds; none when it is off.
    pub since: Option<Timestamp>,
    /// Number of unused recovery codes.
    pub recovery_codes: u64,
}

/// Values to set up an authenticator app.
#[derive(Clone)]
pub struct Enrolment {
    /// The secret in base 32, for typing.
    pub secret: String,
    /// The same as an `otpauth:` URI, for a QR code.
    pub address: String,
}

/// Credentials required to change the second factor, so that a stolen session is not enough.
#[derive(Clone)]
pub struct Proof {
    /// The password.
    pub password: String,
    /// A code of the app or a recovery code.
    pub code: String,
}

/// A code as typed, and the error if it is wrong.
struct GivenCode<'a> {
    code: &'a str,
    now: Timestamp,
    refusal: TenancyError,
}

impl ContributorAccounts {
    /// State of an account's second factor.
    #[boxed]
    pub async fn second_factor(&self, account: &AccountId) -> Result<SecondFactor, TenancyError> {
        let tx = self.databases.platform().read().await?;
        let since = factor_of(&tx, account).await?.and_then(|factor| factor.confirmed_on);
        let own = recovery_code::Column::AccountId.eq(account.clone());
        let recovery_codes = tx.find::<recovery_code::Entity>().filter(own).count().await?;
        Ok(SecondFactor { since, recovery_codes })
    }

    /// Creates a secret for an app. It takes effect once [`Self::confirm_second_factor`] has accepted a code.
    ///
    /// # Errors
    /// A message for `password`; [`TenancyError::SecondFactorOn`] when one is set up already.
    #[boxed]
    pub async fn enrol_second_factor(
        &self,
        account: &AccountId,
        password: &str,
        now: Timestamp,
    ) -> Result<Enrolment, TenancyError> {
        let own = self.verify_account_password(account, password).await?;
        let mut secret = [0; SECRET_BYTES];
        let no_random =
            |_| TenancyError::Broken("a secret could not be generated", "the system provides no random bytes".into());
        SystemRandom::new().fill(&mut secret).map_err(no_random)?;
        let address = uri(&secret, ISSUER, &own.account.email)
            .map_err(|error| TenancyError::Broken("a secret could not be shown", error.into()))?;
        let sealed_secret = self.seal.close(&secret, account.as_str())?;
        let tx = self.databases.platform().write().await?;
        lock(&tx, account).await?;
        if !own.still_holds(&tx).await? {
            return Err(wrong_password());
        }
        if factor_of(&tx, account).await?.is_some_and(|factor| factor.confirmed_on.is_some()) {
            return Err(TenancyError::SecondFactorOn);
        }
        delete_second_factor(&tx, account).await?;
        tx.insert(second_factor::ActiveModel {
            account_id: ActiveValue::Set(account.clone()),
            sealed_secret: ActiveValue::Set(sealed_secret),
            last_step: ActiveValue::Set(0),
            wrong_codes: ActiveValue::Set(0),
            wrong_since: ActiveValue::Set(now),
            created_on: ActiveValue::Set(now),
            confirmed_on: ActiveValue::Set(None),
        })
        .await?;
        tx.commit().await?;
        Ok(Enrolment { secret: base32(&secret), address })
    }

    /// Turns the second factor on after a correct code of the app. Returns the recovery codes, of which only hashes are
    /// stored, and ends the person's other sessions, since they began without it.
    ///
    /// # Errors
    /// A message for `code`; [`TenancyError::SecondFactorOn`] when one is set up already;
    /// [`TenancyError::SecondFactorOff`] when no app is being set up; [`TenancyError::TooManyCodes`].
    #[boxed]
    pub async fn confirm_second_factor(
        &self,
        caller: &OwnSession,
        code: &str,
        now: Timestamp,
    ) -> Result<Vec<String>, TenancyError> {
        let tx = self.databases.platform().write().await?;
        let factor = locked(&tx, &caller.account).await?.ok_or(TenancyError::SecondFactorOff)?;
        if factor.confirmed_on.is_some() {
            return Err(TenancyError::SecondFactorOn);
        }
        let Some(step) = self.step(&factor, code, now)? else {
            return Err(self.count_wrong(tx, factor, now, wrong_code()).await);
        };
        tx.save(second_factor::ActiveModel {
            account_id: ActiveValue::Unchanged(caller.account.clone()),
            last_step: ActiveValue::Set(step),
            wrong_codes: ActiveValue::Set(0),
            confirmed_on: ActiveValue::Set(Some(now)),
            ..Default::default()
        })
        .await?;
        let codes = write_recovery_codes(&tx, &caller.account).await?;
        end_others(&tx, caller, now).await?;
        tell(&tx, &caller.account, AccountChange::SecondFactorOn, now).await?;
        tx.commit().await?;
        Ok(codes)
    }

    /// Turns the second factor off.
    ///
    /// # Errors
    /// Messages for `password` and `code`; [`TenancyError::SecondFactorOff`]; [`TenancyError::TooManyCodes`].
    #[boxed]
    pub async fn disable_second_factor(
        &self,
        account: &AccountId,
        proof: &Proof,
        now: Timestamp,
    ) -> Result<(), TenancyError> {
        let tx = self.proven(account, proof, now).await?;
        delete_second_factor(&tx, account).await?;
        tell(&tx, account, AccountChange::SecondFactorOff, now).await?;
        Ok(tx.commit().await?)
    }

    /// Replaces the recovery codes.
    ///
    /// # Errors
    /// Messages for `password` and `code`; [`TenancyError::SecondFactorOff`]; [`TenancyError::TooManyCodes`].
    #[boxed]
    pub async fn renew_recovery_codes(
        &self,
        account: &AccountId,
        proof: &Proof,
        now: Timestamp,
    ) -> Result<Vec<String>, TenancyError> {
        let tx = self.proven(account, proof, now).await?;
        let codes = write_recovery_codes(&tx, account).await?;
        tell(&tx, account, AccountChange::RecoveryCodes, now).await?;
        tx.commit().await?;
        Ok(codes)
    }

    /// Removes the second factor of an account whose owner has lost both app and recovery codes: for operators on the
    /// command line, who have verified the person's identity.
    ///
    /// # Errors
    /// [`TenancyError::NotAColleague`] when no account has this address; [`TenancyError::SecondFactorOff`].
    #[boxed]
    pub async fn remove_second_factor(&self, email: &str, now: Timestamp) -> Result<(), TenancyError> {
        let person = self.by_email(email).await?.ok_or(TenancyError::NotAColleague)?;
        let tx = self.databases.platform().write().await?;
        locked(&tx, &person.id).await?.ok_or(TenancyError::SecondFactorOff)?;
        delete_second_factor(&tx, &person.id).await?;
        tell(&tx, &person.id, AccountChange::SecondFactorOff, now).await?;
        Ok(tx.commit().await?)
    }

    /// Checks the second factor at sign-in, after the password, if one is set up.
    ///
    /// # Errors
    /// [`TenancyError::SecondFactorWanted`] when `code` is empty; [`TenancyError::SecondFactorWrong`];
    /// [`TenancyError::TooManyCodes`].
    pub(crate) async fn ask_second_factor(
        &self,
        account: &AccountId,
        code: &str,
        now: Timestamp,
    ) -> Result<(), TenancyError> {
        let tx = self.databases.platform().write().await?;
        let factor = locked(&tx, account).await?.filter(|factor| factor.confirmed_on.is_some());
        let Some(factor) = factor else { return Ok(()) };
        if code.trim().is_empty() {
            return Err(TenancyError::SecondFactorWanted);
        }
        let given = GivenCode { code, now, refusal: TenancyError::SecondFactorWrong };
        self.take(tx, factor, given).await?.commit().await?;
        Ok(())
    }

    /// Verifies the password of an account.
    pub(crate) async fn verify_account_password(
        &self,
        id: &AccountId,
        password: &str,
    ) -> Result<PasswordProof, TenancyError> {
        let tx = self.databases.platform().read().await?;
        let found = tx.find::<account::Entity>().filter(account::Column::Id.eq(id.clone())).one().await?;
        drop(tx);
        let row = found.ok_or(TenancyError::SessionEnded)?;
        if verify_password(password, Some(&row.password_hash)).await {
            return Ok(row.into());
        }
        Err(wrong_password())
    }

    /// Begins a transaction after both factors were verified and the code was consumed.
    async fn proven(&self, account: &AccountId, proof: &Proof, now: Timestamp) -> Result<PlatformTx, TenancyError> {
        let own = self.verify_account_password(account, &proof.password).await?;
        let tx = self.databases.platform().write().await?;
        if !own.still_holds(&tx).await? {
            return Err(wrong_password());
        }
        let factor = locked(&tx, account).await?.filter(|factor| factor.confirmed_on.is_some());
        let factor = factor.ok_or(TenancyError::SecondFactorOff)?;
        self.take(tx, factor, GivenCode { code: &proof.code, now, refusal: wrong_code() }).await
    }

    /// Consumes a code of the app or a recovery code. A wrong one is counted and returns its refusal.
    async fn take(
        &self,
        tx: PlatformTx,
        factor: second_factor::Model,
        given: GivenCode<'_>,
    ) -> Result<PlatformTx, TenancyError> {
        let GivenCode { code, now, refusal } = given;
        if is_blocked(&factor, now) {
            return Err(TenancyError::TooManyCodes);
        }
        let step = self.step(&factor, code, now)?;
        if step.is_none() && !use_recovery_code(&tx, &factor.account_id, code).await? {
            return Err(self.count_wrong(tx, factor, now, refusal).await);
        }
        tx.save(second_factor::ActiveModel {
            last_step: ActiveValue::Set(step.unwrap_or(factor.last_step)),
            account_id: ActiveValue::Unchanged(factor.account_id),
            wrong_codes: ActiveValue::Set(0),
            ..Default::default()
        })
        .await?;
        Ok(tx)
    }

    fn step(&self, factor: &second_factor::Model, code: &str, now: Timestamp) -> Result<Option<i64>, TenancyError> {
        if is_blocked(factor, now) {
            return Err(TenancyError::TooManyCodes);
        }
        let secret = self.seal.open(&factor.sealed_secret, factor.account_id.as_str())?;
        Ok(step_of(&secret, code, now, factor.last_step))
    }

    /// Counts a wrong code. Returns the error for the caller.
    async fn count_wrong(
        &self,
        tx: PlatformTx,
        factor: second_factor::Model,
        now: Timestamp,
        refusal: TenancyError,
    ) -> TenancyError {
        let is_over = now - factor.wrong_since > WRONG_MS;
        let counted = tx.save(second_factor::ActiveModel {
            account_id: ActiveValue::Unchanged(factor.account_id),
            wrong_codes: ActiveValue::Set(if is_over { 1 } else { factor.wrong_codes + 1 }),
            wrong_since: ActiveValue::Set(if is_over { now } else { factor.wrong_since }),
            ..Default::default()
        });
        match counted.await {
            Ok(_) => tx.commit().await.map_or_else(TenancyError::from, |()| refusal),
            Err(error) => error.into(),
        }
    }
}

/// Error when the password is required again and does not match.
pub(crate) fn wrong_password() -> TenancyError {
    TenancyError::Invalid(FieldErrors::from([(
        "password".to_owned(),
        contributor_texts::NOT_YOUR_CURRENT_PASSWORD.english().to_owned(),
    )]))
}

fn wrong_code() -> TenancyError {
    let message = contributor_texts::CODE_WRONG_EXPIRED_OR_USED.english().to_owned();
    TenancyError::Invalid(FieldErrors::from([("code".to_owned(), message)]))
}

fn is_blocked(factor: &second_factor::Model, now: Timestamp) -> bool {
    factor.wrong_codes >= MAX_WRONG_CODES && now - factor.wrong_since <= WRONG_MS
}

/// Deletes a second factor that was not confirmed.
pub(crate) async fn delete_unconfirmed(tx: &PlatformTx, account: &AccountId) -> Result<(), TenancyError> {
    tx.delete::<second_factor::Entity>(second_factor::Column::AccountId.eq(account.clone()))
        .filter(second_factor::Column::ConfirmedOn.is_null())
        .exec()
        .await?;
    Ok(())
}

async fn factor_of(tx: &PlatformTx, account: &AccountId) -> Result<Option<second_factor::Model>, TenancyError> {
    let own = second_factor::Column::AccountId.eq(account.clone());
    Ok(tx.find::<second_factor::Entity>().filter(own).one().await?)
}

/// Reads the second factor with a row lock: two requests with the same code run one after another.
async fn locked(tx: &PlatformTx, account: &AccountId) -> Result<Option<second_factor::Model>, TenancyError> {
    let own = second_factor::Column::AccountId.eq(account.clone());
    Ok(tx.find::<second_factor::Entity>().filter(own).for_update().one().await?)
}

/// Locks the account's row, so that set-ups of its second factor run one after another.
async fn lock(tx: &PlatformTx, account: &AccountId) -> Result<(), TenancyError> {
    let own = account::Column::Id.eq(account.clone());
    tx.find::<account::Entity>().filter(own).for_update().one().await?.ok_or(TenancyError::SessionEnded)?;
    Ok(())
}

async fn delete_second_factor(tx: &PlatformTx, account: &AccountId) -> Result<(), TenancyError> {
    tx.delete::<recovery_code::Entity>(recovery_code::Column::AccountId.eq(account.clone())).exec().await?;
    tx.delete::<second_factor::Entity>(second_factor::Column::AccountId.eq(account.clone())).exec().await?;
    Ok(())
}

async fn write_recovery_codes(tx: &PlatformTx, account: &AccountId) -> Result<Vec<String>, TenancyError> {
    tx.delete::<recovery_code::Entity>(recovery_code::Column::AccountId.eq(account.clone())).exec().await?;
    let mut codes = Vec::with_capacity(RECOVERY_CODES);
    for _ in 0..RECOVERY_CODES {
        let code = random_token(RECOVERY_LENGTH);
        tx.insert(recovery_code::ActiveModel {
            account_id: ActiveValue::Set(account.clone()),
            code_hash: ActiveValue::Set(token_hash(&code)),
        })
        .await?;
        let letters: Vec<char> = code.chars().collect();
        let groups: Vec<String> = letters.chunks(RECOVERY_GROUP).map(|group| group.iter().collect()).collect();
        codes.push(groups.join("-"));
    }
    Ok(codes)
}

/// Consumes a recovery code; false when it is not one.
async fn use_recovery_code(tx: &PlatformTx, account: &AccountId, code: &str) -> Result<bool, TenancyError> {
    let typed: String = code.to_lowercase().chars().filter(char::is_ascii_alphanumeric).collect();
    let own = recovery_code::Column::AccountId.eq(account.clone());
    let gone = tx
        .delete::<recovery_code::Entity>(own)
        .filter(recovery_code::Column::CodeHash.eq(token_hash(&typed)))
        .exec()
        .await?;
    Ok(gone > 0)
}
