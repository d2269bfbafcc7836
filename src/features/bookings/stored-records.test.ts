import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { tempFolder } from '../../main/lib/test-kit/temp-folder.ts';
import { storedRecords } from './main.ts';

const SKILLS = path.join(import.meta.dirname, 'test-kit/skills');
const record = (key: string, version = 1) =>
  JSON.stringify({ kind: 'hotel-confirmation', version, key, title: 'Vienna', period: { from: '2099-05-01' } });

let home: string;
let stays: string;
const at = (name: string) => path.join(stays, name);
const read = async () => {
  const [found] = await storedRecords(home, SKILLS);
  return { keys: found?.records.map(({ key }) => key), unreadable: found?.unreadable };
};

beforeEach(() => {
  home = tempFolder();
  stays = path.join(home, 'data', 'hotel-stay', 'stays');
  mkdirSync(stays, { recursive: true });
  writeFileSync(at('ST1.json'), record('ST1'));
});

it.each([
  ['zeros', '\0'.repeat(300)],
  ['nothing', ''],
  ['a cut file', record('ST2').slice(0, 40)],
  ['one byte', '{'],
  ['another type', '[]'],
  ['no version', '{"kind":"hotel-confirmation","key":"ST2","title":"x"}'],
  ['a version that is no number', record('ST2').replace('"version":1', '"version":"1"')],
  ['another record', record('ST3')],
  ['the layout of a newer version', '{"version":2,"stay":{"key":"ST2"}}'],
  ['over 1 MiB', `${record('ST2')}${' '.repeat(1024 * 1024)}`],
])('names a record that holds %s, and reads the others', async (_what, text) => {
  writeFileSync(at('ST2.json'), text);
  expect(await read()).toEqual({ keys: ['ST1'], unreadable: [at('ST2.json')] });
});

it('names a folder and links in the place of records, and passes over other names', async () => {
  mkdirSync(at('ST2.json'));
  symlinkSync(at('ST1.json'), at('ST4.json'));
  symlinkSync('nowhere', at('ST5.json'));
  writeFileSync(at('ST6.json.12.ab.tmp'), '{');
  writeFileSync(at('._ST1.json'), '{');
  expect(await read()).toEqual({ keys: ['ST1'], unreadable: [at('ST2.json'), at('ST4.json'), at('ST5.json')] });
});

it('tells a folder that cannot be read from one that is not there yet', async () => {
  rmSync(stays, { recursive: true });
  expect(await read()).toEqual({ keys: [], unreadable: [] });
  writeFileSync(stays, '');
  expect(await read()).toEqual({ keys: [], unreadable: [stays] });
  rmSync(stays);
  symlinkSync('nowhere', stays);
  expect(await read()).toEqual({ keys: [], unreadable: [stays] });
});
