use sea_orm::EntityTrait;
use stoa_entity::TenantTx;
use stoa_entity::tenant::product;

async fn products_of_everybody(tx: &TenantTx) {
    let _ = product::Entity::find().all(tx).await;
}

fn main() {}
