'use strict';
// What programs ask about the runtime they are on.

const native = binding('process');

// `hexloop` and `jsc` are what runs the program. Programs compare the others with what they need: `node` is the version
// whose API this follows, and `modules`, `napi`, `uv` and `v8` are those of that very Node. They say "an API like that
// one's", not "this code is inside".
function versions() {
  const engine = native.engineVersion();
  return Object.freeze({
    node: native.version.slice(1),
    hexloop: native.hexloopVersion,
    ...(engine === undefined ? undefined : { jsc: engine }),
    modules: '147',
    napi: '10',
    uv: '1.52.1',
    v8: '14.6.202.34-node.34',
  });
}

// The name is what packages look at. There are no archives of this runtime to point to.
function release() {
  return { name: 'node' };
}

// What is true of this runtime today; whoever brings TLS, ES modules or types changes it here.
const FEATURES = {
  inspector: false,
  debug: false,
  uv: true,
  ipv6: true,
  tls_alpn: false,
  tls_sni: false,
  tls_ocsp: false,
  tls: false,
  openssl_is_boringssl: false,
  cached_builtins: true,
  require_module: false,
  typescript: false,
};

const features = () => Object.freeze({ ...FEATURES });

// Packages with native parts read here how Node was built. Of that only the machine holds for this runtime.
function config() {
  return Object.freeze({
    variables: Object.freeze({ host_arch: native.arch, target_arch: native.arch }),
    target_defaults: Object.freeze({ default_configuration: 'Release' }),
  });
}

module.exports = { config, features, release, versions };
