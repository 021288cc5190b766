//! What sites are filled with for a demo or a load test.

use serde_json::json;
use stoa_commerce::load_seed::{Random, ShopSetting, ShopSize};
use stoa_document::Document;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{AssetId, CollectionId};
use stoa_server::load_seed::pages::{home, page};
use stoa_server::load_seed::{Spread, end_of_data, prefix_problem};
use stoa_server::seed::fill_dates;

#[test]
fn days_begin_at_midnight() {
    assert_eq!(end_of_data(Some("2025-11-29")).unwrap().ms(), 1_764_374_400_000);
    assert_eq!(end_of_data(None).unwrap().ms() % 86_400_000, 0);
    for wrong in ["tomorrow", "9000-01-01"] {
        assert!(end_of_data(Some(wrong)).is_err(), "{wrong}");
    }
}

#[test]
fn prefixes_make_names_of_sites() {
    assert_eq!(prefix_problem("load"), None);
    for wrong in ["Load", "-x", "x".repeat(31).as_str()] {
        assert!(prefix_problem(wrong).is_some(), "{wrong}");
    }
}

#[test]
fn totals_are_kept() {
    for spread in [Spread::Zipf, Spread::Even] {
        for (sites, total) in [(1, 40), (7, 100), (1_000, 10_000), (1_000, 500), (3, 0)] {
            for parts in [spread.parts(sites, total), spread.at_least_one(sites, total)] {
                assert_eq!((parts.len(), parts.iter().sum::<usize>()), (sites, total), "{spread:?}");
            }
        }
    }
}

#[test]
fn few_sites_are_large_and_none_is_empty() {
    let zipf = Spread::Zipf.at_least_one(1_000, 10_000);
    assert!(zipf.first() > Some(&1_000) && zipf.iter().all(|part| *part >= 2), "{zipf:?}");
    assert!(Spread::Even.at_least_one(1_000, 10_000).iter().all(|part| *part == 10));
}

#[test]
fn documents_are_valid() {
    let shop = ShopSetting {
        keys: vec![7, 1],
        size: ShopSize { products: 1, orders: 0, customers: 0 },
        store: CollectionId::from_parts(1, 1),
        pictures: vec![AssetId::from_parts(1, 1)],
        until: Timestamp::from_ms(0),
        email_domain: String::new(),
        password_hash: String::new(),
        transfer_percent: 0,
    };
    for seed in 0..20 {
        let random = &mut Random::of(&[seed]);
        for written in [home(random, "Load Test 1", &shop), page(random, "Page 1", &shop)] {
            let document = Document::from_json(&written).unwrap();
            assert!(document.blocks().count() > 2, "{written}");
        }
    }
}

#[test]
fn dates_are_counted_from_the_day_of_the_site() {
    let mut document = json!({"until": "date:+21 10:00", "texts": ["date: today", "date:+x 10:00"]});
    fill_dates(&mut document, Timestamp::from_ms(1_767_225_600_000));
    assert_eq!(document, json!({"until": "2026-01-22 10:00", "texts": ["date: today", "date:+x 10:00"]}));
}
