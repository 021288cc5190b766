use stoa_entity::TenantTx;
use stoa_entity::platform::account;
use stoa_entity::tenant::order;

async fn orders_with_accounts(tx: &TenantTx) {
    let _ = tx.find::<order::Entity>().left_join(account::Entity).all().await;
}

fn main() {}
