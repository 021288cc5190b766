//! Sessions of contributors: an access token that lives for minutes and is checked without the
//! database, and a refresh token in a cookie that is exchanged for the next one at each use.

use std::sync::Arc;

use base64::Engine as _;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use sea_orm::{ActiveValue, ColumnTrait, Condition};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use stoa_entity::platform::sign_in;
use stoa_kernel::clock::Clock;
use stoa_kernel::id::{AccountId, SignInId};
use stoa_kernel::token::random_token;

use crate::{Databases, TenancyError};

/// Seconds an access token is good for.
const ACCESS_SECONDS: i64 = 600;
/// Seconds a signed link is good for.
pub const LINK_SECONDS: i64 = 60;
/// Milliseconds a chain of refresh tokens lives without use: 30 days.
const REFRESH_MS: i64 = 30 * 24 * 3_600_000;
/// Two tabs may present the same refresh token at nearly the same time; for so long the one that
/// came second still gets an access token.
const GRACE_MS: i64 = 20_000;

#[derive(Serialize, Deserialize)]
struct Claims {
    sub: AccountId,
    sid: SignInId,
    iat: i64,
    exp: i64,
}

/// What a signed link says. It lacks the chain of an access token, and that lacks the address: neither can
/// be used for the other.
#[derive(Serialize, Deserialize)]
struct LinkClaims {
    sub: AccountId,
    address: String,
    exp: i64,
}

/// A token that opens the admin's calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessToken {
    /// The token, for the `Authorization` header.
    pub token: String,
    /// Seconds until it ends.
    pub expires_in_seconds: i64,
    /// Whose it is.
    pub account: AccountId,
}

/// What signing in or refreshing gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignIn {
    /// For the calls.
    pub access: AccessToken,
    /// For the cookie; none when another tab has just been given the next one.
    pub refresh: Option<String>,
    /// Seconds the cookie lives.
    pub refresh_seconds: i64,
}

/// Makes and checks tokens.
pub struct Sessions {
    databases: Arc<Databases>,
    clock: Arc<dyn Clock>,
    encoding: EncodingKey,
    decoding: DecodingKey,
}

fn hash(token: &str) -> String {
    base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(Sha256::digest(token.as_bytes()))
}

impl Sessions {
    pub(crate) fn new(databases: Arc<Databases>, clock: Arc<dyn Clock>, key: &[u8]) -> Self {
        Self { databases, clock, encoding: EncodingKey::from_secret(key), decoding: DecodingKey::from_secret(key) }
    }

    /// Begins a chain of tokens for a person who has just signed in.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub async fn begin(&self, account: &AccountId) -> Result<SignIn, TenancyError> {
        let now = self.clock.now_ms();
        let refresh = random_token(40);
        let id = SignInId::generate();
        let tx = self.databases.platform().write().await?;
        tx.insert(sign_in::ActiveModel {
            id: ActiveValue::Set(id.clone()),
            account_id: ActiveValue::Set(account.clone()),
            token_hash: ActiveValue::Set(hash(&refresh)),
            previous_hash: ActiveValue::Set(None),
            rotated_on: ActiveValue::Set(now),
            created_on: ActiveValue::Set(now),
            expires_on: ActiveValue::Set(now + REFRESH_MS),
            revoked_on: ActiveValue::Set(None),
        })
        .await?;
        tx.commit().await?;
        Ok(SignIn { access: self.access(account, &id)?, refresh: Some(refresh), refresh_seconds: REFRESH_MS / 1000 })
    }

    /// Exchanges a refresh token. One that was exchanged before and comes again after the time two
    /// tabs may need is taken for stolen: the whole chain ends.
    ///
    /// # Errors
    /// [`TenancyError::SessionEnded`] when the token is not good.
    pub async fn refresh(&self, token: &str) -> Result<SignIn, TenancyError> {
        let now = self.clock.now_ms();
        let presented = hash(token);
        let tx = self.databases.platform().write().await?;
        let either = Condition::any()
            .add(sign_in::Column::TokenHash.eq(&presented))
            .add(sign_in::Column::PreviousHash.eq(&presented));
        let chain = tx.find::<sign_in::Entity>().filter(either).for_update().one().await?;
        let chain = chain
            .filter(|chain| chain.revoked_on.is_none() && chain.expires_on > now)
            .ok_or(TenancyError::SessionEnded)?;
        if chain.token_hash != presented {
            if now - chain.rotated_on <= GRACE_MS {
                let access = self.access(&chain.account_id, &chain.id)?;
                return Ok(SignIn { access, refresh: None, refresh_seconds: REFRESH_MS / 1000 });
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
            token_hash: ActiveValue::Set(hash(&next)),
            previous_hash: ActiveValue::Set(Some(presented)),
            rotated_on: ActiveValue::Set(now),
            expires_on: ActiveValue::Set(now + REFRESH_MS),
            ..Default::default()
        })
        .await?;
        tx.commit().await?;
        let access = self.access(&chain.account_id, &chain.id)?;
        Ok(SignIn { access, refresh: Some(next), refresh_seconds: REFRESH_MS / 1000 })
    }

    /// Ends the chain a refresh token belongs to; an unknown token is no error.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub async fn end(&self, token: &str) -> Result<(), TenancyError> {
        let tx = self.databases.platform().write().await?;
        tx.update::<sign_in::Entity>(sign_in::Column::TokenHash.eq(hash(token)))
            .set(sign_in::Column::RevokedOn, self.clock.now_ms())
            .exec()
            .await?;
        tx.commit().await?;
        Ok(())
    }

    /// Whose access token this is.
    ///
    /// # Errors
    /// [`TenancyError::SessionEnded`] when it is forged or has ended.
    pub fn check(&self, token: &str) -> Result<AccountId, TenancyError> {
        let mut validation = Validation::new(Algorithm::HS256);
        validation.leeway = 5;
        jsonwebtoken::decode::<Claims>(token, &self.decoding, &validation)
            .map(|decoded| decoded.claims.sub)
            .map_err(|_| TenancyError::SessionEnded)
    }

    /// A token that opens one address, path and query, for a person: for downloads, which browsers start
    /// without headers. It ends after [`LINK_SECONDS`].
    ///
    /// # Errors
    /// When it cannot be signed.
    pub fn link(&self, account: &AccountId, address: &str) -> Result<String, TenancyError> {
        let exp = self.clock.now_ms() / 1000 + LINK_SECONDS;
        let claims = LinkClaims { sub: account.clone(), address: address.to_owned(), exp };
        jsonwebtoken::encode(&Header::new(Algorithm::HS256), &claims, &self.encoding)
            .map_err(|error| TenancyError::Broken("the link could not be signed", Box::new(error)))
    }

    /// For whom a link opens this address.
    ///
    /// # Errors
    /// [`TenancyError::SessionEnded`] when it is forged, has ended or was made for another address.
    pub fn check_link(&self, token: &str, address: &str) -> Result<AccountId, TenancyError> {
        let mut validation = Validation::new(Algorithm::HS256);
        validation.leeway = 5;
        let decoded = jsonwebtoken::decode::<LinkClaims>(token, &self.decoding, &validation);
        let claims = decoded.map_err(|_| TenancyError::SessionEnded)?.claims;
        if claims.address == address { Ok(claims.sub) } else { Err(TenancyError::SessionEnded) }
    }

    fn access(&self, account: &AccountId, sign_in: &SignInId) -> Result<AccessToken, TenancyError> {
        let now = self.clock.now_ms() / 1000;
        let claims = Claims { sub: account.clone(), sid: sign_in.clone(), iat: now, exp: now + ACCESS_SECONDS };
        let token = jsonwebtoken::encode(&Header::new(Algorithm::HS256), &claims, &self.encoding)
            .map_err(|error| TenancyError::Broken("the access token could not be signed", Box::new(error)))?;
        Ok(AccessToken { token, expires_in_seconds: ACCESS_SECONDS, account: account.clone() })
    }
}
