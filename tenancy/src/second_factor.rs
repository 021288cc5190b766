//! What people who work on sites can have beside their password: codes of an app, and recovery codes for the day the
//! app is lost. Somebody who knows the password alone can neither guess codes for long nor use one that was seen.

use ring::rand::{SecureRandom as _, SystemRandom};
use sea_orm::{ActiveValue, ColumnTrait};
use stoa_entity::PlatformTx;
use stoa_entity::platform::{account, recovery_code, second_factor};
use stoa_kernel::FieldErrors;
use stoa_kernel::id::AccountId;
use stoa_kernel::token::random_token;

use crate::TenancyError;
use crate::account_notices::{AccountChange, tell};
use crate::one_time_code::{base32, step_of};
use crate::password::{token_hash, verify_password};
use crate::session::{OwnSession, end_others};
use crate::staff::{Account, PasswordProof, Staff};

/// Name under which apps list the account.
const ISSUER: &str = "Stoa";
/// Bytes of a secret, as RFC 4226 recommends.
const SECRET_BYTES: usize = 20;
const RECOVERY_CODES: usize = 10;
/// Characters of a recovery code without its dashes: 120 bits, so that a plain hash keeps it.
const RECOVERY_LENGTH: usize = 24;
const RECOVERY_GROUP: usize = 4;
/// Wrong codes in a while before no more are looked at. Only who knows the password gets so far, so that strangers can
/// lock nobody out.
const MOST_WRONG: i32 = 10;
const WRONG_MS: i64 = 15 * 60 * 1000;

/// What stands beside somebody's password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SecondFactor {
    /// Since when, UTC milliseconds; none when the password alone opens the account.
    pub since: Option<i64>,
    /// Recovery codes that were not used yet.
    pub recovery_codes: u64,
}

/// What an app is set up with.
#[derive(Clone)]
pub struct Enrolment {
    /// The secret as it is typed, in base 32.
    pub secret: String,
    /// The same as an address that apps read from a picture (`otpauth:`).
    pub address: String,
}

/// What somebody shows before the second factor is changed: a stolen session changes nothing.
#[derive(Clone)]
pub struct Proof {
    /// Their password.
    pub password: String,
    /// A code of the app or a recovery code.
    pub code: String,
}

impl Staff {
    /// What stands beside somebody's password.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn second_factor(&self, account: &AccountId) -> Result<SecondFactor, TenancyError> {
        let tx = self.databases.platform().read().await?;
        let since = factor_of(&tx, account).await?.and_then(|factor| factor.confirmed_on);
        let own = recovery_code::Column::AccountId.eq(account.clone());
        let recovery_codes = tx.find::<recovery_code::Entity>().filter(own).count().await?;
        Ok(SecondFactor { since, recovery_codes })
    }

    /// Makes a secret for an app. It counts once [`Self::confirm_second_factor`] has seen a code of it.
    ///
    /// # Errors
    /// A message beside `password`; [`TenancyError::SecondFactorOn`] when there is one already.
    pub async fn enrol_second_factor(
        &self,
        account: &AccountId,
        password: &str,
        now_ms: i64,
    ) -> Result<Enrolment, TenancyError> {
        let own = self.prove_password(account, password).await?;
        let mut secret = [0; SECRET_BYTES];
        let no_random =
            |_| TenancyError::Broken("a secret could not be made", "the system gives no random bytes".into());
        SystemRandom::new().fill(&mut secret).map_err(no_random)?;
        let sealed_secret = self.seal.close(&secret, account.as_str())?;
        let tx = self.databases.platform().write().await?;
        lock(&tx, account).await?;
        if !own.still_holds(&tx).await? {
            return Err(wrong_password());
        }
        if factor_of(&tx, account).await?.is_some_and(|factor| factor.confirmed_on.is_some()) {
            return Err(TenancyError::SecondFactorOn);
        }
        forget(&tx, account).await?;
        tx.insert(second_factor::ActiveModel {
            account_id: ActiveValue::Set(account.clone()),
            sealed_secret: ActiveValue::Set(sealed_secret),
            last_step: ActiveValue::Set(0),
            wrong_codes: ActiveValue::Set(0),
            wrong_since: ActiveValue::Set(now_ms),
            created_on: ActiveValue::Set(now_ms),
            confirmed_on: ActiveValue::Set(None),
        })
        .await?;
        tx.commit().await?;
        let secret = base32(&secret);
        Ok(Enrolment { address: address(&own.account, &secret), secret })
    }

    /// Switches the second factor on, once the app shows the right code. Gives the recovery codes, which are kept as
    /// hashes alone, and ends the person's other sessions: they began without it.
    ///
    /// # Errors
    /// A message beside `code`; [`TenancyError::SecondFactorOn`] when there is one already;
    /// [`TenancyError::SecondFactorOff`] when no app is being set up; [`TenancyError::TooManyCodes`].
    pub async fn confirm_second_factor(
        &self,
        caller: &OwnSession,
        code: &str,
        now_ms: i64,
    ) -> Result<Vec<String>, TenancyError> {
        let tx = self.databases.platform().write().await?;
        let factor = locked(&tx, &caller.account).await?.ok_or(TenancyError::SecondFactorOff)?;
        if factor.confirmed_on.is_some() {
            return Err(TenancyError::SecondFactorOn);
        }
        let Some(step) = self.step(&factor, code, now_ms)? else {
            return Err(self.count_wrong(tx, factor, now_ms, wrong_code()).await);
        };
        tx.save(second_factor::ActiveModel {
            account_id: ActiveValue::Unchanged(caller.account.clone()),
            last_step: ActiveValue::Set(step),
            wrong_codes: ActiveValue::Set(0),
            confirmed_on: ActiveValue::Set(Some(now_ms)),
            ..Default::default()
        })
        .await?;
        let codes = write_recovery_codes(&tx, &caller.account).await?;
        end_others(&tx, caller, now_ms).await?;
        tell(&tx, &caller.account, AccountChange::SecondFactorOn, now_ms).await?;
        tx.commit().await?;
        Ok(codes)
    }

    /// Switches the second factor off.
    ///
    /// # Errors
    /// Messages beside `password` and `code`; [`TenancyError::SecondFactorOff`]; [`TenancyError::TooManyCodes`].
    pub async fn drop_second_factor(
        &self,
        account: &AccountId,
        proof: &Proof,
        now_ms: i64,
    ) -> Result<(), TenancyError> {
        let tx = self.proven(account, proof, now_ms).await?;
        forget(&tx, account).await?;
        tell(&tx, account, AccountChange::SecondFactorOff, now_ms).await?;
        Ok(tx.commit().await?)
    }

    /// Fresh recovery codes in place of those that are left.
    ///
    /// # Errors
    /// Messages beside `password` and `code`; [`TenancyError::SecondFactorOff`]; [`TenancyError::TooManyCodes`].
    pub async fn renew_recovery_codes(
        &self,
        account: &AccountId,
        proof: &Proof,
        now_ms: i64,
    ) -> Result<Vec<String>, TenancyError> {
        let tx = self.proven(account, proof, now_ms).await?;
        let codes = write_recovery_codes(&tx, account).await?;
        tell(&tx, account, AccountChange::RecoveryCodes, now_ms).await?;
        tx.commit().await?;
        Ok(codes)
    }

    /// Takes the second factor away from an account whose owner has lost both app and recovery codes: for operators
    /// at the machine, who have made sure who asks.
    ///
    /// # Errors
    /// [`TenancyError::NotAColleague`] when nobody has this address; [`TenancyError::SecondFactorOff`].
    pub async fn remove_second_factor(&self, email: &str, now_ms: i64) -> Result<(), TenancyError> {
        let person = self.by_email(email).await?.ok_or(TenancyError::NotAColleague)?;
        let tx = self.databases.platform().write().await?;
        locked(&tx, &person.id).await?.ok_or(TenancyError::SecondFactorOff)?;
        forget(&tx, &person.id).await?;
        tell(&tx, &person.id, AccountChange::SecondFactorOff, now_ms).await?;
        Ok(tx.commit().await?)
    }

    /// Asks somebody whose password was right for the second factor, when they have one.
    ///
    /// # Errors
    /// [`TenancyError::SecondFactorWanted`] when `code` is empty; [`TenancyError::SecondFactorWrong`];
    /// [`TenancyError::TooManyCodes`].
    pub(crate) async fn ask_second_factor(
        &self,
        account: &AccountId,
        code: &str,
        now_ms: i64,
    ) -> Result<(), TenancyError> {
        let tx = self.databases.platform().write().await?;
        let factor = locked(&tx, account).await?.filter(|factor| factor.confirmed_on.is_some());
        let Some(factor) = factor else { return Ok(()) };
        if code.trim().is_empty() {
            return Err(TenancyError::SecondFactorWanted);
        }
        self.take(tx, factor, code, (now_ms, TenancyError::SecondFactorWrong)).await?.commit().await?;
        Ok(())
    }

    /// Whether the password is the account's own.
    pub(crate) async fn prove_password(&self, id: &AccountId, password: &str) -> Result<PasswordProof, TenancyError> {
        let tx = self.databases.platform().read().await?;
        let found = tx.find::<account::Entity>().filter(account::Column::Id.eq(id.clone())).one().await?;
        drop(tx);
        let row = found.ok_or(TenancyError::SessionEnded)?;
        if verify_password(password, Some(&row.password_hash)).await {
            return Ok(row.into());
        }
        Err(wrong_password())
    }

    /// A transaction in which both factors were shown, and the code used up.
    async fn proven(&self, account: &AccountId, proof: &Proof, now_ms: i64) -> Result<PlatformTx, TenancyError> {
        let own = self.prove_password(account, &proof.password).await?;
        let tx = self.databases.platform().write().await?;
        if !own.still_holds(&tx).await? {
            return Err(wrong_password());
        }
        let factor = locked(&tx, account).await?.filter(|factor| factor.confirmed_on.is_some());
        let factor = factor.ok_or(TenancyError::SecondFactorOff)?;
        self.take(tx, factor, &proof.code, (now_ms, wrong_code())).await
    }

    /// Uses a code up: one of the app, or a recovery code. Another one is counted and answered with `refusal`.
    async fn take(
        &self,
        tx: PlatformTx,
        factor: second_factor::Model,
        code: &str,
        (now_ms, refusal): (i64, TenancyError),
    ) -> Result<PlatformTx, TenancyError> {
        if is_blocked(&factor, now_ms) {
            return Err(TenancyError::TooManyCodes);
        }
        let step = self.step(&factor, code, now_ms)?;
        if step.is_none() && !use_recovery_code(&tx, &factor.account_id, code).await? {
            return Err(self.count_wrong(tx, factor, now_ms, refusal).await);
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

    fn step(&self, factor: &second_factor::Model, code: &str, now_ms: i64) -> Result<Option<i64>, TenancyError> {
        if is_blocked(factor, now_ms) {
            return Err(TenancyError::TooManyCodes);
        }
        let secret = self.seal.open(&factor.sealed_secret, factor.account_id.as_str())?;
        Ok(step_of(&secret, code, now_ms, factor.last_step))
    }

    /// Writes a wrong code down. Gives what the caller is answered.
    async fn count_wrong(
        &self,
        tx: PlatformTx,
        factor: second_factor::Model,
        now_ms: i64,
        refusal: TenancyError,
    ) -> TenancyError {
        let is_over = now_ms - factor.wrong_since > WRONG_MS;
        let counted = tx.save(second_factor::ActiveModel {
            account_id: ActiveValue::Unchanged(factor.account_id),
            wrong_codes: ActiveValue::Set(if is_over { 1 } else { factor.wrong_codes + 1 }),
            wrong_since: ActiveValue::Set(if is_over { now_ms } else { factor.wrong_since }),
            ..Default::default()
        });
        match counted.await {
            Ok(_) => tx.commit().await.map_or_else(TenancyError::from, |()| refusal),
            Err(error) => error.into(),
        }
    }
}

/// Said where the password is asked for again.
pub(crate) fn wrong_password() -> TenancyError {
    TenancyError::Invalid(FieldErrors::from([("password".to_owned(), "This is not your password.".to_owned())]))
}

fn wrong_code() -> TenancyError {
    let message = "This code is not right, too old, or was used before.".to_owned();
    TenancyError::Invalid(FieldErrors::from([("code".to_owned(), message)]))
}

fn is_blocked(factor: &second_factor::Model, now_ms: i64) -> bool {
    factor.wrong_codes >= MOST_WRONG && now_ms - factor.wrong_since <= WRONG_MS
}

/// The address that apps read; see the key URI format that they share.
fn address(person: &Account, secret: &str) -> String {
    let mut address = format!("otpauth://totp/{ISSUER}:");
    for byte in person.email.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => address.push(char::from(byte)),
            other => address.push_str(&format!("%{other:02X}")),
        }
    }
    address.push_str(&format!("?secret={secret}&issuer={ISSUER}"));
    address
}

/// Drops a second factor that is being set up.
pub(crate) async fn forget_unconfirmed(tx: &PlatformTx, account: &AccountId) -> Result<(), TenancyError> {
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

/// The same, for who is going to change it: two calls with one code come one after the other.
async fn locked(tx: &PlatformTx, account: &AccountId) -> Result<Option<second_factor::Model>, TenancyError> {
    let own = second_factor::Column::AccountId.eq(account.clone());
    Ok(tx.find::<second_factor::Entity>().filter(own).for_update().one().await?)
}

/// Makes those who set up the second factor of one account wait for one another.
async fn lock(tx: &PlatformTx, account: &AccountId) -> Result<(), TenancyError> {
    let own = account::Column::Id.eq(account.clone());
    tx.find::<account::Entity>().filter(own).for_update().one().await?.ok_or(TenancyError::SessionEnded)?;
    Ok(())
}

async fn forget(tx: &PlatformTx, account: &AccountId) -> Result<(), TenancyError> {
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

/// Whether this was a recovery code; it is none any more then.
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
