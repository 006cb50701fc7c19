'use strict';
// fs.promises, FileHandle, Dir and the callback forms.
const fs=require('fs'),os=require('os');const d=fs.mkdtempSync(os.tmpdir()+'/fsp-'); process.chdir(d); fs.writeFileSync('a','hello'); fs.mkdirSync('d/e',{recursive:true}); fs.writeFileSync('d/e/f','x');
const p=fs.promises; const {inspect}=require('util');
const t=async(l,f)=>{try{console.log(l,inspect(await f(),{breakLength:Infinity}).replaceAll(d,'D').slice(0,300))}catch(e){console.log(l,'!!',`${e.name} ${e.code} ${e.message} ${[e.errno,e.syscall,e.path,e.dest]}`.replaceAll(d,'D'))}};
(async()=>{
await t('opendir',()=>p.opendir('nope')); await t('cp',()=>p.cp('d','d3')); await t('cpr',()=>p.cp('d','d4',{recursive:true})); await t('rd',()=>p.readdir('d4',{recursive:true}));
await t('open',async()=>{const h=await p.open('a','r+');const r=[typeof h.fd,await h.readFile('utf8'),await h.read(Buffer.alloc(3),0,3,0),await h.stat().then(s=>s.size),await h.write('XY',1),await h.writev([Buffer.from('1'),Buffer.from('2')],0),await h.truncate(4),await h.read({position:0}).then(r=>r.bytesRead)];await h.close();r.push(h.fd);try{await h.stat()}catch(e){r.push(e.message,e.code,e.syscall)} return r});
await t('rm',()=>p.rm('d')); await t('rm2',()=>p.rm('d',{recursive:true})); await t('rm3',()=>p.rm('d')); await t('rm4',()=>p.rm('d',{force:true}));
await t('glob',async()=>{const r=[];for await(const x of p.glob('**/*'))r.push(x);return r.sort()});
await t('trunc',()=>p.truncate('a',2)); await t('rf',()=>p.readFile('a','utf8')); await t('rl',()=>p.readlink('a')); await t('rp',()=>p.realpath('nope')); await t('mk',()=>p.mkdtemp('q-').then(x=>x.length));
await t('app',async()=>{await p.appendFile('a','zz');return p.readFile('a','utf8')});
await t('disp',async()=>{const x=await p.mkdtempDisposable('w-');await x.remove();return [fs.existsSync(x.path),Object.keys(x)]});
await t('dir',async()=>{const r=[];for await(const e of await p.opendir('d4'))r.push(e.name);return r});
await t('dirr',async()=>{const r=[];for await(const e of await p.opendir('d4',{recursive:true}))r.push([e.name,e.parentPath]);return r});
await t('dc',async()=>{const x=await p.opendir('.');await x.close();try{await x.read()}catch(e){return e.code+e.message}});
await t('wf iter',async()=>{const h=await p.open('it','w');await h.writeFile(['a','b']);await h.close();return p.readFile('it','latin1')});
await t('promisify',async()=>{const {promisify}=require('util');const fd=fs.openSync('a');const r=await promisify(fs.read)(fd,Buffer.alloc(2),0,2,0);fs.closeSync(fd);return [r,await promisify(fs.exists)('a')]});
const order=[];
fs.stat('a',()=>{order.push('stat'); fs.open('a',(e,fd)=>{order.push('open');fs.read(fd,(e,n,b)=>{order.push(['read',n,b.length]);fs.close(fd,(e)=>{order.push(['close',e]); fs.rm('a',e=>{order.push(e);fs.access('a',e=>{order.push(e.code);fs.cp('nope','x',e=>{order.push(e.code,e.message);fs.mkdtemp('k-',(e,x)=>{order.push(e,typeof x);fs.readdir('.',(e,l)=>{order.push(l.length);console.log(order)})})})})})})})})});
})();
