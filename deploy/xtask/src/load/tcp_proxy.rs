//! A TCP proxy that delays, cuts or stalls connections.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};

/// Time limit of a connection to a target on the same machine.
const CONNECT_LIMIT: Duration = Duration::from_secs(2);
const PIECE_BYTES: usize = 64 * 1024;

/// What happens to connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Line {
    /// They are forwarded.
    Open,
    /// Each piece of an answer arrives this much later.
    Slow(Duration),
    /// They are closed, and so are new ones.
    Cut,
    /// They stay open, new ones are accepted, and nothing is forwarded.
    Stalled,
}

/// A listening proxy on 127.0.0.1; it ends when this is dropped.
#[derive(Debug)]
pub(crate) struct Gate {
    port: u16,
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    target: SocketAddr,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    line: Line,
    is_over: bool,
    /// Connections accepted so far.
    accepted: usize,
    /// Both sides of the open connections.
    open: HashMap<usize, [TcpStream; 2]>,
}

impl Gate {
    /// Listens on a free port and forwards to the target.
    pub(crate) fn to(target: SocketAddr) -> Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no free port on 127.0.0.1")?;
        let port = listener.local_addr().context("the free port has no number")?.port();
        let state = State { line: Line::Open, is_over: false, accepted: 0, open: HashMap::new() };
        let shared = Arc::new(Shared { target, state: Mutex::new(state), changed: Condvar::new() });
        let accepting = Arc::clone(&shared);
        thread::spawn(move || {
            for client in listener.incoming() {
                if accepting.lock().is_over {
                    return;
                }
                // A client may be gone before it is accepted.
                let Ok(client) = client else { continue };
                let shared = Arc::clone(&accepting);
                thread::spawn(move || shared.serve(client));
            }
        });
        Ok(Self { port, shared })
    }

    /// The URL of a database with the proxy in place of its host and port.
    pub(crate) fn url_through(&self, url: &str) -> Result<String> {
        let (head, rest) = url.split_once('@').with_context(|| format!("{url} has no user"))?;
        let (_, name) = rest.split_once('/').with_context(|| format!("{url} has no database"))?;
        Ok(format!("{head}@127.0.0.1:{}/{name}", self.port))
    }

    /// Changes what happens to connections, also to open ones.
    pub(crate) fn set(&self, line: Line) {
        let mut state = self.shared.lock();
        state.line = line;
        if line == Line::Cut {
            state.close_all();
        }
        drop(state);
        self.shared.changed.notify_all();
    }
}

impl Drop for Gate {
    fn drop(&mut self) {
        self.shared.lock().is_over = true;
        self.set(Line::Cut);
        // Wakes the thread that accepts.
        drop(TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)));
    }
}

impl State {
    fn close_all(&mut self) {
        for side in self.open.drain().flat_map(|(_, sides)| sides) {
            // It may be closed already.
            drop(side.shutdown(Shutdown::Both));
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits while nothing is forwarded; returns whether the connection goes on, and how much later.
    fn admitted(&self) -> Option<Duration> {
        let stalled = |state: &mut State| state.line == Line::Stalled;
        let state = self.changed.wait_while(self.lock(), stalled).unwrap_or_else(PoisonError::into_inner);
        match state.line {
            Line::Open | Line::Stalled => Some(Duration::ZERO),
            Line::Slow(delay) => Some(delay),
            Line::Cut => None,
        }
    }

    fn serve(&self, client: TcpStream) {
        if self.admitted().is_none() {
            return;
        }
        let Ok(target) = TcpStream::connect_timeout(&self.target, CONNECT_LIMIT) else { return };
        let Some((number, back, forth)) = self.register(&client, &target) else { return };
        thread::scope(|scope| {
            scope.spawn(|| self.pump(back, &client, true));
            self.pump(forth, &target, false);
        });
        self.lock().open.remove(&number);
    }

    /// The number of a connection, and handles for reading from the target and from the client; none when connections
    /// were cut meanwhile.
    fn register(&self, client: &TcpStream, target: &TcpStream) -> Option<(usize, TcpStream, TcpStream)> {
        for side in [client, target] {
            side.set_nodelay(true).ok()?;
        }
        let sides = [client.try_clone().ok()?, target.try_clone().ok()?];
        let (back, forth) = (target.try_clone().ok()?, client.try_clone().ok()?);
        let mut state = self.lock();
        if state.line == Line::Cut {
            return None;
        }
        state.accepted += 1;
        let number = state.accepted;
        state.open.insert(number, sides);
        Some((number, back, forth))
    }

    /// Forwards one direction until it ends.
    fn pump(&self, mut from: TcpStream, mut to: &TcpStream, is_answer: bool) {
        let mut piece = vec![0; PIECE_BYTES];
        let ended = loop {
            let length = match from.read(&mut piece) {
                Ok(0) => break Shutdown::Write,
                Ok(length) => length,
                Err(_) => break Shutdown::Both,
            };
            let Some(delay) = self.admitted() else { break Shutdown::Both };
            if is_answer && !delay.is_zero() {
                thread::sleep(delay);
            }
            let Some(read) = piece.get(..length) else { break Shutdown::Both };
            if to.write_all(read).is_err() {
                break Shutdown::Both;
            }
        };
        // It may be closed already.
        drop(to.shutdown(ended));
        if ended == Shutdown::Both {
            drop(from.shutdown(ended));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    /// A server that repeats what it is told.
    fn echo() -> SocketAddr {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                thread::spawn(move || std::io::copy(&mut stream.try_clone().unwrap(), &mut stream));
            }
        });
        address
    }

    fn ask(stream: &mut TcpStream) -> std::io::Result<()> {
        stream.write_all(b"ping")?;
        stream.read_exact(&mut [0; 4])
    }

    #[test]
    fn delays_stalls_and_cuts_connections() {
        let gate = Gate::to(echo()).unwrap();
        let connect = || {
            let stream = TcpStream::connect(("127.0.0.1", gate.port)).unwrap();
            stream.set_read_timeout(Some(Duration::from_millis(100))).unwrap();
            stream
        };
        let mut stream = connect();
        ask(&mut stream).unwrap();
        gate.set(Line::Slow(Duration::from_millis(40)));
        let begun = Instant::now();
        ask(&mut stream).unwrap();
        assert!(begun.elapsed() >= Duration::from_millis(40));
        gate.set(Line::Stalled);
        assert!(ask(&mut stream).is_err() && ask(&mut connect()).is_err(), "nothing is forwarded");
        gate.set(Line::Open);
        stream.read_exact(&mut [0; 4]).unwrap();
        gate.set(Line::Cut);
        assert!(ask(&mut stream).is_err() && ask(&mut connect()).is_err(), "all are closed");
        gate.set(Line::Open);
        ask(&mut connect()).unwrap();
        assert_eq!(
            gate.url_through("postgres://stoa@127.0.0.1:5432/stoa").unwrap(),
            format!("postgres://stoa@127.0.0.1:{}/stoa", gate.port)
        );
    }
}
