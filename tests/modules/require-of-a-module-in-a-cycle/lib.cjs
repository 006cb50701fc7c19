try { require('./main.mjs'); } catch (e) { console.log(e.code, e.name, e.message.replaceAll(__dirname, '<here>')); }
