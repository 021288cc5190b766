//! What plugins read part by part: answers of servers, and files with products; and the rows that they find in these.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use wasmtime::component::Resource;

use crate::bindings::streams::stoa::plugin0_2_0 as pure;
use crate::bindings::waiting_streams::stoa::plugin0_2_0 as waiting;
use crate::capability::GuestState;
use crate::capability::http::failure;
use crate::capability::network::{OpenResponse, OutboundFailure, OutboundRequest, ResponseBody};
use crate::convert::products::{refused_out, row_out};
use crate::model::ProductRow;
use waiting::http_streams::{Failure, Request, Response};
use waiting::product_rows::{self, Refusal};
use waiting::streams::{Fault, Input};

/// Most bytes of one part.
const LARGEST_PART: usize = 256 * 1024;
/// Most rows of a file.
const MOST_ROWS: usize = 5_000;

/// What a call reads part by part.
#[derive(Default)]
pub(crate) struct Inputs {
    /// Locked for nobody: bodies cannot be shared, and the state of a call has to be.
    open: Mutex<HashMap<u32, Source>>,
    opened: u32,
    /// Bytes that the guest has read.
    read: usize,
}

/// Bytes that were not read yet.
#[derive(Default)]
struct Source {
    /// What has arrived.
    arrived: Vec<u8>,
    /// How much of it was read.
    position: usize,
    /// What sends the rest; none when all has arrived.
    body: Option<Box<dyn ResponseBody>>,
    failed: Option<OutboundFailure>,
}

impl Source {
    /// Waits until something has arrived, unless this is the end.
    async fn fill(&mut self) -> Result<(), OutboundFailure> {
        if let Some(failure) = self.failed {
            return Err(failure);
        }
        while self.arrived.is_empty()
            && let Some(body) = &mut self.body
        {
            let next = body.next().await;
            match next {
                Ok(Some(part)) => self.arrived = part,
                Ok(None) => self.body = None,
                Err(failure) => {
                    self.failed = Some(failure);
                    return Err(failure);
                }
            }
        }
        Ok(())
    }

    fn part(&mut self, most: usize) -> Vec<u8> {
        let end = self.position.saturating_add(most).min(self.arrived.len());
        let part = self.arrived.get(self.position..end).unwrap_or_default().to_vec();
        self.position = end;
        if end == self.arrived.len() {
            self.arrived = Vec::new();
            self.position = 0;
        }
        part
    }
}

impl Inputs {
    fn sources(&mut self) -> &mut HashMap<u32, Source> {
        self.open.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&mut self, source: Source) -> Resource<Input> {
        self.opened = self.opened.wrapping_add(1);
        let number = self.opened;
        self.sources().insert(number, source);
        Resource::new_own(number)
    }

    /// The next part of an input, within the bytes that a call may read.
    async fn next(&mut self, number: u32, max: u32, budget: usize) -> Result<Vec<u8>, Fault> {
        let left = budget.saturating_sub(self.read);
        let Some(source) = self.sources().get_mut(&number) else { return Err(Fault::Broken) };
        source.fill().await.map_err(|failure| match failure {
            OutboundFailure::Timeout => Fault::Timeout,
            _ => Fault::Broken,
        })?;
        let most = usize::try_from(max).unwrap_or(usize::MAX).clamp(1, LARGEST_PART);
        let part = source.part(most.min(left));
        if part.is_empty() && !source.arrived.is_empty() {
            return Err(Fault::BudgetExhausted);
        }
        self.read += part.len();
        Ok(part)
    }
}

/// Rows of the file that a call reads.
#[derive(Debug, Default)]
pub(crate) struct TakenRows {
    pub(crate) rows: Vec<ProductRow>,
    /// Bytes that they take in memory.
    bytes: usize,
}

/// Where the rows of a call are put.
pub(crate) type RowSink = Arc<Mutex<TakenRows>>;

impl TakenRows {
    fn take(&mut self, rows: Vec<product_rows::ProductRow>, most_bytes: usize) -> Result<(), Refusal> {
        self.keep(rows.into_iter().map(row_out).collect(), most_bytes)
    }

    fn keep(&mut self, rows: Vec<ProductRow>, most_bytes: usize) -> Result<(), Refusal> {
        if self.rows.len() + rows.len() > MOST_ROWS {
            return Err(Refusal::TooMany);
        }
        let bytes = self.bytes.saturating_add(rows.iter().map(ProductRow::bytes).sum());
        if bytes > most_bytes {
            return Err(Refusal::TooLarge);
        }
        self.bytes = bytes;
        self.rows.extend(rows);
        Ok(())
    }
}

impl GuestState {
    /// Lets the guest read a file.
    pub(crate) fn open_file(&mut self, file: Vec<u8>) -> Resource<Input> {
        self.inputs.add(Source { arrived: file, ..Source::default() })
    }

    async fn opened(&mut self, request: OutboundRequest) -> Result<Response, Failure> {
        let request = OutboundRequest { max_body: self.limits.stream, ..request };
        let OpenResponse { status, headers, body } = self.ports.http.open(request).await.map_err(failure)?;
        let body = self.inputs.add(Source { body: Some(body), ..Source::default() });
        Ok(Response { status, headers, body })
    }
}

impl waiting::streams::Host for GuestState {}

impl waiting::streams::HostInput for GuestState {
    async fn read(&mut self, input: Resource<Input>, max: u32) -> wasmtime::Result<Result<Vec<u8>, Fault>> {
        Ok(self.inputs.next(input.rep(), max, self.limits.stream).await)
    }

    async fn drop(&mut self, input: Resource<Input>) -> wasmtime::Result<()> {
        self.inputs.sources().remove(&input.rep());
        Ok(())
    }
}

impl waiting::http_streams::Host for GuestState {
    async fn send(&mut self, req: Request) -> wasmtime::Result<Result<Response, Failure>> {
        match self.admitted(req) {
            Ok(request) => Ok(self.opened(request).await),
            Err(failure) => Ok(Err(failure)),
        }
    }
}

impl product_rows::Host for GuestState {
    async fn put(&mut self, rows: Vec<product_rows::ProductRow>) -> wasmtime::Result<Result<(), Refusal>> {
        let Some(taken) = &self.rows else { return Ok(Err(Refusal::NotHere)) };
        Ok(taken.lock().unwrap_or_else(PoisonError::into_inner).take(rows, self.limits.stream))
    }

    async fn refuse(&mut self, row: product_rows::RefusedRow) -> wasmtime::Result<Result<(), Refusal>> {
        let Some(taken) = &self.rows else { return Ok(Err(Refusal::NotHere)) };
        let mut taken = taken.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(taken.keep(vec![refused_out(row)], self.limits.stream))
    }
}

/// Kinds that never wait have nothing to read.
impl pure::streams::Host for GuestState {}

impl pure::streams::HostInput for GuestState {
    fn read(
        &mut self,
        _input: Resource<pure::streams::Input>,
        _max: u32,
    ) -> wasmtime::Result<Result<Vec<u8>, pure::streams::Fault>> {
        Ok(Err(pure::streams::Fault::Broken))
    }

    fn drop(&mut self, _input: Resource<pure::streams::Input>) -> wasmtime::Result<()> {
        Ok(())
    }
}

impl pure::http_streams::Host for GuestState {
    fn send(
        &mut self,
        _req: pure::http_streams::Request,
    ) -> wasmtime::Result<Result<pure::http_streams::Response, pure::http_streams::Failure>> {
        Ok(Err(pure::http_streams::Failure::NotAllowed))
    }
}

impl pure::product_rows::Host for GuestState {
    fn put(
        &mut self,
        _rows: Vec<pure::product_rows::ProductRow>,
    ) -> wasmtime::Result<Result<(), pure::product_rows::Refusal>> {
        Ok(Err(pure::product_rows::Refusal::NotHere))
    }

    fn refuse(
        &mut self,
        _row: pure::product_rows::RefusedRow,
    ) -> wasmtime::Result<Result<(), pure::product_rows::Refusal>> {
        Ok(Err(pure::product_rows::Refusal::NotHere))
    }
}

#[cfg(test)]
mod tests {
    use async_trait::async_trait;

    use super::product_rows::{ProductRow, RefusedRow, RowSale};
    use super::{Fault, Inputs, LARGEST_PART, OutboundFailure, Refusal, ResponseBody, Source, TakenRows, refused_out};
    use crate::bindings::imports::stoa::plugin::types::Money;

    fn row(sku: &str) -> ProductRow {
        ProductRow {
            line: 1,
            sku: sku.to_owned(),
            product: String::new(),
            name: None,
            kind: None,
            published: None,
            excerpt: None,
            description: None,
            tags: None,
            categories: None,
            options: Vec::new(),
            price: None,
            sale: None,
            stock: None,
            weight_grams: None,
        }
    }

    #[test]
    fn rows_of_all_calls_together_take_no_more_memory_than_they_may() {
        let most = 100_000;
        let money = || Money { minor: 1, currency: "x".repeat(30_000) };
        let empty = || vec![String::new(); 1_250];
        let pairs = || vec![(String::new(), String::new()); 625];
        let rows = [
            ProductRow { price: Some(money()), ..row("price") },
            ProductRow { sale: Some(RowSale::Price(money())), ..row("sale") },
            ProductRow { tags: Some(empty()), ..row("tags") },
            ProductRow { categories: Some(empty()), ..row("categories") },
            ProductRow { options: pairs(), ..row("options") },
            ProductRow { description: Some("x".repeat(30_000)), ..row("description") },
        ];
        for large in rows {
            let mut taken = TakenRows::default();
            for _ in 0..3 {
                assert_eq!(taken.take(vec![large.clone()], most), Ok(()), "{}", large.sku);
            }
            assert_eq!(taken.take(vec![large.clone()], most), Err(Refusal::TooLarge), "{}", large.sku);
            assert_eq!(taken.rows.len(), 3, "what is refused is not kept");
        }
        let long =
            refused_out(RefusedRow { line: 1, sku: String::new(), product: String::new(), reason: "x".repeat(60_000) });
        let mut taken = TakenRows::default();
        assert_eq!(taken.keep(vec![long.clone()], most), Ok(()));
        assert_eq!(taken.keep(vec![long], most), Err(Refusal::TooLarge), "reasons count, too");
        let mut taken = TakenRows::default();
        let refused = (0..1_000).find(|_| taken.take(vec![row("")], most).is_err());
        assert!(refused.is_some_and(|number| number > 100), "rows take room without a text: {refused:?}");
    }

    /// Parts, after which the connection breaks.
    struct Breaking(Vec<Vec<u8>>);

    #[async_trait]
    impl ResponseBody for Breaking {
        async fn next(&mut self) -> Result<Option<Vec<u8>>, OutboundFailure> {
            if self.0.is_empty() { Err(OutboundFailure::Protocol) } else { Ok(Some(self.0.remove(0))) }
        }
    }

    #[tokio::test]
    async fn a_file_is_read_to_its_end_in_parts_within_the_budget() {
        let mut inputs = Inputs::default();
        let file = inputs.add(Source { arrived: vec![7; LARGEST_PART + 10], ..Source::default() }).rep();
        let budget = LARGEST_PART + 10;
        assert_eq!(inputs.next(file, u32::MAX, budget).await.map(|part| part.len()), Ok(LARGEST_PART));
        assert_eq!(inputs.next(file, 4, budget).await, Ok(vec![7; 4]));
        assert_eq!(inputs.next(file, 0, budget).await, Ok(vec![7]), "at least one byte");
        assert_eq!(inputs.next(file, 100, budget).await, Ok(vec![7; 5]));
        assert_eq!(inputs.next(file, 100, budget).await, Ok(Vec::new()), "the end");
        let more = inputs.add(Source { arrived: vec![7], ..Source::default() }).rep();
        assert_eq!(inputs.next(more, 100, budget).await, Err(Fault::BudgetExhausted), "the budget is one for all");
    }

    #[tokio::test]
    async fn a_body_that_breaks_off_has_no_end() {
        let mut inputs = Inputs::default();
        let parts = vec![b"ab".to_vec(), Vec::new(), b"c".to_vec()];
        let body = inputs.add(Source { body: Some(Box::new(Breaking(parts))), ..Source::default() }).rep();
        assert_eq!(inputs.next(body, 10, 100).await, Ok(b"ab".to_vec()));
        assert_eq!(inputs.next(body, 10, 100).await, Ok(b"c".to_vec()));
        for _ in 0..2 {
            assert_eq!(inputs.next(body, 10, 100).await, Err(Fault::Broken));
        }
    }
}
