//! A TCP server that sends back what it gets, for any number of clients, and ends after ten seconds without any.
//!
//! `cargo run -p hexloop --example echo_server`, then `nc 127.0.0.1 7007` (or telnet) in another terminal.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io::{self, ErrorKind, Read, Write};
use std::rc::{Rc, Weak};
use std::time::Duration;

use hexloop::mio::net::{TcpListener, TcpStream};
use hexloop::{Handle, Interest, Loop, RunMode, Source, Timer};

const LONELY: Duration = Duration::from_secs(10);

struct Server {
    lp: Loop,
    listener: RefCell<TcpListener>,
    clients: RefCell<HashMap<u64, Client>>,
    lonely: Timer,
}

struct Client {
    stream: TcpStream,
    source: Source,
    /// What could not be written yet.
    unsent: Vec<u8>,
}

impl Server {
    fn listen(lp: &Loop, address: &str) -> io::Result<(Rc<Self>, Source)> {
        let listener = TcpListener::bind(address.parse().map_err(io::Error::other)?)?;
        println!("listening on {}", listener.local_addr()?);
        let lonely = Timer::new(lp, {
            let lp = lp.clone();
            move || {
                println!("nobody came for {LONELY:?}");
                lp.stop();
            }
        });
        lonely.start(LONELY);
        let server =
            Rc::new(Self { lp: lp.clone(), listener: RefCell::new(listener), clients: RefCell::default(), lonely });
        let on_connection = server.calling(Server::accept);
        let mut listener = server.listener.borrow_mut();
        let source = Source::register(lp, &mut *listener, Interest::READABLE, move |_| on_connection())?;
        drop(listener);
        Ok((server, source))
    }

    /// A callback that does not own the server: the server owns the sources that own the callbacks.
    fn calling(self: &Rc<Self>, method: impl Fn(&Rc<Self>) + 'static) -> Box<dyn Fn()> {
        let server: Weak<Self> = Rc::downgrade(self);
        Box::new(move || {
            if let Some(server) = server.upgrade() {
                method(&server);
            }
        })
    }

    /// Takes every connection that waits: readiness is reported only once.
    fn accept(self: &Rc<Self>) {
        loop {
            let accepted = self.listener.borrow().accept();
            match accepted {
                Ok((stream, address)) => {
                    println!("{address} came");
                    if let Err(error) = self.welcome(stream) {
                        println!("{address} cannot be served: {error}");
                    }
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(error) => return println!("accept: {error}"),
            }
        }
    }

    fn welcome(self: &Rc<Self>, mut stream: TcpStream) -> io::Result<()> {
        let number = self.next_number();
        let on_ready = self.calling(move |server| server.serve(number));
        let interest = Interest::READABLE | Interest::WRITABLE;
        let source = Source::register(&self.lp, &mut stream, interest, move |_| on_ready())?;
        let client = Client { stream, source, unsent: Vec::new() };
        self.clients.borrow_mut().insert(number, client);
        self.lonely.stop();
        Ok(())
    }

    fn next_number(&self) -> u64 {
        self.clients.borrow().keys().max().map_or(0, |last| last + 1)
    }

    fn serve(self: &Rc<Self>, number: u64) {
        let mut clients = self.clients.borrow_mut();
        let Some(client) = clients.get_mut(&number) else { return };
        if client.echo().is_err() {
            let mut client = clients.remove(&number).expect("found just now");
            drop(clients);
            let gone = client.source.deregister(&mut client.stream);
            println!("client {number} left{}", gone.map_or_else(|error| format!(": {error}"), |()| String::new()));
            if self.clients.borrow().is_empty() {
                self.lonely.start(LONELY);
            }
        }
    }
}

impl Client {
    /// Reads until there is no more and writes until the socket's buffer is full. An error means that the client is gone.
    fn echo(&mut self) -> io::Result<()> {
        let mut bytes = [0; 4096];
        loop {
            self.send_unsent()?;
            // What is not sent yet comes first; writable readiness will bring us back.
            if !self.unsent.is_empty() {
                return Ok(());
            }
            match self.stream.read(&mut bytes) {
                Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
                Ok(count) => self.unsent.extend_from_slice(&bytes[..count]),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(error) => return Err(error),
            }
        }
    }

    fn send_unsent(&mut self) -> io::Result<()> {
        while !self.unsent.is_empty() {
            match self.stream.write(&self.unsent) {
                Ok(count) => drop(self.unsent.drain(..count)),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

fn main() -> io::Result<()> {
    let lp = Loop::new()?;
    let (server, listening) = Server::listen(&lp, "127.0.0.1:7007")?;
    lp.run(RunMode::Default)?;
    listening.unref();
    println!("{} clients left alone", server.clients.borrow().len());
    Ok(())
}
