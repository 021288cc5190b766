use sea_orm::EntityTrait;
use stoa_entity::TenantTx;
use stoa_entity::tenant::{order, order_item};

async fn orders_of_everybody(tx: &TenantTx) {
    let _ = order::Entity::find().find_also_related(order_item::Entity).all(tx).await;
}

fn main() {}
