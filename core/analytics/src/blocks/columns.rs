//! Columns of numbers as bytes. Random numbers are stored as they are; all others as numbers of a few bytes, compressed
//! together.

use std::collections::HashMap;
use std::io::{self, Read as _, Write as _};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

/// The number of this form, which the bytes begin with.
const FORM: u8 = 1;
/// Most bytes of a block that is not damaged, decompressed.
const MAX_BYTES: u64 = 64 * 1_024 * 1_024;
/// Most rows of one.
const MAX_ROWS: usize = 1_000_000;
/// Longest number: 65 bits, seven in a byte.
const MAX_NUMBER_BITS: u32 = 70;

/// How the values of a column are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// In eight bytes, since they are like random numbers. None is 0.
    Random,
    /// As the difference from the one before. None is 0.
    Sorted,
    /// As they are: most are small.
    Small,
    /// As the place in a list of the different values.
    Listed,
    /// The same, counted from the latest different value.
    Recent,
}

/// Writes columns of the same length.
pub(super) struct Writer {
    length: usize,
    random: Vec<u8>,
    others: Vec<u8>,
}

impl Writer {
    /// Columns with a number of rows.
    pub(super) fn new(length: usize) -> Self {
        Self { length, random: Vec::new(), others: Vec::new() }
    }

    /// Adds a column.
    pub(super) fn column(&mut self, form: Form, values: impl Iterator<Item = Option<i64>>) {
        match form {
            Form::Random => self.random.extend(values.flat_map(|value| value.unwrap_or(0).to_le_bytes())),
            Form::Sorted => {
                let mut last = 0_i64;
                for value in values.map(|value| value.unwrap_or(0)) {
                    put(&mut self.others, folded(value.wrapping_sub(last)));
                    last = value;
                }
            }
            Form::Small => values.for_each(|value| put(&mut self.others, code(value))),
            Form::Listed => self.listed(values, false),
            Form::Recent => self.listed(values, true),
        }
    }

    /// Adds the places of values: 0 for none, 1 for a value that is not in the list yet, and larger ones for those that
    /// are. The list comes first.
    fn listed(&mut self, values: impl Iterator<Item = Option<i64>>, is_from_latest: bool) {
        let mut places: HashMap<i64, usize> = HashMap::new();
        let (mut list, mut codes) = (Vec::new(), Vec::new());
        for value in values {
            let Some(value) = value else {
                put(&mut codes, 0);
                continue;
            };
            match places.get(&value) {
                Some(place) => {
                    let own = if is_from_latest { list.len() - 1 - place } else { *place };
                    put(&mut codes, own as u128 + 2);
                }
                None => {
                    places.insert(value, list.len());
                    list.push(value);
                    put(&mut codes, 1);
                }
            }
        }
        put(&mut self.others, list.len() as u128);
        self.column(Form::Sorted, list.into_iter().map(Some));
        self.others.extend(codes);
    }

    /// The bytes of all columns.
    ///
    /// # Errors
    /// When they cannot be compressed.
    pub(super) fn finish(self) -> io::Result<Vec<u8>> {
        let mut bytes = vec![FORM];
        put(&mut bytes, self.length as u128);
        put(&mut bytes, self.random.len() as u128);
        bytes.extend(self.random);
        let mut encoder = DeflateEncoder::new(bytes, Compression::default());
        encoder.write_all(&self.others)?;
        encoder.finish()
    }
}

/// Reads columns in the order in which they were written.
pub(super) struct Reader<'a> {
    length: usize,
    random: &'a [u8],
    others: Vec<u8>,
    /// How many bytes of the others were read.
    read: usize,
}

impl<'a> Reader<'a> {
    /// None when the bytes are damaged.
    pub(super) fn new(bytes: &'a [u8]) -> Option<Self> {
        let (form, rest) = bytes.split_first()?;
        if *form != FORM {
            return None;
        }
        let mut read = 0;
        let length = usize::try_from(take(rest, &mut read)?).ok().filter(|length| *length <= MAX_ROWS)?;
        let of_random = usize::try_from(take(rest, &mut read)?).ok()?;
        let (random, packed) = rest.get(read..)?.split_at_checked(of_random)?;
        let mut others = Vec::new();
        DeflateDecoder::new(packed).take(MAX_BYTES).read_to_end(&mut others).ok()?;
        Some(Self { length, random, others, read: 0 })
    }

    /// How many rows there are.
    pub(super) fn len(&self) -> usize {
        self.length
    }

    /// The values of the next column; none when it is damaged.
    pub(super) fn column(&mut self, form: Form) -> Option<Vec<Option<i64>>> {
        match form {
            Form::Random => {
                let (own, rest) = self.random.split_at_checked(self.length.checked_mul(8)?)?;
                self.random = rest;
                let numbers = own.chunks_exact(8).filter_map(|chunk| chunk.try_into().ok());
                Some(numbers.map(|number| Some(i64::from_le_bytes(number))).collect())
            }
            Form::Sorted => self.sorted(self.length),
            Form::Small => (0..self.length).map(|_| self.number().and_then(value_of)).collect(),
            Form::Listed => self.listed(false),
            Form::Recent => self.listed(true),
        }
    }

    fn number(&mut self) -> Option<u128> {
        take(&self.others, &mut self.read)
    }

    fn sorted(&mut self, length: usize) -> Option<Vec<Option<i64>>> {
        let mut last = 0_i64;
        let mut next = || {
            last = last.wrapping_add(unfolded(u64::try_from(self.number()?).ok()?));
            Some(Some(last))
        };
        (0..length).map(|_| next()).collect()
    }

    fn listed(&mut self, is_from_latest: bool) -> Option<Vec<Option<i64>>> {
        let different = usize::try_from(self.number()?).ok().filter(|different| *different <= self.length)?;
        let (length, list) = (self.length, self.sorted(different)?);
        let mut known = 0_usize;
        let mut next = || {
            let code = usize::try_from(self.number()?).ok()?;
            let place = match code {
                0 => return Some(None),
                1 => {
                    known += 1;
                    known - 1
                }
                _ if is_from_latest => known.checked_sub(code - 1)?,
                _ => code - 2,
            };
            list.get(place).copied()
        };
        (0..length).map(|_| next()).collect()
    }
}

/// A number without a sign, small for those near 0.
fn folded(value: i64) -> u128 {
    u128::from(((value << 1) ^ (value >> 63)).cast_unsigned())
}

fn unfolded(code: u64) -> i64 {
    (code >> 1).cast_signed() ^ -(code & 1).cast_signed()
}

fn code(value: Option<i64>) -> u128 {
    value.map_or(0, |value| folded(value) + 1)
}

/// A value that may be missing; none when it is damaged.
fn value_of(code: u128) -> Option<Option<i64>> {
    match code.checked_sub(1) {
        Some(code) => Some(Some(unfolded(u64::try_from(code).ok()?))),
        None => Some(None),
    }
}

/// Appends a number, seven bits in a byte.
fn put(bytes: &mut Vec<u8>, mut number: u128) {
    while number > 127 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads such a number; none when there is none.
fn take(bytes: &[u8], read: &mut usize) -> Option<u128> {
    let (mut number, mut shift) = (0_u128, 0_u32);
    loop {
        let byte = *bytes.get(*read)?;
        *read += 1;
        number |= u128::from(byte & 127) << shift;
        if byte < 128 {
            return Some(number);
        }
        shift += 7;
        if shift >= MAX_NUMBER_BITS {
            return None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMS: [Form; 5] = [Form::Random, Form::Sorted, Form::Small, Form::Listed, Form::Recent];

    #[test]
    fn values_are_read_as_they_were_written() {
        let mixed = (0..500_i64).map(|number| (number % 3 > 0).then_some(number * 7_919 % 31 - 15)).collect();
        for values in [vec![], vec![None], vec![Some(i64::MAX), Some(i64::MIN), Some(0), None, Some(i64::MIN)], mixed] {
            let mut writer = Writer::new(values.len());
            for form in FORMS {
                writer.column(form, values.iter().copied());
            }
            let bytes = writer.finish().unwrap();
            let mut reader = Reader::new(&bytes).unwrap();
            assert_eq!(reader.len(), values.len());
            for form in FORMS {
                let without_none = matches!(form, Form::Random | Form::Sorted);
                let expected: Vec<Option<i64>> =
                    values.iter().map(|value| if without_none { value.or(Some(0)) } else { *value }).collect();
                assert_eq!(reader.column(form), Some(expected), "{form:?}");
            }
        }
    }

    #[test]
    fn damaged_bytes_are_read_as_nothing() {
        let mut writer = Writer::new(100);
        writer.column(Form::Random, (0..100).map(Some));
        writer.column(Form::Listed, (0..100).map(|number| Some(number % 7)));
        let bytes = writer.finish().unwrap();
        for length in 0..bytes.len() - 4 {
            let own = bytes.get(..length).unwrap();
            let read = Reader::new(own).and_then(|mut reader| {
                reader.column(Form::Random)?;
                reader.column(Form::Listed)
            });
            assert_eq!(read, None, "{length}");
        }
    }
}
