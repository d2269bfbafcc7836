// A file of its own: `import()` is a syntax error to the oldest Node that skilldeck.cjs talks to.
'use strict';
const { enableCompileCache, flushCompileCache } = require('node:module');
const path = require('node:path');

const [first, ...more] = process.argv.slice(2);
// Asked by installers and other programs, often.
if (first === '--version' && more.length === 0) {
  process.stdout.write(`${require('../package.json').version}\n`);
} else {
  // Beside the build, which each build replaces as a whole. If that folder is not writable, nothing changes.
  enableCompileCache(path.join(__dirname, '..', 'out', 'main', '.compiled'));
  // A program that serves may end by a signal, which would lose what was compiled.
  setTimeout(flushCompileCache, 3000).unref();
  import('../out/main/cli.js');
}
