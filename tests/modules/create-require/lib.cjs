exports.parent = module.parent === undefined ? undefined : 'has one';
