//! Histograms of the loading times of pages, as rows.

use std::collections::HashMap;

use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait as _, OnConflict};
use stoa_entity::analytics::analytics_speed::{ActiveModel, Column, Entity};
use stoa_entity::{DbError, TenantTx};
use stoa_kernel::clock::{DAY_MS, Timestamp};

use super::{SpeedSample, bucket_of};
use crate::store::Words;

/// Rows written by one statement.
const BATCH: usize = 1_000;

/// Adds values to the histograms.
pub(crate) async fn write(tx: &TenantTx, words: &mut Words<'_>, samples: &[&SpeedSample]) -> Result<(), DbError> {
    let mut counts: HashMap<(i64, i64, i16, i16, i16), i64> = HashMap::new();
    for sample in samples {
        let day = sample.at.ms().div_euclid(DAY_MS) * DAY_MS;
        let bucket = bucket_of(sample.vital, sample.value);
        let key = (day, words.id(&sample.page), sample.device.number(), sample.vital.number(), bucket);
        *counts.entry(key).or_default() += 1;
    }
    let rows = counts.into_iter().map(|((day, page, device, vital, bucket), count)| ActiveModel {
        day: Set(Timestamp::from_ms(day)),
        page: Set(page),
        device: Set(device),
        vital: Set(vital),
        bucket: Set(bucket),
        count: Set(count),
        ..ActiveModel::default()
    });
    let mut rows: Vec<ActiveModel> = rows.collect();
    while !rows.is_empty() {
        let rest = rows.split_off(rows.len().min(BATCH));
        tx.upsert_many(std::mem::replace(&mut rows, rest), added()).await?;
    }
    Ok(())
}

fn added() -> OnConflict {
    let count = Expr::col((Entity, Column::Count)).add(Expr::col(("excluded", Column::Count)));
    let key = [Column::WebsiteId, Column::Day, Column::Page, Column::Device, Column::Vital, Column::Bucket];
    OnConflict::columns(key).value(Column::Count, count).to_owned()
}
