//! Speed of pages as visitors' browsers measured it: 75th percentiles with the numbers of good, fair and poor values.

use std::collections::{BTreeMap, HashMap};

use jiff::tz::TimeZone;
use sea_orm::sea_query::{Condition, Expr};
use sea_orm::{ColumnTrait as _, FromQueryResult};
use stoa_entity::analytics::analytics_speed::{Column, Entity};
use stoa_entity::{TenantDb, TenantTx, sum};
use stoa_kernel::local_days::{Days, SiteDays};
use stoa_kernel::{Action, Failure, Resource, TenantCtx, boxed};

use crate::speed::{Band, Vital, percentile, value_of};
use crate::{Device, texts};

/// The percentile that is shown.
const SHARE: f64 = 0.75;
/// Maximum number of pages.
const MAX_PAGES: usize = 50;

/// What measurements are grouped by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpeedBy {
    /// The page.
    Page,
    /// The kind of device.
    Device,
}

/// Which measurements.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpeedFilter {
    /// Of this page.
    pub page: Option<String>,
    /// Of this kind of device.
    pub device: Option<Device>,
}

/// A vital.
#[derive(Clone, Debug, PartialEq)]
pub struct VitalFigures {
    /// Which.
    pub vital: Vital,
    /// 75th percentile: milliseconds, for the layout shift a score.
    pub p75: Option<f64>,
    /// Its band.
    pub band: Option<Band>,
    /// Number of measurements.
    pub samples: i64,
    /// Good ones.
    pub good: i64,
    /// Those that need improvement.
    pub needs_improvement: i64,
    /// Poor ones.
    pub poor: i64,
}

/// Vitals of all pages, and of each page or device.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Speed {
    /// Of all measurements.
    pub vitals: Vec<VitalFigures>,
    /// By page or device, those with the most measurements first.
    pub rows: Vec<(String, VitalFigures)>,
    /// Whether there are more pages, which are left out.
    pub is_cut: bool,
}

#[derive(FromQueryResult)]
struct BucketCount {
    value: i64,
    vital: i16,
    bucket: i16,
    count: i64,
}

type Histogram = BTreeMap<i16, i64>;

/// Speed on the days. Measurements are kept by days of UTC.
///
/// # Errors
/// When the caller may not read analytics, or the database fails.
#[boxed]
pub async fn speed(
    ctx: &TenantCtx,
    db: Option<&TenantDb>,
    site: &SiteDays,
    by: SpeedBy,
    filter: &SpeedFilter,
) -> Result<Speed, Failure> {
    ctx.authorise(Resource::Analytics, Action::Read)?;
    let Some(db) = db else { return Ok(Speed::default()) };
    let tx = db.read().await?;
    let rows = counted(&tx, site, by, filter).await?;
    let mut all: BTreeMap<i16, Histogram> = BTreeMap::new();
    let mut of_value: HashMap<i64, BTreeMap<i16, Histogram>> = HashMap::new();
    for row in &rows {
        *all.entry(row.vital).or_default().entry(row.bucket).or_default() += row.count;
        let own = of_value.entry(row.value).or_default().entry(row.vital).or_default();
        *own.entry(row.bucket).or_default() += row.count;
    }
    let samples = |own: &BTreeMap<i16, Histogram>| own.values().flat_map(BTreeMap::values).sum::<i64>();
    let mut sorted: Vec<(i64, BTreeMap<i16, Histogram>)> = of_value.into_iter().collect();
    sorted.sort_by_key(|(value, own)| (std::cmp::Reverse(samples(own)), *value));
    let is_cut = sorted.len() > MAX_PAGES;
    sorted.truncate(MAX_PAGES);
    let names = match by {
        SpeedBy::Page => {
            let ids: Vec<i64> = sorted.iter().map(|(value, _)| *value).collect();
            texts::read(&tx, &ids).await?
        }
        SpeedBy::Device => {
            Device::ALL.iter().map(|device| (i64::from(device.number()), device.name().to_owned())).collect()
        }
    };
    let mut speed = Speed { vitals: figures(&all), rows: Vec::new(), is_cut };
    for (value, own) in &sorted {
        let name = names.get(value).cloned().unwrap_or_default();
        speed.rows.extend(figures(own).into_iter().map(|vital| (name.clone(), vital)));
    }
    Ok(speed)
}

async fn counted(
    tx: &TenantTx,
    site: &SiteDays,
    by: SpeedBy,
    filter: &SpeedFilter,
) -> Result<Vec<BucketCount>, Failure> {
    let (from, until) = Days { zone: TimeZone::UTC, ..site.days.clone() }.whole();
    let mut wanted = Condition::all().add(Column::Day.gte(from)).add(Column::Day.lt(until));
    if let Some(page) = &filter.page {
        wanted = wanted.add(Column::Page.eq(texts::id_of(page)));
    }
    if let Some(device) = filter.device {
        wanted = wanted.add(Column::Device.eq(device.number()));
    }
    let value = match by {
        SpeedBy::Page => Column::Page,
        SpeedBy::Device => Column::Device,
    };
    let find = tx.find::<Entity>().filter(wanted).group_by(value);
    let value = Expr::cust(format!("cast({} AS bigint)", sea_orm::IdenStatic::as_str(&value)));
    let selected = vec![(value, "value"), (sum(Column::Count), "count")];
    Ok(find.aggregate(&[Column::Vital, Column::Bucket], selected).await?)
}

fn figures(of_vital: &BTreeMap<i16, Histogram>) -> Vec<VitalFigures> {
    let figures = |(number, histogram): (&i16, &Histogram)| {
        let vital = Vital::from_number(*number)?;
        let counts: Vec<(i16, i64)> = histogram.iter().map(|(bucket, count)| (*bucket, *count)).collect();
        let p75 = percentile(vital, &counts, SHARE);
        let in_band = |band: Band| {
            let own = counts.iter().filter(|(bucket, _)| vital.band(value_of(vital, *bucket)) == band);
            own.map(|(_, count)| count).sum::<i64>()
        };
        Some(VitalFigures {
            vital,
            p75,
            band: p75.map(|value| vital.band(value)),
            samples: counts.iter().map(|(_, count)| count).sum(),
            good: in_band(Band::Good),
            needs_improvement: in_band(Band::NeedsImprovement),
            poor: in_band(Band::Poor),
        })
    };
    of_vital.iter().filter_map(figures).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::speed::bucket_of;

    #[test]
    fn bands_count_all_measurements() {
        let bucket = |value| bucket_of(Vital::Lcp, value);
        let histogram = Histogram::from([(bucket(1_000.0), 6), (bucket(3_000.0), 3), (bucket(9_000.0), 1)]);
        let all = figures(&BTreeMap::from([(Vital::Lcp.number(), histogram)]));
        let seen: Vec<_> =
            all.iter().map(|own| (own.samples, own.good, own.needs_improvement, own.poor, own.band)).collect();
        assert_eq!(seen, [(10, 6, 3, 1, Some(Band::NeedsImprovement))]);
    }
}
