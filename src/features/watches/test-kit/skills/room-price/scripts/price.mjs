import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const room = process.argv.at(-1);
/** @type {{ value?: number, exit?: number, watch?: object }} */
const { value, exit, watch } = JSON.parse(readFileSync(path.join(import.meta.dirname, 'price.json'), 'utf8'));
const offer = {
  every: '1h',
  until: '2027-03-01',
  command: ['scripts/price.mjs', '--room', room],
  title: { en: `The ${room} room`, zh: `房间 ${room}` },
  label: { en: 'Watch this price', zh: '关注价格' },
  say: { en: `Show me the ${room} room again`, zh: `再看看房间 ${room}` },
  value,
  currency: 'EUR',
};
const card = { kind: 'room', version: 1, title: String(room), watch: { ...offer, ...watch } };
writeFileSync(path.join(process.env.RUN_DIR ?? '.', 'card.json'), JSON.stringify(card));
if (exit === undefined) console.log(`${value} EUR`);
else console.error('The hotel does not answer.');
process.exitCode = exit ?? 0;
