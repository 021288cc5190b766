//! The checkout that a page shows.

use stoa_commerce::cart::CheckoutKey;
use stoa_commerce::checkout::{self, CheckoutView};
use stoa_commerce::quotes::{self, Quoted};
use stoa_commerce::{CommerceError, cart};
use stoa_entity::TenantDb;
use stoa_kernel::TenantCtx;

use super::Renderer;
use crate::RenderError;
use crate::page_call::PageCall;
use crate::resolve::parameter;

impl Renderer {
    /// The checkout of the token in the URL, otherwise of the visitor's cart; none if there is nothing to buy, or if it
    /// was started in another browser.
    pub(super) async fn checkout(
        &self,
        ctx: &TenantCtx,
        db: &TenantDb,
        call: &PageCall,
    ) -> Result<Option<CheckoutView>, RenderError> {
        let named = parameter(&call.query, "cartToken").filter(|token| !token.is_empty());
        let token = match named {
            Some(token) => token,
            None => {
                let view = cart::view(ctx, db, call.token("CART")).await?;
                let Some(token) = view.cart_token.filter(|_| !view.entries.is_empty()) else { return Ok(None) };
                token
            }
        };
        let (key, plugins) = (call.checkout_key(&token), self.quotes.as_ref());
        let Some(view) = self.checkout_of(ctx, db, key).await? else { return Ok(None) };
        let is_settled = view.cart.is_purchased || quotes::are_settled(ctx, db, plugins, &view.cart.quotes).await?;
        if is_settled || !quotes::prepare(ctx, db, plugins, Quoted::Checkout(key), None).await? {
            return Ok(Some(view));
        }
        self.checkout_of(ctx, db, key).await
    }

    async fn checkout_of(
        &self,
        ctx: &TenantCtx,
        db: &TenantDb,
        key: CheckoutKey<'_>,
    ) -> Result<Option<CheckoutView>, RenderError> {
        match checkout::view(ctx, db, self.payments.as_ref(), key).await {
            Ok(view) => Ok(Some(view)),
            Err(CommerceError::NotFound) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}
