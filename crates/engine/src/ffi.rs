//! JavaScriptCore's C API as its headers declare it.
//!
//! Functions that every version has are here: on macOS linked, elsewhere found in the library when they are first called
//! ([`crate::library`]). Those that only some versions export are looked up by [`crate::symbols`].

#![allow(non_camel_case_types)]

use std::ffi::{c_char, c_int, c_uint, c_void};
#[cfg(not(target_os = "macos"))]
use std::{
    ffi::CStr,
    sync::atomic::{AtomicPtr, Ordering},
};

macro_rules! opaque {
    ($($name:ident),*) => { $(#[repr(C)] pub struct $name { _private: [u8; 0] })* };
}
opaque!(OpaqueContext, OpaqueGroup, OpaqueValue, OpaqueString, OpaqueClass);

pub type JSContextRef = *const OpaqueContext;
pub type JSGlobalContextRef = *mut OpaqueContext;
pub type JSContextGroupRef = *const OpaqueGroup;
pub type JSValueRef = *const OpaqueValue;
pub type JSObjectRef = *mut OpaqueValue;
pub type JSStringRef = *mut OpaqueString;
pub type JSClassRef = *mut OpaqueClass;

pub type JSType = c_uint;
pub const TYPE_UNDEFINED: JSType = 0;
pub const TYPE_NULL: JSType = 1;
pub const TYPE_BOOLEAN: JSType = 2;
pub const TYPE_NUMBER: JSType = 3;
pub const TYPE_STRING: JSType = 4;
pub const TYPE_SYMBOL: JSType = 6;
pub const TYPE_BIG_INT: JSType = 7;

pub type JSTypedArrayType = c_uint;
pub const ARRAY_OF_INT32: JSTypedArrayType = 2;
pub const ARRAY_OF_UINT8: JSTypedArrayType = 3;
pub const ARRAY_OF_FLOAT64: JSTypedArrayType = 8;
pub const ARRAY_OF_BIG_INT64: JSTypedArrayType = 11;
pub const ARRAY_BUFFER: JSTypedArrayType = 9;
pub const NOT_A_TYPED_ARRAY: JSTypedArrayType = 10;

pub const PROPERTY_NONE: c_uint = 0;
pub const PROPERTY_READ_ONLY: c_uint = 1 << 1;
pub const PROPERTY_DONT_ENUM: c_uint = 1 << 2;
pub const PROPERTY_DONT_DELETE: c_uint = 1 << 3;

pub const NO_AUTOMATIC_PROTOTYPE: c_uint = 1 << 1;

pub type CallAsFunction = unsafe extern "C" fn(
    JSContextRef,
    JSObjectRef,
    JSObjectRef,
    usize,
    *const JSValueRef,
    *mut JSValueRef,
) -> JSValueRef;
pub type Finalize = unsafe extern "C" fn(JSObjectRef);
pub type BytesDeallocator = unsafe extern "C" fn(*mut c_void, *mut c_void);
pub type ShouldTerminate = unsafe extern "C" fn(JSContextRef, *mut c_void) -> bool;
pub type MarkingConstraint = unsafe extern "C" fn(*mut c_void, *mut c_void);
pub type HeapFinalizer = unsafe extern "C" fn(JSContextGroupRef, *mut c_void);

#[repr(C)]
pub struct JSClassDefinition {
    pub version: c_int,
    pub attributes: c_uint,
    pub class_name: *const c_char,
    pub parent_class: JSClassRef,
    pub static_values: *const c_void,
    pub static_functions: *const c_void,
    pub initialize: *const c_void,
    pub finalize: Option<Finalize>,
    pub has_property: *const c_void,
    pub get_property: *const c_void,
    pub set_property: *const c_void,
    pub delete_property: *const c_void,
    pub get_property_names: *const c_void,
    pub call_as_function: Option<CallAsFunction>,
    pub call_as_constructor: *const c_void,
    pub has_instance: *const c_void,
    pub convert_to_type: *const c_void,
}

impl JSClassDefinition {
    pub const EMPTY: JSClassDefinition = JSClassDefinition {
        version: 0,
        attributes: 0,
        class_name: std::ptr::null(),
        parent_class: std::ptr::null_mut(),
        static_values: std::ptr::null(),
        static_functions: std::ptr::null(),
        initialize: std::ptr::null(),
        finalize: None,
        has_property: std::ptr::null(),
        get_property: std::ptr::null(),
        set_property: std::ptr::null(),
        delete_property: std::ptr::null(),
        get_property_names: std::ptr::null(),
        call_as_function: None,
        call_as_constructor: std::ptr::null(),
        has_instance: std::ptr::null(),
        convert_to_type: std::ptr::null(),
    };
}

/// Declares functions of the library. The pointer is that of the only function with this name, so a thread that reads null does what
/// another has done, to the same end.
#[cfg(not(target_os = "macos"))]
macro_rules! functions {
    ($($(#[$attribute:meta])* pub fn $name:ident($($argument:ident: $type:ty),* $(,)?) $(-> $result:ty)?;)*) => {$(
        $(#[$attribute])*
        #[inline]
        #[allow(non_snake_case)]
        pub unsafe fn $name($($argument: $type),*) $(-> $result)? {
            static ADDRESS: AtomicPtr<c_void> = AtomicPtr::new(std::ptr::null_mut());
            let mut address = ADDRESS.load(Ordering::Relaxed);
            if address.is_null() {
                address = first_call(&ADDRESS, concat!(stringify!($name), "\0"));
            }
            // SAFETY: the library's headers declare the function of this name with this type; the rest is the caller's to ensure.
            unsafe {
                std::mem::transmute::<*mut c_void, unsafe extern "C" fn($($type),*) $(-> $result)?>(address)($($argument),*)
            }
        }
    )*};
}

#[cfg(target_os = "macos")]
macro_rules! functions {
    ($($function:item)*) => {
        #[link(name = "JavaScriptCore", kind = "framework")]
        unsafe extern "C" { $($function)* }
    };
}

#[cfg(not(target_os = "macos"))]
#[cold]
fn first_call(address: &AtomicPtr<c_void>, name: &'static str) -> *mut c_void {
    let name = CStr::from_bytes_with_nul(name.as_bytes()).expect("the macro adds the NUL");
    let found = crate::library::address(name);
    address.store(found, Ordering::Relaxed);
    found
}

functions! {
    pub fn JSEvaluateScript(
        ctx: JSContextRef,
        script: JSStringRef,
        this: JSObjectRef,
        url: JSStringRef,
        line: c_int,
        exception: *mut JSValueRef,
    ) -> JSValueRef;
    pub fn JSCheckScriptSyntax(
        ctx: JSContextRef,
        script: JSStringRef,
        url: JSStringRef,
        line: c_int,
        exception: *mut JSValueRef,
    ) -> bool;
    pub fn JSGarbageCollect(ctx: JSContextRef);

    pub fn JSContextGroupCreate() -> JSContextGroupRef;
    pub fn JSContextGroupRelease(group: JSContextGroupRef);
    pub fn JSGlobalContextCreateInGroup(group: JSContextGroupRef, class: JSClassRef) -> JSGlobalContextRef;
    pub fn JSGlobalContextRetain(ctx: JSGlobalContextRef) -> JSGlobalContextRef;
    pub fn JSGlobalContextRelease(ctx: JSGlobalContextRef);
    pub fn JSContextGetGlobalObject(ctx: JSContextRef) -> JSObjectRef;
    pub fn JSContextGetGroup(ctx: JSContextRef) -> JSContextGroupRef;
    pub fn JSContextGetGlobalContext(ctx: JSContextRef) -> JSGlobalContextRef;

    pub fn JSClassCreate(definition: *const JSClassDefinition) -> JSClassRef;

    pub fn JSObjectMake(ctx: JSContextRef, class: JSClassRef, data: *mut c_void) -> JSObjectRef;
    pub fn JSObjectMakeFunctionWithCallback(
        ctx: JSContextRef,
        name: JSStringRef,
        callback: CallAsFunction,
    ) -> JSObjectRef;
    pub fn JSObjectMakeArray(
        ctx: JSContextRef,
        count: usize,
        items: *const JSValueRef,
        exception: *mut JSValueRef,
    ) -> JSObjectRef;
    pub fn JSObjectMakeError(
        ctx: JSContextRef,
        count: usize,
        arguments: *const JSValueRef,
        exception: *mut JSValueRef,
    ) -> JSObjectRef;
    pub fn JSObjectMakeDeferredPromise(
        ctx: JSContextRef,
        resolve: *mut JSObjectRef,
        reject: *mut JSObjectRef,
        exception: *mut JSValueRef,
    ) -> JSObjectRef;
    pub fn JSObjectSetPrototype(ctx: JSContextRef, object: JSObjectRef, value: JSValueRef);
    pub fn JSObjectGetPrototype(ctx: JSContextRef, object: JSObjectRef) -> JSValueRef;
    pub fn JSObjectHasProperty(ctx: JSContextRef, object: JSObjectRef, name: JSStringRef) -> bool;
    pub fn JSObjectHasPropertyForKey(
        ctx: JSContextRef,
        object: JSObjectRef,
        key: JSValueRef,
        exception: *mut JSValueRef,
    ) -> bool;
    pub fn JSObjectSetPropertyForKey(
        ctx: JSContextRef,
        object: JSObjectRef,
        key: JSValueRef,
        value: JSValueRef,
        attributes: c_uint,
        exception: *mut JSValueRef,
    );
    pub fn JSValueMakeSymbol(ctx: JSContextRef, description: JSStringRef) -> JSValueRef;
    pub fn JSObjectGetProperty(
        ctx: JSContextRef,
        object: JSObjectRef,
        name: JSStringRef,
        exception: *mut JSValueRef,
    ) -> JSValueRef;
    pub fn JSObjectSetProperty(
        ctx: JSContextRef,
        object: JSObjectRef,
        name: JSStringRef,
        value: JSValueRef,
        attributes: c_uint,
        exception: *mut JSValueRef,
    );
    pub fn JSObjectDeleteProperty(
        ctx: JSContextRef,
        object: JSObjectRef,
        name: JSStringRef,
        exception: *mut JSValueRef,
    ) -> bool;
    pub fn JSObjectGetPropertyAtIndex(
        ctx: JSContextRef,
        object: JSObjectRef,
        index: c_uint,
        exception: *mut JSValueRef,
    ) -> JSValueRef;
    pub fn JSObjectSetPropertyAtIndex(
        ctx: JSContextRef,
        object: JSObjectRef,
        index: c_uint,
        value: JSValueRef,
        exception: *mut JSValueRef,
    );
    pub fn JSObjectSetPrivate(object: JSObjectRef, data: *mut c_void) -> bool;
    pub fn JSObjectGetPrivate(object: JSObjectRef) -> *mut c_void;
    pub fn JSObjectIsFunction(ctx: JSContextRef, object: JSObjectRef) -> bool;
    pub fn JSObjectCallAsFunction(
        ctx: JSContextRef,
        object: JSObjectRef,
        this: JSObjectRef,
        count: usize,
        arguments: *const JSValueRef,
        exception: *mut JSValueRef,
    ) -> JSValueRef;
    pub fn JSObjectCallAsConstructor(
        ctx: JSContextRef,
        object: JSObjectRef,
        count: usize,
        arguments: *const JSValueRef,
        exception: *mut JSValueRef,
    ) -> JSObjectRef;

    pub fn JSValueGetType(ctx: JSContextRef, value: JSValueRef) -> JSType;
    pub fn JSValueIsObjectOfClass(ctx: JSContextRef, value: JSValueRef, class: JSClassRef) -> bool;
    pub fn JSValueIsStrictEqual(ctx: JSContextRef, a: JSValueRef, b: JSValueRef) -> bool;
    pub fn JSValueIsInstanceOfConstructor(
        ctx: JSContextRef,
        value: JSValueRef,
        constructor: JSObjectRef,
        exception: *mut JSValueRef,
    ) -> bool;
    pub fn JSValueGetTypedArrayType(
        ctx: JSContextRef,
        value: JSValueRef,
        exception: *mut JSValueRef,
    ) -> JSTypedArrayType;
    pub fn JSValueMakeUndefined(ctx: JSContextRef) -> JSValueRef;
    pub fn JSValueMakeNull(ctx: JSContextRef) -> JSValueRef;
    pub fn JSValueMakeBoolean(ctx: JSContextRef, value: bool) -> JSValueRef;
    pub fn JSValueMakeNumber(ctx: JSContextRef, value: f64) -> JSValueRef;
    pub fn JSValueMakeString(ctx: JSContextRef, string: JSStringRef) -> JSValueRef;
    pub fn JSValueToBoolean(ctx: JSContextRef, value: JSValueRef) -> bool;
    pub fn JSValueToNumber(ctx: JSContextRef, value: JSValueRef, exception: *mut JSValueRef) -> f64;
    pub fn JSValueToStringCopy(ctx: JSContextRef, value: JSValueRef, exception: *mut JSValueRef) -> JSStringRef;
    pub fn JSValueProtect(ctx: JSContextRef, value: JSValueRef);
    pub fn JSValueUnprotect(ctx: JSContextRef, value: JSValueRef);

    pub fn JSStringCreateWithCharacters(chars: *const u16, count: usize) -> JSStringRef;
    pub fn JSStringCreateWithUTF8CString(string: *const c_char) -> JSStringRef;
    pub fn JSStringRelease(string: JSStringRef);
    pub fn JSStringGetLength(string: JSStringRef) -> usize;
    pub fn JSStringGetCharactersPtr(string: JSStringRef) -> *const u16;

    pub fn JSObjectMakeTypedArray(
        ctx: JSContextRef,
        kind: JSTypedArrayType,
        length: usize,
        exception: *mut JSValueRef,
    ) -> JSObjectRef;
    pub fn JSObjectMakeTypedArrayWithBytesNoCopy(
        ctx: JSContextRef,
        kind: JSTypedArrayType,
        bytes: *mut c_void,
        length: usize,
        free: BytesDeallocator,
        free_context: *mut c_void,
        exception: *mut JSValueRef,
    ) -> JSObjectRef;
    pub fn JSObjectGetTypedArrayBuffer(
        ctx: JSContextRef,
        object: JSObjectRef,
        exception: *mut JSValueRef,
    ) -> JSObjectRef;
    pub fn JSObjectGetTypedArrayBytesPtr(
        ctx: JSContextRef,
        object: JSObjectRef,
        exception: *mut JSValueRef,
    ) -> *mut c_void;
    pub fn JSObjectGetTypedArrayByteLength(ctx: JSContextRef, object: JSObjectRef, exception: *mut JSValueRef)
    -> usize;
    pub fn JSObjectGetTypedArrayByteOffset(ctx: JSContextRef, object: JSObjectRef, exception: *mut JSValueRef)
    -> usize;
    pub fn JSObjectGetArrayBufferBytesPtr(
        ctx: JSContextRef,
        object: JSObjectRef,
        exception: *mut JSValueRef,
    ) -> *mut c_void;
    pub fn JSObjectGetArrayBufferByteLength(
        ctx: JSContextRef,
        object: JSObjectRef,
        exception: *mut JSValueRef,
    ) -> usize;
}
