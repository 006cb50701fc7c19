'use strict';
// vm.Module and its two kinds, with --experimental-vm-modules: names only.

module.exports = require('core/not_implemented').unimplementedAll('vm', ['Module', 'SourceTextModule', 'SyntheticModule']);
