use sea_orm::EntityTrait as _;
use stoa_entity::TenantTx;
use stoa_entity::tenant::{order, order_donation, order_item};

async fn orders_of_the_site(tx: &TenantTx) {
    // Compiles with the same sea_orm as the entities only.
    let _ = order::Entity::find();
    let _ = tx.find::<order::Entity>().inner_join(order_item::Entity).count().await;
    let _ = tx
        .find::<order::Entity>()
        .find_also_related(order_item::Entity)
        .find_also(order::Entity, order_donation::Entity)
        .all()
        .await;
}

fn main() {}
