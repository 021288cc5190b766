use sea_orm::EntityTrait;
use stoa_entity::TenantTx;
use stoa_entity::tenant::product;

async fn products_of_the_site(tx: &TenantTx) {
    let _ = tx.find::<product::Entity>().all().await;
    let _ = product::Entity::find();
}

fn main() {}
