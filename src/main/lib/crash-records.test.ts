import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import {
  addCrash,
  createFileLog,
  dumpFolder,
  forgetCrashes,
  listDumps,
  markCrashesSeen,
  readCrashes,
  unseenCrashes,
} from './crash-records.ts';
import { tempFolder } from './test-kit/temp-folder.ts';

let home: string;
beforeEach(() => {
  home = tempFolder();
});

const crash = (minute: number) => ({
  at: `2026-01-02T03:${String(minute).padStart(2, '0')}:00.000Z`,
  version: '1.0.0',
  what: 'page' as const,
  detail: 'oom',
});

it('keeps the last twenty, and says how many nobody was told of', () => {
  expect([readCrashes(home), unseenCrashes(home)]).toEqual([[], 0]);
  for (let minute = 1; minute <= 22; minute += 1) addCrash(home, crash(minute));
  expect(readCrashes(home)).toEqual(Array.from({ length: 20 }, (_, index) => crash(index + 3)));
  expect(unseenCrashes(home)).toBe(20);
  markCrashesSeen(home);
  expect(unseenCrashes(home)).toBe(0);
  addCrash(home, crash(23));
  expect(unseenCrashes(home)).toBe(1);
});

it('keeps no key of an address, in a record and in the log', () => {
  const said = 'POST https://ann:Zq8-4f0b77c1d2@host.example/v1?key=Zq8-4f0b77c1d2 failed';
  addCrash(home, { ...crash(1), detail: said });
  createFileLog(path.join(home, 'skilldeck.log')).error('Bug', new Error(said));
  const kept = JSON.stringify(readCrashes(home)) + readFileSync(path.join(home, 'skilldeck.log'), 'utf8');
  expect(kept).not.toContain('Zq8');
  expect(kept.split('https://***@host.example/v1?key=***')).not.toHaveLength(1);
});

it('reads around a line that was cut off', () => {
  addCrash(home, crash(1));
  appendFileSync(path.join(home, 'crashes', 'crashes.jsonl'), '{"at":"2026\n');
  addCrash(home, crash(2));
  expect(readCrashes(home)).toEqual([crash(1), crash(2)]);
});

it('never throws where nothing can be written, and deletes records and minidumps', () => {
  writeFileSync(path.join(home, 'file'), '');
  addCrash(path.join(home, 'file'), crash(1));
  addCrash(home, crash(1));
  mkdirSync(path.join(dumpFolder(home), 'completed'), { recursive: true });
  writeFileSync(path.join(dumpFolder(home), 'completed', 'a.dmp'), 'MDMP');
  writeFileSync(path.join(dumpFolder(home), 'settings.dat'), '');
  expect(listDumps(home)).toEqual([{ name: path.join('completed', 'a.dmp'), bytes: 4 }]);
  forgetCrashes(home);
  expect([readCrashes(home), existsSync(dumpFolder(home))]).toEqual([[], false]);
});
