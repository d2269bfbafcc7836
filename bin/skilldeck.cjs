#!/usr/bin/env node
// Written so that any Node can read it: an old one names the version it needs instead of a syntax error.
'use strict';
var wanted = /\d+\.\d+/.exec(require('../package.json').engines.node)[0];
var have = process.versions.node.split('.').map(Number);
var place = 'Install a newer one from nodejs.org.';
var need = wanted.split('.').map(Number);
if (have[0] < need[0] || (have[0] === need[0] && have[1] < need[1])) {
  console.error('Skilldeck needs Node.js ' + wanted + ' or newer; this is ' + process.versions.node + '. ' + place);
  process.exit(1);
}
require('./start.cjs');
