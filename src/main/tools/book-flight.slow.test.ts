import { execFileSync } from 'node:child_process';
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { storedRecords } from '../../features/bookings/main.ts';
import type { BookingCard, FlightOffersCard } from '../../shared/cards/schema.ts';
import { tempFolder } from '../lib/test-kit/temp-folder.ts';
import { startToolSession, type ToolSession } from './test-kit/tool-session.ts';

// Six starts of a Python in WebAssembly, a few seconds each.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

const bundledRoot = path.resolve('skills');
let session: ToolSession;
beforeAll(async () => {
  session = await startToolSession({
    bundled: {},
    bundledRoot,
    environment: { ...process.env, SKILLDECK_PYTHON: 'embedded' },
  });
});
afterAll(() => session.remove());

const run = async (script: string, args: string, decide?: 'once' | 'denied') =>
  session.call(
    'run_command',
    { command: `${await session.runner.runWith(path.join(bundledRoot, 'book-flight/scripts', script))} ${args}` },
    decide === undefined ? {} : { decide },
  );

it('books, shows and cancels a flight without Python, each after approval of the script’s own card', async () => {
  const date = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
  const searched = await run('search_flights.py', `--from 北京 --to 东京 --date ${date}`);
  expect(searched.need).toEqual({ kind: 'allowed' });
  const [offer] = (searched.result?.data as FlightOffersCard | undefined)?.offers ?? [];
  const order = `--offer ${offer?.id} --passenger 'Patrick O'\\''Brien' --expect-total ${offer?.price.total} --key k1`;

  const refused = await run('book_flight.py', order, 'denied');
  expect(refused.need).toMatchObject({
    kind: 'ask',
    action: 'run-script',
    detail: { needsPerson: true, skill: 'book-flight' },
  });
  const quote = refused.need?.kind === 'ask' ? refused.need.detail.preview : undefined;
  expect(quote).toMatchObject({
    kind: 'booking-quote',
    action: 'book',
    passengers: [{ name: expect.stringMatching(/O'BRIEN/i) }],
  });
  expect(existsSync(path.join(session.home, 'data/book-flight/bookings'))).toBe(false);

  const booked = await run('book_flight.py', order, 'once');
  const booking = booked.result?.data as BookingCard;
  expect(booking).toMatchObject({ kind: 'booking', status: 'confirmed' });
  expect(booked.result?.dataOf).toBe('book-flight');
  // The store of record holds it, as its card says it is.
  const stored = async () => {
    const [group] = await storedRecords(session.home, bundledRoot);
    return group?.records.map(({ key, card }) => [key, card.data]);
  };
  const { reference } = booking;
  expect(await stored()).toEqual([[reference, { ...booking, files: [] }]]);
  const artifacts = session.events().filter((event) => event.type === 'artifact-saved');
  expect(artifacts.map((event) => event.mime)).toContain('text/calendar');

  // Copied by a tool that follows links: none leads back to a folder around it.
  const copy = tempFolder();
  execFileSync('cp', ['-rL', session.home, copy]);
  const bytesOf = (folder: string) => Number(execFileSync('du', ['-sk', folder], { encoding: 'utf8' }).split('\t')[0]);
  expect(bytesOf(copy)).toBeLessThan(2 * bytesOf(session.home));

  const cancelled = await run('manage_bookings.py', `cancel ${reference}`, 'once');
  expect(cancelled.need).toMatchObject({
    kind: 'ask',
    detail: { preview: { kind: 'booking-quote', action: 'cancel' } },
  });
  expect(cancelled.result?.data).toMatchObject({ kind: 'booking', status: 'cancelled', reference });
  expect(await stored()).toMatchObject([[reference, { status: 'cancelled' }]]);

  // The same card from any other source is shown, but does not count as a booking.
  await session.call('write_file', {
    path: 'card.json',
    content: JSON.stringify(booking).replace(reference, 'FORGED'),
  });
  const forged = await session.call('run_command', { command: 'cp card.json "$RUN_DIR/card.json"' }, { mode: 'auto' });
  expect(forged.result?.data).toMatchObject({ kind: 'booking', reference: 'FORGED' });
  expect(forged.result).not.toHaveProperty('dataOf');
  writeFileSync(path.join(session.home, 'data/book-flight/bookings/FORGED.json'), 'no JSON');
  symlinkSync('/etc/passwd', path.join(session.home, 'data/book-flight/bookings/LINKED.json'));
  expect(await stored()).toHaveLength(1);
});
