use stoa_entity::TenantTx;

fn connection(tx: &TenantTx) {
    let _ = &tx.connection;
}

fn main() {}
