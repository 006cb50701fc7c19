'use strict';

// Message templates of modules, workers, vm, crypto, compression, the inspector and the test runner; parsed when one of their
// codes is first used. Same form as core/messages/arguments.

const { arrayFind, arrayJoin, classURIError: URIError, jsonStringify, stringStartsWith } = require('core/intrinsics');
const { lastIndexIn, sliceOf } = require('core/safe/lists');
const { describe, listOf } = require('core/messages/arguments');

const lastPart = (path) => sliceOf(path, lastIndexIn(path, '/') + 1);

const templates = {
  __proto__: null,

  ERR_BROTLI_INVALID_PARAM: [RangeError, '$1 is not a valid Brotli parameter'],
  ERR_CANNOT_WATCH_SIGINT: [Error, 'Cannot watch for SIGINT signals'],
  ERR_CONTEXT_NOT_INITIALIZED: [Error, 'context used is not initialized'],
  ERR_CRYPTO_ARGON2_NOT_SUPPORTED: [Error, 'Argon2 algorithm not supported'],
  ERR_CRYPTO_CUSTOM_ENGINE_NOT_SUPPORTED: [Error, 'Custom engines not supported by this OpenSSL'],
  ERR_CRYPTO_ECDH_INVALID_FORMAT: [TypeError, 'Invalid ECDH format: $1'],
  ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY: [Error, 'Public key is not valid for specified curve'],
  ERR_CRYPTO_ENGINE_UNKNOWN: [Error, 'Engine "$1" was not found'],
  ERR_CRYPTO_FIPS_FORCED: [Error, 'Cannot set FIPS mode, it was forced with --force-fips at startup.'],
  ERR_CRYPTO_FIPS_UNAVAILABLE: [Error, 'Cannot set FIPS mode in a non-FIPS build.'],
  ERR_CRYPTO_HASH_FINALIZED: [Error, 'Digest already called'],
  ERR_CRYPTO_HASH_UPDATE_FAILED: [Error, 'Hash update failed'],
  ERR_CRYPTO_OPERATION_FAILED: [Error, '$1'],
  ERR_CRYPTO_INCOMPATIBLE_KEY: [Error, 'Incompatible $1: $2'],
  ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS: [Error, 'The selected key encoding $1 $2.'],
  ERR_CRYPTO_INVALID_DIGEST: [TypeError, 'Invalid digest: $1'],
  ERR_CRYPTO_INVALID_JWK: [TypeError, 'Invalid JWK data'],
  ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE: [TypeError, 'Invalid key object type $1, expected $2.'],
  ERR_CRYPTO_INVALID_MAC: [TypeError, 'Invalid MAC: $1'],
  ERR_CRYPTO_INVALID_SCRYPT_PARAMS: [RangeError, '$1'],
  ERR_CRYPTO_INVALID_STATE: [Error, 'Invalid state for operation $1'],
  ERR_CRYPTO_KEM_NOT_SUPPORTED: [Error, 'KEM is not supported'],
  ERR_CRYPTO_MAC_FINALIZED: [Error, 'MAC already finalized'],
  ERR_CRYPTO_MAC_NOT_SUPPORTED: [Error, 'MAC is not supported'],
  ERR_CRYPTO_MAC_UPDATE_FAILED: [Error, 'MAC update failed'],
  ERR_CRYPTO_PBKDF2_ERROR: [Error, 'PBKDF2 error'],
  ERR_CRYPTO_SCRYPT_NOT_SUPPORTED: [Error, 'Scrypt algorithm not supported'],
  ERR_CRYPTO_SIGN_KEY_REQUIRED: [Error, 'No key provided to sign'],
  ERR_DOMAIN_CALLBACK_NOT_AVAILABLE: [Error,
    'A callback was registered through process.setUncaughtExceptionCaptureCallback(), which is mutually exclusive with using the `domain` module'],
  ERR_DOMAIN_CANNOT_SET_UNCAUGHT_EXCEPTION_CAPTURE: [Error,
    'The `domain` module is in use, which is mutually exclusive with calling process.setUncaughtExceptionCaptureCallback()'],
  ERR_EVAL_ESM_CANNOT_PRINT: [Error, '--print cannot be used with ESM input'],
  ERR_FS_CP_DIR_TO_NON_DIR: ['SystemError', 'Cannot overwrite non-directory with directory'],
  ERR_FS_CP_EEXIST: ['SystemError', 'Target already exists'],
  ERR_FS_CP_EINVAL: ['SystemError', 'Invalid src or dest'],
  ERR_FS_CP_FIFO_PIPE: ['SystemError', 'Cannot copy a FIFO pipe'],
  ERR_FS_CP_NON_DIR_TO_DIR: ['SystemError', 'Cannot overwrite directory with non-directory'],
  ERR_FS_CP_SOCKET: ['SystemError', 'Cannot copy a socket file'],
  ERR_FS_CP_SYMLINK_TO_SUBDIRECTORY: ['SystemError', 'Cannot overwrite symlink in subdirectory of self'],
  ERR_FS_CP_UNKNOWN: ['SystemError', 'Cannot copy an unknown file type'],
  ERR_IMPORT_ATTRIBUTE_MISSING: [TypeError, 'Module "$1" needs an import attribute of "$2: $3"'],
  ERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE: [TypeError, 'Module "$1" is not of type "$2"'],
  ERR_IMPORT_ATTRIBUTE_UNSUPPORTED: [TypeError, (_, name, value, url) =>
    `Import attribute "${name}" with value "${value}" is not supported${url === undefined ? '' : ` in ${url}`}`],
  ERR_INPUT_TYPE_NOT_ALLOWED: [Error,
    '--input-type can only be used with string input via --eval, --print, or STDIN'],
  ERR_INSPECTOR_ALREADY_ACTIVATED: [Error,
    'Inspector is already activated. Close it with inspector.close() before activating it again.'],
  ERR_INSPECTOR_ALREADY_CONNECTED: [Error, '$1 is already connected'],
  ERR_INSPECTOR_CLOSED: [Error, 'Session was closed'],
  ERR_INSPECTOR_COMMAND: [Error, 'Inspector error $1: $2'],
  ERR_INSPECTOR_NOT_ACTIVE: [Error, 'Inspector is not active'],
  ERR_INSPECTOR_NOT_AVAILABLE: [Error, 'Inspector is not available'],
  ERR_INSPECTOR_NOT_CONNECTED: [Error, 'Session is not connected'],
  ERR_INSPECTOR_NOT_WORKER: [Error, 'Current thread is not a worker'],
  ERR_INVALID_FILE_URL_HOST: [TypeError, 'File URL host must be "localhost" or empty on $1'],
  ERR_INVALID_MIME_SYNTAX: [TypeError, (_, part, text, at) =>
    `The MIME syntax for a ${part} in "${text}" is invalid${at === undefined ? '' : ` at ${at}`}`],
  ERR_INVALID_REPL_EVAL_CONFIG: [TypeError, 'Cannot specify both "breakEvalOnSigint" and "eval" for REPL'],
  ERR_INVALID_REPL_INPUT: [TypeError, '$1'],
  ERR_INVALID_TYPESCRIPT_SYNTAX: [SyntaxError, '$1'],
  ERR_INVALID_URI: [URIError, 'URI malformed'],
  ERR_LOADER_CHAIN_INCOMPLETE: [Error,
    "\"$1\" did not call the next hook in its chain and did not explicitly signal a short circuit. If this is intentional, include `shortCircuit: true` in the hook's return."],
  ERR_MODULE_LINK_MISMATCH: [TypeError, '$1'],
  ERR_OPERATION_FAILED: [Error, 'Operation failed: $1'],
  ERR_PERFORMANCE_INVALID_TIMESTAMP: [TypeError, '$1 is not a valid timestamp'],
  ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS: [TypeError, '$1'],
  ERR_REQUIRE_CYCLE_MODULE: [Error, '$1'],
  ERR_SCRIPT_EXECUTION_INTERRUPTED: [Error, 'Script execution was interrupted by `SIGINT`'],
  ERR_SOURCE_MAP_CORRUPT: [Error, "The source map for '$1' does not exist or is corrupt."],
  ERR_SOURCE_MAP_MISSING_SOURCE: [Error, "Cannot find '$1' imported from the source map for '$2'"],
  ERR_SYNTHETIC: [Error, 'JavaScript Callstack'],
  ERR_TRACE_EVENTS_CATEGORY_REQUIRED: [TypeError, 'At least one category is required'],
  ERR_TRACE_EVENTS_UNAVAILABLE: [Error, 'Trace events are unavailable'],
  ERR_TRAILING_JUNK_AFTER_STREAM_END: [TypeError, 'Trailing junk found after the end of the compressed stream'],
  ERR_TTY_INIT_FAILED: ['SystemError', 'TTY initialization failed'],
  ERR_UNKNOWN_BUILTIN_MODULE: [Error, 'No such built-in module: $1'],
  ERR_UNKNOWN_FILE_EXTENSION: [TypeError, 'Unknown file extension "$1" for $2'],
  ERR_UNKNOWN_MODULE_FORMAT: [RangeError, 'Unknown module format: $1 for URL $2'],
  ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING: [Error,
    'Stripping types is currently unsupported for files under node_modules, for "$1"'],
  ERR_UNSUPPORTED_RESOLVE_REQUEST: [TypeError,
    'Failed to resolve module specifier "$1" from "$2": Invalid relative URL or base scheme is not hierarchical.'],
  ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX: [SyntaxError, '$1'],
  ERR_VALID_PERFORMANCE_ENTRY_TYPE: [Error, 'At least one valid performance entry type is required'],
  ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING: [TypeError, 'A dynamic import callback was not specified.'],
  ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING_FLAG: [TypeError,
    'A dynamic import callback was invoked without --experimental-vm-modules'],
  ERR_VM_MODULE_ALREADY_LINKED: [Error, 'Module has already been linked'],
  ERR_VM_MODULE_CANNOT_CREATE_CACHED_DATA: [Error,
    'Cached data cannot be created for a module which has been evaluated'],
  ERR_VM_MODULE_DIFFERENT_CONTEXT: [Error, 'Linked modules must use the same context'],
  ERR_VM_MODULE_NOT_MODULE: [Error, 'Provided module is not an instance of Module'],
  ERR_VM_MODULE_STATUS: [Error, 'Module status $1'],
  ERR_WASI_ALREADY_STARTED: [Error, 'WASI instance has already started'],
  ERR_WEBASSEMBLY_NOT_SUPPORTED: [Error, 'WebAssembly is not supported in this environment, but is required for $1'],
  ERR_WEBASSEMBLY_RESPONSE: [TypeError, 'WebAssembly response $1'],
  ERR_WORKER_HANDLE_NOT_TRANSFERABLE: [Error,
    '$1 cannot be transferred in its current state; it must be a freshly created or accepted handle that has not started reading and has no pending writes'],
  ERR_WORKER_INIT_FAILED: [Error, 'Worker initialization failure: $1'],
  ERR_WORKER_MESSAGING_ERRORED: [Error, 'The destination thread threw an error while processing the message'],
  ERR_WORKER_MESSAGING_FAILED: [Error, 'Cannot find the destination thread or listener'],
  ERR_WORKER_MESSAGING_SAME_THREAD: [Error, 'Cannot sent a message to the same thread'],
  ERR_WORKER_MESSAGING_TIMEOUT: [Error, 'Sending a message to another thread timed out'],
  ERR_WORKER_NOT_RUNNING: [Error, 'Worker instance not running'],
  ERR_WORKER_OUT_OF_MEMORY: [Error, 'Worker terminated due to reaching memory limit: $1'],
  ERR_WORKER_UNSERIALIZABLE_ERROR: [Error, 'Serializing an uncaught exception failed'],
  ERR_WORKER_UNSUPPORTED_OPERATION: [TypeError, '$1 is not supported in workers'],
  ERR_ZIP_ARCHIVE_TOO_LARGE: [RangeError, 'ZIP archive structure exceeds the allowed size: $1'],
  ERR_ZIP_ENTRY_CORRUPT: [Error, 'ZIP entry is corrupt: $1'],
  ERR_ZIP_ENTRY_NOT_FOUND: [Error, 'no such entry "$1" in the archive'],
  ERR_ZIP_ENTRY_TOO_LARGE: [RangeError, 'ZIP entry exceeds the allowed size: $1'],
  ERR_ZIP_INVALID_ARCHIVE: [Error, 'invalid ZIP archive: $1'],
  ERR_ZIP_NOT_WRITABLE: [TypeError, 'this archive was not opened for writing'],
  ERR_ZIP_UNSUPPORTED_FEATURE: [Error, 'unsupported ZIP feature: $1'],
  ERR_ZSTD_INVALID_PARAM: [RangeError, '$1 is not a valid zstd parameter'],

  ERR_INTERNAL_ASSERTION: [Error, (_, message) => {
    const request = 'This is caused by either a bug in Node.js or incorrect usage of Node.js internals.\n' +
      'Please open an issue with this stack trace at https://github.com/nodejs/node/issues\n';
    return message === undefined ? request : `${message}\n${request}`;
  }],

  ERR_INVALID_FILE_URL_PATH: [TypeError, (error, reason, input) => {
    error.input = input;
    return `File URL path ${reason}`;
  }],

  ERR_INVALID_MODULE_SPECIFIER: [TypeError, (_, specifier, reason, from) =>
    `Invalid module "${specifier}" ${reason}${from ? ` imported from ${from}` : ''}`],

  ERR_INVALID_PACKAGE_CONFIG: [Error, (_, path, from, message) =>
    `Invalid package config ${path}${from ? ` while importing ${from}` : ''}${message ? `. ${message}` : ''}`],

  ERR_INVALID_PACKAGE_TARGET: [Error, (_, packagePath, key, target, isImport = false, from = undefined) => {
    const hint = typeof target === 'string' && !isImport && target.length > 0 && !stringStartsWith(target, './')
      ? '; targets must start with "./"'
      : '';
    const where = `the package config ${packagePath}package.json${from ? ` imported from ${from}` : ''}${hint}`;
    if (key === '.') return `Invalid "exports" main target ${jsonStringify(target)} defined in ${where}`;
    const field = isImport ? 'imports' : 'exports';
    return `Invalid "${field}" target ${jsonStringify(target)} defined for '${key}' in ${where}`;
  }],

  ERR_INVALID_RETURN_PROPERTY: [TypeError, (_, expected, hook, property, value) =>
    `Expected a valid ${expected} to be returned for the "${property}" from the "${hook}" hook but got ${
      describe(value)}.`],

  ERR_INVALID_RETURN_PROPERTY_VALUE: [TypeError, (_, expected, hook, property, value) =>
    `Expected ${expected} to be returned for the "${property}" from the "${hook}" hook but got ${describe(value)}.`],

  ERR_MODULE_NOT_FOUND: [Error, (error, path, from, url) => {
    if (url) error.url = `${url}`;
    return `Cannot find ${url ? 'module' : 'package'} '${path}' imported from ${from}`;
  }],

  ERR_PACKAGE_IMPORT_NOT_DEFINED: [TypeError, (_, specifier, packagePath, from) =>
    `Package import specifier "${specifier}" is not defined${
      packagePath ? ` in package ${packagePath}package.json` : ''} imported from ${from}`],

  ERR_PACKAGE_PATH_NOT_EXPORTED: [Error, (_, packagePath, subpath, from) => {
    const imported = from ? ` imported from ${from}` : '';
    if (subpath === '.') return `No "exports" main defined in ${packagePath}package.json${imported}`;
    return `Package subpath '${subpath}' is not defined by "exports" in ${packagePath}package.json${imported}`;
  }],

  ERR_REQUIRE_ASYNC_MODULE: [Error, (_, filename, parent) => {
    let message = 'require() cannot be used on an ESM graph with top-level await. Use import() instead. ' +
      'To see where the top-level await comes from, use --experimental-print-required-tla.';
    if (filename) message += `\nRequired module: ${filename}`;
    if (parent) message += `\nRequire stack:\n- ${parent.filename ?? ''}`;
    return message;
  }],

  ERR_REQUIRE_ESM: [Error, (_, filename, hasEsmSyntax, parentPath = null, packageJsonPath = null) => {
    let message = `require() of ES Module ${filename}${parentPath ? ` from ${parentPath}` : ''} not supported.`;
    if (!packageJsonPath) {
      return hasEsmSyntax ? message
        : `${message}\nInstead change the require of ${filename} to a dynamic import() ` +
          'which is available in all CommonJS modules.';
    }
    const base = parentPath && lastPart(filename) === lastPart(parentPath) ? filename : lastPart(filename);
    if (hasEsmSyntax) {
      return `${message}\nInstead change the require of ${base} in ${parentPath} to a dynamic import() ` +
        'which is available in all CommonJS modules.';
    }
    return `${message}\n${base} is treated as an ES module file as it is a .js file whose nearest parent ` +
      'package.json contains "type": "module" which declares all .js files in that package scope as ES modules.\n' +
      `Instead either rename ${base} to end in .cjs, change the requiring code to use dynamic import() which is ` +
      'available in all CommonJS modules, or change "type": "module" to "type": "commonjs" in ' +
      `${packageJsonPath} to treat all .js files as CommonJS (using .mjs for all ES modules instead).\n`;
  }],

  ERR_REQUIRE_ESM_RACE_CONDITION: [Error, (_, filename, parent, inHooks) =>
    `Cannot require() ES Module ${filename} because it is not yet fully loaded.\n` +
    'This may be caused by a race condition if the module is simultaneously dynamically import()-ed via ' +
    'Promise.all().\nTry await-ing the import() sequentially in a loop instead.\n' +
    ` (From ${parent ? `${parent} in ` : ' '}${inHooks ? 'loader hook worker thread' : 'non-loader-hook thread'})`],

  ERR_TEST_FAILURE: [Error, (error, cause, failureType) => {
    error.failureType = failureType;
    error.cause = cause;
    const message = cause?.message ?? cause;
    return typeof message === 'string' ? message : require('inspect/inspect').inspect(message);
  }],

  ERR_UNSUPPORTED_DIR_IMPORT: [Error, (error, path, from, url) => {
    error.url = url;
    return `Directory import '${path}' is not supported resolving ES modules imported from ${from}`;
  }],

  ERR_UNSUPPORTED_ESM_URL_SCHEME: [Error, (_, url, supported) =>
    `Only URLs with a scheme in: ${listOf(supported)} are supported by the default ESM loader. Received protocol '${
      url.protocol}'`],

  ERR_VM_MODULE_LINK_FAILURE: [Error, (error, message, cause) => {
    error.cause = cause;
    return message;
  }],

  ERR_WORKER_INVALID_EXEC_ARGV: [Error, (_, flags, what = 'invalid execArgv flags') =>
    `Initiated Worker with ${what}: ${arrayJoin(flags, ', ')}`],

  ERR_WORKER_PATH: [TypeError, (_, filename) => {
    const scheme = arrayFind(['file://', 'data:'], (start) => stringStartsWith(String(filename), start));
    const hint = scheme === undefined ? '' : ` Wrap ${scheme} URLs with \`new URL\`.`;
    return "The worker script or module filename must be an absolute path or a relative path starting with './' or " +
      `'../'.${hint} Received "${filename}"`;
  }],
};

module.exports = { templates };
