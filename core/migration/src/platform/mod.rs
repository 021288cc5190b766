pub(crate) mod m20261121_000001_foundation;
