// Dates by functions: arithmetic, formats, intervals, locales.
import { add, addMonths, differenceInCalendarDays, eachDayOfInterval, endOfMonth, format, formatDistance, formatDuration, intervalToDuration, isValid, isWithinInterval, parse, parseISO, set, startOfWeek } from 'date-fns';
import { de, fr } from 'date-fns/locale';
import { addDays as addDaysLater, isBefore } from 'date-fns/fp';
import type { Interval } from 'date-fns';

const start: Date = parseISO('2024-01-31T08:05:09.123Z');
const span: Interval = { start, end: add(start, { days: 3 }) };
console.log(format(start, "yyyy-MM-dd'T'HH:mm:ss.SSS"), format(start, 'EEEE, do MMMM yyyy, h:mm aaa, QQQ, RRRR-II'));
console.log(addMonths(start, 1).toISOString(), endOfMonth(set(start, { month: 1 })).toISOString());
console.log(eachDayOfInterval(span).map((day) => format(day, 'MM/dd')), isWithinInterval(addMonths(start, 1), span));
console.log(differenceInCalendarDays(new Date(2024, 11, 25), start), startOfWeek(start, { weekStartsOn: 1 }).getDate());
console.log(formatDistance(start, add(start, { months: 2, days: 3 }), { addSuffix: true }), formatDistance(0, 3e5, { locale: fr }));
console.log(format(start, 'PPPPpp', { locale: de }), format(start, 'PPP', { locale: fr }));
console.log(parse('02/11/2014', 'MM/dd/yyyy', new Date(0)).toISOString(), isValid(parse('99/99', 'MM/dd', start)));
console.log(formatDuration(intervalToDuration({ start: 0, end: 100_000_000 })), isBefore(start)(new Date(0)), addDaysLater(2)(start).getUTCDate());
try {
  format(new Date(NaN), 'yyyy');
} catch (error) {
  console.log((error as Error).name, (error as Error).message);
}
