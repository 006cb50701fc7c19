'use strict';
// navigator: properties of the host.

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
    return (this.#languages ??= Object.freeze([this.language]));
  }

  get userAgent() {
    this.#languages;
    return `Node.js/${/\d+/.exec(process.version)[0]}`;
  }

  get platform() {
    this.#languages;
    return platformOf(process.platform, process.arch);
  }
}

// As in browsers.
function platformOf(platform, arch) {
  if (platform === 'darwin') return 'MacIntel';
  if (platform === 'win32') return 'Win32';
  const architecture = { __proto__: null, x64: 'x86_64', ia32: 'i686', arm64: 'aarch64' }[arch] ?? arch;
  const system = { __proto__: null, linux: 'Linux', freebsd: 'FreeBSD', openbsd: 'OpenBSD', sunos: 'SunOS', aix: 'AIX' }[platform];
  return system === undefined ? `${platform[0].toUpperCase()}${platform.slice(1)} ${architecture}` : `${system} ${architecture}`;
}

for (const name of ['hardwareConcurrency', 'locks', 'language', 'languages', 'userAgent', 'platform']) {
  Object.defineProperty(Navigator.prototype, name, { __proto__: null, enumerable: true });
}

module.exports = { Navigator, navigator: new Navigator(kConstructToken) };
