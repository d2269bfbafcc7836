import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { answered, created, requested, rowsOf, said } from '../../../main/store/test-kit/home.ts';
import type { EventBody } from '../../../shared/events.ts';
import { localTime } from '../../../shared/messages/format.ts';
import type { Verification } from '../../../shared/review.ts';
import { exportSession } from './export-session.ts';
import { COLORS } from './html-page.ts';
import { markdownHtml } from './to-html.ts';

const verification: Verification = {
  session: 's',
  ok: true,
  events: 5,
  requests: 1,
  verified: 1,
  differing: [],
  notRebuilt: 0,
  gaps: [],
  damaged: [],
  redacted: false,
  chain: { ok: true, from: 1 },
  covers: ['requests', 'events', 'end'],
};
const card = {
  kind: 'hotel',
  version: 1,
  title: { en: 'Hotel <b>', zh: '酒店' },
  status: { text: 'Full', tone: 'danger' },
  price: { amount: 1200, currency: 'CNY' },
  facts: [{ label: 'Night', value: { date: '2030-02-03' } }],
  items: [{ title: 'gpj.exe\u202E' }],
};
const rows = rowsOf(
  created,
  said('Find one'),
  requested(100),
  {
    ...answered('**Bold** and `code`\n\n- one\n- two'),
    usage: { promptTokens: 1234, completionTokens: 5 },
  } as EventBody,
  { type: 'tool-finished', callId: 'c', name: 'find', ok: true, content: 'x', ms: 3, data: card },
);
const page = (language: 'en' | 'zh', more: object = {}) =>
  exportSession('s', rows, { format: 'html', redact: false, language, folders: [], version: '1.2.3', ...more });

it('shows answers formatted, cards, and a table that can be copied', async () => {
  const { text } = await page('en');
  expect(text).toContain('<strong>Bold</strong> and <code>code</code>');
  expect(text).toMatch(/<ul>\s*<li>one<\/li>\s*<li>two<\/li>\s*<\/ul>/);
  expect(text).toContain(
    '<section class="card"><div><h3><span>Hotel &lt;b&gt;</span><span class="badge danger">Full</span><span class="price">CNY 1,200</span></h3><dl><dt>Night</dt><dd>2030-02-03</dd></dl></div>',
  );
  expect(text).toContain('<li><h4><span>gpj.exe\\u{202E}</span></h4></li>');
  expect(text).toContain(`<td class="number">1,234</td><td class="number">5</td>`);
  expect(text).toContain(`>${'0'.repeat(64)}</td></tr>`);
  expect((await page('zh')).text).toContain('<span>酒店</span>');
});

it('says what was verified, what that covers, and when', async () => {
  const now = new Date('2030-01-03T00:00:00Z');
  const { text } = await page('en', { verification, now });
  expect(text).toContain('<div class="verdict success"><strong>Request verified</strong>');
  expect(text).toContain('All 5 events are unchanged since they were stored');
  expect(text).toContain('Terminal recordings and files aren’t covered.');
  expect(text).toContain(`Checked by Skilldeck 1.2.3 on ${localTime(now.toISOString())}, when this file was made.`);
  const broken = { ...verification, ok: false, chain: { ok: false, from: 1, brokenAt: 4 } };
  expect((await page('zh', { verification: broken })).text).toContain('<div class="verdict danger">');
  expect((await page('en', { verification, redact: true })).text).toContain('Checked before private data was removed');
  expect((await page('en')).text).not.toContain('class="verdict');
});

it.each([
  ['<img src=x onerror=alert(1)>', /&lt;img src=x onerror=alert\(1\)&gt;/],
  ['[a](javascript:alert(1))', /^<div class="text"><p>a<\/p>\n<\/div>$/],
  ['[a](data:text/html,x "t")', /^<div class="text"><p>a<\/p>\n<\/div>$/],
  ['![alt](https://example.com/x.png)', /<p>alt<\/p>/],
  [
    '[a](https://example.com/"onclick="x)',
    /<a href="https:\/\/example.com\/&quot;onclick=&quot;x" rel="noreferrer noopener">/,
  ],
  ['```js"><script>\n</script>\n```', /<pre><code>&lt;\/script&gt;<\/code><\/pre>/],
  ['a <b onmouseover="x">c</b>', /a &lt;b onmouseover=&quot;x&quot;&gt;c&lt;\/b&gt;/],
  ['| a |\n|---|\n| <i> |', /<td>&lt;i&gt;<\/td>/],
])('%s stays harmless', (markdown, expected) => {
  const shown = markdownHtml(markdown);
  expect(shown).toMatch(expected);
  expect(shown).not.toMatch(/<(?:img|script|b|i)\b|\son\w+="|href="(?!https?:|mailto:)/);
});

it('has the app’s colours', () => {
  const styles = readFileSync('src/renderer/styles.css', 'utf8');
  for (const [name, [light, dark]] of Object.entries(COLORS)) {
    expect(styles).toContain(`--color-${name}: light-dark(${light}, ${dark});`);
  }
});

it.each([
  ['UTC', '2030-07-02 03:04:05 UTC'],
  ['Asia/Shanghai', '2030-07-02 11:04:05 UTC+8'],
  ['America/New_York', '2030-07-01 23:04:05 UTC-4'],
  ['Asia/Kolkata', '2030-07-02 08:34:05 UTC+5:30'],
])('gives local times with their zone: %s', (zone, expected) => {
  expect(localTime('2030-07-02T03:04:05.000Z', zone)).toBe(expected);
});
