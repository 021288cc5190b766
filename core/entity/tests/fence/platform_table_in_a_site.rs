use stoa_entity::TenantTx;
use stoa_entity::platform::account;

async fn accounts_beside_orders(tx: &TenantTx) {
    let _ = tx.find::<account::Entity>().all().await;
}

fn main() {}
