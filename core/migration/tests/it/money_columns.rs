//! Money columns are whole numbers in the database.

use std::fs;
use std::path::PathBuf;

// spec: money.cents
#[test]
fn money_columns_are_integers() {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/src/tenant"));
    let mut found = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "sql") {
            continue;
        }
        for line in fs::read_to_string(&path).unwrap().lines() {
            let words: Vec<&str> =
                line.split_whitespace().skip_while(|word| ["ADD", "COLUMN"].contains(word)).collect();
            let Some([name, kind]) = words.first_chunk::<2>() else { continue };
            let is_price = ["price", "amount", "total", "balance"].iter().any(|part| name.contains(part));
            assert!(!is_price || !["REAL", "DOUBLE", "FLOAT", "NUMERIC", "DECIMAL"].contains(kind), "{path:?}: {line}");
            if name.ends_with("_cents") {
                assert_eq!(kind.trim_end_matches(','), "BIGINT", "{path:?}: {line}");
                found += 1;
            }
        }
    }
    assert!(found > 15, "only {found} columns were looked at");
}
