'use strict';
// The statistics by their names, and the functions of V8 that mean something without it.
const v8 = require('v8');
const { show } = require('../table');

console.log(Object.entries(v8.getHeapStatistics()).map(([name, value]) => `${name} ${typeof value} ${value >= 0}`).sort());
for (const { space_name: name, ...sizes } of v8.getHeapSpaceStatistics()) console.log(name, Object.keys(sizes), Object.values(sizes).every((size) => size >= 0));
console.log(v8.getHeapSpaceStatistics().reduce((sum, space) => sum + space.space_used_size, 0) > 0);
console.log(typeof v8.cachedDataVersionTag(), v8.cachedDataVersionTag() === v8.cachedDataVersionTag());
show(
  () => v8.getCppHeapStatistics('brief'), () => v8.getCppHeapStatistics('other'), () => v8.isStringOneByteRepresentation(''),
  () => v8.isStringOneByteRepresentation('a\xff'), () => v8.isStringOneByteRepresentation('a\u0100'), () => v8.isStringOneByteRepresentation('😀'),
  () => v8.isStringOneByteRepresentation(5), () => v8.isStringOneByteRepresentation(), () => v8.takeCoverage(), () => v8.stopCoverage(),
  () => v8.startupSnapshot.isBuildingSnapshot(), () => v8.startupSnapshot.addSerializeCallback(() => {}),
  () => v8.startupSnapshot.addDeserializeCallback(), () => v8.startupSnapshot.setDeserializeMainFunction(5),
);
