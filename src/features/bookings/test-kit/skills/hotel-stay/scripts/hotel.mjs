import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

/** @type {{ type: 'string' }} */
const text = { type: 'string' };
export const { values: given } = parseArgs({
  options: { city: text, from: text, to: text, room: text, guest: text, quote: { type: 'boolean' } },
});

export const ROOMS = [
  { id: 'std', title: { en: 'Standard room', zh: '标准间' }, price: { amount: 210, currency: 'EUR' } },
  { id: 'sea', title: { en: 'Corner suite', zh: '转角套房' }, price: { amount: 390, currency: 'EUR' } },
];

/** @param {string | undefined} from @param {string | undefined} to */
export const stay = (from, to) => [
  { label: { en: 'Check-in', zh: '入住' }, value: { date: `${from}T15:00:00+02:00` } },
  { label: { en: 'Check-out', zh: '退房' }, value: { date: `${to}T11:00:00+02:00` } },
];

const store = path.join(process.env.SKILL_DATA_DIR ?? '', 'stays');

/** @param {{ key: string }} record */
export function keep(record) {
  mkdirSync(store, { recursive: true });
  writeFileSync(path.join(store, `${record.key}.json`), JSON.stringify(record));
}

export const kept = () =>
  existsSync(store) ? readdirSync(store).map((name) => JSON.parse(readFileSync(path.join(store, name), 'utf8'))) : [];

/** @param {object} card @param {string} line */
export function show(card, line) {
  writeFileSync(path.join(process.env.RUN_DIR ?? '.', 'card.json'), JSON.stringify(card));
  console.log(line);
}

/** @param {string} reason @returns {never} */
export function fail(reason, status = 1) {
  console.error(`Error: ${reason}`);
  process.exit(status);
}
