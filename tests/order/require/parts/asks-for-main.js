console.log(require.main === module, require.main.filename === process.argv[1], module.children.length);
