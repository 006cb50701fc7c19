'use strict';
// multipart/form-data as it is read: what is a part, what is a file, and what is neither.

const B = 'x'.repeat(30);
async function read(name, body, type = `multipart/form-data; boundary=${B}`) {
  let result;
  try {
    const form = await new Response(body, { headers: { 'content-type': type } }).formData();
    result = [];
    for (const [key, value] of form) {
      result.push([key, typeof value === 'string' ? value : `File ${value.name} ${value.type} ${await value.text()}`]);
    }
    result = JSON.stringify(result);
  } catch (error) {
    result = `${error.name} ${error.message} because of ${error.cause?.message}`;
  }
  console.log(`${name}: ${result}`);
}

(async () => {
  const part = (h, v) => `--${B}\r\n${h}\r\n\r\n${v}\r\n`;
  const cd = (s) => `Content-Disposition: form-data; ${s}`;
  const end = `--${B}--`;
  await read('plain', part(cd('name="a"'),'v')+end);
  await read('plain crlf', part(cd('name="a"'),'v')+end+'\r\n');
  await read('epilogue', part(cd('name="a"'),'v')+end+'\r\nepilogue');
  await read('preamble', 'hello\r\n'+part(cd('name="a"'),'v')+end+'\r\n');
  await read('preamble crlf', '\r\n'+part(cd('name="a"'),'v')+end+'\r\n');
  await read('empty', end);
  await read('empty crlf', end+'\r\n');
  await read('nothing', '');
  await read('short boundary', '--a\r\n'+cd('name="a"')+'\r\n\r\nv\r\n--a--', 'multipart/form-data; boundary=a');
  await read('no name', part(cd('x="a"'),'v')+end);
  await read('unquoted', part(cd('name=a'),'v')+end);
  await read('single', part(cd("name='a'"),'v')+end);
  await read('no disp', part('X: y','v')+end);
  await read('other disp', part('Content-Disposition: attachment; name="a"','v')+end);
  await read('file', part(cd('name="a"; filename="b.txt"'),'v')+end);
  await read('file type', part(cd('name="a"; filename="b.txt"')+'\r\nContent-Type: text/html','v')+end);
  await read('file empty', part(cd('name="a"; filename=""'),'')+end);
  await read('file utf8', part(cd('name="é"; filename="ü%22.txt"'),'é')+end);
  await read('file star', part(cd("name=\"a\"; filename*=UTF-8''b%20c"),'v')+end);
  await read('escape', part(cd('name="a%0D%0A%22b\\"c"'),'v')+end);
  await read('type only', part(cd('name="a"')+'\r\nContent-Type: text/plain','v')+end);
  await read('charset', part(cd('name="a"')+'\r\nContent-Type: text/plain; charset=latin1',Buffer.from([0xe9]).toString('latin1'))+end);
  await read('base64', part(cd('name="a"')+'\r\nContent-Transfer-Encoding: base64','aGk=')+end);
  await read('base64 file', part(cd('name="a"; filename="b"')+'\r\nContent-Transfer-Encoding: base64','aGk=')+end);
  await read('unended', part(cd('name="a"'),'v'));
  await read('no end dashes', part(cd('name="a"'),'v')+`--${B}`);
  await read('lf', part(cd('name="a"'),'v').replaceAll('\r\n','\n')+end);
  await read('two', part(cd('name="a"'),'v')+part(cd('name="a"'),'w')+end+'\r\n');
  await read('order', part('Content-Type: a/b\r\n'+cd('name="a"; filename="x"'),'v')+end+'\r\n');
  await read('case', part('content-DISPOSITION: FORM-DATA; NAME="a"','v')+end+'\r\n');
  await read('quoted boundary', part(cd('name="a"'),'v')+end+'\r\n', `multipart/form-data; boundary="${B}"`);
  await read('boundary bad', part(cd('name="a"'),'v')+end+'\r\n', `multipart/form-data; boundary="a b"`);
  await read('header junk', part(cd('name="a"')+'\r\nX','v')+end+'\r\n');
  await read('no blank', `--${B}\r\n${cd('name="a"')}\r\nv\r\n${end}`);
  await read('extra ws', part('Content-Disposition:form-data;name="a";filename="b"','v')+end+'\r\n');
  await read('filename first', part(cd('filename="b"; name="a"'),'v')+end+'\r\n');
  await read('extra param', part(cd('name="a"; size=3'),'v')+end+'\r\n');
  await read('url', 'a=b&a=%C3%A9&c+d=e%', 'application/x-www-form-urlencoded; charset=x');
  await read('ct case', part(cd('name="a"'),'v')+end+'\r\n', `Multipart/Form-Data; Boundary=${B}`);
})();
