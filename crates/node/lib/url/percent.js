'use strict';
// An ASCII letter as URLs write it where it would mean something else.

const percent = (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;

module.exports = { percent };
