//! Words of which names and texts are made.

use stoa_kernel::money::Cents;

use super::random::Random;

pub(super) const FIRST_NAMES: [&str; 24] = [
    "Ada", "Brook", "Chidi", "Dara", "Emil", "Farah", "Goro", "Hanna", "Imre", "Jules", "Kaya", "Lior", "Mira", "Noor",
    "Odile", "Pavel", "Quinn", "Rosa", "Stellan", "Tomás", "Uma", "Viktor", "Wren", "Zoë",
];
pub(super) const LAST_NAMES: [&str; 24] = [
    "Moss",
    "Byron",
    "Okafor",
    "Lindqvist",
    "Tanaka",
    "Haddad",
    "Novak",
    "Silva",
    "Weber",
    "Quill",
    "Rossi",
    "Álvarez",
    "Bergström",
    "Castell",
    "Dufour",
    "Eriksen",
    "Fontaine",
    "Garnet",
    "Hoang",
    "Ivanov",
    "Jansen",
    "Kowalski",
    "Lowe",
    "Mensah",
];
const STREETS: [&str; 8] = [
    "Orchard Lane",
    "Loom Street",
    "Mill Road",
    "Harbor Avenue",
    "Quarry Hill",
    "Ferry Way",
    "Cedar Court",
    "Kiln Row",
];

/// Town, state and the first three digits of its postal codes.
const TOWNS: [(&str, &str, &str); 8] = [
    ("Portland", "OR", "972"),
    ("Asheville", "NC", "288"),
    ("Madison", "WI", "537"),
    ("Santa Fe", "NM", "875"),
    ("Burlington", "VT", "054"),
    ("Boise", "ID", "837"),
    ("Athens", "GA", "306"),
    ("Duluth", "MN", "558"),
];

/// A thing that shops sell.
pub(super) struct Thing {
    pub(super) name: &'static str,
    /// Place in [`CATEGORIES`].
    pub(super) category: usize,
    pub(super) least_cents: Cents,
    pub(super) most_cents: Cents,
    pub(super) grams: i64,
}

pub(super) const CATEGORIES: [(&str, &str); 5] = [
    ("Tableware", "tableware"),
    ("Vessels", "vessels"),
    ("Kitchen", "kitchen"),
    ("Textiles", "textiles"),
    ("Stationery", "stationery"),
];

const fn thing(name: &'static str, category: usize, least: i64, most: i64, grams: i64) -> Thing {
    Thing { name, category, least_cents: Cents(least), most_cents: Cents(most), grams }
}

pub(super) const THINGS: [Thing; 16] = [
    thing("Mug", 0, 1_800, 4_200, 380),
    thing("Bowl", 0, 2_400, 6_800, 520),
    thing("Plate", 0, 2_200, 5_400, 610),
    thing("Teapot", 0, 5_800, 14_800, 940),
    thing("Vase", 1, 3_400, 18_000, 870),
    thing("Jar", 1, 2_600, 8_200, 690),
    thing("Pitcher", 1, 3_900, 9_600, 780),
    thing("Board", 2, 3_200, 9_000, 1_100),
    thing("Spoon", 2, 900, 2_600, 60),
    thing("Tray", 2, 2_900, 7_800, 640),
    thing("Blanket", 3, 7_800, 24_000, 1_450),
    thing("Apron", 3, 4_200, 8_800, 430),
    thing("Towel", 3, 1_400, 3_800, 210),
    thing("Notebook", 4, 900, 2_800, 180),
    thing("Pen Case", 4, 1_600, 4_400, 120),
    thing("Calendar", 4, 1_200, 3_200, 240),
];
pub(super) const MANNERS: [&str; 12] = [
    "Quiet", "Tall", "Round", "Everyday", "Winter", "Garden", "Little", "Double", "Morning", "Harbor", "Plain", "Deep",
];
pub(super) const STUFFS: [&str; 10] =
    ["Oak", "Clay", "Linen", "Slate", "Ash", "Wool", "Copper", "Walnut", "Stone", "Paper"];
pub(super) const TAGS: [&str; 8] =
    ["clay", "gift", "new", "handmade", "under-fifty", "seasonal", "bestseller", "dishwasher-safe"];
pub(super) const SIZES: [&str; 3] = ["Small", "Medium", "Large"];
pub(super) const COLOURS: [&str; 3] = ["Oat", "Ink", "Juniper"];

const SENTENCES: [&str; 16] = [
    "Each piece differs a little from the next.",
    "It is made in small batches, and a batch takes about three weeks.",
    "The rim is thin, the foot is bare, and the weight sits low.",
    "It may be washed with everything else.",
    "We use what grows or is dug within a day's drive.",
    "What is left over goes back into the next batch.",
    "It was drawn for a kitchen with little room.",
    "The color deepens with use.",
    "Parcels leave the workshop on Tuesdays and Fridays.",
    "Should it break on the way, we send another one.",
    "It holds what two people need in the morning.",
    "The first of its kind is still on our own shelf.",
    "Nothing on it is glued, so it can be mended.",
    "It stacks, and it hangs from a nail.",
    "The pattern comes from a roof across the street.",
    "A card with its maker's name is in the box.",
];

/// So many sentences, as one text.
pub fn sentences(random: &mut Random, count: usize) -> String {
    let words: Vec<&str> = (0..count).map(|_| random.word(&SENTENCES)).collect();
    words.join(" ")
}

/// An address in the United States.
pub(super) fn address(random: &mut Random, first_name: &str, last_name: &str) -> stoa_address::Address {
    let place = random.place(TOWNS.len());
    let (town, state, postal) = TOWNS.get(place).copied().unwrap_or_default();
    stoa_address::Address {
        first_name: first_name.to_owned(),
        last_name: last_name.to_owned(),
        line1: format!("{} {}", random.between(1, 240), random.word(&STREETS)),
        line2: String::new(),
        city: town.to_owned(),
        region: state.to_owned(),
        postal_code: format!("{postal}{:02}", random.between(1, 60)),
        country: "US".to_owned(),
        phone: format!("828-555-{:04}", random.between(100, 199)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_have_categories_and_prices() {
        for thing in &THINGS {
            assert!(thing.category < CATEGORIES.len() && thing.least_cents < thing.most_cents, "{}", thing.name);
        }
    }
}
