//! Load for a server: waits until it listens, and runs the command that sends requests to it.

use crate::recorded_run::Run;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

const POLL_INTERVAL: Duration = Duration::from_millis(20);
const CONNECT_TIMEOUT: Duration = Duration::from_millis(500);

/// Returns when the port accepts a connection.
pub fn wait_for_port(run: &mut Run, port: u16, timeout: Duration) -> Result<(), String> {
    let addresses = [SocketAddr::from((Ipv4Addr::LOCALHOST, port)), SocketAddr::from((Ipv6Addr::LOCALHOST, port))];
    let deadline = Instant::now() + timeout;
    while Instant::now() < deadline {
        if run.has_ended() {
            return Err(format!("the program ended before port {port} accepted connections"));
        }
        if addresses.iter().any(|address| TcpStream::connect_timeout(address, CONNECT_TIMEOUT).is_ok()) {
            return Ok(());
        }
        std::thread::sleep(POLL_INTERVAL);
    }
    Err(format!("port {port} did not accept connections within {} s", timeout.as_secs()))
}

/// Runs the command to its end; `None` if it was killed at the time limit. A single argument with spaces is a shell command.
pub fn run(command: &[String], out: Stdio, limit: Option<Duration>) -> Result<Option<ExitStatus>, String> {
    let mut process = match command {
        [line] if line.contains(' ') => {
            let mut shell = Command::new("sh");
            shell.args(["-c", line]);
            shell
        }
        [program, arguments @ ..] => {
            let mut process = Command::new(program);
            process.args(arguments);
            process
        }
        [] => return Err("no command to run as load".to_owned()),
    };
    let child = process.stdin(Stdio::null()).stdout(out).spawn();
    let mut child = child.map_err(|error| format!("the load could not be started: {}: {error}", command[0]))?;
    wait(&mut child, limit).map_err(|error| format!("the end of the load was not seen: {error}"))
}

fn wait(child: &mut Child, limit: Option<Duration>) -> std::io::Result<Option<ExitStatus>> {
    let Some(limit) = limit else { return child.wait().map(Some) };
    let deadline = Instant::now() + limit;
    while Instant::now() < deadline {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        std::thread::sleep(POLL_INTERVAL);
    }
    child.kill()?;
    child.wait()?;
    Ok(None)
}
