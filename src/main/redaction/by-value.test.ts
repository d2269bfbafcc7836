/** A value found once is removed everywhere, in every spelling; one that cannot be replaced prevents the export. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { exportSession } from '../../features/transfer/main/export-session.ts';
import type { ExportFormat, OwnPattern } from '../../shared/review.ts';
import { exportLines } from '../session/export-lines.ts';
import type { EventRow } from '../store/event-log.ts';
import { answered, created, finished, rowsOf, said, started } from '../store/test-kit/home.ts';
import { KnownValues } from './known-values.ts';
import { ownFinds } from './own-patterns.ts';
import { redactionPreview } from './preview.ts';
import { createRedactor, findId } from './redactor.ts';
import { SECRETS } from './test-kit/secrets.ts';

const FORMATS = ['jsonl', 'md', 'html', 'pdf'] as const;
const exported = (rows: EventRow[], format: ExportFormat, more: { keep?: string[]; patterns?: OwnPattern[] } = {}) =>
  exportSession('s', rows, { format, redact: true, language: 'en', folders: [], ...more });

it.each(SECRETS)('removes from a line: %s', (text, secret) => {
  expect(createRedactor([]).text(`Note: ${text}\nand on`)).not.toContain(secret);
});

/** Texts with their secrets between brackets, a line each: what people paste and say, written without a look at the rules. */
const pasted = ['en', 'zh'].flatMap((language) =>
  readFileSync(new URL(`test-kit/pasted.${language}.txt`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) =>
      line
        .split('\t')
        .slice(1)
        .join('\t')
        .replace(/\\(n|\\)/g, (_, one) => (one === 'n' ? '\n' : '\\')),
    ),
);

it.each(pasted)('removes what was pasted: %s', (said) => {
  const text = createRedactor([]).text(said.replace(/[⟦⟧]/g, ''));
  const secrets = [...said.matchAll(/⟦([^⟧]*)⟧/g)].map(([, secret = '']) => secret);
  expect(secrets.length).toBeGreaterThan(0);
  for (const secret of secrets) {
    for (let at = 0; at === 0 || at + 12 <= secret.length; at += 1)
      expect(text).not.toContain(secret.slice(at, at + 12));
  }
});

describe('a value that was found', () => {
  const rows = rowsOf(
    { ...created, title: 'For E12345678' },
    said('my passport is E12345678, password: hunter2hunter2, phone 13800138000, card 4539 1488 0343 6467'),
    answered('I used E12345678 and hunter2hunter2 as you said; mobile 138 0013 8000.'),
    started('c1', 'run_command', {
      command: 'book --pass e12345678 --file "E12345678.pdf" --tel=138-0013-8000',
      n: 4539148803436467,
    }),
    finished('c1', 'run_command', 'first\\nhunter2hunter2\n"\\u0045\\u0031\\u0032345678" E%312345678 &#69;12345678', {
      data: { file: 'scan_E12345678.pdf', phone: 13800138000 },
    }),
    {
      type: 'context-compacted',
      strategy: 'turns',
      before: 2,
      after: 1,
      coversSeq: [1, 2],
      summary: 'Also E 1234 5678',
    },
    said(`again, ${Buffer.from('x E12345678 hunter2hunter2').toString('base64')} １３８００１３８０００`),
    { type: 'session-renamed', title: 'Trip of E-12345678', by: 'user' },
  );

  it.each(FORMATS)(
    'is gone from %s: answers, titles, files, commands, summaries, in every spelling',
    async (format) => {
      const { text, fileName } = await exported(rows, format);
      for (const value of ['e12345678', 'hunter2hunter2', '13800138000', '4539148803436467']) {
        expect(`${fileName} ${text}`.toLowerCase().replace(/[\s-]/g, '')).not.toContain(value);
      }
      expect(text).not.toMatch(/%312345678|&#69;|u0045|１３８００|mobile 138/);
      for (const [encoded] of text.matchAll(/[A-Za-z0-9+/]{16,}={0,2}/g)) {
        expect(Buffer.from(encoded, 'base64').toString()).not.toMatch(/E12345678|hunter2/);
      }
    },
  );

  it('is one find in all its spellings, and all can be kept together', async () => {
    const { finds } = await redactionPreview(rows, { folders: [] });
    const passport = finds.filter(({ text }) => /e.?1234.?5678/i.test(text));
    expect(passport).toHaveLength(1);
    const keep = passport.map(({ id }) => id);
    expect(keep).toEqual([findId('e 1234-5678')]);
    const { text } = await exported(rows, 'jsonl', { keep });
    expect(text).toContain('my passport is E12345678, password: [redacted:key]');
    expect(text).toContain('Also E 1234 5678');
  });
});

describe('an ordinary word or short number that is a secret once', () => {
  it.each([
    ['password: required', 'A name is required.'],
    ['PIN: 2026', 'On 2026-11-22, in 2026, 2026 of them.'],
    ['cvv 737', 'Boeing 737 to Hamburg'],
    ['password: 123456', 'Order 123456, 1234567'],
    ['date of birth: 2024-05-01', 'flight on 2024-05-01'],
    ['token: completion', 'the completion of it'],
  ])('%s', async (secret, ordinary) => {
    const { text } = await exported(rowsOf(created, said(secret), answered(ordinary)), 'jsonl');
    expect(text).not.toContain(secret);
    expect(text).toContain(ordinary);
  });
});

it.each(['id', 'note', 'session', 'callId', 'sha256'])(
  'removes a value named %s by a tool, a model or a person',
  async (name) => {
    const secret = 'E12345678';
    const fields = { [name]: secret, list: [{ [name]: secret }] };
    const rows = rowsOf(
      created,
      said(`my passport is ${secret}`),
      {
        type: 'model-responded',
        iteration: 1,
        text: '',
        toolCalls: [{ id: 'c1', name: 'save', arguments: JSON.stringify(fields) }],
        usage: { promptTokens: 1, completionTokens: 1 },
      } as never,
      started('c1', 'save', fields),
      finished('c1', 'save', 'saved', { data: fields }),
      {
        type: 'user-message-added',
        text: 'Done.',
        form: { callId: 'c2', outcome: 'submitted', answers: { [name]: secret } },
      },
    );
    for (const format of FORMATS) {
      const { text } = await exported(rows, format);
      expect(text).not.toContain(secret);
      if (format === 'jsonl') expect(text).toContain('"callId":"c1"');
    }
  },
);

it('hides a value that is the name of a field of tools, models and persons, and keeps what the field holds', async () => {
  const fields = { E12345678: 'Ada', deep: [{ E12345678: 1, 'E 1234 5678': 2, name: 'E12345678' }] };
  const rows = rowsOf(
    created,
    said('my passport is E12345678'),
    started('c1', 'save', fields),
    finished('c1', 'save', JSON.stringify(fields), { data: fields }),
  );
  for (const format of FORMATS) expect((await exported(rows, format)).text).not.toMatch(/E ?1234 ?5678/);
  const { text } = await exported(rows, 'jsonl');
  const hidden = {
    '[redacted:card]': 'Ada',
    deep: [{ '[redacted:card]': 1, '[redacted:card] (2)': 2, name: '[redacted:card]' }],
  };
  const events = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(events.find(({ type }) => type === 'tool-started')).toMatchObject({ arguments: JSON.stringify(hidden) });
  expect(events.find(({ type }) => type === 'tool-finished')).toMatchObject({ data: hidden });
});

describe('a value that cannot be replaced', () => {
  const passport = said('my passport is E12345678');
  it.each([
    [
      'an id',
      [passport, started('E12345678', 'run_command', {}), finished('E12345678', 'run_command', 'x')],
      /event 3, the id or number "callId"/,
    ],
    [
      'the name of a field of the log',
      [passport, { ...finished('c', 'run_command', 'x'), E12345678: 1 } as never],
      /event 3, the name of a field/,
    ],
  ])(
    'refuses the export for %s, names the value, and writes it when the value is kept',
    async (_name, bodies, where) => {
      const rows = rowsOf(created, ...bodies);
      for (const format of FORMATS) {
        const failure = exported(rows, format);
        await expect(failure).rejects.toMatchObject({ code: 'not-redacted', message: expect.stringMatching(where) });
        await expect(failure).rejects.not.toThrow('E12345678');
      }
      const store = {
        rows: () => rows,
        lastSeq: () => rows.length,
        end: () => undefined,
        reviews: { history: () => [] },
      };
      await expect(exportLines(store, 's', { redact: true, folders: [] }).next()).rejects.toMatchObject({
        code: 'not-redacted',
      });
      expect((await exported(rows, 'jsonl', { keep: [findId('E12345678')] })).text).toContain('E12345678');
    },
  );

  it('refuses a session whose id is a secret', async () => {
    const rows = rowsOf(created, said('secret is trip-4711-x')).map((row) => ({
      ...row,
      raw: row.raw.replace('"session":"s"', '"session":"trip-4711-x"'),
    }));
    const patterns = [{ pattern: 'trip-4711-x' }];
    await expect(exported(rows, 'jsonl', { patterns })).rejects.toThrow('the id or number "session"');
  });
});

it('recognises a field by its name, or by the label beside its value', () => {
  const redactor = createRedactor([]);
  expect(
    redactor.value({
      dateOfBirth: '1987-03-14',
      pin: 12345,
      cvv: 737,
      passport: { number: '533380006' },
      maxTokens: 4096,
      fields: [
        { label: 'Bank account', value: '60161331926819' },
        { label: 'Geboren', value: '14.3.1987' },
        { label: '生年月日', value: '1987年3月14日' },
      ],
    }),
  ).toEqual({
    dateOfBirth: '[redacted:personal]',
    pin: '[redacted:key]',
    cvv: '[redacted:key]',
    passport: { number: '[redacted:card]' },
    maxTokens: 4096,
    fields: [
      { label: 'Bank account', value: '[redacted:card]' },
      { label: 'Geboren', value: '[redacted:personal]' },
      { label: '生年月日', value: '[redacted:personal]' },
    ],
  });
});

it('checks short base64, and lines of it', () => {
  const encoded = (text: string) => Buffer.from(text).toString('base64');
  const lines = encoded(`${'nothing to see here. '.repeat(4)}ann@example.com${' and no more.'.repeat(6)}`).replace(
    /.{76}/g,
    '$&\n',
  );
  for (const text of [encoded('ann@example.com'), encoded('sk-proj-Ab3dEf6hIj9k'), lines]) {
    expect(createRedactor([]).text(`it is ${text} so`)).toMatch(/^it is \[redacted:(email|key)\] so$/);
  }
});

it.each(['NO9386011117947', 'E1234           5678'])('removes at the limit of a form: %s', (text) => {
  const known = new KnownValues();
  known.add('card', 'E12345678');
  expect(createRedactor([], { known }).text(text)).toBe('[redacted:card]');
  const wider = text.replace(' ', '  ');
  if (wider !== text) expect(createRedactor([], { known }).text(wider)).toBe(wider);
});

it('looks everywhere for a number of seven digits, and for a secret of eight letters', () => {
  const known = new KnownValues();
  known.add('key', '7654321');
  known.add('key', '654321');
  known.add('key', 'ordinary', true);
  known.add('key', 'regular', true);
  expect(createRedactor([], { known }).text('7654321, 654321, ordinary, regular')).toBe(
    '[redacted:key], 654321, [redacted:key], regular',
  );
});

it('redacts a number of three digits by the name of its field', () => {
  expect(createRedactor([]).value({ securityCode: 731, rows: 73 })).toEqual({
    securityCode: '[redacted:card]',
    rows: 73,
  });
});

it('redacts the whole of a number too long for JavaScript', () => {
  expect(createRedactor([]).text('{"card":9007199254741055,"n":1}')).toBe('{"card":"[redacted:card]","n":1}');
  expect(createRedactor([]).text('{"card":6222021234567890123,"n":1}')).toBe('{"card":"[redacted:card]","n":1}');
});

it('redacts a text even if it occurred as an id before', () => {
  const key = 'aB3dE5fG7hJ9kL2mN4pQ6rS8tU';
  expect(createRedactor([]).value({ callId: key, text: key })).toEqual({ callId: key, text: '[redacted:key]' });
});

it('replaces the longer of two nested folders', () => {
  expect(createRedactor(['/srv/li', '/srv/li/deck']).text('/srv/li/deck/x')).toBe('[redacted:home]/x');
});

it('removes everything that the user’s patterns find together', async () => {
  const found = await ownFinds([{ pattern: 'abcd' }, { pattern: 'cdef' }, { pattern: 'xy' }], new Set(['-abcdef-xy']));
  expect(found.get('-abcdef-xy')).toEqual([
    [1, 7],
    [8, 10],
  ]);
});

it('merges overlapping user finds, and keeps adjacent ones apart', async () => {
  const placesOf = async (text: string, ...patterns: string[]) => {
    const found = await ownFinds(
      patterns.map((pattern) => ({ pattern })),
      new Set([text]),
    );
    return found.get(text);
  };
  expect(await placesOf('abcdef', 'abcdef', 'bcd')).toEqual([[0, 6]]);
  expect(await placesOf('abcd', 'abc', 'cd')).toEqual([[0, 4]]);
  expect(await placesOf('abcd', 'ab', 'cd')).toEqual([
    [0, 2],
    [2, 4],
  ]);
});

it('treats a five-digit number as the secret its field names, and a shorter one as a count', () => {
  expect(createRedactor([]).value({ authorization: 12345, token: 4096, passcode: '1' })).toEqual({
    authorization: '[redacted:key]',
    token: 4096,
    passcode: '[redacted:key]',
  });
});

it.each([
  'address the issue #1234',
  'address%20the%20issue%20%231234',
  'address space 64 bit',
  '"token_count": 152340',
  'tokenLimit: 128000',
  'Section 4.1.2.3 of the docs',
  'find?note=ISBN%20978-3-16-148410-0',
  'find?note=Section%204.1.2.3',
  'mobile 2026-11-22 09:15',
  '护照 中国 20301231到期',
  'the passport is valid in 190 countries',
  'passport control at CDG opens 06:00',
  '护照 中国 有效期内',
  'Flight CN 1234 to CHN, 12345678 points',
  'Tel Aviv at 2026',
  '密钥：请向管理员申请后再填写到设置里',
  '密钥：在设置页面的第2项里填写',
  '令牌：需要的时候再申请',
  '地址：以 https:// 开头，最多 200 个字符',
  '地址：本机的 8080 端口',
  '这个地址在 3 天内有效',
  'Boarding pass FRA 12:30, gate 41',
  'all tests pass GBR 2026',
  'a Priority Pass AB123456',
  'the ski pass AT 20456789, and they pass US 1234567',
  'a boarding-pass DE 123456789',
  'The build of 4539 modules took 38.2 s; commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b is green.',
  'Flight LH 1764 leaves at 17:25 from gate B42, booking reference X7K2QP.',
  'const password = await prompt("Password: "); if (!password) throw new Error("password is required");',
  'The password is stored as a hash, never in plain text; the token is refreshed every hour.',
  'Set OPENAI_API_KEY=your-api-key-here or OPENAI_API_KEY=$KEY in .env before you start.',
  'The API key is missing. The API key is invalid. Your API key was rejected by the server.',
  'Order 2026-11-30-000481 for 3 seats comes to 1,249.80 EUR; ticket 220-2401837465.',
  'Call 112 in an emergency; the hotline of the airline is listed on its page.',
  'ISBN 978-3-16-148410-0, DOI 10.1000/182, EAN 4006381333931, tracking number 1Z999AA10123456784.',
  'pip install torch==2.9.1+cu128 --index-url https://download.pytorch.org/whl/cu128',
  'Error 0x80070005 at 0x00007ff6a1b2c3d4; thread 12345678 exited with code 3221225477.',
  'The seed is 1234567890, learning rate 3e-4, loss 2.718281828459045 after 100000000 tokens.',
  'request id req_011CVe4mQ8rJpKq2, call call_Zk3PzQ0aWm1nBvC8xY7tL5dR, session 0195f3a2-7c1e-7d40-9b1a-2f3c4d5e6f70',
  "Card details are entered on the bank's page. The card number must have 16 digits; cvv is on the back.",
  'She said the secret of good bread is time, and the key is patience: let it rest overnight.',
  'passport.js has a local strategy; passport number is required for flights to the USA.',
  'Temperature 21.5°C, pressure 1013.25 hPa, 52.5200° N, 13.4050° E is the centre of Berlin.',
  'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 is the digest of an empty file.',
  "UPDATE users SET password_hash = crypt($1, gen_salt('bf')) WHERE id = 48151623;",
  '本次构建共 4539 个模块,用时 38.2 秒,提交 9f86d08 已通过。',
  '航班 CA1831 于 17:25 起飞,登机口 B42,订单编号 20261130000481,票价 1249.8 元。',
  '密码是用哈希保存的,不会明文存储;密码不能为空,长度至少 8 位。',
  '请先设置环境变量 API_KEY,密钥可以在控制台里创建,不要把密钥提交到仓库。',
  '验证码错误,请重新输入验证码;验证码 60 秒后可以重新获取。',
  '身份证号必须是 18 位,护照号请与证件保持一致,手机号用于接收通知。',
  '一共 13800138 个词元,其中 621700 个来自缓存,占 4.5%。',
  '请拨打 12306 或 95588 咨询,客服时间为 8:00 至 22:00。',
  '版本 2.14.3-rc.1 发布于 2026-11-30 09:15:00,构建号 20261130091500。',
  '他说成功的秘诀是坚持,关键是不要放弃,口令是口令,密语是密语。',
  '这张卡的卡号印在正面,安全码在背面,有效期请按月/年填写。',
  '地址栏里输入网址,微信里打开链接,QQ 群里有人问过这个问题。',
  '进程 20481 占用端口 5432,内存 300 MB,线程 12345678901 已退出。',
  '车次 G7349,二等座 05 车 12F 号,从杭州东到上海虹桥。',
  'func Token(password string) (string, error) { return sign(password, secretKey) }',
  'password: "********"  token: <redacted>  api_key: null  secret: undefined  passphrase: \'\'',
  '请把 token 数控制在 128000 以内,token 单价为每百万 2 元。',
  '经度 120.1551,纬度 30.2741 是杭州市中心,海拔 19 米。',
  "MockPromptSession = <MagicMock name='PromptSession' id='4354952176'>",
  '> Diff since 1265f6a...',
  'https://discord.com/channels/1131200896827654144/1229689636012691468',
  'const {\n  token,\n  session,\n} = rest;\nresult.apiKey = args[++i]; token = rows[0].cells[1]',
  '1. 设置强密码：为您的所有账户设置强密码，并定期更换。',
])('keeps ordinary text: %s', (text) => {
  expect(createRedactor([]).text(text)).toBe(text);
});

it('keeps the names beside a secret, and takes the secret behind its scheme', () => {
  const redactor = createRedactor([]);
  for (const kept of [
    'network-with-secret: "SHOP_TOKEN: api.shop.example; FARES_TOKEN: api.fares.com"',
    '"headers": {"authorization": "Bearer $MAIL_TOKEN"}',
    'token: $SHOP_TOKEN',
  ]) {
    expect(redactor.text(kept)).toBe(kept);
  }
  expect(redactor.text('"Authorization": "Bearer q7Zp-3xK"')).toBe('"Authorization": "Bearer [redacted:key]"');
  expect(redactor.text('password: $ecret-Plan')).not.toContain('ecret');
  expect(redactor.text('token=api.shop.example.Kd93')).not.toContain('Kd93');
});
