async function f() { await 1; throw new RangeError("later"); } f();
