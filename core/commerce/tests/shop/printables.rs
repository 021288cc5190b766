//! Orders on paper and in tables, and what may still be changed of them.

use stoa_address::Address;
use stoa_commerce::CommerceError;
use stoa_commerce::orders::{self, FulfillmentLine, NewFulfillment, OrderFilter, OrderView};
use stoa_commerce::settings;
use stoa_commerce::shipping_zones::{self, ShippingOption, ZonePatch, ZonePlace};
use stoa_commerce::taxes::{self, TaxPatch};
use stoa_kernel::checkout::ShippingKind;
use stoa_kernel::money::Cents;

use crate::shop::{Shop, address, post_within, tax_everywhere};

/// An order of three mugs and two bowls.
async fn ordered(shop: &Shop) -> OrderView {
    let (mug, bowl) = (shop.product("=Mug", 1_000, Some(9)).await, shop.product("Bowl", 500, Some(9)).await);
    let (cookie, token) = shop.ready(&mug, 3).await;
    shop.add(Some(&cookie), &bowl, 2).await.unwrap();
    // 40.00, 5.00 for the post, a tenth of 40.00 as tax.
    let bought = shop.submit(&token, "one", 4_900).await.unwrap();
    orders::detail(&shop.owner, &shop.site.db, &bought.order_id).await.unwrap()
}

/// Names and pieces on a packing slip.
async fn slip(shop: &Shop, order: &OrderView, parcel: Option<&str>) -> Vec<(String, i64)> {
    let html = orders::packing_slip(&shop.owner, &shop.site.db, &order.summary.id, parcel).await.unwrap();
    let body = html.split_once("<tbody>").unwrap().1.split_once("</tbody>").unwrap().0;
    let line = |row: &str| {
        let mut cells = row.split("</td>").filter_map(|cell| cell.rsplit('>').next()).map(str::to_owned);
        let name = cells.nth(1).unwrap();
        (name, cells.nth(1).unwrap().parse().unwrap())
    };
    body.split("</tr>").filter(|row| row.contains("<td>")).map(line).collect()
}

fn named(lines: &[(&str, i64)]) -> Vec<(String, i64)> {
    lines.iter().map(|(name, pieces)| ((*name).to_owned(), *pieces)).collect()
}

#[tokio::test]
async fn packing_slip_of_rest_and_shipment() {
    Shop::on_both(async |shop| {
        let order = ordered(shop).await;
        assert_eq!(slip(shop, &order, None).await, named(&[("=Mug", 3), ("Bowl", 2)]));
        let two_mugs = FulfillmentLine { order_item_id: order.items[0].id.to_string(), quantity: 2 };
        let parcel = NewFulfillment { items: vec![two_mugs], ..NewFulfillment::default() };
        let id = &order.summary.id;
        let (ctx, db, payments) = (&shop.owner, &shop.site.db, &shop.payments);
        let sent = orders::fulfill(ctx, db, payments, id, parcel).await.unwrap();
        let first = sent.fulfillments[0].id.to_string();
        assert_eq!(slip(shop, &order, None).await, named(&[("=Mug", 1), ("Bowl", 2)]));
        assert_eq!(slip(shop, &order, Some(&first)).await, named(&[("=Mug", 2)]));
        orders::fulfill(ctx, db, payments, id, NewFulfillment::default()).await.unwrap();
        assert_eq!(slip(shop, &order, None).await, named(&[("=Mug", 3), ("Bowl", 2)]), "all has left");
        let nowhere = orders::packing_slip(ctx, db, id, Some("ful_none")).await;
        assert!(matches!(nowhere, Err(CommerceError::NotFound)));
    })
    .await;
}

#[tokio::test]
async fn invoice_has_seller_tax_id() {
    let shop = Shop::open().await;
    let order = ordered(&shop).await;
    let (ctx, db, id) = (&shop.owner, &shop.site.db, &order.summary.id);
    assert!(!orders::invoice(ctx, db, id).await.unwrap().contains("Tax ID"));
    let now = settings::get(ctx, db).await.unwrap();
    let mut choices = now.choices;
    choices.tax_id = "x\ny".to_owned();
    let refused = settings::save(ctx, db, &now.revision.into(), choices.clone()).await.unwrap_err();
    assert!(matches!(refused, CommerceError::Invalid(_)), "{refused:?}");
    choices.tax_id = " DE<1>23 ".to_owned();
    settings::save(ctx, db, &now.revision.into(), choices).await.unwrap();
    assert!(orders::invoice(ctx, db, id).await.unwrap().contains("<p>Tax ID: DE&lt;1&gt;23</p>"));
    assert!(!orders::packing_slip(ctx, db, id, None).await.unwrap().contains("Tax ID"));
}

#[tokio::test]
async fn order_csv_rows_and_totals() {
    Shop::on_both(async |shop| {
        ordered(shop).await;
        let mut export = orders::export(&shop.owner, &shop.site.db, OrderFilter::default()).await.unwrap();
        let mut text = String::new();
        while let Some(part) = export.part().await.unwrap() {
            text.push_str(&part);
        }
        let table: Vec<Vec<String>> = text
            .trim_start_matches('\u{feff}')
            .lines()
            .map(|line| line.trim_matches('"').split("\",\"").map(str::to_owned).collect())
            .collect();
        assert_eq!(table.len(), 3, "{text}");
        let cell = |row: usize, heading: &str| {
            let column = table[0].iter().position(|own| own == heading).unwrap_or_else(|| panic!("no {heading}"));
            table[row][column].as_str()
        };
        for (heading, first, second) in [
            ("Order", "1", "1"),
            ("Total", "49.00", ""),
            ("Total quantity", "5", ""),
            ("Line", "1", "2"),
            ("SKU", "'=Mug", "Bowl"),
            ("Item", "'=Mug", "Bowl"),
            ("Quantity", "3", "2"),
            ("Unit price", "10.00", "5.00"),
            ("Line total", "30.00", "10.00"),
            ("Shipping method", "Post", "Post"),
            ("Ship to", "Ada Byron", "Ada Byron"),
            ("Street", "1 Main St", "1 Main St"),
            ("Region", "OR", "OR"),
            ("Postal code", "97201", "97201"),
            ("Phone", "'+1 503 555 0100", "'+1 503 555 0100"),
            ("Billing street", "1 Main St", "1 Main St"),
            ("Billing country", "US", "US"),
        ] {
            assert_eq!((cell(1, heading), cell(2, heading)), (first, second), "{heading}");
        }
    })
    .await;
}

async fn moved(shop: &Shop, order: &OrderView, change: impl FnOnce(&mut Address)) -> Result<OrderView, CommerceError> {
    let mut place = address("US");
    change(&mut place);
    orders::set_shipping_address(&shop.owner, &shop.site.db, &order.summary.id, place).await
}

fn refused_beside(answer: Result<OrderView, CommerceError>, field: &str) -> String {
    match answer {
        Err(CommerceError::Invalid(fields)) => fields.get(field).cloned().unwrap_or_default(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn address_correction_keeps_tax_and_shipping() {
    Shop::on_both(async |shop| {
        let (ctx, db) = (&shop.owner, &shop.site.db);
        let order = ordered(shop).await;
        let nearby = |region: &str, postal: &str| {
            let (region, postal) = (region.to_owned(), postal.to_owned());
            move |place: &mut Address| (place.region, place.postal_code) = (region, postal)
        };
        moved(shop, &order, nearby("WA", "98101")).await.unwrap();
        moved(shop, &order, nearby("OR", "97201")).await.unwrap();
        let tax = TaxPatch { country: "US".to_owned(), postal_prefix: "972".to_owned(), ..tax_everywhere(500) };
        taxes::create(ctx, db, tax).await.unwrap();
        let taxed = refused_beside(moved(shop, &order, nearby("OR", "97301")).await, "postalCode");
        assert!(taxed.contains("taxed"), "{taxed}");
        moved(shop, &order, nearby("OR", "97209")).await.unwrap();
        moved(shop, &order, |place| place.line1 = "2 Main St".to_owned()).await.unwrap();
        let places = vec![ZonePlace { country: "US".to_owned(), regions: vec!["CA".to_owned()] }];
        let zone = ZonePatch { name: "California".to_owned(), places, ..post_within("US") };
        shipping_zones::create(ctx, db, zone).await.unwrap();
        let sent = refused_beside(moved(shop, &order, nearby("CA", "97201")).await, "region");
        assert!(sent.contains("delivered to"), "{sent}");
        moved(shop, &order, nearby("WA", "97201")).await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn local_delivery_stays_within_postal_codes() {
    let shop = Shop::open().await;
    let (ctx, db) = (&shop.owner, &shop.site.db);
    let by_bike = ShippingOption {
        id: "bike".to_owned(),
        label: "By bike".to_owned(),
        kind: ShippingKind::LocalDelivery,
        price_cents: Cents(500),
        bands: Vec::new(),
        postal_codes: vec!["972".to_owned()],
        free_over_cents: None,
        pickup: None,
        plugin: None,
    };
    let places = vec![ZonePlace { country: "US".to_owned(), regions: vec!["OR".to_owned()] }];
    let zone = ZonePatch { name: "Oregon".to_owned(), places, options: vec![by_bike] };
    shipping_zones::create(ctx, db, zone).await.unwrap();
    let order = ordered(&shop).await;
    assert_eq!(order.shipping_option.as_ref().map(|option| option.label.as_str()), Some("By bike"));
    let far = moved(&shop, &order, |place| place.postal_code = "97301".to_owned()).await;
    assert!(refused_beside(far, "postalCode").contains("delivered to"));
    moved(&shop, &order, |place| place.postal_code = "97209".to_owned()).await.unwrap();
}
