use sea_orm::{JoinType, Related};
use stoa_entity::TenantTx;
use stoa_entity::tenant::{order, order_item};

async fn orders_with_lines_of_everybody(tx: &TenantTx) {
    let relation = <order::Entity as Related<order_item::Entity>>::to();
    let _ = tx.find::<order::Entity>().join(JoinType::LeftJoin, relation).all().await;
}

fn main() {}
