//! What the installed headers do not declare: exported C++ symbols, private C functions, layouts, offsets read from code.

pub(crate) mod cell_layout;
pub(crate) mod code_cache;
pub(crate) mod gc_hooks;
mod map_iterator;
pub(crate) mod microtask_queue;
pub(crate) mod probe_read;
pub(crate) mod string_characters;
pub(crate) mod symbols;
mod sync_waiter;
pub(crate) mod termination_trap;
pub(crate) mod transferred_buffer;
pub(crate) mod value_encoding;
pub(crate) mod vm_lock;
pub(crate) mod wait_async;
