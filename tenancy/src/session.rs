//! Sessions of contributors: an access token valid for minutes, and a refresh token in a cookie that is rotated at each
//! use. Both become invalid at once when their session ends.

use std::sync::Arc;

use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use sea_orm::{ActiveValue, ColumnTrait, Condition};
use serde::{Deserialize, Serialize};
use stoa_entity::PlatformTx;
use stoa_entity::platform::sign_in;
use stoa_kernel::boxed;
use stoa_kernel::clock::{Clock, DAY_MS, Timestamp};
use stoa_kernel::id::{AccountId, SignInId};
use stoa_kernel::language::is_language_tag;
use stoa_kernel::token::random_token;
use stoa_kernel::token::token_hash;

use crate::{Databases, PasswordProof, TenancyError};

/// Lifetime of an access token, seconds.
const ACCESS_SECONDS: i64 = 600;
/// Lifetime of a signed link, seconds.
pub const LINK_SECONDS: i64 = 60;
/// Lifetime of an unused refresh token, milliseconds: 14 days, within the maximum length of the session.
const REFRESH_MS: i64 = 14 * DAY_MS;
/// Maximum number of characters of a `User-Agent` that are stored.
const USER_AGENT_LENGTH: usize = 300;
/// Maximum length of a language tag.
const MAX_TAG_LENGTH: usize = 35;
/// Maximum number of sessions listed for a person, latest used first.
const MAX_LISTED: u64 = 100;
/// Two tabs may present the same refresh token at nearly the same time; for this long the second one still gets an
/// access token.
const GRACE_MS: i64 = 20_000;

#[derive(Serialize, Deserialize)]
struct Claims {
    sub: AccountId,
    sid: SignInId,
    iat: i64,
    exp: i64,
}

/// Claims of a signed link. It lacks the session id of an access token, and an access token lacks the address, so that
/// neither can be used for the other.
#[derive(Serialize, Deserialize)]
struct LinkClaims {
    sub: AccountId,
    address: String,
    exp: i64,
}

/// A token for requests to the admin API.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessToken {
    /// The token, for the `Authorization` header.
    pub token: String,
    /// Seconds until it expires.
    pub expires_in_seconds: i64,
    /// The account it belongs to.
    pub account: AccountId,
}

/// The browser used to sign in.
#[derive(Clone, Copy, Debug, Default)]
pub struct Browser<'a> {
    /// Its `User-Agent`; empty when it sends none.
    pub user_agent: &'a str,
    /// BCP 47 tag of its preferred language.
    pub language: Option<&'a str>,
}

/// Account and session of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnSession {
    /// The account.
    pub account: AccountId,
    /// The session.
    pub sign_in: SignInId,
}

/// A session as shown to its owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Device {
    /// The session.
    pub id: SignInId,
    /// `User-Agent` of the browser; empty when it sent none.
    pub user_agent: String,
    /// When it began, UTC milliseconds.
    pub created_on: Timestamp,
    /// When it was last renewed, UTC milliseconds; every ten minutes while in use.
    pub used_on: Timestamp,
}

/// Result of signing in or refreshing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignIn {
    /// For requests.
    pub access: AccessToken,
    /// Refresh token for the cookie; none when another tab has just received the next one.
    pub refresh: Option<String>,
    /// Lifetime of the cookie, seconds.
    pub refresh_seconds: i64,
}

/// Issues and verifies tokens.
pub struct Sessions {
    databases: Arc<Databases>,
    clock: Arc<dyn Clock>,
    encoding: EncodingKey,
    decoding: DecodingKey,
    longest_ms: i64,
}

impl Sessions {
    pub(crate) fn new(databases: Arc<Databases>, clock: Arc<dyn Clock>, key: &[u8], longest_ms: i64) -> Self {
        let (encoding, decoding) = (EncodingKey::from_secret(key), DecodingKey::from_secret(key));
        Self { databases, clock, encoding, decoding, longest_ms }
    }

    /// The current time, UTC milliseconds.
    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Starts a session after sign-in.
    ///
    /// # Errors
    /// [`TenancyError::SignInFailed`] when the password was changed meanwhile.
    #[boxed]
    pub async fn begin<'a>(&'a self, proof: &PasswordProof, browser: Browser<'a>) -> Result<SignIn, TenancyError> {
        let tx = self.databases.platform().write().await?;
        if !proof.still_holds(&tx).await? {
            return Err(TenancyError::SignInFailed);
        }
        self.begin_in(tx, &proof.account.id, browser).await
    }

    /// The same within a transaction, which it commits.
    pub(crate) async fn begin_in(
        &self,
        tx: PlatformTx,
        account: &AccountId,
        browser: Browser<'_>,
    ) -> Result<SignIn, TenancyError> {
        let now = self.clock.now();
        let expires_on = self.end_of(now, now);
        let refresh = random_token(40);
        let id = SignInId::generate();
        tx.insert(sign_in::ActiveModel {
            id: ActiveValue::Set(id.clone()),
            account_id: ActiveValue::Set(account.clone()),
            token_hash: ActiveValue::Set(token_hash(&refresh)),
            previous_hash: ActiveValue::Set(None),
            rotated_on: ActiveValue::Set(now),
            created_on: ActiveValue::Set(now),
            expires_on: ActiveValue::Set(expires_on),
            revoked_on: ActiveValue::Set(None),
            user_agent: ActiveValue::Set(readable(browser.user_agent)),
            language: ActiveValue::Set(browser.language.and_then(valid_language_tag)),
        })
        .await?;
        tx.commit().await?;
        let refresh_seconds = (expires_on - now) / 1000;
        Ok(SignIn { access: self.access(account, &id, expires_on)?, refresh: Some(refresh), refresh_seconds })
    }

    /// When a session that began at `began_on` and is used now expires without further use.
    fn end_of(&self, began_on: Timestamp, now: Timestamp) -> Timestamp {
        (now + REFRESH_MS).min(began_on.saturating_add_ms(self.longest_ms))
    }

    /// Condition for the active sessions of a person.
    fn open(&self, account: &AccountId) -> Condition {
        let now = self.clock.now();
        open(account, now).add(sign_in::Column::CreatedOn.gt(now - self.longest_ms))
    }

    /// Exchanges a refresh token. One that was exchanged before and is presented again after the grace period for two
    /// tabs is considered stolen: the session ends.
    ///
    /// # Errors
    /// [`TenancyError::SessionEnded`] when the token is not valid.
    #[boxed]
    pub async fn refresh(&self, token: &str) -> Result<SignIn, TenancyError> {
        let now = self.clock.now();
        let presented = token_hash(token);
        let tx = self.databases.platform().write().await?;
        let either = Condition::any()
            .add(sign_in::Column::TokenHash.eq(&presented))
            .add(sign_in::Column::PreviousHash.eq(&presented));
        let chain = tx.find::<sign_in::Entity>().filter(either).for_update().one().await?;
        let chain = chain
            .filter(|chain| {
                chain.revoked_on.is_none() && chain.expires_on.min(self.end_of(chain.created_on, now)) > now
            })
            .ok_or(TenancyError::SessionEnded)?;
        let expires_on = self.end_of(chain.created_on, now);
        let refresh_seconds = (expires_on - now) / 1000;
        if chain.token_hash != presented {
            if now - chain.rotated_on <= GRACE_MS {
                let access = self.access(&chain.account_id, &chain.id, expires_on)?;
                return Ok(SignIn { access, refresh: None, refresh_seconds });
            }
            let ended = sign_in::ActiveModel {
                id: ActiveValue::Unchanged(chain.id),
                revoked_on: ActiveValue::Set(Some(now)),
                ..Default::default()
            };
            tx.save(ended).await?;
            tx.commit().await?;
            return Err(TenancyError::SessionEnded);
        }
        let next = random_token(40);
        tx.save(sign_in::ActiveModel {
            id: ActiveValue::Unchanged(chain.id.clone()),
            token_hash: ActiveValue::Set(token_hash(&next)),
            previous_hash: ActiveValue::Set(Some(presented)),
            rotated_on: ActiveValue::Set(now),
            expires_on: ActiveValue::Set(expires_on),
            ..Default::default()
        })
        .await?;
        tx.commit().await?;
        let access = self.access(&chain.account_id, &chain.id, expires_on)?;
        Ok(SignIn { access, refresh: Some(next), refresh_seconds })
    }

    /// Ends the session of a refresh token; an unknown token is not an error.
    #[boxed]
    pub async fn end(&self, token: &str) -> Result<(), TenancyError> {
        let tx = self.databases.platform().write().await?;
        tx.update::<sign_in::Entity>(sign_in::Column::TokenHash.eq(token_hash(token)))
            .set(sign_in::Column::RevokedOn, self.clock.now())
            .exec()
            .await?;
        tx.commit().await?;
        Ok(())
    }

    /// Verifies an access token; returns its account and session.
    ///
    /// # Errors
    /// [`TenancyError::SessionEnded`] when it is forged or expired, or its session has ended.
    #[boxed]
    pub async fn check(&self, token: &str) -> Result<OwnSession, TenancyError> {
        let mut validation = Validation::new(Algorithm::HS256);
        validation.leeway = 5;
        let decoded = jsonwebtoken::decode::<Claims>(token, &self.decoding, &validation);
        let claims = decoded.map_err(|_| TenancyError::SessionEnded)?.claims;
        let caller = OwnSession { account: claims.sub, sign_in: claims.sid };
        let tx = self.databases.platform().read().await?;
        let own = self.open(&caller.account).add(sign_in::Column::Id.eq(caller.sign_in.clone()));
        let found = tx.find::<sign_in::Entity>().filter(own).one().await?;
        found.map(|_| caller).ok_or(TenancyError::SessionEnded)
    }

    /// Active sessions of a person, latest used first.
    #[boxed]
    pub async fn devices(&self, account: &AccountId) -> Result<Vec<Device>, TenancyError> {
        let tx = self.databases.platform().read().await?;
        let find = tx.find::<sign_in::Entity>().filter(self.open(account));
        let rows = find.order_by_desc(sign_in::Column::RotatedOn).limit(MAX_LISTED).all().await?;
        let device = |row: sign_in::Model| Device {
            id: row.id,
            user_agent: row.user_agent,
            created_on: row.created_on,
            used_on: row.rotated_on,
        };
        Ok(rows.into_iter().map(device).collect())
    }

    /// Ends one session of a person.
    ///
    /// # Errors
    /// [`TenancyError::NoSuchSession`] when the person has no such session.
    #[boxed]
    pub async fn end_one(&self, account: &AccountId, id: &SignInId) -> Result<(), TenancyError> {
        let now = self.clock.now();
        let tx = self.databases.platform().write().await?;
        if end_where(&tx, open(account, now).add(sign_in::Column::Id.eq(id.clone())), now).await? == 0 {
            return Err(TenancyError::NoSuchSession);
        }
        Ok(tx.commit().await?)
    }

    /// Ends all sessions of a person except the caller's.
    #[boxed]
    pub async fn end_others(&self, caller: &OwnSession) -> Result<(), TenancyError> {
        let tx = self.databases.platform().write().await?;
        end_others(&tx, caller, self.clock.now()).await?;
        Ok(tx.commit().await?)
    }

    /// Ends all sessions of an account: for operators on the command line.
    #[boxed]
    pub async fn end_all(&self, account: &AccountId) -> Result<u64, TenancyError> {
        let now = self.clock.now();
        let tx = self.databases.platform().write().await?;
        let ended = end_where(&tx, open(account, now), now).await?;
        tx.commit().await?;
        Ok(ended)
    }

    /// A token that grants a person access to one URL path with query: for downloads, which browsers start without
    /// headers. It expires after [`LINK_SECONDS`].
    pub fn link(&self, account: &AccountId, address: &str) -> Result<String, TenancyError> {
        let exp = self.clock.now().seconds() + LINK_SECONDS;
        let claims = LinkClaims { sub: account.clone(), address: address.to_owned(), exp };
        jsonwebtoken::encode(&Header::new(Algorithm::HS256), &claims, &self.encoding)
            .map_err(|error| TenancyError::Broken("the link could not be signed", Box::new(error)))
    }

    /// Verifies the token of a link to this path; returns the account.
    ///
    /// # Errors
    /// [`TenancyError::SessionEnded`] when it is forged, expired or was issued for another path.
    pub fn check_link(&self, token: &str, address: &str) -> Result<AccountId, TenancyError> {
        let mut validation = Validation::new(Algorithm::HS256);
        validation.leeway = 5;
        let decoded = jsonwebtoken::decode::<LinkClaims>(token, &self.decoding, &validation);
        let claims = decoded.map_err(|_| TenancyError::SessionEnded)?.claims;
        if claims.address == address { Ok(claims.sub) } else { Err(TenancyError::SessionEnded) }
    }

    /// An access token for a session that ends at a given time.
    fn access(&self, account: &AccountId, sign_in: &SignInId, end: Timestamp) -> Result<AccessToken, TenancyError> {
        let now = self.clock.now().seconds();
        let seconds = ACCESS_SECONDS.min(end.seconds() - now);
        let claims = Claims { sub: account.clone(), sid: sign_in.clone(), iat: now, exp: now + seconds };
        let token = jsonwebtoken::encode(&Header::new(Algorithm::HS256), &claims, &self.encoding)
            .map_err(|error| TenancyError::Broken("the access token could not be signed", Box::new(error)))?;
        Ok(AccessToken { token, expires_in_seconds: seconds, account: account.clone() })
    }
}

/// Condition for the active sessions of a person.
fn open(account: &AccountId, now: Timestamp) -> Condition {
    Condition::all()
        .add(sign_in::Column::AccountId.eq(account.clone()))
        .add(sign_in::Column::RevokedOn.is_null())
        .add(sign_in::Column::ExpiresOn.gt(now))
}

async fn end_where(tx: &PlatformTx, which: Condition, now: Timestamp) -> Result<u64, TenancyError> {
    let ended = tx.update::<sign_in::Entity>(which).set(sign_in::Column::RevokedOn, Some(now));
    Ok(ended.exec().await?)
}

/// Ends all sessions of a person except the caller's.
pub(crate) async fn end_others(tx: &PlatformTx, caller: &OwnSession, now: Timestamp) -> Result<(), TenancyError> {
    let others = open(&caller.account, now).add(sign_in::Column::Id.ne(caller.sign_in.clone()));
    end_where(tx, others, now).await?;
    Ok(())
}

/// Ends all sessions of a person.
pub(crate) async fn end_all(tx: &PlatformTx, account: &AccountId, now: Timestamp) -> Result<(), TenancyError> {
    end_where(tx, open(account, now), now).await?;
    Ok(())
}

/// The language tag, if it is valid for e-mails.
pub(crate) fn valid_language_tag(tag: &str) -> Option<String> {
    Some(tag.to_owned()).filter(|tag| tag.len() <= MAX_TAG_LENGTH && is_language_tag(tag))
}

fn readable(user_agent: &str) -> String {
    user_agent.chars().filter(|character| !character.is_control()).take(USER_AGENT_LENGTH).collect()
}
