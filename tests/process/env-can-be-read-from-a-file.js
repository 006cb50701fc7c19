const attempt = (f) => { try { console.log(f()); } catch (error) { console.log(error.name, error.code, error.message, Object.keys(error).join()); } };
require('fs').writeFileSync('/tmp/hexloop-test.env', 'HX_A=1\nHX_B="two\\nlines"\nHX_C=file\n');
process.env.HX_C = 'kept';
attempt(() => process.loadEnvFile('/tmp/hexloop-test.env'));
console.log(process.env.HX_A, process.env.HX_B, process.env.HX_C);
attempt(() => process.loadEnvFile('/there/is/none'));
