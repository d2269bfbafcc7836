import { expect, it } from 'vitest';
import { findProgram } from '../../../main/lib/processes.ts';
import { printPdf } from './handlers.ts';

it.runIf(findProgram(['chromium', 'google-chrome']) !== undefined)(
  'a browser of the machine prints a page',
  { timeout: 60_000 },
  async () => {
    const pdf = Buffer.from(await printPdf('<!doctype html><meta charset="utf-8"><h1>订机票</h1><p>Where to?</p>'));
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.length).toBeGreaterThan(2_000);
  },
);

it('says what to do when no browser is found', async () => {
  await expect(printPdf('', { PATH: '/nowhere' })).rejects.toMatchObject({
    code: 'not-supported',
    message: expect.stringContaining('export as HTML and print that page'),
  });
});
