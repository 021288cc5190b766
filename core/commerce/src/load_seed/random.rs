//! Numbers that are the same for the same keys on every machine and with every version of the program.

/// A sequence of numbers that follows from its keys (SplitMix64). Not for secrets.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The sequence of these keys.
    pub fn of(keys: &[u64]) -> Self {
        let mut own = Self(0);
        for key in keys {
            own.0 = own.bits() ^ *key;
        }
        own
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// The next 128 bits, for ids.
    pub fn id(&mut self) -> u128 {
        (u128::from(self.bits()) << 64) | u128::from(self.bits())
    }

    /// The next number below a limit; 0 when the limit is 0.
    pub fn below(&mut self, limit: u64) -> u64 {
        let scaled = (u128::from(self.bits()) * u128::from(limit)) >> 64;
        u64::try_from(scaled).unwrap_or(0)
    }

    /// The next number of a range, both ends included.
    pub fn between(&mut self, least: i64, most: i64) -> i64 {
        let width = u64::try_from(most - least + 1).unwrap_or(1);
        least + i64::try_from(self.below(width)).unwrap_or(0)
    }

    /// The next place in a list of this length.
    pub fn place(&mut self, length: usize) -> usize {
        usize::try_from(self.below(length as u64)).unwrap_or(0)
    }

    /// True once in so many times.
    pub fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    /// One of these words.
    pub fn word<'a>(&mut self, words: &[&'a str]) -> &'a str {
        let place = self.place(words.len());
        words.get(place).copied().unwrap_or_default()
    }

    /// A text of so many digits in base 16, as tokens are.
    pub fn token(&mut self, digits: usize) -> String {
        let mut text = String::with_capacity(digits + 16);
        while text.len() < digits {
            text.push_str(&format!("{:016x}", self.bits()));
        }
        text.truncate(digits);
        text
    }
}

/// Places whose popularity falls with their rank: the second is chosen half as often as the first.
#[derive(Clone, Debug)]
pub struct Zipf {
    sums: Vec<u64>,
}

/// Weight of the first rank.
const FIRST: u64 = 1_000_000_000;

impl Zipf {
    /// For so many places.
    pub fn new(places: usize) -> Self {
        let mut sum = 0;
        let sums = (1..=places as u64).map(|rank| {
            sum += FIRST / rank;
            sum
        });
        Self { sums: sums.collect() }
    }

    /// The next place.
    pub fn place(&self, random: &mut Random) -> usize {
        let drawn = random.below(self.sums.last().copied().unwrap_or(0));
        self.sums.partition_point(|sum| *sum <= drawn)
    }

    /// A total in parts by popularity, the largest first; they add up to the total.
    pub fn parts(&self, total: usize) -> Vec<usize> {
        let all = u128::from(self.sums.last().copied().unwrap_or(1).max(1));
        let until = |sum: u64| usize::try_from(u128::from(sum) * total as u128 / all).unwrap_or(0);
        let mut before = 0;
        let parts = self.sums.iter().map(|sum| {
            let part = until(*sum) - before;
            before += part;
            part
        });
        parts.collect()
    }
}
