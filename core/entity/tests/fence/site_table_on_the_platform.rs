use stoa_entity::PlatformTx;
use stoa_entity::tenant::order;

async fn orders_beside_accounts(tx: &PlatformTx) {
    let _ = tx.find::<order::Entity>().all().await;
}

fn main() {}
