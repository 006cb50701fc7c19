'use strict';
const { report } = process;
const attempt = (title, act) => {
  try {
    console.log(title, act());
  } catch (error) {
    console.log(title, error.name, error.code, error.message);
  }
};
for (const name of Object.keys(report)) {
  const { get, value } = Object.getOwnPropertyDescriptor(report, name);
  console.log(name, get === undefined ? value.length : get());
  if (get !== undefined) attempt(name, () => { report[name] = {}; });
}
attempt('signal', () => { report.signal = 'SIGNOPE'; });
attempt('getReport', () => report.getReport(1));
attempt('getReport', () => report.getReport(null));
attempt('writeReport', () => report.writeReport(1));
attempt('writeReport', () => report.writeReport('x', 1));

const { header, javascriptStack, userLimits, environmentVariables } = report.getReport(Object.assign(new Error('why'), { code: 7 }));
console.log(header.event, header.trigger, header.processId === process.pid, header.cwd === process.cwd(), header.arch === process.arch);
console.log(javascriptStack.message, javascriptStack.errorProperties, javascriptStack.stack[0].startsWith('at '));
console.log(Object.keys(userLimits), environmentVariables.PATH === process.env.PATH);
