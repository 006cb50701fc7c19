'use strict';

// util.getCallSites: the stack of the caller as plain objects, innermost first.

const { arrayFilter, arrayMap, reflectSet } = require('core/intrinsics');
const { sliceOf } = require('core/safe/lists');
const { codes } = require('core/errors');
const { validateBoolean, validateInteger, validateObject } = require('core/validate');

// As stacks name it.
const OWN_FILE = 'node:internal/util/call_sites';

function getCallSites(frameCount = 10, options = undefined) {
  if (options === undefined && typeof frameCount === 'object') {
    options = frameCount;
    frameCount = 10;
  }
  options ??= options === null ? null : {};
  validateObject(options, 'options');
  frameCount ??= 10;
  if (typeof frameCount !== 'number') throw new codes.ERR_INVALID_ARG_TYPE('frameCount', 'number', frameCount);
  validateInteger(frameCount, 'frameCount', 1, 200);
  if (options.sourceMap !== undefined) validateBoolean(options.sourceMap, 'options.sourceMap');

  const before = Error.stackTraceLimit;
  // A few more frames than requested, as ours are among them. (Through Reflect: see errorWithFrames in core/stack.)
  reflectSet(Error, 'stackTraceLimit', frameCount + 3);
  const error = new Error();
  reflectSet(Error, 'stackTraceLimit', before);
  const all = require('core/call_sites').callSites(binding('stack').engineStack(error), frameCount + 3);
  const sites = sliceOf(arrayFilter(all, (site) => site.getFileName() !== OWN_FILE), 0, frameCount);
  return arrayMap(sites, (site) => ({
    __proto__: null,
    functionName: site.getFunctionName() ?? '',
    scriptId: '0',
    scriptName: site.getFileName() ?? '',
    lineNumber: site.getLineNumber() ?? 0,
    columnNumber: site.getColumnNumber() ?? 0,
    column: site.getColumnNumber() ?? 0,
  }));
}

module.exports = { getCallSites };
