'use strict';
// Whoever calls it says what to do.
async function save() {
  throw new Error('disk full');
}

setTimeout(() => { save().catch((error) => console.log(error.message)); }, 20);
