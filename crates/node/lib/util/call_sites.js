'use strict';

// util.getCallSites: the stack of the caller as plain objects, innermost first.

const { arrayFilter, arrayMap, reflectSet, stringStartsWith } = require('core/intrinsics');
const { sliceOf } = require('core/safe/lists');
const { replaceIn } = require('core/safe/patterns');
const { codes } = require('core/errors');
const { validateBoolean, validateInteger, validateObject } = require('core/validate');

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
  const sites = sliceOf(arrayFilter(all, (site) => !stringStartsWith(site.getFileName() ?? '', 'node:util')), 0, frameCount);
  return arrayMap(sites, (site) => ({
    __proto__: null,
    functionName: replaceIn(site.getFunctionName() ?? '', /^(?:Object\.)?<anonymous>$/, ''),
    scriptId: '0',
    scriptName: site.getFileName() ?? '',
    lineNumber: site.getLineNumber() ?? 0,
    columnNumber: site.getColumnNumber() ?? 0,
    column: site.getColumnNumber() ?? 0,
  }));
}

module.exports = { getCallSites };
