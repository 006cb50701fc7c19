//! Realms: additional global objects of one VM, and global objects that mirror another object (`node:vm`).
//!
//! A realm has intrinsics of its own, shares heap, promise jobs and stack with the others, and lives for as long as
//! anything of it is reachable: Rust holds none, JavaScript holds a *handle*.
//!
//! ```text
//!   handle ──property──▶ the engine's global proxy ──▶ G, the global object ──▶ T ──▶ mirrored object
//!     └─ private data: G's address                        └─ private data: Mirror (bare pointers)
//! ```
//!
//! **Names.** Code in a mirroring realm that reads `x` gets the property of another object. Tried, in C, before this was
//! written:
//!
//! * *A class with callbacks on G* (implemented here): the engine calls `getProperty` first, before it looks at G's own
//!   properties, so that the mirrored object shadows even `Array`; assignments and `delete` call back, too. Only `var` and
//!   `function` do not: the engine gives them a slot of their own, unless G has a non-configurable own property of that name.
//!   So the caller that runs a script defines such a *placeholder* for every name that it declares, with mirrors disabled; then the
//!   declaration takes no slot, and the initial value of a function arrives through `setProperty`. 320 ns a read.
//! * *A Proxy as prototype of G*: the engine refuses to run scripts over one, G's own built-ins would shadow the mirrored
//!   object's, and a function declaration would go to G alone.
//! * *A `with` block around the source*: loses strict mode, and the scope of `let` and `const` would end with the script.
//!
//! **The object.** What code gets for `this` and `globalThis` is T, a Proxy that the caller creates: the callbacks of a class
//! see no definitions, no descriptors, and take a symbol for its description. The engine keeps the value of `this` for
//! sloppy code in a word of G, which is searched for (it is the only one that holds the global proxy's address) and
//! overwritten; whether that worked is then verified through the C API. If it is not found, T is `this` only of scripts,
//! and sloppy functions see the global proxy.
//!
//! That write has no write barrier, and the collector does not know the pointers of a `Mirror`. So all four objects are also
//! stored in a property of G that can be neither written nor deleted: that keeps them alive, and the store, which comes last,
//! has the barrier that makes the collector visit G again.

use crate::capabilities::{sloppy_this, value_encoding};
use crate::context::Cx;
use crate::exception::Exception;
use crate::ffi::*;
use crate::function::Call;
use crate::string::EngineString;
use crate::value::Object;
use std::cell::Cell;
use std::ffi::c_void;
use std::ptr;
use std::sync::OnceLock;

thread_local! {
    static DISABLED: Cell<bool> = const { Cell::new(false) };
}

/// What the callbacks of a mirroring global object use. A property of G keeps all of it alive ([`store_holder`]).
struct Mirror {
    mirrored: JSObjectRef,
    /// T.
    this: JSObjectRef,
    /// `put(name, value)`: 0 if the property may not be written, 1 if it was, 2 if G's own has to be written as well.
    put: JSObjectRef,
    /// `remove(name)`: whether the name could be deleted; undefined if G decides.
    remove: JSObjectRef,
}

/// While mirrors are disabled, global objects behave as the engine's own. Returns the previous state.
pub fn set_mirrors_disabled(disabled: bool) -> bool {
    DISABLED.replace(disabled)
}

impl<'a> Cx<'a> {
    /// A handle to a new realm of the same VM; its property `global` is the engine's global proxy.
    pub fn new_realm(self, mirrors: bool) -> Result<Object<'a>, Exception<'a>> {
        let class = if mirrors { mirror_class() } else { ptr::null_mut() };
        // SAFETY: the group lives as long as this context. The reference that creation returns is released below, when the
        // handle, which is on the stack by then, holds the global object.
        unsafe {
            let realm = JSGlobalContextCreateInGroup(self.group(), class);
            let handle = Object::new(self, JSObjectMake(self.raw, handle_class(), realm.cast::<c_void>()));
            let global = Object::new(self, JSContextGetGlobalObject(realm));
            let held = handle.set_permanent("global", global.value());
            JSGlobalContextRelease(realm);
            held.map(|()| handle)
        }
    }
}

impl<'a> Object<'a> {
    /// The realm behind a handle. The handle keeps it alive, so it lives as long as this borrow.
    pub fn realm(&self) -> Option<Cx<'_>> {
        // SAFETY: the value is alive for as long as it is borrowed.
        unsafe { realm_of(self.value().cx(), self.value().raw) }
    }
}

impl<'a> Call<'a> {
    /// The realm behind an argument that is a handle.
    pub fn realm(&self, index: usize) -> Option<Cx<'a>> {
        // SAFETY: the caller's frame holds the arguments for as long as the call lasts, which is 'a.
        unsafe { realm_of(self.cx(), self.value(index).raw) }
    }
}

/// # Safety
/// The value is alive during all of `'v`.
unsafe fn realm_of<'v>(cx: Cx<'_>, value: JSValueRef) -> Option<Cx<'v>> {
    // SAFETY: a live value and a class that is never released. A handle holds its global object, in a property that cannot be
    // deleted.
    unsafe {
        let is_handle = JSValueIsObjectOfClass(cx.raw, value, handle_class());
        is_handle.then(|| Cx::from_raw(JSObjectGetPrivate(value.cast_mut()).cast::<OpaqueContext>().cast_const()))
    }
}

/// Makes a realm mirror an object, permanently: names through `mirrored`, `put` and `remove`, and `this` as `this`. True if
/// sloppy functions see `this` as well.
pub fn mirror<'a>(realm: Cx<'a>, [mirrored, this, put, remove]: [&Object<'a>; 4]) -> bool {
    for object in [mirrored, this, put, remove] {
        realm.assert_same_vm(object.value().cx());
    }
    let global = realm.raw.cast_mut().cast::<OpaqueValue>();
    // SAFETY: the pointer of a realm's context is its global object; one of the mirroring class takes private data, which
    // its finalizer frees. Others take none.
    unsafe {
        if !JSObjectGetPrivate(global).is_null() {
            return false;
        }
        let Ok(holder) = make_holder(realm, [mirrored, this, put, remove]) else { return false };
        let global_proxy = JSContextGetGlobalObject(realm.raw);
        let kept = Mirror { mirrored: mirrored.raw(), this: this.raw(), put: put.raw(), remove: remove.raw() };
        let data = Box::into_raw(Box::new(kept));
        if !JSObjectSetPrivate(global, data.cast::<c_void>()) {
            drop(Box::from_raw(data));
            return false;
        }
        let is_seen = sloppy_this::replace(realm, global_proxy, this.raw());
        if !store_holder(realm, global, &holder) {
            if is_seen {
                sloppy_this::replace(realm, this.raw(), global_proxy);
            }
            JSObjectSetPrivate(global, ptr::null_mut());
            drop(Box::from_raw(data));
            return false;
        }
        is_seen
    }
}

fn make_holder<'a>(realm: Cx<'a>, held: [&Object<'a>; 4]) -> Result<Object<'a>, Exception<'a>> {
    let holder = Object::empty(realm);
    for (name, object) in ["mirrored", "this", "put", "remove"].into_iter().zip(held) {
        holder.set_permanent(name, object.value())?;
    }
    Ok(holder)
}

/// Stores the holder permanently in the global object itself. The name is a symbol, which no program can obtain.
///
/// # Safety
/// `global` is the realm's global object.
unsafe fn store_holder(realm: Cx<'_>, global: JSObjectRef, holder: &Object<'_>) -> bool {
    let attributes = PROPERTY_READ_ONLY | PROPERTY_DONT_DELETE | PROPERTY_DONT_ENUM;
    let name = EngineString::new("mirror");
    let mut exception: JSValueRef = ptr::null();
    let before = set_mirrors_disabled(true);
    // SAFETY: by this function's contract; the symbol is on the stack, which the collector scans.
    unsafe {
        let key = JSValueMakeSymbol(realm.raw, name.raw());
        JSObjectSetPropertyForKey(realm.raw, global, key, holder.value().raw, attributes, &mut exception);
    }
    set_mirrors_disabled(before);
    exception.is_null()
}

fn handle_class() -> JSClassRef {
    static CLASS: OnceLock<usize> = OnceLock::new();
    *CLASS.get_or_init(|| {
        let definition = JSClassDefinition { class_name: c"Realm".as_ptr(), ..JSClassDefinition::EMPTY };
        // SAFETY: the definition is copied; the class is never released.
        unsafe { JSClassCreate(&definition) as usize }
    }) as JSClassRef
}

fn mirror_class() -> JSClassRef {
    static CLASS: OnceLock<usize> = OnceLock::new();
    *CLASS.get_or_init(|| {
        let definition = JSClassDefinition {
            attributes: NO_AUTOMATIC_PROTOTYPE,
            class_name: c"Object".as_ptr(),
            finalize: Some(finalize_mirror),
            get_property: get_property as *const c_void,
            set_property: set_property as *const c_void,
            delete_property: delete_property as *const c_void,
            ..JSClassDefinition::EMPTY
        };
        // SAFETY: as above; the callbacks have the types that the header declares.
        unsafe { JSClassCreate(&definition) as usize }
    }) as JSClassRef
}

unsafe extern "C" fn finalize_mirror(object: JSObjectRef) {
    // SAFETY: the private data is null or the Box made in `mirror`; finalizers run once. Bare pointers need no engine.
    unsafe {
        let data = JSObjectGetPrivate(object).cast::<Mirror>();
        if !data.is_null() {
            drop(Box::from_raw(data));
        }
    }
}

/// # Safety
/// `object` is a global object of the mirroring class that lives for all of `'m`.
unsafe fn enabled_mirror<'m>(object: JSObjectRef) -> Option<&'m Mirror> {
    if DISABLED.get() {
        return None;
    }
    // SAFETY: by this function's contract; the box is freed with the object.
    unsafe { JSObjectGetPrivate(object).cast::<Mirror>().as_ref() }
}

/// Null: the lookup continues in the global object itself.
unsafe extern "C" fn get_property(
    ctx: JSContextRef,
    object: JSObjectRef,
    name: JSStringRef,
    exception: *mut JSValueRef,
) -> JSValueRef {
    // SAFETY: the engine passes a live context, object and name and a slot for the exception (also below).
    unsafe {
        let Some(mirror) = enabled_mirror(object) else { return ptr::null() };
        let mut thrown: JSValueRef = ptr::null();
        let value = JSObjectGetProperty(ctx, mirror.mirrored, name, &mut thrown);
        let is_undefined = value.is_null() || value == value_encoding::undefined(ctx);
        // This call has no slot for what a Proxy's trap throws: it stays pending for the engine, which checks next.
        if thrown.is_null() && is_undefined && !JSObjectHasProperty(ctx, mirror.mirrored, name) {
            return ptr::null();
        }
        if !thrown.is_null() {
            *exception = thrown;
            return JSValueMakeUndefined(ctx);
        }
        // As in Node: reading the mirrored object through its own name gives the global object.
        if value.cast_mut() == mirror.mirrored { mirror.this.cast_const() } else { value }
    }
}

/// True: handled.
unsafe extern "C" fn set_property(
    ctx: JSContextRef,
    object: JSObjectRef,
    name: JSStringRef,
    value: JSValueRef,
    exception: *mut JSValueRef,
) -> bool {
    // SAFETY: as in `get_property`; the functions live as long as the global object.
    unsafe {
        let Some(mirror) = enabled_mirror(object) else { return false };
        let arguments = [JSValueMakeString(ctx, name), value];
        let mut thrown: JSValueRef = ptr::null();
        let written = JSObjectCallAsFunction(ctx, mirror.put, ptr::null_mut(), 2, arguments.as_ptr(), &mut thrown);
        if !thrown.is_null() || written.is_null() {
            *exception = thrown;
            return true;
        }
        match JSValueToNumber(ctx, written, &mut thrown) as u32 {
            // Only the engine knows whether the code is strict and this an error: a read-only placeholder lets it decide.
            0 => define_placeholder(ctx, object, name),
            1 => return true,
            _ => {}
        }
        false
    }
}

/// True: handled.
unsafe extern "C" fn delete_property(
    ctx: JSContextRef,
    object: JSObjectRef,
    name: JSStringRef,
    exception: *mut JSValueRef,
) -> bool {
    // SAFETY: as in `set_property`.
    unsafe {
        let Some(mirror) = enabled_mirror(object) else { return false };
        let key = JSValueMakeString(ctx, name);
        let mut thrown: JSValueRef = ptr::null();
        let removed = JSObjectCallAsFunction(ctx, mirror.remove, ptr::null_mut(), 1, &key, &mut thrown);
        if !thrown.is_null() || removed.is_null() {
            *exception = thrown;
            return true;
        }
        if JSValueGetType(ctx, removed) == TYPE_UNDEFINED {
            return false;
        }
        if !JSValueToBoolean(ctx, removed) {
            define_placeholder(ctx, object, name);
            return false;
        }
        true
    }
}

/// Defines a property of the global object itself that is neither writable nor configurable, unless there is one.
///
/// # Safety
/// As the engine calls a callback of the class.
unsafe fn define_placeholder(ctx: JSContextRef, object: JSObjectRef, name: JSStringRef) {
    let attributes = PROPERTY_READ_ONLY | PROPERTY_DONT_DELETE;
    let before = set_mirrors_disabled(true);
    let mut ignored: JSValueRef = ptr::null();
    // SAFETY: by this function's contract.
    unsafe { JSObjectSetProperty(ctx, object, name, JSValueMakeUndefined(ctx), attributes, &mut ignored) };
    set_mirrors_disabled(before);
}
