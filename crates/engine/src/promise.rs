//! Promises that Rust settles.

use crate::context::Cx;
use crate::exception::Exception;
use crate::ffi::*;
use crate::value::{Object, Root, Value};
use std::ptr;

/// A promise together with its resolving functions.
pub struct Deferred<'a> {
    pub promise: Object<'a>,
    resolve: Root,
    reject: Root,
}

/// The resolving functions, to keep until the work is done. Dropping them leaves the promise pending, as in JavaScript.
pub struct Resolver {
    resolve: Root,
    reject: Root,
}

impl<'a> Deferred<'a> {
    pub fn new(cx: Cx<'a>) -> Result<Deferred<'a>, Exception<'a>> {
        let (mut resolve, mut reject) = (ptr::null_mut(), ptr::null_mut());
        // SAFETY: the two slots live for the call.
        let promise = cx.attempt_object(|exception| unsafe {
            JSObjectMakeDeferredPromise(cx.raw, &mut resolve, &mut reject, exception)
        })?;
        let root = |raw: JSObjectRef| Object::new(cx, raw).root();
        Ok(Deferred { promise, resolve: root(resolve), reject: root(reject) })
    }

    pub fn split(self) -> (Object<'a>, Resolver) {
        (self.promise, Resolver { resolve: self.resolve, reject: self.reject })
    }
}

impl Resolver {
    pub fn resolve<'a>(self, cx: Cx<'a>, value: &Value<'a>) -> Result<(), Exception<'a>> {
        settle(cx, &self.resolve, value)
    }

    pub fn reject<'a>(self, cx: Cx<'a>, reason: &Value<'a>) -> Result<(), Exception<'a>> {
        settle(cx, &self.reject, reason)
    }
}

fn settle<'a>(cx: Cx<'a>, function: &Root, value: &Value<'a>) -> Result<(), Exception<'a>> {
    function.get(cx).as_object().map_or(Ok(()), |function| function.call(std::slice::from_ref(value)).map(drop))
}
