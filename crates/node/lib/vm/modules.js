'use strict';
// vm.Module and its subclasses, with --experimental-vm-modules: not implemented.

module.exports = require('core/not_implemented').unimplementedAll('vm', ['Module', 'SourceTextModule', 'SyntheticModule']);
