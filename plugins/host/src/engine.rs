//! The wasmtime engine: compilation of components, the instance pool, and the epoch ticker that interrupts guests.

use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::Thread;
use std::time::Duration;

use wasmtime::{Config, Enabled, Engine, InstanceAllocationStrategy, PoolingAllocationConfig};

use crate::limits::{CORE_INSTANCES, MEMORIES, TABLE_ELEMENTS, TABLES, TICK};
use crate::loading::functions::FunctionCache;

const MAX_WASM_STACK: usize = 512 * 1024;
const ASYNC_STACK: usize = 1024 * 1024;
const KEEP_RESIDENT: usize = 256 * 1024;

/// How often an idle ticker checks whether its engine still exists.
const LOOKS: Duration = Duration::from_secs(60);

/// An engine with its epoch ticker.
#[derive(Clone)]
pub(crate) struct TimedEngine {
    engine: Engine,
    ticker: Arc<Ticker>,
}

impl Deref for TimedEngine {
    type Target = Engine;

    fn deref(&self) -> &Engine {
        &self.engine
    }
}

impl TimedEngine {
    /// Keeps the ticker running until the returned value is dropped.
    pub(crate) fn begin(&self) -> TickerGuard {
        if self.ticker.guests.fetch_add(1, Ordering::SeqCst) == 0 {
            self.ticker.thread.unpark();
        }
        TickerGuard(Arc::clone(&self.ticker))
    }
}

/// The thread that advances the epoch, and the number of running guests. It sleeps while there are none.
struct Ticker {
    guests: Arc<AtomicUsize>,
    thread: Thread,
}

/// Keeps the ticker running for one guest.
pub(crate) struct TickerGuard(Arc<Ticker>);

impl Drop for TickerGuard {
    fn drop(&mut self) {
        self.0.guests.fetch_sub(1, Ordering::SeqCst);
    }
}

/// An engine, and whether it has an instance pool.
pub(crate) struct BuiltEngine {
    pub(crate) engine: TimedEngine,
    /// Set when no pool could be allocated, and instances are allocated on demand.
    pub(crate) warning: Option<String>,
}

/// Builds the engine with an instance pool, or without one if the address space is too small.
pub(crate) fn build(
    pool_instances: u32,
    largest_memory: usize,
    functions: Option<&Arc<FunctionCache>>,
) -> Result<BuiltEngine, String> {
    let base = || -> Result<Config, String> {
        let mut config = base();
        if let Some(functions) = functions {
            let kept = config.enable_incremental_compilation(Arc::clone(functions) as _);
            kept.map_err(|error| format!("{error:#}"))?;
        }
        Ok(config)
    };
    let mut config = base()?;
    config.allocation_strategy(InstanceAllocationStrategy::Pooling(pool(pool_instances, largest_memory)));
    let warning = match Engine::new(&config) {
        Ok(engine) => return start(engine, None),
        Err(error) => {
            format!("cannot allocate a pool of {pool_instances} plugin instances, allocating them on demand: {error:#}")
        }
    };
    tracing::warn!(reason = %warning, "plugin instances are allocated on demand, which is slower");
    let engine = Engine::new(&base()?).map_err(|error| format!("{error:#}"))?;
    start(engine, Some(warning))
}

/// Builds an engine without a pool, for a process that makes few instances. Its compiled code is that of [`build`].
pub(crate) fn build_without_pool() -> Result<BuiltEngine, String> {
    let engine = Engine::new(&base()).map_err(|error| format!("{error:#}"))?;
    start(engine, None)
}

fn base() -> Config {
    let mut config = Config::new();
    config
        .wasm_component_model(true)
        .epoch_interruption(true)
        // The same input gives the same output on every machine.
        .cranelift_nan_canonicalization(true)
        .relaxed_simd_deterministic(true)
        .max_wasm_stack(MAX_WASM_STACK)
        .async_stack_size(ASYNC_STACK);
    config
}

/// Every component may have the most core instances, tables and memories, so that no plugin is refused for what others
/// use.
fn pool(instances: u32, largest_memory: usize) -> PoolingAllocationConfig {
    let per_component = |most: usize| u32::try_from(most).unwrap_or(u32::MAX);
    // A component is refused, not busy, where one alone does not fit.
    let in_total = |most: usize| instances.max(1).saturating_mul(per_component(most));
    let mut pool = PoolingAllocationConfig::new();
    pool.total_component_instances(instances)
        .total_core_instances(in_total(CORE_INSTANCES))
        .max_core_instances_per_component(per_component(CORE_INSTANCES))
        .total_memories(in_total(MEMORIES))
        .max_memories_per_component(per_component(MEMORIES))
        .total_tables(in_total(TABLES))
        .max_tables_per_component(per_component(TABLES))
        .table_elements(TABLE_ELEMENTS)
        .total_stacks(instances)
        .max_memory_size(largest_memory)
        .linear_memory_keep_resident(KEEP_RESIDENT)
        .pagemap_scan(Enabled::Auto);
    pool
}

/// The ticker holds a weak reference to the engine, so it ends with the host. It is a thread of its own because a
/// runtime that guests keep busy cannot be trusted to measure their time.
fn start(engine: Engine, warning: Option<String>) -> Result<BuiltEngine, String> {
    let weak = engine.weak();
    let guests = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&guests);
    let spawned = std::thread::Builder::new().name("plugin-ticker".to_owned()).spawn(move || {
        loop {
            match counted.load(Ordering::SeqCst) {
                0 => std::thread::park_timeout(LOOKS),
                _ => std::thread::sleep(TICK),
            }
            let Some(engine) = weak.upgrade() else { return };
            engine.increment_epoch();
        }
    });
    let thread = spawned.map_err(|error| format!("plugin ticker: {error}"))?.thread().clone();
    Ok(BuiltEngine { engine: TimedEngine { engine, ticker: Arc::new(Ticker { guests, thread }) }, warning })
}

#[cfg(test)]
mod tests {
    use std::hash::{DefaultHasher, Hash as _, Hasher as _};

    use wasmtime::{Instance, Module, Store};

    use super::{build, build_without_pool};

    /// A module with the function `f`, which divides two numbers and returns the bits of the result.
    const DIVIDE: &[u8] = b"\0asm\x01\0\0\0\x01\x07\x01\x60\x02\x7d\x7d\x01\x7f\x03\x02\x01\0\x07\x05\x01\x01f\0\0\
        \x0a\x0a\x01\x08\0\x20\0\x20\x01\x95\xbc\x0b";

    /// Processors differ in the sign of what is no number.
    #[test]
    fn nothing_divided_by_nothing_has_the_same_bits_everywhere() {
        let built = build_without_pool().expect("engine");
        let module = Module::new(&built.engine, DIVIDE).expect("module");
        let mut store = Store::new(&built.engine, ());
        store.set_epoch_deadline(1_000);
        let instance = Instance::new(&mut store, &module, &[]).expect("instance");
        let divide = instance.get_typed_func::<(f32, f32), i32>(&mut store, "f").expect("function");
        assert_eq!(divide.call(&mut store, (0.0, 0.0)).expect("a value"), 0x7fc0_0000);
        assert_eq!(divide.call(&mut store, (1.0, 2.0)).expect("a value"), 0x3f00_0000, "a half");
    }

    /// Otherwise what the compile process makes would be compiled again and again.
    #[test]
    fn compiled_code_does_not_depend_on_the_pool() {
        let hash = |engine: &wasmtime::Engine| {
            let mut hasher = DefaultHasher::new();
            engine.precompile_compatibility_hash().hash(&mut hasher);
            hasher.finish()
        };
        let (pooled, plain) = (build(4, 16 << 20, None).expect("engine"), build_without_pool().expect("engine"));
        assert_eq!(hash(&pooled.engine), hash(&plain.engine));
    }
}
