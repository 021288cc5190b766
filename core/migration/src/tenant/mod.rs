pub(crate) mod m20261121_000001_foundation;
pub(crate) mod m20261121_000002_template_files;
pub(crate) mod m20261121_000004_prices;
pub(crate) mod m20261121_000005_after_the_sale;
