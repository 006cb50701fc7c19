// Dates of moment: parsing, arithmetic, locales, durations, zones as offsets.
const moment = require('moment');
require('moment/locale/de');
moment.locale('en');

const start = moment.utc('2024-02-28T23:30:00Z');
console.log(start.format(), start.clone().add(1, 'hour').format('dddd, MMMM Do YYYY, h:mm:ss a'));
console.log(start.clone().add(2, 'days').format('L LT'), start.clone().endOf('month').toISOString());
console.log(moment.utc('31/12/2023 18:05', 'DD/MM/YYYY HH:mm').week(), moment.utc('nonsense', moment.ISO_8601).isValid());
console.log(start.from(moment.utc('2024-03-04')), moment.utc('2024-03-04').diff(start, 'hours', true));
console.log(moment.duration(90, 'minutes').humanize(), moment.duration('P1DT2H').asHours(), moment.duration(3661e3).toISOString());
console.log(start.clone().utcOffset(330).format(), start.clone().locale('de').format('LLLL'));
console.log(start.isBetween('2024-02-01', '2024-03-01'), moment.utc([2024, 1, 29]).isLeapYear(), start.daysInMonth());
console.log(start.calendar(moment.utc('2024-02-29T12:00:00Z')), moment.min(start, moment.utc(0)).valueOf());
console.log(JSON.stringify({ at: start }), start.toObject());
console.log(moment('2024-06-01T10:00').format('YYYY-MM-DD HH:mm Z'));
