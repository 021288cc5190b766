//! Events and visits as the bytes of a block.

use std::io;

use stoa_entity::analytics::{analytics_event, analytics_visit};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;

use super::columns::{Form, Reader, Writer};
use crate::visits::began_at;

/// Letters of a country that a block can store.
const LETTERS: usize = 6;

/// Packs events, which are in the order of time and id.
///
/// # Errors
/// When they cannot be compressed.
pub(super) fn pack_events(events: &[analytics_event::Model]) -> io::Result<Vec<u8>> {
    let mut writer = Writer::new(events.len());
    let mut column = |form: Form, of: fn(&analytics_event::Model) -> Option<i64>| {
        writer.column(form, events.iter().map(of));
    };
    column(Form::Sorted, |event| Some(event.at.ms()));
    column(Form::Random, |event| Some(event.id));
    column(Form::Small, |event| Some(i64::from(event.kind)));
    column(Form::Recent, |event| Some(event.visit));
    column(Form::Listed, |event| event.page);
    column(Form::Listed, |event| event.object);
    column(Form::Small, |event| event.number);
    column(Form::Listed, |event| event.detail);
    writer.finish()
}

/// The events of a block; none when it is damaged.
pub(super) fn events(website: &WebsiteId, bytes: &[u8]) -> Option<Vec<analytics_event::Model>> {
    let mut reader = Reader::new(bytes)?;
    let mut events = Vec::with_capacity(reader.len());
    let (at, id) = (reader.column(Form::Sorted)?, reader.column(Form::Random)?);
    let (kind, visit) = (reader.column(Form::Small)?, reader.column(Form::Recent)?);
    let (page, object) = (reader.column(Form::Listed)?, reader.column(Form::Listed)?);
    let (number, detail) = (reader.column(Form::Small)?, reader.column(Form::Listed)?);
    let cell = |column: &[Option<i64>], row: usize| column.get(row).copied().flatten();
    for row in 0..reader.len() {
        events.push(analytics_event::Model {
            website_id: website.clone(),
            at: Timestamp::from_ms(cell(&at, row)?),
            id: cell(&id, row)?,
            kind: cell(&kind, row)?.try_into().ok()?,
            visit: cell(&visit, row)?,
            page: cell(&page, row),
            object: cell(&object, row),
            number: cell(&number, row),
            detail: cell(&detail, row),
        });
    }
    Some(events)
}

/// Packs visits, which are in the order of their ids.
///
/// # Errors
/// When they cannot be compressed.
pub(super) fn pack_visits(visits: &[analytics_visit::Model]) -> io::Result<Vec<u8>> {
    let mut writer = Writer::new(visits.len());
    let mut column = |form: Form, of: fn(&analytics_visit::Model) -> Option<i64>| {
        writer.column(form, visits.iter().map(of));
    };
    column(Form::Sorted, |visit| Some(visit.id));
    column(Form::Random, |visit| Some(visit.visitor));
    column(Form::Small, |visit| Some(i64::from(visit.is_identified) + 2 * i64::from(visit.is_first)));
    column(Form::Small, |visit| Some(visit.started_at - began_at(visit.id)));
    column(Form::Small, |visit| Some(visit.last_at - visit.started_at));
    column(Form::Small, |visit| Some(i64::from(visit.views)));
    column(Form::Small, |visit| Some(i64::from(visit.events)));
    column(Form::Small, |visit| Some(visit.engaged_ms));
    column(Form::Listed, |visit| visit.entry_page);
    column(Form::Listed, |visit| visit.exit_page);
    column(Form::Listed, |visit| visit.referrer);
    column(Form::Listed, |visit| visit.source);
    column(Form::Small, |visit| Some(i64::from(visit.medium)));
    column(Form::Listed, |visit| visit.campaign);
    column(Form::Listed, |visit| visit.term);
    column(Form::Listed, |visit| visit.content);
    column(Form::Listed, |visit| visit.country.as_deref().and_then(number_of));
    column(Form::Listed, |visit| visit.language);
    column(Form::Small, |visit| Some(i64::from(visit.device)));
    column(Form::Listed, |visit| visit.browser);
    column(Form::Listed, |visit| visit.os);
    column(Form::Listed, |visit| visit.host);
    column(Form::Small, |visit| Some(i64::from(visit.orders)));
    column(Form::Small, |visit| Some(visit.revenue));
    writer.finish()
}

/// The visits of a block; none when it is damaged.
pub(super) fn visits(website: &WebsiteId, bytes: &[u8]) -> Option<Vec<analytics_visit::Model>> {
    let mut reader = Reader::new(bytes)?;
    let mut visits = Vec::with_capacity(reader.len());
    let mut next = |form: Form| reader.column(form);
    let (id, visitor, flags) = (next(Form::Sorted)?, next(Form::Random)?, next(Form::Small)?);
    let (started, lasted) = (next(Form::Small)?, next(Form::Small)?);
    let (views, events, engaged_ms) = (next(Form::Small)?, next(Form::Small)?, next(Form::Small)?);
    let (entry_page, exit_page) = (next(Form::Listed)?, next(Form::Listed)?);
    let (referrer, source, medium) = (next(Form::Listed)?, next(Form::Listed)?, next(Form::Small)?);
    let (campaign, term, content) = (next(Form::Listed)?, next(Form::Listed)?, next(Form::Listed)?);
    let (country, language, device) = (next(Form::Listed)?, next(Form::Listed)?, next(Form::Small)?);
    let (browser, os, host) = (next(Form::Listed)?, next(Form::Listed)?, next(Form::Listed)?);
    let (orders, revenue) = (next(Form::Small)?, next(Form::Small)?);
    let cell = |column: &[Option<i64>], row: usize| column.get(row).copied().flatten();
    for row in 0..reader.len() {
        let (id, flags) = (cell(&id, row)?, cell(&flags, row)?);
        let started_at = began_at(id) + cell(&started, row)?;
        visits.push(analytics_visit::Model {
            website_id: website.clone(),
            id,
            visitor: cell(&visitor, row)?,
            is_identified: flags & 1 > 0,
            is_first: flags & 2 > 0,
            started_at,
            last_at: started_at + cell(&lasted, row)?,
            views: cell(&views, row)?.try_into().ok()?,
            events: cell(&events, row)?.try_into().ok()?,
            engaged_ms: cell(&engaged_ms, row)?,
            entry_page: cell(&entry_page, row),
            exit_page: cell(&exit_page, row),
            referrer: cell(&referrer, row),
            source: cell(&source, row),
            medium: cell(&medium, row)?.try_into().ok()?,
            campaign: cell(&campaign, row),
            term: cell(&term, row),
            content: cell(&content, row),
            country: cell(&country, row).and_then(letters_of),
            language: cell(&language, row),
            device: cell(&device, row)?.try_into().ok()?,
            browser: cell(&browser, row),
            os: cell(&os, row),
            host: cell(&host, row),
            orders: cell(&orders, row)?.try_into().ok()?,
            revenue: cell(&revenue, row)?,
        });
    }
    Some(visits)
}

/// The letters of a country as a number.
fn number_of(letters: &str) -> Option<i64> {
    let bytes = letters.as_bytes();
    (bytes.len() <= LETTERS).then(|| bytes.iter().fold(1, |number, byte| (number << 8) | i64::from(*byte)))
}

fn letters_of(number: i64) -> Option<String> {
    let bytes = number.to_be_bytes().into_iter().skip_while(|byte| *byte == 0).skip(1);
    String::from_utf8(bytes.collect()).ok()
}

/// The hash of a visitor by which blocks with their visits are found.
pub(super) fn hash_of(visitor: i64) -> [u8; 4] {
    let [hash @ .., _, _, _, _] = visitor.to_le_bytes();
    hash
}

/// The hashes of the visitors with an identifier, each once.
pub(super) fn hashes_of(visits: &[analytics_visit::Model]) -> Vec<u8> {
    let identified = visits.iter().filter(|visit| visit.is_identified);
    let mut hashes: Vec<[u8; 4]> = identified.map(|visit| hash_of(visit.visitor)).collect();
    hashes.sort_unstable();
    hashes.dedup();
    hashes.concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::visits::started_from;

    fn site() -> WebsiteId {
        WebsiteId::generate()
    }

    #[test]
    fn events_are_read_as_they_were_packed() {
        let website = site();
        let event = |number: i64| analytics_event::Model {
            website_id: website.clone(),
            at: Timestamp::from_ms(1_795_000_000_000 + number * 977),
            id: number.wrapping_mul(0x5851_f42d_4c95_7f2d) & i64::MAX,
            kind: if number % 3 == 0 { 10 } else { 1 },
            visit: number / 6 + number % 2 * 1_000,
            page: (number % 5 > 0).then_some(number % 5 * 119_532_129_660_354),
            object: (number % 7 == 0).then_some(number),
            number: (number % 3 == 0).then_some(number * 31 - 500),
            detail: None,
        };
        let all: Vec<_> = (0..1_000).map(event).collect();
        let bytes = pack_events(&all).unwrap();
        assert_eq!(events(&website, &bytes), Some(all));
        assert!(bytes.len() < 20_000, "{} bytes", bytes.len());
    }

    #[test]
    fn visits_are_read_as_they_were_packed() {
        let website = site();
        let visit = |number: i64| {
            let began = Timestamp::from_ms(1_795_000_000_000 + number * 5_000);
            analytics_visit::Model {
                website_id: website.clone(),
                id: started_from(began) | (number * 7_919 % 4_000_000),
                visitor: number.wrapping_mul(0x5851_f42d_4c95_7f2d),
                is_identified: number % 2 == 0,
                is_first: number % 3 == 0,
                started_at: began - number % 10,
                last_at: began + number * 100,
                views: 3,
                events: 4,
                engaged_ms: number * 1_000,
                entry_page: Some(number % 50),
                exit_page: None,
                referrer: Some(5),
                source: (number % 4 > 0).then_some(number % 4),
                medium: 2,
                campaign: None,
                term: None,
                content: Some(number),
                country: (number % 5 > 0).then(|| if number % 2 > 0 { "DE".to_owned() } else { "FR".to_owned() }),
                language: Some(1),
                device: 1,
                browser: Some(3),
                os: Some(4),
                host: None,
                orders: 1,
                revenue: number * 99 - 10,
            }
        };
        let all: Vec<_> = (0..500).map(visit).collect();
        assert_eq!(visits(&website, &pack_visits(&all).unwrap()), Some(all.clone()));
        let hashes = hashes_of(&all);
        let has = |visitor: i64| hashes.chunks_exact(4).any(|hash| hash == hash_of(visitor));
        assert!(has(all[0].visitor) && has(all[2].visitor) && !has(all[1].visitor));
        assert!(hashes.chunks_exact(4).is_sorted());
    }

    #[test]
    fn letters_are_read_as_they_were_packed() {
        for letters in ["", "D", "DE", "ABCDEF"] {
            assert_eq!(number_of(letters).and_then(letters_of).as_deref(), Some(letters));
        }
        assert_eq!(number_of("ABCDEFG"), None);
    }
}
