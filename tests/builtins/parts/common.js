exports.name = 'common';
exports.filename = __filename;
exports.children = module.children.length;
