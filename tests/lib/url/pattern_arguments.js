'use strict';
// What a URLPattern is made of: a call without new, arguments of other types, members that are no strings, getters that throw.
const { URLPattern } = require('url');

const t = (name, make) => {
  try {
    const made = make();
    console.log(name, typeof made === 'object' ? made.hostname : made);
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
};

t('call', () => URLPattern());
t('call2', () => URLPattern.call({},{}));
t('reflect', () => Reflect.apply(URLPattern,new URLPattern,[]));
class A extends URLPattern{}; t('sub', () => new A({hostname:'x'}));
t('subinst', () => new A() instanceof A && new A() instanceof URLPattern);
t('ctor', ()=>new URLPattern().constructor===URLPattern);
console.log(URLPattern.length, URLPattern.name, URLPattern);
const boom = (text) => { throw new Error(text); };
for (const a of [[1], [{},1], [{},'',1], ['https://a',null,null], ['https://a',undefined,undefined], ['https://a','https://a',null], [{},null,{}], [{},undefined,{}], ['https://a',{}], ['https://a',{},{}], ['/x',5,{}], ['/x','https://b',5], ['/x',null], ['/x'], [null,null,null], [undefined,undefined,undefined], [{hostname:'q'},'https://a'], [()=>{}], [Symbol()], ['https://a',Symbol()], ['https://a',true], ['https://a','https://b',true], [[]], ['https://a', () => {}], [{get hostname(){return boom('b');}}], [{hostname:{toString(){return boom('c');}}}], [{hostname:5}], [{hostname:null}], [{},{get ignoreCase(){return boom('d');}}], [{get hostname(){return boom('b');}},{get ignoreCase(){return boom('d');}}], ['((',{get ignoreCase(){return boom('d');}}], ['https://x','https://b',{get ignoreCase(){return boom('d');}}], ['https://x',undefined,{}], ['https://x',{},'']]) 
  t(require('util').inspect(a), () => new URLPattern(...a));
