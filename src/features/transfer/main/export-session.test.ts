import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isRedacted, redactionPreview } from '../../../main/redaction/preview.ts';
import { createRedactor } from '../../../main/redaction/redactor.ts';
import type { EventRow } from '../../../main/store/event-log.ts';
import {
  AT,
  answered,
  created,
  finished,
  requested,
  rowsOf,
  said,
  started,
} from '../../../main/store/test-kit/home.ts';
import type { ExportFormat } from '../../../shared/review.ts';
import { exportSession } from './export-session.ts';

const exported = (rows: EventRow[], format: ExportFormat, redact = false, language: 'en' | 'zh' = 'en') =>
  exportSession('s', rows, { format, redact, language, folders: ['/srv/li', '/data/skilldeck'] });

const begun = started('c', 'grep', { pattern: 'a|b' });
const done = (content: string) => finished('c', 'grep', content, { ms: 1200 });

describe('redaction', () => {
  it.each([
    ['ask a.b+c@mail.example.com, 邮箱是li@例子.中国。', 'ask [redacted:email], 邮箱是[redacted:email]。'],
    ['电话13800138000，+86 138 0013 8000', '电话[redacted:phone]，[redacted:phone]'],
    ['(415) 555-0132 or +1-415-555-0132 or 010-62345678', '[redacted:phone] or [redacted:phone] or [redacted:phone]'],
    ['phone: 555 0132', 'phone: [redacted:phone]'],
    ['card 4111 1111 1111 1111 / 5500005555555559', 'card [redacted:card] / [redacted:card]'],
    ['sk-proj-abcdefghijklmnop and ghp_0123456789abcdef', '[redacted:key] and [redacted:key]'],
    ['Authorization: Bearer abc.def-ghi_jkl123', 'Authorization: Bearer [redacted:key]'],
    [
      '{"password":"hunter22"} token=abc123def 密码：secret99',
      '{"password":"[redacted:key]"} token=[redacted:key] 密码：[redacted:key]',
    ],
    ['postgres://me:pa55@db.example.com/x', 'postgres://[redacted:key]/x'],
    [
      '/home/li/x /Users/Li/y C:\\Users\\Li Wei\\z /root/.ssh',
      '[redacted:home]/x [redacted:home]/y [redacted:home]\\z [redacted:home]/.ssh',
    ],
    ['/srv/li/notes and /data/skilldeck/workspaces', '[redacted:home]/notes and [redacted:home]/workspaces'],
    ['2030-01-02T03:04:05.000Z 2030-01-02 03:04 +08:00', '2030-01-02T03:04:05.000Z 2030-01-02 03:04 +08:00'],
    ['CA1831 08:30 ¥1,280.00 tokens: 128000 1.13800138000', 'CA1831 08:30 ¥1,280.00 tokens: 128000 1.13800138000'],
    [`sha ${'0123456789abcdef'.repeat(4)}`, `sha ${'0123456789abcdef'.repeat(4)}`],
    ['http://127.0.0.1:8080/a?b=1 192.168.100.200', 'http://127.0.0.1:8080/a?b=1 [redacted:network]'],
  ])('%s', (text, expected) => {
    expect(createRedactor(['/srv/li', '/data/skilldeck']).text(text)).toBe(expected);
  });

  it.each([
    'pplx-abcdef1234567890abcdef123456',
    'xai-abcdefghij1234567890',
    'SG.abcdefghijkl.mnopqrstuvwx0123456789',
    'gsk_abcdefghij0123',
    'LTAI5tAbCdEfGhIjKlMn',
    '0123456789abcdef0123456789abcdef.AbCdEfGhIjKlMnOp',
    '1234567890:AAEabcdefghijklmnopqrstuvwxyz1234567',
    '-----BEGIN PGP PRIVATE KEY BLOCK-----\nabc\n-----END PGP PRIVATE KEY BLOCK-----',
    'sk-proj-abcdEFGH1234\nabcdEFGH1234',
    'sk-proj-abcd\u001b[31mEFGH1234\u001b[0m5678',
    'sk-proj-\u200babcdEFGH1234',
    'sk-proj-abcd\\u001b[31mEFGH1234',
    Buffer.from('mail alice@example.com, it says').toString('base64'),
    'user＠example.com',
    'x%40example.com',
    '020 7946 0958',
    '(021)62123456',
    '+49 (0)30 123456',
    '0086-13800138000',
    '4111\n1111\n1111\n1111',
    '4111\u00a01111\u00a01111\u00a01111',
    '%2Fhome%2Fivan',
    '\\/home\\/kate',
    'C:\\Documents and Settings\\lou',
    '\\\\server\\Users\\frank',
    '139_1234_5678',
    '139\n1234\n5678',
    '13 912 345 678',
    '一三九一二三四五六七八',
    '(415)555-0134',
    '%2B14155550134',
    '\\u0031\\u0033912345678',
    '+49/30/1234567',
    '4111 1111\n1111 1111',
    '4111_1111_1111_1111',
    '4111\t1111\t1111\t1111',
    '4111,1111,1111,1111',
    'li.wei [at] example [dot] com',
    'li.wei(at)example.com',
    'li.wei&#64;example.com',
    'li.wei&commat;example.com',
    'li.wei\\u0040example.com',
    '"li wei"@example.com',
    'root@[192.168.1.1]',
    'li.wei @ example.com',
    '/HOME/liwei',
    '\\home\\liwei',
    '%2Fhome%2Fliwei',
    Buffer.from('write to li.wei@example.com').toString('hex'),
    `sk-proj-Ab3dEf6hIj9k\\\n  LmN0pQrStUvWxYz12345`,
    Buffer.from(Buffer.from('api_key=sk-proj-Ab3dEf6hIj9k').toString('base64')).toString('base64'),
  ])('%s', (text) => {
    expect(createRedactor([]).text(text)).toMatch(/^\[redacted:(key|email|phone|card|home)\]$/);
  });

  it('removes what names, options and addresses mark as secret', () => {
    const redacted = (text: string) => createRedactor([]).text(text);
    expect(redacted('<db:password>hunter2</db:password> curl -u li:hunter2 x; mysqldump -uroot -phunter2')).toBe(
      '<db:password>[redacted:key]</db:password> curl -u [redacted:key] x; mysqldump -uroot -p[redacted:key]',
    );
    expect(redacted('login li password hunter2, password: ab1, token 550e8400-e29b-41d4-a716-446655440000')).toBe(
      'login li password [redacted:key], password: [redacted:key], token [redacted:key]',
    );
    expect(redacted('https://hooks.slack.com/services/T0/B0/XXXX https://x.cn/send?key=693a91f6-7xxx&a=1')).toBe(
      'https://hooks.slack.com/services/[redacted:key] https://x.cn/send?key=[redacted:key]&a=1',
    );
    expect(
      redacted('tel13912345678x 护照号 E12345678 card4111111111111111 "sk-proj-Ab3dEf6hIj9k" + "LmN0pQrStUv12345"'),
    ).toBe('tel[redacted:phone]x 护照号 [redacted:card] card[redacted:card] "[redacted:key]"');
    const fields = {
      mobile: 4155550134,
      home_phone: '62345678',
      secretKey: 'v',
      pwd: 12345678,
      maxTokens: 4096,
      token: 7,
    };
    expect(createRedactor([]).value(fields)).toEqual({
      mobile: '[redacted:phone]',
      home_phone: '[redacted:phone]',
      secretKey: '[redacted:key]',
      pwd: '[redacted:key]',
      maxTokens: 4096,
      token: 7,
    });
  });

  it.each([
    'docker run -u 1000:1000 x, <b>bold</b>, 2024,2025,2026,2027, 50% of 20%, a%20b, &amp; &#160; password must be set, PASSWORD: null',
    'Basic understanding of it, bypass: nothing, compass=north',
    'ticket 781-1234567890, 1700000000000 ms, 1700000000 s, v1.2.3.4, 2030-01-01 - 2030-01-12, PEK 08:00 - HND 12:30',
    'src/main/api/export/Redaction2/forms.ts0, call_1234567890abcdef, \u001b[31mred\u001b[0m, password is required, ~/notes',
  ])('keeps %s', (text) => {
    expect(createRedactor([]).text(text)).toBe(text);
  });

  it('keeps two ids and two fields distinct', () => {
    const value = { callId: 'c-13800138000', 'a@example.com': 1, 'b@example.com': 2 };
    const redactor = createRedactor([]);
    expect([
      redactor.value(value),
      redactor.value({ callId: 'c-13900139000' }),
      redactor.value({ callId: 'c-13800138000' }),
    ]).toEqual([
      { callId: 'c-[redacted:phone]-1', '[redacted:email]': 1, '[redacted:email] (3)': 2 },
      { callId: 'c-[redacted:phone]-2' },
      { callId: 'c-[redacted:phone]-1' },
    ]);
  });

  it('is fast on hostile text', () => {
    const redactor = createRedactor([]);
    for (const unit of [
      'a',
      '1',
      '1 ',
      '(1',
      '/home/',
      'a.',
      'token:',
      '+1',
      '\\',
      '-----BEGIN PRIVATE KEY-----',
      '%2',
      '&#64',
      'ab',
      '1111 ',
      'AB12',
      '"a',
      '<token>',
    ]) {
      const text = unit.repeat(Math.ceil(100_000 / unit.length));
      expect(typeof redactor.text(text)).toBe('string');
    }
  });

  it('covers every text of every event, counts the finds and reports them in the first line', async () => {
    const rows = rowsOf(
      created,
      { type: 'thought-read', 'li@example.com': { deep: ['a@example.com'], apiKey: 'anything', phone: 13800138000 } },
      said('call 13800138000'),
    );
    const { text, redacted } = await exported(rows, 'jsonl', true);
    expect(redacted).toMatchObject({ total: 5, key: 1, email: 2, phone: 2, card: 0, home: 0 });
    const [first = '', second = '', third = ''] = text.split('\n');
    expect([isRedacted(first), isRedacted(rows[0]?.raw)]).toEqual([true, false]);
    expect(JSON.parse(second)).toMatchObject({
      seq: 2,
      type: 'thought-read',
      '[redacted:email]': { deep: ['[redacted:email]'], apiKey: '[redacted:key]', phone: '[redacted:phone]' },
    });
    expect(JSON.parse(third)).toMatchObject({ seq: 3, at: AT, session: 's', text: 'call [redacted:phone]' });
    for (const format of ['md', 'html'] as const) {
      const page = (await exported(rows, format, true)).text;
      expect(page).toContain('5 places were replaced');
      expect(page).not.toContain('13800138000');
    }
  });
});

it('writes JSON Lines byte for byte, including unknown and damaged rows', async () => {
  const rows = rowsOf(created, { type: 'thought-read', z: 1, a: 2 });
  rows.push({ session: 's', seq: 3, at: AT, type: 'x', raw: '{"v":1, "half' });
  const head = createHash('sha256')
    .update(rows[2]?.raw ?? '')
    .digest('hex');
  const end = `{"type":"export-end","events":3,"head":"${head}"}`;
  expect(await exported(rows, 'jsonl')).toEqual({
    text: [...rows.map(({ raw }) => raw), end].map((line) => `${line}\n`).join(''),
    mime: 'application/jsonl',
    fileName: 's 2030-01-02.jsonl',
    events: 3,
  });
});

const hostile = '<script>alert(1)</script> "\'& \u001b[31m \u202e ![x](http://example.com/x.png) ``` </style>';

it('writes Markdown in which no foreign text is markup', async () => {
  const usage = { promptTokens: 1000, completionTokens: 20 };
  const rows = rowsOf(
    { ...created, title: `# ${hostile}` },
    said(hostile),
    requested(1234),
    answered('# Hi\n```\n<b>\n```\n<b>', { usage }),
    begun,
    done(`\`\`\`\n${'x'.repeat(3000)}`),
    { type: 'history-rewound', toSeq: 2, reason: 'retry' },
    { type: 'thought-read' },
  );
  const { text } = await exported(rows, 'md');
  expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]|(?<!\\)<script|!\[x\]/u);
  expect(text).toContain('\\u{1B}[31m \\u{202E}');
  expect(text).toContain('> # Hi\n> ```\n> <b>\n> ```\n> &lt;b>\n');
  expect(text).toContain('1,234 of 128,000 tokens, estimated · 1,000 in, 20 out, reported by the provider');
  expect(text).toContain(
    '- **grep** `{"pattern":"a|b"}` · ok, 1.2 s · #5 *(replaced: the conversation continued from an earlier point)*',
  );
  expect(text).toMatch(/\n {2}````text\n {2}```\n {2}x{1996}…\n {2}````\n\n {2}… 1,004 more characters/);
  expect(text).toContain('Event from another version: thought-read');
  expect((await exported(rows, 'md', false, 'zh')).text).toContain('## 你 · 2030-01-02 03:04:05 UTC · #2');
});

it('writes a page that loads nothing and treats all text as text', async () => {
  const tokens = {
    total: 30,
    max: 40,
    encoding: 'o200k_base',
    parts: [{ kind: 'user', label: hostile, tokens: 30, reason: 'x' }],
  };
  const rows = rowsOf(
    { ...created, title: hostile, model: hostile },
    said(hostile),
    { ...requested(1), tokens },
    answered(hostile),
    { ...begun, name: hostile, arguments: hostile },
    { ...done(hostile), name: hostile },
    { type: hostile },
  );
  const page = await exported(rows, 'html');
  expect(page).toMatchObject({
    mime: 'text/html',
    fileName: expect.stringMatching(/^script alert\(1\) [^<>:"/\\|?*]+ 2030-01-02\.html$/),
  });
  const { text } = page;
  expect(text).not.toMatch(/<script|<img|<link|<iframe|\son\w+=|\sstyle=|url\(|@import|(?!\n)[\p{Cc}\p{Cf}]/iu);
  expect(text.match(/(?:src|href)=/g)).toBeNull();
  expect(text).toMatch(
    /Content-Security-Policy" content="default-src 'none'; style-src 'sha256-[A-Za-z0-9+/]{43}='; base-uri /,
  );
  expect(text.match(/<\/style>/g)).toHaveLength(1);
  expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &quot;&#39;&amp; \\u{1B}[31m');
});

it('opens all of it for print', async () => {
  const { text } = await exported(rowsOf(created, said('x'), begun, done('done')), 'pdf');
  expect(text).toContain('<details class="item call" open>');
});

describe('the redaction preview', () => {
  const KEY = 'aB3dE5fG7hJ9kL2mN4pQ6rS8tU';
  const rows = rowsOf(
    created,
    said(`Mail li@example.com and li@example.com, key ${KEY}, Project-Falcon 7`),
    { ...begun, callId: 'call-1', arguments: '{"to":"wang@example.com"}' },
    { ...done('project-falcon at 13800138000'), callId: 'call-1' },
  );
  const redaction = { folders: [], patterns: [{ pattern: 'project-FALCON' }, { pattern: 'zhang\\d+', regex: true }] };

  it('lists each text once, with its first position and count', async () => {
    const { finds, total } = await redactionPreview(rows, redaction);
    expect(total).toBe(7);
    expect(finds.map(({ kind, text, masked, seq, count }) => [kind, text, masked, seq, count])).toEqual([
      ['email', 'li@example.com', 'li@…com', 2, 2],
      ['key', KEY, 'aB3d…S8tU', 2, 1],
      ['own', 'Project-Falcon', 'Project-Falcon', 2, 2],
      ['email', 'wang@example.com', 'wang….com', 3, 1],
      ['phone', '13800138000', '13…00', 4, 1],
    ]);
    expect(finds[0]).toMatchObject({ before: 'Mail ', replacement: '[redacted:email]' });
    expect(finds[0]?.after).toMatch(/^ and li@example\.com, key /);
  });

  it('keeps what the user keeps, everywhere, and the ids that join events', async () => {
    const kept = (await redactionPreview(rows, redaction)).finds.filter(({ text }) => text === 'li@example.com');
    const keep = kept.map(({ id }) => id);
    const options = { ...redaction, keep, format: 'jsonl', redact: true, language: 'en' } as const;
    const { text, redacted } = await exportSession('s', rows, options);
    expect(redacted).toMatchObject({ total: 5, key: 1, email: 1, phone: 1, card: 0, home: 0, own: 2 });
    expect(text).toContain('Mail li@example.com and li@example.com, key [redacted:key], [redacted:own] 7');
    expect(text.match(/"callId":"call-1"/g)).toHaveLength(2);
  });

  it('refuses a pattern that is invalid, matches everything or never ends', async () => {
    const look = (pattern: string, timeLimit = 3_000) =>
      redactionPreview(rows, { folders: [], patterns: [{ pattern, regex: true }], timeLimit });
    await expect(look('(')).rejects.toThrow(/^The pattern '\(' isn't a regular expression: /);
    await expect(look('x*')).rejects.toThrow("The pattern 'x*' finds what is empty, everywhere.");
    // On the empty text alone it takes for ever.
    await expect(look('(?:x?|y?|){60}\\b', 20)).rejects.toThrow('takes too long');
    const long = rowsOf(created, said(`${'a'.repeat(60)}!`));
    const patterns = ['x{3}', '(a+)+$'].map((pattern) => ({ pattern, regex: true }));
    let isBlocked = true;
    setImmediate(() => {
      isBlocked = false;
    });
    await expect(redactionPreview(long, { folders: [], patterns, timeLimit: 20 })).rejects.toThrow(
      "The pattern '(a+)+$' takes too long.",
    );
    expect(isBlocked).toBe(false);
  });
});

it.each([
  ['aB3dE5fG7hJ9kL2mN4pQ6rS8tU', true],
  ['kq7m2x9vz4w8n3b6c1d5f0g7h2j4p9rs', true],
  ['getElementById2AndThenSomething3Else', false],
  ['550e8400-e29b-41d4-a716-446655440000', false],
  ['0123456789abcdef0123456789abcdef', false],
  ['book-flight-references-airline-codes-2030', false],
  ['2030-01-02T03-04-05-000Z-report-final', false],
])('classifies %s as random: %s', (text, expected) => {
  expect(createRedactor([]).text(`a ${text} b`) !== `a ${text} b`).toBe(expected);
});

describe('reasoning', () => {
  const thought = answered('Booked.', {
    ms: 9_000,
    reasoning: 'Their address is alice@example.com <b>.',
    reasoningMs: 8_000,
    opaque: { encrypted_content: 'c2VhbGVkIHJlYXNvbmluZw==' },
    toolCalls: [{ id: 'c1', name: 'grep', arguments: '{}', extra: { google: { thought_signature: 'c2ln' } } }],
  });
  const rows = () => rowsOf(created, said('book'), requested(100), thought);

  it('is in JSON Lines as logged, including what only its provider can read', async () => {
    const { text } = await exported(rows(), 'jsonl');
    expect(JSON.parse(text.split('\n')[3] ?? '')).toMatchObject(thought);
  });

  it('is in pages only on request, in either language, with nothing a browser would execute', async () => {
    for (const format of ['md', 'html', 'pdf'] as const) {
      expect((await exported(rows(), format)).text).not.toContain('Their address');
      const options = { format, redact: false, reasoning: true, folders: [] };
      const page = (await exportSession('s', rows(), { ...options, language: 'en' })).text;
      expect(page).toContain('Thought for 8.0 s');
      expect(page).toContain('Their address is alice@example.com &lt;b');
      expect((await exportSession('s', rows(), { ...options, language: 'zh' })).text).toContain('思考了 8.0 秒');
    }
  });

  it('is redacted like all other text; unreadable parts are removed whole and counted', async () => {
    const { text, redacted } = await exported(rows(), 'jsonl', true);
    const [first, , , last] = text.split('\n').map((line) => JSON.parse(line || '{}'));
    expect(last.reasoning).toBe('Their address is [redacted:email] <b>.');
    expect(last).not.toHaveProperty('opaque');
    expect(last.toolCalls).toEqual([{ id: 'c1', name: 'grep', arguments: '{}' }]);
    expect(redacted).toMatchObject({ total: 3, email: 1, opaque: 2 });
    expect(first.redacted).toMatchObject({ opaque: 2 });
    expect((await exported(rows(), 'md', true)).text).toContain('Unreadable provider data 2');
  });

  it('keeps the names of fields whose text is the reasoning itself', async () => {
    const named = rowsOf(created, { ...thought, opaque: { reasoning_content: null }, toolCalls: [] });
    const { text, redacted } = await exported(named, 'jsonl', true);
    expect(text).toContain('"opaque":{"reasoning_content":null}');
    expect(redacted).toMatchObject({ opaque: 0 });
  });

  it('can keep all unreadable parts by one choice, and is searched in that case', async () => {
    const folders: string[] = [];
    const { finds } = await redactionPreview(rows(), { folders });
    const opaque = finds.filter(({ kind }) => kind === 'opaque');
    expect(opaque).toMatchObject([{ count: 2, text: 'opaque' }]);
    const keep = opaque.map(({ id }) => id);
    const options = { format: 'jsonl', redact: true, language: 'en', folders, keep } as const;
    expect((await exportSession('s', rows(), options)).text).toContain(
      '"opaque":{"encrypted_content":"[redacted:key]"}',
    );
  });
});
