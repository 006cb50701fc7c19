//! Requests: work on the thread pool that JavaScript waits for. See `lib/loop/requests.js`.

use crate::bindings::descriptors;
use crate::host::host;
use crate::system_error::SystemError;
use crate::trace;
use hexloop::JobError;
use hexloop_engine::{Cx, Object, Out, Throw, Value};
use std::os::fd::OwnedFd;

/// The result of a job: plain data, converted to values on the JavaScript thread.
pub enum Reply {
    Undefined,
    Number(f64),
    /// An opened file: closed if the thread that requested it is gone.
    File(OwnedFd),
    String(String),
    Bytes(Vec<u8>),
    Numbers(Vec<f64>),
    Strings(Vec<String>),
}

impl Reply {
    pub fn into_out(self, cx: Cx<'_>) -> Out<'_> {
        match self {
            Reply::Undefined => Out::Undefined,
            Reply::Number(number) => Out::Number(number),
            Reply::File(fd) => Out::Number(f64::from(descriptors::expose_file(fd))),
            Reply::String(text) => Out::Text(text),
            Reply::Bytes(bytes) => Out::Bytes(bytes),
            Reply::Numbers(numbers) => array(cx, numbers.into_iter().map(|number| Value::number(cx, number)).collect()),
            Reply::Strings(strings) => array(cx, strings.iter().map(|text| Value::string(cx, text)).collect()),
        }
    }
}

fn array<'a>(cx: Cx<'a>, items: Vec<Value<'a>>) -> Out<'a> {
    Object::array(cx, &items).map_or(Out::Undefined, Out::from)
}

/// Runs `work` on the pool and completes request `id` with `(error)` or `(null, reply)`, in the poll phase.
pub fn submit(kind: &'static str, id: f64, work: impl FnOnce() -> Result<Reply, SystemError> + Send + 'static) {
    host().lp.submit(kind, work, move |outcome| complete(id, outcome));
}

/// [`submit`] for slow I/O: at most half of the pool's threads run such work.
pub fn submit_slow(kind: &'static str, id: f64, work: impl FnOnce() -> Result<Reply, SystemError> + Send + 'static) {
    host().lp.submit_slow(kind, work, move |outcome| complete(id, outcome));
}

/// The result of the first of two jobs.
pub enum FirstStep<Rest> {
    Done(Reply),
    More(Rest),
}

/// Like [`submit`], for work that may need a second job, and with it another turn of the loop.
pub fn submit_two_step<Rest: FnOnce() -> Result<Reply, SystemError> + Send + 'static>(
    kind: &'static str,
    id: f64,
    first: impl FnOnce() -> Result<FirstStep<Rest>, SystemError> + Send + 'static,
) {
    let job_context = trace::job_context();
    host().lp.submit(kind, first, move |outcome| match outcome {
        Ok(Ok(FirstStep::More(rest))) => {
            trace::restore_job_context(job_context);
            submit(kind, id, rest);
        }
        Ok(Ok(FirstStep::Done(reply))) => complete(id, Ok(Ok(reply))),
        Ok(Err(error)) => complete(id, Ok(Err(error))),
        Err(error) => complete(id, Err(error)),
    });
}

fn complete(id: f64, outcome: Result<Result<Reply, SystemError>, JobError>) {
    let host = host();
    let cx = host.cx();
    let arguments = match outcome {
        Ok(Ok(reply)) => vec![Out::Number(id), Out::Null, reply.into_out(cx)],
        Ok(Err(error)) => vec![Out::Number(id), Out::Value(error.to_throw().to_value(cx))],
        Err(error) => vec![Out::Number(id), Out::Value(job_error(&error).to_value(cx))],
    };
    host.call(&host.entries.complete_request, arguments);
}

fn job_error(error: &JobError) -> Throw {
    match error {
        JobError::Cancelled => Throw::error("The operation was canceled").text("code", "ECANCELED"),
        JobError::Panicked(message) => Throw::error(format!("Hexloop has a bug: {message}")),
        JobError::NoThread(error) => Throw::error(format!("no thread could be started: {error}")),
        other => Throw::error(other.to_string()),
    }
}
