import { describe, expect, it } from 'vitest';
import { EVENT_VERSION, type EventBody } from '../../../shared/events.ts';
import type { ExportFormat } from '../../../shared/review.ts';
import type { EventRow } from '../../store/event-log.ts';
import { answered, created, requested, said } from '../../store/test-kit/home.ts';
import { exportSession } from './export-session.ts';
import { createRedactor, isRedacted } from './redact.ts';

const at = '2030-01-02T03:04:05.000Z';
const rowsOf = (...bodies: (EventBody | Record<string, unknown>)[]): EventRow[] =>
  bodies.map((body, index) => {
    const event = { v: EVENT_VERSION, seq: index + 1, at, session: 's', ...body };
    return { session: 's', seq: index + 1, at, type: String(body.type), raw: JSON.stringify(event) };
  });
const exported = (rows: EventRow[], format: ExportFormat, redact = false, language: 'en' | 'zh' = 'en') =>
  exportSession('s', rows, { format, redact, language, folders: ['/srv/li', '/data/skilldeck'] });

const started: EventBody = { type: 'tool-started', callId: 'c', name: 'grep', arguments: '{"pattern":"a|b"}' };
const finished = (content: string): EventBody => ({
  type: 'tool-finished',
  callId: 'c',
  name: 'grep',
  ok: true,
  content,
  ms: 1200,
});

describe('redaction', () => {
  it.each([
    ['ask a.b+c@mail.example.com, 邮箱是li@例子.中国。', 'ask [redacted:email], 邮箱是[redacted:email]。'],
    ['电话13800138000，+86 138 0013 8000', '电话[redacted:phone]，[redacted:phone]'],
    ['(415) 555-0132 or +1-415-555-0132 or 010-62345678', '[redacted:phone] or [redacted:phone] or [redacted:phone]'],
    ['phone: 555 0132', 'phone: [redacted:phone]'],
    ['card 4111 1111 1111 1111 / 5500005555555559', 'card [redacted:card] / [redacted:card]'],
    ['sk-proj-abcdefghijklmnop and ghp_0123456789abcdef', '[redacted:key] and [redacted:key]'],
    ['Authorization: Bearer abc.def-ghi_jkl123', 'Authorization: [redacted:key] [redacted:key]'],
    [
      '{"password":"hunter22"} token=abc123def 密码：secret99',
      '{"password":"[redacted:key]"} token=[redacted:key] 密码：[redacted:key]',
    ],
    ['postgres://me:pa55@db.example.com/x', 'postgres://[redacted:key]@db.example.com/x'],
    [
      '/home/li/x /Users/Li/y C:\\Users\\Li Wei\\z /root/.ssh',
      '[redacted:home]/x [redacted:home]/y [redacted:home]\\z [redacted:home]/.ssh',
    ],
    ['/srv/li/notes and /data/skilldeck/workspaces', '[redacted:home]/notes and [redacted:home]/workspaces'],
    ['2030-01-02T03:04:05.000Z 2030-01-02 03:04 +08:00', '2030-01-02T03:04:05.000Z 2030-01-02 03:04 +08:00'],
    ['CA1831 08:30 ¥1,280.00 tokens: 128000 1.13800138000', 'CA1831 08:30 ¥1,280.00 tokens: 128000 1.13800138000'],
    [`sha ${'0123456789abcdef'.repeat(4)}`, `sha ${'0123456789abcdef'.repeat(4)}`],
    ['http://127.0.0.1:8080/a?b=1 192.168.100.200', 'http://127.0.0.1:8080/a?b=1 192.168.100.200'],
  ])('%s', (text, expected) => {
    expect(createRedactor(['/srv/li', '/data/skilldeck']).text(text)).toBe(expected);
  });

  it('is quick on hostile text', () => {
    const redactor = createRedactor([]);
    for (const unit of ['a', '1', '1 ', '(1', '/home/', 'a.', 'token:', '+1', '\\', '-----BEGIN PRIVATE KEY-----']) {
      const text = unit.repeat(Math.ceil(100_000 / unit.length));
      expect(typeof redactor.text(text)).toBe('string');
    }
  });

  it('goes through every text of every event, counts, and says so in the first line', () => {
    const rows = rowsOf(
      created,
      { type: 'thought-read', 'li@example.com': { deep: ['a@example.com'], apiKey: 'anything', phone: 13800138000 } },
      said('call 13800138000'),
    );
    const { text, redacted } = exported(rows, 'jsonl', true);
    expect(redacted).toEqual({ total: 5, key: 1, email: 2, phone: 2, card: 0, home: 0 });
    const [first = '', second = '', third = ''] = text.split('\n');
    expect([isRedacted(first), isRedacted(rows[0]?.raw)]).toEqual([true, false]);
    expect(JSON.parse(second)).toMatchObject({
      seq: 2,
      type: 'thought-read',
      '[redacted:email]': { deep: ['[redacted:email]'], apiKey: '[redacted:key]', phone: '[redacted:phone]' },
    });
    expect(JSON.parse(third)).toMatchObject({ seq: 3, at, session: 's', text: 'call [redacted:phone]' });
    for (const format of ['md', 'html'] as const) {
      const page = exported(rows, format, true).text;
      expect(page).toContain('5 places were replaced');
      expect(page).not.toContain('13800138000');
    }
  });
});

it('gives JSON Lines byte for byte, unknown and damaged rows too', () => {
  const rows = rowsOf(created, { type: 'thought-read', z: 1, a: 2 });
  rows.push({ session: 's', seq: 3, at, type: 'x', raw: '{"v":1, "half' });
  expect(exported(rows, 'jsonl')).toEqual({ text: rows.map(({ raw }) => `${raw}\n`).join(''), events: 3 });
});

const hostile = '<script>alert(1)</script> "\'& \u001b[31m \u202e ![x](http://example.com/x.png) ``` </style>';

it('writes Markdown in which nothing of others is markup', () => {
  const usage = { promptTokens: 1000, completionTokens: 20 };
  const rows = rowsOf(
    { ...created, title: `# ${hostile}` },
    said(hostile),
    requested(1234),
    { ...answered('# Hi\n```\n<b>\n```\n<b>'), usage },
    started,
    finished(`\`\`\`\n${'x'.repeat(3000)}`),
    { type: 'history-rewound', toSeq: 2, reason: 'retry' },
    { type: 'thought-read' },
  );
  const { text } = exported(rows, 'md');
  expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]|(?<!\\)<script|!\[x\]/u);
  expect(text).toContain('\\u{1B}[31m \\u{202E}');
  expect(text).toContain('> # Hi\n> ```\n> <b>\n> ```\n> &lt;b>\n');
  expect(text).toContain('1,234 of 128,000 tokens, estimated · 1,000 in, 20 out, reported by the provider');
  expect(text).toContain(
    '- **grep** `{"pattern":"a|b"}` · ok, 1.2 s · #5 *(set aside: the conversation went on from an earlier point)*',
  );
  expect(text).toMatch(/\n {2}````text\n {2}```\n {2}x{1996}…\n {2}````\n\n {2}… 1,004 more characters/);
  expect(text).toContain('an event that this version does not know: thought-read');
  expect(exported(rows, 'md', false, 'zh').text).toContain('## 你 · 2030-01-02 03:04:05 UTC · #2');
});

it('writes one page that loads nothing and takes all text as text', () => {
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
    { ...started, name: hostile, arguments: hostile },
    { ...finished(hostile), name: hostile },
    { type: hostile },
  );
  const { text } = exported(rows, 'html');
  expect(text).not.toMatch(/<script|<img|<link|<iframe|\son\w+=|\sstyle=|url\(|@import|(?!\n)[\p{Cc}\p{Cf}]/iu);
  expect(text.match(/(?:src|href)=/g)).toBeNull();
  expect(text).toMatch(/Content-Security-Policy" content="default-src 'none'; style-src 'sha256-[A-Za-z0-9+/]{43}='; /);
  expect(text.match(/<\/style>/g)).toHaveLength(1);
  expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &quot;&#39;&amp; \\u{1B}[31m');
  expect(text).toContain('<rect class="user" x="0" y="40" width="26" height="120"/>');
  expect(text).toContain('<line class="limit"');
});
