'use strict';
// navigator: properties of the host.

const { objectDefineProperty, objectFreeze, regexpExec, stringToUpperCase } = require('core/intrinsics');
const globals = require('globals');
const { sliceOf } = require('core/safe/lists');
const { each } = require('core/safe/walk');
const { codes } = require('core/errors');

const kConstructToken = Symbol('kInitialize');

class Navigator {
  #locks;
  #languages;

  constructor(token = undefined) {
    if (token !== kConstructToken) throw new codes.ERR_ILLEGAL_CONSTRUCTOR();
  }

  get hardwareConcurrency() {
    this.#languages;
    return require('os').availableParallelism();
  }

  get locks() {
    return (this.#locks ??= require('web/locks').locks);
  }

  get language() {
    this.#languages;
    return Intl.DateTimeFormat().resolvedOptions().locale;
  }

  get languages() {
    return (this.#languages ??= objectFreeze([this.language]));
  }

  get userAgent() {
    this.#languages;
    return `Node.js/${regexpExec(/\d+/, globals.process.version)[0]}`;
  }

  get platform() {
    this.#languages;
    return platformOf(globals.process.platform, globals.process.arch);
  }
}

// As in browsers.
function platformOf(platform, arch) {
  if (platform === 'darwin') return 'MacIntel';
  if (platform === 'win32') return 'Win32';
  const architecture = { __proto__: null, x64: 'x86_64', ia32: 'i686', arm64: 'aarch64' }[arch] ?? arch;
  const system = { __proto__: null, linux: 'Linux', freebsd: 'FreeBSD', openbsd: 'OpenBSD', sunos: 'SunOS', aix: 'AIX' }[platform];
  return system === undefined ? `${stringToUpperCase(platform[0])}${sliceOf(platform, 1)} ${architecture}` : `${system} ${architecture}`;
}

for (const name of each(['hardwareConcurrency', 'locks', 'language', 'languages', 'userAgent', 'platform'])) {
  objectDefineProperty(Navigator.prototype, name, { __proto__: null, enumerable: true });
}

module.exports = { Navigator, navigator: new Navigator(kConstructToken) };
