module.exports = function () { return 'called'; };
module.exports.prop = 'prop';
