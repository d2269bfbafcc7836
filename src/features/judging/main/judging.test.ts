import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../../../main/lib/test-kit/temp-folder.ts';
import { answered, created, finished, said } from '../../../main/store/test-kit/home.ts';
import { openTestStore } from '../../../main/store/test-kit/open-store.ts';
import { giveReviews, parseRubric, queueOf, rubricsIn, takeReviews, writeReview } from './handlers.ts';
import { reviewReport } from './report.ts';

function folder() {
  const home = tempFolder();
  return { store: openTestStore({ home }), home };
}

const failed = finished('c1', 'run_script', 'No such flight. Call 13800138000.', { ok: false });

function judged() {
  const { store, home } = folder();
  store.append('s1', [created, said('Write to li@example.com <b>now</b>'), answered('=SUM(1)'), failed]);
  store.append('s2', [created, said('机票')]);
  const now = new Date('2030-01-01T00:00:00.000Z');
  const write = (reviewer: string, fields: Omit<Parameters<typeof writeReview>[1], 'reviewer'>) =>
    writeReview(store, { ...fields, reviewer }, now);
  return { store, home, write };
}

describe('writing', () => {
  it('lets the later one win even where the clock was set back, and appends no event', () => {
    const { store, write } = judged();
    write('ada', { session: 's1', seq: 0, verdict: 'pass' });
    const later = writeReview(store, { session: 's1', seq: 0, verdict: 'fail', reviewer: 'ada' }, new Date(0));
    expect(store.reviews.all('s1')).toEqual([later]);
    expect([later.at, store.lastSeq('s1'), store.reviews.history('s1').length]).toEqual([
      '2030-01-01T00:00:00.001Z',
      4,
      2,
    ]);
  });

  it('refuses an event or a session that is not there, and a review that says nothing', () => {
    const { write } = judged();
    expect(() => write('ada', { session: 's1', seq: 5, text: 'x' })).toThrow('has no event 5: its last is 4');
    expect(() => write('ada', { session: 'none', seq: 0, text: 'x' })).toThrow("no conversation 'none'");
    expect(() => write('ada', { session: 's1', seq: 0, text: ' ' })).toThrow('needs a verdict, a score or a remark');
  });

  it('lists the queue with who judged what, and keeps it in order', () => {
    const { store, write } = judged();
    store.reviews.enqueue([
      { session: 's2', at: '2030-01-01T00:00:00.000Z', why: 'eval' },
      { session: 's1', at: '2030-01-02T00:00:00.000Z', why: '' },
    ]);
    write('ada', { session: 's1', seq: 0, verdict: 'fail' });
    write('bob', { session: 's1', seq: 4, text: 'here' });
    expect(queueOf(store, 'ada')).toMatchObject([
      { session: 's2', title: '机票', why: 'eval', judgedBy: [], remarks: 0 },
      { session: 's1', verdict: 'fail', judgedBy: ['ada'], remarks: 1 },
    ]);
  });
});

describe('exchange', () => {
  it('takes reviews in before their session, and refuses a file without any', () => {
    const { store, write } = judged();
    write('ada', { session: 's1', seq: 0, verdict: 'pass' });
    write('ada', { session: 's1', seq: 0, verdict: 'fail' });
    const { text, reviews } = giveReviews(store, undefined);
    const other = folder().store;
    expect(takeReviews(other, `{"type":"x"}\n${text}`)).toEqual({ reviews: 2, added: 2, sessions: ['s1'] });
    expect(takeReviews(other, text).added).toBe(0);
    expect([reviews, other.reviews.all('s1')]).toMatchObject([2, [{ verdict: 'fail' }]]);
    expect(() => takeReviews(other, '{}')).toThrow('has no reviews');
    const broken = text.replace('"fail"', '"bad"');
    expect(() => takeReviews(other, broken)).toThrow(/Line 1 has reviews that can't be read: "reviews\.\d\.verdict"/);
  });
});

describe('rubrics', () => {
  const rubric = 'name: Quality\nversion: 2\ncriteria:\n  - id: tone\n    title: Tone\n';

  it('reads a folder, names what is wrong with each file, and never lets one keep the others away', () => {
    const { home } = folder();
    const dir = path.join(home, 'rubrics');
    mkdirSync(dir);
    const files = {
      'a.yaml': rubric,
      'b.yml': 'name: B\nversion: "1"\ncriteria: []\n',
      'c.yaml': 'name: [\n',
      'd.yaml': `${rubric}  - id: tone\n    title: Again\n    max: 0\n`,
      'e.txt': 'no',
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(dir, name), text);
    const { rubrics, broken } = rubricsIn(dir);
    expect(rubrics).toMatchObject([{ name: 'Quality', version: '2', criteria: [{ id: 'tone', min: 0, max: 4 }] }]);
    expect(broken.map(({ why }) => why)).toEqual([
      expect.stringMatching(/b\.yml can't be used: "criteria":/),
      expect.stringMatching(/c\.yaml can't be used: line 2, column 1: /),
      expect.stringMatching(/d\.yaml can't be used: .*"min" must be less than "max"/),
    ]);
  });

  it('refuses one with an alias of itself', () => {
    expect(() => parseRubric('a: &a [*a]', 'x')).toThrow("can't be used");
  });
});

describe('the report', () => {
  function reported() {
    const all = judged();
    const scores = [{ criterion: 'tone', score: 3, min: 0, max: 4 }];
    const rubric = { name: 'Quality', version: '2' };
    all.write('ada', { session: 's1', seq: 0, verdict: 'fail', rubric, scores, text: '=cmd() for li@example.com' });
    all.write('bob', { session: 's1', seq: 0, verdict: 'fail', rubric, scores });
    all.write('ada', { session: 's1', seq: 4, text: '[x](javascript:1) <script>' });
    return all;
  }

  it('quotes each moment beside its remark, and redacts both', async () => {
    const core = reported();
    for (const format of ['html', 'md', 'csv'] as const) {
      const { text, sessions, redacted } = await reviewReport(core, { format });
      expect([sessions, redacted > 0]).toEqual([1, true]);
      expect(text).not.toMatch(/li@example\.com|13800138000/);
      if (format !== 'csv') expect(text).not.toMatch(/<script|<b>/);
      expect(text).toContain('No such flight');
    }
    const whole = await reviewReport(core, { format: 'html', redact: false });
    expect(whole.text).toContain('13800138000');
    const page = (await reviewReport(core, { format: 'html', language: 'zh' })).text;
    expect(page).toMatch(/<a href="#s1-4">事件 4<\/a>/);
    expect(page).toContain('<div id="s1-4">');
    expect(page).toContain('对话太少（1 个）');
    const markdown = (await reviewReport(core, { format: 'md' })).text;
    expect(markdown).toContain('[Event 4](#s1-4)');
    expect(markdown).toContain('\\[x\\]\\(javascript:1\\) &lt;script\\>');
  });

  it('gives spreadsheets no formula, and a row for each score', async () => {
    const { text } = await reviewReport(reported(), { format: 'csv' });
    const lines = text.split('\r\n');
    expect(lines[0]).toMatch(/^\uFEFFsession,title,event,/);
    expect(text).toContain("'=cmd()");
    expect(lines.filter((line) => line.includes(',tone,3,0,4,'))).toHaveLength(2);
  });

  it('reports reviews whose session is elsewhere, and refuses an unknown session', async () => {
    const { store, home } = folder();
    takeReviews(store, giveReviews(reported().store, undefined).text);
    const { text } = await reviewReport({ store, home }, { format: 'md' });
    expect(text).toContain('This conversation isn’t in the data folder');
    await expect(reviewReport({ store, home }, { sessionIds: ['none'], format: 'md' })).rejects.toThrow("'none'");
  });
});
