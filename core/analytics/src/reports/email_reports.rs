//! Who wants the figures by e-mail, and when.

use jiff::ToSpan as _;
use jiff::civil::{Date, Time, time};
use jiff::tz::TimeZone;
use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait as _;
use sea_orm::sea_query::ExprTrait as _;
use stoa_entity::tenant::analytics_email_report::{ActiveModel, Column, Entity, Model};
use stoa_entity::tenant::site;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::analytics::EmailReportFrequency;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::AccountId;
use stoa_kernel::local_days::{Days, SiteDays, today};
use stoa_kernel::{Action, Failure, Resource, TenantCtx, boxed};

/// Time of day at which reports are sent.
const AT: Time = time(7, 0, 0, 0);

/// A report to be written.
#[derive(Clone, Debug)]
pub struct DueReport {
    /// The account of the contributor.
    pub account: AccountId,
    /// How often they want one.
    pub frequency: EmailReportFrequency,
    /// When it was due.
    pub due_on: Timestamp,
    /// The days that it is about.
    pub site: SiteDays,
}

/// How often a contributor gets the figures.
///
/// # Errors
/// When the caller may not read analytics, or the database fails.
#[boxed]
pub async fn frequency(ctx: &TenantCtx, db: &TenantDb, account: &AccountId) -> Result<EmailReportFrequency, Failure> {
    ctx.authorise(Resource::Analytics, Action::Read)?;
    let tx = db.read().await?;
    let row = tx.find::<Entity>().filter(Column::AccountId.eq(account.clone())).one().await?;
    Ok(row.map_or(EmailReportFrequency::Never, |row| row.frequency))
}

/// Sets how often a contributor gets the figures.
///
/// # Errors
/// When the caller may not read analytics, or the database fails.
#[boxed]
pub async fn set_frequency(
    ctx: &TenantCtx,
    db: &TenantDb,
    account: &AccountId,
    frequency: EmailReportFrequency,
) -> Result<(), Failure> {
    ctx.authorise(Resource::Analytics, Action::Read)?;
    let tx = db.write().await?;
    tx.delete::<Entity>(Column::AccountId.eq(account.clone())).exec().await?;
    let zone = zone(&tx).await?.1;
    if let Some(next_on) = next(frequency, ctx.now(), &zone) {
        let row = ActiveModel {
            website_id: Set(tx.website().clone()),
            account_id: Set(account.clone()),
            frequency: Set(frequency),
            next_on: Set(next_on),
        };
        tx.insert(row).await?;
    }
    Ok(tx.commit().await?)
}

/// When the next report is or was due; none when nobody wants one.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn next_due(tx: &TenantTx) -> Result<Option<Timestamp>, Failure> {
    let next = tx.find::<Entity>().order_by_asc(Column::NextOn).limit(1).one().await?;
    Ok(next.map(|row| row.next_on))
}

/// The reports that are due.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn due(ctx: &TenantCtx, db: &TenantDb) -> Result<Vec<DueReport>, Failure> {
    let tx = db.read().await?;
    let rows = tx.find::<Entity>().filter(Column::NextOn.lte(ctx.now())).all().await?;
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let (row, zone) = zone(&tx).await?;
    let report = |wanted: Model| {
        let days = days(wanted.frequency, wanted.next_on, &zone)?;
        let site = SiteDays { days, time_zone: row.time_zone.clone(), currency: row.currency.clone() };
        let Model { account_id, frequency, next_on, .. } = wanted;
        Some(DueReport { account: account_id, frequency, due_on: next_on, site })
    };
    Ok(rows.into_iter().filter_map(report).collect())
}

/// Notes that a report was written, in the transaction that queues it, and when the next one is due. False when another
/// process has written it.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn note_written(ctx: &TenantCtx, tx: &TenantTx, report: &DueReport) -> Result<bool, Failure> {
    let own = Column::AccountId.eq(report.account.clone()).and(Column::NextOn.eq(report.due_on));
    match next(report.frequency, ctx.now(), &report.site.days.zone) {
        Some(next_on) => Ok(tx.update::<Entity>(own).set(Column::NextOn, next_on).exec().await? > 0),
        None => Ok(tx.delete::<Entity>(own).exec().await? > 0),
    }
}

/// Ends the reports of someone who may no longer read them.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn end(db: &TenantDb, account: &AccountId) -> Result<(), Failure> {
    let tx = db.write().await?;
    tx.delete::<Entity>(Column::AccountId.eq(account.clone())).exec().await?;
    Ok(tx.commit().await?)
}

async fn zone(tx: &TenantTx) -> Result<(site::Model, TimeZone), Failure> {
    let row = tx.find::<site::Entity>().one().await?.ok_or_else(Failure::not_found)?;
    let zone = TimeZone::get(&row.time_zone).unwrap_or(TimeZone::UTC);
    Ok((row, zone))
}

/// When the next report after a time is due.
fn next(frequency: EmailReportFrequency, now: Timestamp, zone: &TimeZone) -> Option<Timestamp> {
    let day = today(now, zone);
    let mut start = start_of(frequency, day)?;
    loop {
        start = following(frequency, start)?;
        let at = start.to_datetime(AT).to_zoned(zone.clone()).ok()?.timestamp().as_millisecond();
        if at > now.ms() {
            return Some(Timestamp::from_ms(at));
        }
    }
}

/// The days before a report: the last complete week or month.
fn days(frequency: EmailReportFrequency, due_on: Timestamp, zone: &TimeZone) -> Option<Days> {
    let last = start_of(frequency, today(due_on, zone))?.yesterday().ok()?;
    Some(Days { first: start_of(frequency, last)?, last, zone: zone.clone() })
}

/// The first day of the week or month of a day.
fn start_of(frequency: EmailReportFrequency, day: Date) -> Option<Date> {
    match frequency {
        EmailReportFrequency::Never => None,
        EmailReportFrequency::Weekly => day.checked_sub(i64::from(day.weekday().to_monday_zero_offset()).days()).ok(),
        EmailReportFrequency::Monthly => Some(day.first_of_month()),
    }
}

fn following(frequency: EmailReportFrequency, start: Date) -> Option<Date> {
    match frequency {
        EmailReportFrequency::Never => None,
        EmailReportFrequency::Weekly => start.checked_add(7.days()).ok(),
        EmailReportFrequency::Monthly => start.checked_add(1.month()).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_about_whole_weeks_and_months() {
        let zone = TimeZone::get("Asia/Kolkata").unwrap();
        let now = Timestamp::from_ms("2026-11-29T09:00:00Z".parse::<jiff::Timestamp>().unwrap().as_millisecond());
        for (frequency, at, first, last) in [
            (EmailReportFrequency::Weekly, "2026-11-30T01:30:00Z", "2026-11-23", "2026-11-29"),
            (EmailReportFrequency::Monthly, "2026-12-01T01:30:00Z", "2026-11-01", "2026-11-30"),
        ] {
            let due = next(frequency, now, &zone).unwrap();
            assert_eq!(jiff::Timestamp::from_millisecond(due.ms()).unwrap().to_string(), at);
            let days = days(frequency, due, &zone).unwrap();
            assert_eq!((days.first.to_string(), days.last.to_string()), (first.to_owned(), last.to_owned()));
            assert!(next(frequency, due, &zone).unwrap() > due);
        }
        assert_eq!(next(EmailReportFrequency::Never, now, &zone), None);
    }
}
