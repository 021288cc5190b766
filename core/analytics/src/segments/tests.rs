//! Tests of packed days: what is counted in them, and what is left out of days with too much.

use std::collections::{HashMap, HashSet};

use jiff::tz::TimeZone;
use stoa_entity::analytics::analytics_segment::Model;
use stoa_entity::analytics::{analytics_event, analytics_visit};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::money::Cents;

use super::day::Day;
use super::store::{added, days_at_once};
use super::{ActSums, By, Conditions, DayColumns, FOUND_NOTHING, PageSums, Part, StepSums, Summed, VisitSums};
use crate::reports::Figures;
use crate::visits::started_from;
use crate::{EventKind, texts};

const HOUR_MS: i64 = 3_600_000;
/// The beginning of a day of UTC.
const START: Timestamp = Timestamp::from_ms(1_793_491_200_000);

fn visit(number: i64, visitor: i64, source: i64) -> analytics_visit::Model {
    let at = START + number * 1_000;
    analytics_visit::Model {
        website_id: WebsiteId::generate(),
        id: started_from(at) + number,
        visitor,
        is_identified: false,
        is_first: true,
        started_at: at,
        last_at: at + 1,
        views: 1,
        events: 1,
        engaged_ms: number % 20_000,
        entry_page: Some(1),
        exit_page: Some(1),
        referrer: None,
        source: Some(source).filter(|source| *source > 0),
        medium: 0,
        campaign: None,
        term: None,
        content: None,
        country: Some("DE".to_owned()),
        language: None,
        device: 0,
        browser: None,
        os: None,
        host: None,
        orders: 0,
        revenue: 0,
    }
}

fn view(of: &analytics_visit::Model, page: i64) -> analytics_event::Model {
    analytics_event::Model {
        website_id: of.website_id.clone(),
        at: of.started_at,
        id: page,
        kind: EventKind::PageView.number(),
        visit: of.id,
        page: Some(page),
        object: None,
        number: None,
        detail: None,
    }
}

fn columns(visits: &[analytics_visit::Model]) -> DayColumns {
    let mut columns = DayColumns::new(START, START + 24 * HOUR_MS, TimeZone::UTC);
    for visit in visits {
        columns.add_visit(visit);
        columns.add_event(&view(visit, 1), Some(visit));
    }
    columns
}

fn read(rows: &[(i16, Vec<u8>)]) -> Day {
    Day::of(START, rows.iter().map(|(_, bytes)| bytes.as_slice())).unwrap()
}

fn summed<S: Summed>(mut sums: S, days: &[&Day]) -> S {
    for day in days {
        sums.add(day);
    }
    sums
}

#[test]
fn visitors_are_counted_once_for_each_value() {
    let visits = [visit(1, 7, 5), visit(2, 8, 5), visit(3, 7, 5), visit(4, 7, 0), visit(20_000, 9, 6)];
    let rows = columns(&visits).rows();
    assert_eq!(rows.iter().map(|(part, _)| *part).collect::<Vec<_>>(), [Part::All.number()]);
    let day = read(&rows);
    let sums = summed(VisitSums::new(Conditions::default(), By::Value(Part::Source)), &[&day]).sums;
    let seen: HashMap<i64, (i64, i64)> =
        sums.into_iter().map(|(source, own)| (source, (own.visits, own.visitors))).collect();
    assert_eq!(seen, HashMap::from([(5, (3, 2)), (0, (1, 1)), (6, (1, 1))]));

    let mut german = Conditions::default();
    german.require(Part::Country, texts::id_of("DE"));
    german.require(Part::Source, 5);
    let hours = summed(VisitSums::new(german.clone(), By::Hour), &[&day]).sums;
    assert_eq!(hours.into_iter().map(|(start, own)| (start, own.visits)).collect::<Vec<_>>(), [(START.ms(), 3)]);
    let pages = summed(PageSums::new(german, None), &[&day]).sums;
    let expected =
        Figures { visits: 3, visitors: 2, views: 3, bounces: 3, engaged_ms: 0, orders: 0, revenue: Cents(0) };
    assert_eq!(pages, HashMap::from([(1, expected)]));
    let mut none = Conditions::default();
    none.require_page(2);
    assert!(summed(VisitSums::new(none, By::Day), &[&day]).sums.is_empty());
}

#[test]
fn columns_of_many_visits_are_rows_and_new_visits_replace_those_of_their_hour() {
    // Two visits of each visitor, in the first two hours.
    let visits: Vec<_> = (0..7_000).map(|number| visit(number, number % 3_500, number % 50)).collect();
    let rows = columns(&visits).rows();
    assert!(rows.len() > 20 && rows.iter().all(|(part, _)| *part != Part::All.number()));
    let all = summed(VisitSums::new(Conditions::default(), By::Day), &[&read(&rows)]).sums;
    let own = all[&START.ms()];
    assert_eq!((own.visits, own.visitors, own.views), (7_000, 3_500, 7_000));

    // The second hour has one visit more, of a visitor of the first one.
    let mut new: Vec<_> = visits.into_iter().filter(|visit| visit.started_at >= START + HOUR_MS).collect();
    new.push(visit(7_001, 3, 1));
    let new = columns(&new);
    let shared = new.visitors();
    let hours = HashSet::from([(START + HOUR_MS).ms()]);
    let old = read(&rows).without(hours, shared.clone());
    let new = new.day().sharing(shared);
    let both = summed(VisitSums::new(Conditions::default(), By::Day), &[&old, &new]).sums;
    assert_eq!((both[&START.ms()].visits, both[&START.ms()].visitors), (7_001, 3_500));
    let pages = summed(PageSums::new(Conditions::default(), Some(1)), &[&old, &new]).sums;
    assert_eq!((pages[&1].views, pages[&1].visitors), (7_001, 3_500));
    assert!(Day::of(START, [[9_u8].as_slice()]).is_none());
}

#[test]
fn acts_are_those_of_the_visits_that_are_meant() {
    let visits = [visit(1, 7, 5), visit(2, 8, 6)];
    let mut columns = columns(&visits);
    let [one, other] = &visits;
    for (of, kind, object, number) in [
        (one, EventKind::SiteSearch, 11, Some(0)),
        (one, EventKind::SiteSearch, 11, Some(3)),
        (one, EventKind::ProductPageView, 21, None),
        (one, EventKind::QuickView, 21, None),
        (one, EventKind::AddToCart, 21, None),
        (other, EventKind::SiteSearch, 11, Some(3)),
        (other, EventKind::ProductPageView, 21, None),
        (other, EventKind::CheckoutStarted, 0, None),
        (other, EventKind::Purchase, 31, Some(5)),
    ] {
        let object = Some(object).filter(|object| *object > 0);
        let event = analytics_event::Model { kind: kind.number(), object, number, page: None, ..view(of, 1) };
        columns.add_event(&event, Some(of));
    }
    // An event of a visit that is not known any more.
    columns.add_event(&analytics_event::Model { visit: 1, object: Some(21), ..view(one, 1) }, None);
    let day = read(&columns.rows());
    let mut first = Conditions::default();
    first.require(Part::Source, 5);
    let search = |conditions: &Conditions| {
        let sums = summed(ActSums::new(conditions.clone(), &[EventKind::SiteSearch]), &[&day]).sums;
        let of = |kind: i16| sums.get(&(11, 0, i64::from(kind))).copied();
        (of(EventKind::SiteSearch.number()), of(FOUND_NOTHING), sums.len())
    };
    assert_eq!(search(&first), (Some((2, 1)), Some((1, 1)), 2));
    assert_eq!(search(&Conditions::default()), (Some((3, 2)), Some((1, 1)), 2));
    let steps = |conditions: Conditions| {
        let StepSums { steps, products, .. } = summed(StepSums::new(conditions), &[&day]);
        (steps, products)
    };
    assert_eq!(steps(first), ([1, 1, 0, 0], HashMap::from([(21, (1, 1))])));
    assert_eq!(steps(Conditions::default()), ([2, 1, 1, 1], HashMap::from([(21, (2, 1))])));
}

#[test]
fn days_with_too_much_have_no_columns() {
    let visits = [visit(1, 7, 5), visit(2, 8, 5), visit(3, 9, 5)];
    let of_at_most = |most: usize| {
        let mut columns = columns(&[]);
        columns.most = most;
        for visit in &visits {
            columns.add_visit(visit);
            columns.add_event(&view(visit, 1), Some(visit));
        }
        columns
    };
    assert!(!of_at_most(6).is_given_up() && !of_at_most(6).rows().is_empty());
    assert!(of_at_most(5).is_given_up() && of_at_most(5).rows().is_empty());
}

#[test]
fn days_with_too_many_acts_keep_visits_and_pages() {
    let visits = [visit(1, 7, 5), visit(2, 8, 5)];
    let of_at_most = |most: usize, kind: EventKind| {
        let mut columns = columns(&[]);
        columns.most = most;
        for visit in &visits {
            columns.add_visit(visit);
            columns.add_event(&view(visit, 1), Some(visit));
            for object in [21, 22] {
                let act = analytics_event::Model { kind: kind.number(), object: Some(object), ..view(visit, 1) };
                columns.add_event(&act, Some(visit));
            }
        }
        columns.rows()
    };
    let model = |(part, data): (i16, Vec<u8>)| Model { website_id: WebsiteId::generate(), start: START, part, data };
    // Each visit has a row, a page and two acts; a button that it clicked is no row more.
    for (kind, most, has_acts) in
        [(EventKind::ButtonClick, 8, true), (EventKind::SiteSearch, 8, true), (EventKind::SiteSearch, 7, false)]
    {
        let rows: Vec<Model> = of_at_most(most, kind).into_iter().map(model).collect();
        let (pages, unread) = added(PageSums::new(Conditions::default(), None), Vec::new(), &rows);
        assert_eq!((pages.sums[&1].visits, unread), (2, Vec::new()), "{kind:?} {most}");
        let (acts, unread) = added(ActSums::new(Conditions::default(), &[kind]), Vec::new(), &rows);
        let (sums, left) = if has_acts { (2, Vec::new()) } else { (0, vec![START]) };
        assert_eq!((acts.sums.len(), unread), (sums, left), "{kind:?} {most}: the events are counted instead");
        let (steps, unread) = added(StepSums::new(Conditions::default()), Vec::new(), &rows);
        assert_eq!((steps.steps, unread.is_empty()), ([0; 4], has_acts), "{kind:?} {most}");
    }
    assert!(of_at_most(3, EventKind::SiteSearch).is_empty(), "too much without acts as well");
}

#[test]
fn few_large_days_and_many_small_ones_are_read_at_once() {
    assert_eq!(days_at_once([100_000; 30].into_iter()), 3);
    assert_eq!(days_at_once([1_000_000, 1].into_iter()), 1);
    assert_eq!(days_at_once([10, 299_990, 1].into_iter()), 2);
    assert_eq!(days_at_once([20; 365].into_iter()), 365);
}
