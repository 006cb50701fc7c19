function f() { f(); } f();
