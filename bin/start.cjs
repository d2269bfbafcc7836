// A file of its own: `import()` is a syntax error to the oldest Node that skilldeck.cjs talks to.
'use strict';
import('../out/main/cli.js');
