//! Personal data in restock sign-ups: export and erasure.

use async_trait::async_trait;
use sea_orm::sea_query::{Expr, ExprTrait, Func, SimpleExpr};
use serde_json::{Map, Value, json};
use stoa_entity::TenantTx;
use stoa_entity::tenant::restock_sign_up;

use crate::CommerceError;
use crate::customers::{PersonRecords, PersonalData};

/// Restock sign-ups.
pub(crate) struct RestockData;

#[async_trait]
impl PersonalData for RestockData {
    async fn export(
        &self,
        tx: &TenantTx,
        person: &PersonRecords<'_>,
        document: &mut Map<String, Value>,
    ) -> Result<(), CommerceError> {
        let rows = tx.find::<restock_sign_up::Entity>().filter(of_person(person)).all().await?;
        let shown = |row: restock_sign_up::Model| {
            json!({
                "productId": row.product_id, "variantId": row.variant_id, "email": row.email,
                "isJoinMailingList": row.is_join_mailing_list, "signedUpOn": row.signed_up_on,
                "notifiedOn": row.notified_on,
            })
        };
        document.insert("restockSignUps".to_owned(), rows.into_iter().map(shown).collect());
        Ok(())
    }

    async fn erase(&self, tx: &TenantTx, person: &PersonRecords<'_>) -> Result<(), CommerceError> {
        tx.delete::<restock_sign_up::Entity>(of_person(person)).exec().await?;
        Ok(())
    }
}

fn of_person(person: &PersonRecords<'_>) -> SimpleExpr {
    Expr::expr(Func::lower(Expr::col(restock_sign_up::Column::Email))).is_in(person.emails())
}
