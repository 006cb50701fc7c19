const e=new Error('x'); e[require('util').inspect.custom]=()=>'CUSTOM'; throw e
