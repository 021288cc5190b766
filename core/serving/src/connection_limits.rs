//! Counts the open connections of each address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use stoa_web::extract::{Network, network_of};

/// The connection counts of all addresses.
#[derive(Clone)]
pub(super) struct ConnectionCounts {
    each: usize,
    taken: Arc<Mutex<HashMap<Network, usize>>>,
}

/// A counted connection of an address; dropping it releases it.
pub(super) struct ConnectionSlot(Option<(ConnectionCounts, Network)>);

impl ConnectionCounts {
    /// At most `each` connections per address.
    pub(super) fn new(each: usize) -> Self {
        Self { each, taken: Arc::default() }
    }

    /// Counts a connection from this address; none when its limit is reached.
    pub(super) fn take(&self, address: IpAddr) -> Option<ConnectionSlot> {
        let network = network_of(address);
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let own = taken.entry(network).or_default();
        if *own >= self.each {
            return None;
        }
        *own += 1;
        Some(ConnectionSlot(Some((self.clone(), network))))
    }
}

impl ConnectionSlot {
    /// A connection that is not counted.
    pub(super) fn uncounted() -> Self {
        Self(None)
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        let Some((places, network)) = self.0.take() else { return };
        let mut taken = places.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = taken.get_mut(&network) {
            *own = own.saturating_sub(1);
            if *own == 0 {
                taken.remove(&network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn released_connection_slot_is_reusable() {
        let places = ConnectionCounts::new(2);
        let address = |text: &str| text.parse::<IpAddr>().unwrap();
        let one = places.take(address("2001:db8::1"));
        let two = places.take(address("2001:db8::2"));
        assert!(one.is_some() && two.is_some() && places.take(address("2001:db8::3")).is_none());
        assert!(places.take(address("203.0.113.1")).is_some(), "another address");
        drop(one);
        assert!(places.take(address("2001:db8::3")).is_some());
        drop(two);
        assert!(places.taken.lock().unwrap().is_empty(), "closed connections leave no entry");
    }
}
