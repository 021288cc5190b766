//! The table of networks with their countries. Not a crate that reads MaxMind's format: the whole table is a fraction
//! of its size, and files under a free licence are not published in that format.

use std::io::Read as _;
use std::net::IpAddr;

use flate2::read::DeflateDecoder;

/// Where countries begin, sorted; each reaches to the next one.
#[derive(Debug, Default)]
struct Borders<T> {
    begins: Vec<T>,
    /// Index of the country plus one; 0 for none.
    countries: Vec<u8>,
}

impl<T: Ord> Borders<T> {
    fn country(&self, at: &T) -> Option<usize> {
        let next = self.begins.partition_point(|begin| begin <= at);
        let index = self.countries.get(next.checked_sub(1)?)?;
        usize::from(*index).checked_sub(1)
    }
}

/// All networks.
#[derive(Debug, Default)]
pub(super) struct Networks {
    names: Vec<[u8; 2]>,
    four: Borders<u32>,
    /// By the first 64 bits.
    six: Borders<u64>,
}

impl Networks {
    /// Reads the file that `data/renew.mjs` writes; none when it is damaged.
    pub(super) fn unpack(packed: &[u8]) -> Option<Self> {
        let mut bytes = Vec::new();
        DeflateDecoder::new(packed).read_to_end(&mut bytes).ok()?;
        let mut rest = bytes.as_slice();
        let names = take(&mut rest, 1)?.first().copied()?;
        let names = take(&mut rest, usize::from(names).checked_mul(2)?)?;
        let names = names.chunks_exact(2).filter_map(|name| name.try_into().ok()).collect();
        let four = borders(&mut rest, |begin| u32::try_from(begin).ok())?;
        let six = borders(&mut rest, Some)?;
        Some(Self { names, four, six })
    }

    /// The country of an address.
    pub(super) fn country(&self, address: IpAddr) -> Option<[u8; 2]> {
        let index = match address {
            IpAddr::V4(address) => self.four.country(&address.to_bits()),
            IpAddr::V6(address) => self.six.country(&u64::try_from(address.to_bits() >> 64).ok()?),
        };
        self.names.get(index?).copied()
    }
}

fn take<'a>(rest: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (taken, left) = rest.split_at_checked(count)?;
    *rest = left;
    Some(taken)
}

/// A number of seven bits in each byte, the lowest first.
fn number(rest: &mut &[u8]) -> Option<u64> {
    let mut value = 0_u64;
    for shift in (0..64).step_by(7) {
        let byte = take(rest, 1)?.first().copied()?;
        value |= u64::from(byte & 0x7f).checked_shl(shift)?;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

fn borders<T>(rest: &mut &[u8], narrow: impl Fn(u64) -> Option<T>) -> Option<Borders<T>> {
    let count = usize::try_from(number(rest)?).ok()?;
    let mut begins = Vec::with_capacity(count.min(1 << 20));
    let mut at = 0_u64;
    for _ in 0..count {
        at = at.checked_add(number(rest)?)?;
        begins.push(narrow(at)?);
    }
    Some(Borders { begins, countries: take(rest, count)?.to_vec() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damaged_tables_are_refused() {
        assert!(Networks::unpack(&[]).is_none());
        assert!(Networks::unpack(&[1, 2, 3]).is_none());
    }
}
