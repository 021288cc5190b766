//! Categories in the storefront, and their arrangement by the owner.

use anyhow::{Context as _, Result, ensure};
use sea_orm::ActiveValue::Set;
use serde_json::{Value, json};
use stoa_entity::tenant::category;
use stoa_kernel::catalogue::{CategoryKind, PageRendering};
use stoa_kernel::id::{CategoryId, CollectionId};

use crate::app::{App, on_postgres, on_sqlite};
use crate::client::Client;

/// The owner of the dollar shop with the API path of the categories of its store.
async fn owner(app: &App) -> Result<(Client, String)> {
    let mut owner = app.owner().await?;
    let stores = format!("/api/content-service/product/1.1/websites/{}/products", app.website("juniper").await?);
    let found = owner.get(&stores).await?.expect(200)?;
    let id = found["collections"][0]["id"].as_str().context("no store")?.to_owned();
    Ok((owner, format!("{stores}/{id}/categories")))
}

fn id(category: &Value) -> &str {
    category["id"].as_str().unwrap_or_default()
}

fn named(name: &str, parent: &Value, rendering: &str) -> Value {
    json!({"displayName": name, "parentCategoryId": parent, "type": "CATEGORY", "pageRendering": rendering})
}

/// The links of the category filter of a page: name and state.
fn links(page: &str) -> Vec<(String, String)> {
    let nav = page.split("<nav class=\"stoa-categories\"").nth(1).and_then(|rest| rest.split("</nav>").next());
    nav.unwrap_or_default()
        .split("<a ")
        .skip(1)
        .filter_map(|link| {
            let (head, rest) = link.split_once('>')?;
            let state = head.split("aria-current=\"").nth(1).and_then(|rest| rest.split('"').next());
            Some((rest.split('<').next()?.to_owned(), state.unwrap_or_default().to_owned()))
        })
        .collect()
}

// spec: editor.limit.category-length
#[tokio::test(flavor = "multi_thread")]
async fn category_filter_shows_open_branch() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, path) = owner(app).await?;
        let clothes = owner.post(&path, &named("Clothes", &Value::Null, "STORE_VIEW")).await?.expect(201)?;
        for longer in ["ü".repeat(26), "x".repeat(100)] {
            let refused = owner.post(&path, &named(&longer, &Value::Null, "STORE_VIEW")).await?.problem(400)?;
            assert_eq!(refused["errors"]["displayName"], "Use at most 25 characters.");
            let renamed = json!({"displayName": longer});
            owner.put(&format!("{path}/{}", id(&clothes)), &renamed).await?.problem(400)?;
        }
        let longest = owner.post(&path, &named(&"ü".repeat(25), &Value::Null, "STORE_VIEW")).await?.expect(201)?;
        owner.delete(&format!("{path}/{}", id(&longest))).await?.expect(204)?;
        let tops = owner.post(&path, &named("Tops", &clothes["id"], "STORE_VIEW")).await?.expect(201)?;
        owner.post(&path, &named("Shirts", &tops["id"], "STORE_VIEW")).await?.expect(201)?;
        owner.post(&path, &named("Trousers", &clothes["id"], "STORE_VIEW")).await?.expect(201)?;
        let tree = owner.get(&path).await?.expect(200)?;
        let root = tree["categories"].as_array().unwrap().iter().find(|node| node["type"] == "ROOT").unwrap();
        owner.put(&format!("{path}/{}", id(root)), &json!({"displayName": "Everything"})).await?.expect(200)?;

        let names = |links: &[(String, String)]| links.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
        let top = links(&app.juniper().get("/shop").await?.text);
        assert_eq!(top.first(), Some(&("Everything".to_owned(), "page".to_owned())));
        ensure!(names(&top).contains(&"Clothes".to_owned()), "{top:?}");
        ensure!(!names(&top).contains(&"Tops".to_owned()), "what is below stands at the top: {top:?}");

        let open = links(&app.juniper().get("/shop?category=tops").await?.text);
        let state = |name: &str| open.iter().find(|(link, _)| link == name).map(|(_, state)| state.as_str());
        assert_eq!(state("Everything"), Some(""));
        assert_eq!(state("Clothes"), Some("true"), "the way to what is chosen");
        assert_eq!((state("Tops"), state("Trousers"), state("Shirts")), (Some("page"), Some(""), Some("")));
        assert_eq!(open.iter().filter(|(_, state)| state == "page").count(), 1);
        Ok(())
    })
    .await
}

// spec: editor.message.tag-exists
#[tokio::test(flavor = "multi_thread")]
async fn siblings_cannot_have_the_same_name() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, path) = owner(app).await?;
        let taken = |problem: &Value| {
            assert_eq!(problem["errors"]["displayName"], "This category already exists", "{problem}");
            assert_eq!(problem["detail"], "This category already exists");
            assert_eq!(problem["code"], "validation-failed");
        };
        let glazes = owner.post(&path, &named("Glazes", &Value::Null, "STORE_VIEW")).await?.expect(201)?;
        for name in ["Glazes", " glazes ", "GLAZES"] {
            taken(&owner.post(&path, &named(name, &Value::Null, "STORE_VIEW")).await?.problem(400)?);
        }
        let earth = owner.post(&path, &named("Élan", &Value::Null, "STORE_VIEW")).await?.expect(201)?;
        let (first, second) = (format!("{path}/{}", id(&glazes)), format!("{path}/{}", id(&earth)));
        taken(&owner.put(&second, &json!({"displayName": "glazes"})).await?.problem(400)?);
        taken(&owner.post(&path, &named("élan", &Value::Null, "STORE_VIEW")).await?.problem(400)?);

        // Its own name, also in another case, and the name of a category elsewhere in the tree.
        owner.put(&first, &json!({"displayName": "Glazes", "pageRendering": "LIST_VIEW"})).await?.expect(200)?;
        assert_eq!(owner.put(&first, &json!({"displayName": "GLAZES"})).await?.expect(200)?["displayName"], "GLAZES");
        let below = owner.post(&path, &named("Glazes", &earth["id"], "STORE_VIEW")).await?.expect(201)?;
        assert_eq!(below["urlId"], "glazes-1");
        taken(&owner.post(&path, &named("glazes", &earth["id"], "STORE_VIEW")).await?.problem(400)?);
        let moved = json!({"parentCategoryId": earth["id"]});
        taken(&owner.put(&first, &moved).await?.problem(400)?);
        owner.put(&format!("{path}/{}", id(&below)), &json!({"displayName": "Slips"})).await?.expect(200)?;
        assert_eq!(owner.put(&first, &moved).await?.expect(200)?["parentCategoryId"], earth["id"]);
        Ok(())
    })
    .await
}

// spec: store-creation.category.enums.open
#[tokio::test(flavor = "multi_thread")]
async fn manual_product_order_in_category() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, path) = owner(app).await?;
        let tree = owner.get(&path).await?.expect(200)?;
        let table = tree["categories"].as_array().unwrap().iter().find(|node| node["urlId"] == "table").unwrap();
        assert_eq!(table["pageRendering"], "STORE_VIEW");
        let as_list = async |query: &str| {
            let page = app.juniper().get(&format!("/shop?category=table{query}")).await?.text;
            Ok::<bool, anyhow::Error>(page.contains("data-view=\"list\""))
        };
        ensure!(!as_list("").await?, "the store is a grid");
        let own = format!("{path}/{}", id(table));
        owner.put(&own, &json!({"pageRendering": "LIST_VIEW"})).await?.expect(200)?;
        ensure!(as_list("").await?, "the list of its owner");
        ensure!(!as_list("&view=grid").await?, "what the shopper chose goes first");
        owner.put(&own, &json!({"pageRendering": "GRID_VIEW"})).await?.expect(200)?;
        ensure!(!as_list("").await?);
        ensure!(as_list("&view=list").await?);
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn category_moves_to_first_of_thousands() -> Result<()> {
    const SIBLINGS: i32 = 3_000;
    on_postgres(async |app| {
        let (mut owner, path) = owner(app).await?;
        let shelf = owner.post(&path, &named("Shelf", &Value::Null, "STORE_VIEW")).await?.expect(201)?;
        let website = app.website("juniper").await?.parse()?;
        let tenant = app.stoa.foundation.tenancy.for_system(&website, "test").await?;
        let collection: CollectionId = path.rsplit('/').nth(1).unwrap().parse()?;
        let above: CategoryId = id(&shelf).parse()?;
        let row = |place: i32| category::ActiveModel {
            id: Set(CategoryId::generate()),
            collection_id: Set(collection.clone()),
            parent_id: Set(Some(above.clone())),
            name: Set(format!("Board {place}")),
            url_id: Set(format!("board-{place}")),
            kind: Set(CategoryKind::Category),
            page_rendering: Set(PageRendering::StoreView),
            position: Set(place),
            ..Default::default()
        };
        let rows: Vec<category::ActiveModel> = (1..=SIBLINGS).map(row).collect();
        let tx = tenant.db.write().await?;
        for some in rows.chunks(500) {
            tx.insert_many(some.to_vec()).await?;
        }
        tx.commit().await?;
        let boards = async |owner: &mut Client| {
            let tree = owner.get(&path).await?.expect(200)?;
            let all = tree["categories"].as_array().cloned().unwrap_or_default();
            let mut own: Vec<(i64, String, String)> = all
                .iter()
                .filter(|node| node["parentCategoryId"] == shelf["id"])
                .map(|node| {
                    let name = node["displayName"].as_str().unwrap_or_default().to_owned();
                    (node["displayIndex"].as_i64().unwrap_or_default(), name, id(node).to_owned())
                })
                .collect();
            own.sort();
            Ok::<_, anyhow::Error>(own)
        };
        let last = boards(&mut owner).await?.pop().context("no last one")?;
        owner.put(&format!("{path}/{}", last.2), &json!({"displayIndex": 1})).await?.expect(200)?;
        let after = boards(&mut owner).await?;
        let places: Vec<i64> = after.iter().map(|(place, ..)| *place).collect();
        assert_eq!(places, (1..=i64::from(SIBLINGS)).collect::<Vec<_>>());
        assert_eq!((after[0].1.as_str(), after[1].1.as_str()), (last.1.as_str(), "Board 1"));

        let third = after[2].clone();
        owner.put(&format!("{path}/{}", third.2), &json!({"displayIndex": 1_000})).await?.expect(200)?;
        let after = boards(&mut owner).await?;
        let places: Vec<i64> = after.iter().map(|(place, ..)| *place).collect();
        assert_eq!(places, (1..=i64::from(SIBLINGS)).collect::<Vec<_>>());
        assert_eq!(after[999].1, third.1);
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn category_depth_limit() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, path) = owner(app).await?;
        let mut above = Value::Null;
        for level in 1..=19 {
            let made = owner.post(&path, &named(&format!("Level {level}"), &above, "STORE_VIEW")).await?.expect(201)?;
            above = made["id"].clone();
        }
        let refused = owner.post(&path, &named("Too deep", &above, "STORE_VIEW")).await?.problem(400)?;
        assert_eq!(refused["errors"]["parentCategoryId"], "Categories can be nested at most 19 levels deep.");
        let pair = owner.post(&path, &named("Pair", &Value::Null, "STORE_VIEW")).await?.expect(201)?;
        let moved = owner.put(&format!("{path}/{}", id(&pair)), &json!({"parentCategoryId": above})).await?;
        moved.problem(400)?;
        assert_eq!(app.juniper().get("/shop?category=level-19").await?.status, 200);
        Ok(())
    })
    .await
}
