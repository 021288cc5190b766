//! Columns of whole numbers, packed into as few bits as their values need.

/// How the values of a column are found from the codes that are packed.
#[derive(Debug, PartialEq, Eq)]
enum Values {
    /// A code is the distance from the smallest value.
    From(i64),
    /// A code is a place in the sorted list of all values.
    Listed(Vec<i64>),
    /// A code is the distance from the smallest value; only those of the places that are marked are packed.
    Few(Few),
}

/// A column of which most places have the same value.
#[derive(Debug, PartialEq, Eq)]
struct Few {
    /// The smallest value.
    least: i64,
    /// The code of the value that most places have.
    usual: u64,
    /// A bit for each place: whether it has another value.
    marks: Vec<u64>,
    /// How many marks there are before each word of them.
    before: Vec<usize>,
}

impl Few {
    fn new(least: i64, usual: i64, marks: Vec<u64>) -> Self {
        let mut count = 0;
        let mut before = Vec::with_capacity(marks.len());
        for word in &marks {
            before.push(count);
            count += word.count_ones() as usize;
        }
        Self { least, usual: distance(least, usual), marks, before }
    }

    /// The place of a code among those that are packed; none where the usual value is.
    fn packed_place(&self, place: usize) -> Option<usize> {
        let (word, bit) = (place / WORD, place % WORD);
        let own = *self.marks.get(word)?;
        let is_marked = (own >> bit) & 1 == 1;
        let earlier = (own & ((1 << bit) - 1)).count_ones() as usize;
        is_marked.then(|| self.before.get(word).copied().unwrap_or(0) + earlier)
    }

    /// How many places are marked.
    fn len(&self) -> usize {
        let last = self.marks.last().map_or(0, |word| word.count_ones() as usize);
        self.before.last().copied().unwrap_or(0) + last
    }
}

/// A packed column.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Column {
    length: usize,
    /// Bits of a code; 0 when all values are the same.
    bits: usize,
    values: Values,
    words: Vec<u64>,
}

const WORD: usize = 64;
/// Most values of a column of numbers that are listed.
const MAX_LISTED: usize = 256;
const BY_DISTANCE: u8 = 0;
const BY_LIST: u8 = 1;
const BY_FEW: u8 = 2;

impl Column {
    /// A column by which visits are grouped or filtered: its values are always listed.
    pub(super) fn listed(values: &[i64]) -> Self {
        let mut list = values.to_vec();
        list.sort_unstable();
        list.dedup();
        Self::by_list(values, list)
    }

    /// A column of numbers, in whichever way takes fewer bits.
    pub(super) fn numbers(values: &[i64]) -> Self {
        let least = values.iter().copied().min().unwrap_or(0);
        let most = values.iter().copied().max().unwrap_or(0);
        let bits = bits_of(distance(least, most));
        let mut list = std::collections::BTreeSet::new();
        let is_short = values.iter().all(|value| {
            list.insert(*value);
            list.len() <= MAX_LISTED
        });
        let bits_by_list = bits_of(list.len().saturating_sub(1) as u64) * values.len() + list.len() * WORD;
        let fewest = if is_short { bits_by_list.min(bits * values.len()) } else { bits * values.len() };
        let usual = usual(values);
        let others = values.iter().filter(|value| **value != usual).count();
        if values.len() + others * bits + WORD < fewest {
            return Self::by_few(values, least, usual, bits);
        }
        if fewest < bits * values.len() {
            return Self::by_list(values, list.into_iter().collect());
        }
        let codes = values.iter().map(|value| distance(least, *value));
        Self { length: values.len(), bits, values: Values::From(least), words: packed(codes, bits, values.len()) }
    }

    fn by_list(values: &[i64], list: Vec<i64>) -> Self {
        let bits = bits_of(list.len().saturating_sub(1) as u64);
        let codes = values.iter().map(|value| list.binary_search(value).unwrap_or_default() as u64);
        let words = packed(codes, bits, values.len());
        Self { length: values.len(), bits, values: Values::Listed(list), words }
    }

    fn by_few(values: &[i64], least: i64, usual: i64, bits: usize) -> Self {
        let marks = packed(values.iter().map(|value| u64::from(*value != usual)), 1, values.len());
        let few = Few::new(least, usual, marks);
        let others = values.iter().filter(|value| **value != usual).map(|value| distance(least, *value));
        let words = packed(others, bits, few.len());
        Self { length: values.len(), bits, values: Values::Few(few), words }
    }

    /// How many values it has.
    pub(super) fn len(&self) -> usize {
        self.length
    }

    /// The code of the value at a place.
    pub(super) fn code(&self, place: usize) -> u64 {
        match &self.values {
            Values::Few(few) => few.packed_place(place).map_or(few.usual, |place| self.packed_code(place)),
            Values::From(_) | Values::Listed(_) => self.packed_code(place),
        }
    }

    fn packed_code(&self, place: usize) -> u64 {
        if self.bits == 0 {
            return 0;
        }
        let (word, shift) = (place * self.bits / WORD, place * self.bits % WORD);
        let low = self.words.get(word).copied().unwrap_or(0) >> shift;
        let all = match shift + self.bits > WORD {
            true => low | (self.words.get(word + 1).copied().unwrap_or(0) << (WORD - shift)),
            false => low,
        };
        all & (u64::MAX >> (WORD - self.bits))
    }

    /// The value at a place.
    pub(super) fn value(&self, place: usize) -> i64 {
        let code = self.code(place);
        match &self.values {
            Values::From(least) | Values::Few(Few { least, .. }) => least.wrapping_add(code.cast_signed()),
            Values::Listed(list) => list.get(code as usize).copied().unwrap_or(0),
        }
    }

    /// The value at a place, of a column of sizes.
    pub(super) fn size(&self, place: usize) -> usize {
        usize::try_from(self.value(place)).unwrap_or(0)
    }

    /// The code of a value; none when the column does not have it.
    pub(super) fn code_of(&self, value: i64) -> Option<u64> {
        match &self.values {
            Values::From(least) | Values::Few(Few { least, .. }) => (value >= *least).then(|| distance(*least, value)),
            Values::Listed(list) => list.binary_search(&value).ok().map(|place| place as u64),
        }
    }

    /// All values in the order of their codes; empty when they are not listed.
    pub(super) fn list(&self) -> &[i64] {
        match &self.values {
            Values::From(_) | Values::Few(_) => &[],
            Values::Listed(list) => list,
        }
    }

    /// Appends it as it is stored.
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        let of_few: [i64; 2];
        let none: &[u64] = &[];
        let (kind, values, marks) = match &self.values {
            Values::From(least) => (BY_DISTANCE, std::slice::from_ref(least), none),
            Values::Listed(list) => (BY_LIST, list.as_slice(), none),
            Values::Few(few) => {
                of_few = [few.least, few.least.wrapping_add(few.usual.cast_signed())];
                (BY_FEW, of_few.as_slice(), few.marks.as_slice())
            }
        };
        bytes.extend([kind, self.bits as u8]);
        bytes.extend((self.length as u32).to_le_bytes());
        bytes.extend((values.len() as u32).to_le_bytes());
        bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        bytes.extend(marks.iter().chain(&self.words).flat_map(|word| word.to_le_bytes()));
    }

    /// Reads one that was stored; none when it is damaged.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let (head, rest) = bytes.split_first_chunk::<2>()?;
        let [kind, bits] = head.map(usize::from);
        let (length, rest) = number(rest)?;
        let (count, rest) = number(rest)?;
        let (values, mut words) = rest.split_at_checked(count.checked_mul(8)?)?;
        let mut values = eights(values).map(i64::from_le_bytes);
        let values = match u8::try_from(kind).ok()? {
            BY_DISTANCE if count == 1 => Values::From(values.next()?),
            BY_LIST => Values::Listed(values.collect()),
            BY_FEW if count == 2 => {
                let (marks, rest) = words.split_at_checked(length.div_ceil(WORD) * 8)?;
                words = rest;
                Values::Few(Few::new(values.next()?, values.next()?, eights(marks).map(u64::from_le_bytes).collect()))
            }
            _ => return None,
        };
        let codes = match &values {
            Values::Few(few) => few.len(),
            Values::From(_) | Values::Listed(_) => length,
        };
        let is_whole = bits <= WORD && words.len() == codes.checked_mul(bits)?.div_ceil(WORD) * 8;
        is_whole.then(|| Self { length, bits, values, words: eights(words).map(u64::from_le_bytes).collect() })
    }
}

/// A value that more than half of the places have, if there is one; else any.
fn usual(values: &[i64]) -> i64 {
    let (mut usual, mut lead) = (0, 0_usize);
    for value in values {
        match lead {
            0 => (usual, lead) = (*value, 1),
            _ if *value == usual => lead += 1,
            _ => lead -= 1,
        }
    }
    usual
}

fn distance(from: i64, to: i64) -> u64 {
    to.wrapping_sub(from).cast_unsigned()
}

fn bits_of(most: u64) -> usize {
    WORD - most.leading_zeros() as usize
}

fn packed(codes: impl Iterator<Item = u64>, bits: usize, length: usize) -> Vec<u64> {
    let mut words = vec![0; (length * bits).div_ceil(WORD)];
    if bits == 0 {
        return words;
    }
    for (place, code) in codes.enumerate() {
        let (word, shift) = (place * bits / WORD, place * bits % WORD);
        if let Some(own) = words.get_mut(word) {
            *own |= code << shift;
        }
        if shift + bits > WORD
            && let Some(next) = words.get_mut(word + 1)
        {
            *next |= code >> (WORD - shift);
        }
    }
    words
}

fn number(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let (own, rest) = bytes.split_first_chunk::<4>()?;
    Some((u32::from_le_bytes(*own) as usize, rest))
}

fn eights(bytes: &[u8]) -> impl Iterator<Item = [u8; 8]> + '_ {
    bytes.chunks_exact(8).filter_map(|chunk| chunk.try_into().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_back(column: &Column) -> Vec<i64> {
        let mut bytes = Vec::new();
        column.write(&mut bytes);
        let read = Column::read(&bytes).unwrap();
        assert_eq!(&read, column);
        assert_eq!(Column::read(&bytes[..bytes.len() - 1]), None);
        (0..read.len()).map(|place| read.value(place)).collect()
    }

    #[test]
    fn values_are_read_as_they_were_written() {
        let spread: Vec<i64> = (0..1_000).map(|number| number * number * 7_919 % 100_003 - 50_000).collect();
        for values in [
            vec![],
            vec![5],
            vec![7; 300],
            vec![0, 0, 30_000, 0, i64::MAX, i64::MIN, -1],
            (0..130).map(|number| number % 2).collect(),
            (0..1_000).map(|number| if number % 7 == 3 { number * 7_919 - 50_000 } else { 0 }).collect(),
            spread,
        ] {
            assert_eq!(read_back(&Column::numbers(&values)), values);
            assert_eq!(read_back(&Column::listed(&values)), values);
        }
    }

    #[test]
    fn few_values_take_few_bits() {
        let values: Vec<i64> = (0..64_000).map(|number| if number % 5 == 0 { 30_000 } else { 0 }).collect();
        let column = Column::numbers(&values);
        assert_eq!((column.bits, column.words.len(), column.list()), (1, 1_000, &[0, 30_000][..]));
        assert_eq!((column.code_of(30_000), column.code_of(1)), (Some(1), None));
        assert_eq!(Column::listed(&[9; 1_000]).words.len(), 0);
        let rare: Vec<i64> = (0..64_000).map(|number| if number % 64 == 0 { number } else { 0 }).collect();
        let column = Column::numbers(&rare);
        assert_eq!((column.bits, column.words.len(), column.list()), (16, 250, &[][..]));
        assert_eq!((column.code_of(64), column.code(64), column.code(65)), (Some(64), 64, 0));
    }
}
