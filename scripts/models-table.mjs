/**
 * Checks the table of models and writes it in its one form: `npm run models:table`.
 * With `-- --from FILE` it first takes limits, prices and abilities from a catalogue in the form of models.dev's api.json.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readTable, tableText, updated } from '../src/shared/models/write-table.ts';

const file = path.resolve(import.meta.dirname, '../src/shared/models/models.json');
const { values } = parseArgs({ options: { from: { type: 'string' } } });
const before = readFileSync(file, 'utf8');
const table = readTable(before);
const today = new Date().toISOString().slice(0, 10);
const next = values.from === undefined ? table : updated(table, JSON.parse(readFileSync(values.from, 'utf8')), today);
const text = tableText(next);
readTable(text);
if (text !== before) writeFileSync(file, text);
console.log(`${next.models.length} models, checked ${next.checked}: ${text === before ? 'unchanged' : 'written'}.`);
