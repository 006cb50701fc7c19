'use strict';
// The prefix of a CIDR has to be an integer as it is written: `10.0.0.0/` is not every address.
const { BlockList } = require('node:net');

for (const cidr of ['10.0.0.0', '10.0.0.0/abc', 123, '10.0.0.0/', '10.0.0.0/33', '::/129', '/8', '10.0.0.0/8/8', '10.0.0.0/-1', '10.0.0.0/ 8', '10.0.0.0/08', '10.0.0.0/8.0', 'x/8', '', '10.0.0.0/1e1', '10.0.0.0/8', '::ffff:10.0.0.1/100']) {
  const list = new BlockList();
  try {
    list.addCIDR(cidr);
    console.log(cidr, list.rules);
  } catch (error) {
    console.log(cidr, error.name, error.code, error.message);
  }
}
console.log(Object.isFrozen(BlockList.PRIVATE_RANGES));
