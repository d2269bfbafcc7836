import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readCasesText } from '../../features/evals/read-cases-text.ts';
import { refusedStep } from '../../features/repositories/main/marketplace.ts';
import { inContractWords } from '../../main/api.ts';
import { errorText, menuWords } from '../../main/hosts/electron/menu-words.ts';
import { ofTheDisk } from '../../main/lib/errors.ts';
import { changeJsonc } from '../../main/settings/jsonc.ts';
import { reasonIn, refused } from '../../main/skills/import/names.ts';
import { checkNewName } from '../../main/skills/make-skill.ts';
import { refuseLost } from '../../main/store/database-file.ts';
import { refuseDamaged } from '../../main/store/db.ts';
import { refusal } from '../../main/store/log-intake.ts';
import { SkilldeckError } from '../errors.ts';
import { evalsFileSchema, triggersFileSchema } from '../evals.ts';
import { repositoryFaultWords } from '../skills/repositories.ts';
import { detailIn, detailText, failureLine } from './failure.ts';

it('says in Chinese what exactly went wrong, and in English what the error says', () => {
  const { code, message, detail } = refusal('event-gap', { line: 3, seq: 4, due: 3 });
  expect(message).toBe(
    'Line 3 is event 4, but event 3 is due: events are missing. Export it again. Nothing was imported.',
  );
  expect(failureLine('zh', { code, message, detail })).toMatch(/^第 3 行是事件 4，.*请重新导出对话。$/);
  expect(inContractWords(refusal('no-events'))).toMatchObject({ data: { detail: { code: 'no-events', figures: {} } } });
});

it('falls back to the message where a newer version has another detail', () => {
  const english = { text: 'Something new.', language: 'en' };
  expect(detailText('zh', { code: 'of-tomorrow', figures: {} }, 'Something new.')).toEqual(english);
  expect(detailText('zh', undefined, 'Something new.')).toEqual(english);
});

it.each([
  [evalsFileSchema, '{"skill_name": "x",\n  "evals": [}', '文件在第 2 行第 13 列处不是有效的 JSON'],
  [evalsFileSchema, '{"skill_name": "x", "evals": [{"id": 1}]}', '“evals.0.prompt”应为文本'],
  [triggersFileSchema, '[{"query": "x"}]', '“0.should_trigger”应为 true 或 false'],
])('names the place in a file of cases', (schema, text, words) => {
  const read = readCasesText<unknown>(text, 'f', schema);
  expect('code' in read ? detailIn('zh', read) : read).toBe(`f 中的用例无法使用：${words}`);
});

it('says what is wrong with a source, and keeps its own ending in English', () => {
  const { code, message, detail, why } = refused('import-other-skills', { id: 'x', has: 'a, b' });
  expect(message).toBe('It has no skill "x". It has: a, b. Nothing was imported.');
  expect(failureLine('zh', { code, message, detail })).toContain('来源中没有技能“x”。现有：a, b。');
  const fault = { code: 'address', detail: why, exact: detail } as const;
  expect(repositoryFaultWords('zh', fault)).toBe('地址无法使用：来源中没有技能“x”。现有：a, b。');
  expect(repositoryFaultWords('zh', { code: 'address', detail: why })).toContain('It has no skill "x"');
});

it('says in Chinese why a skill in a list is unusable, and which step a server refused', () => {
  const inChinese = (error: unknown): string => {
    const { reason, detail } = reasonIn(error);
    return detailText('zh', detail, reason).text;
  };
  expect(inChinese(refused('listed-file', { file: 'a/../b' }))).toBe('其中的“a/../b”不能作为文件名。');
  const step = { code: 'step-publish', figures: { id: 'x', version: '1.0' } } as const;
  const error = refusedStep('h:1', step, 403, ' no ');
  expect(error).toMatchObject({ reason: 'sign-in', why: 'h:1: "x" 1.0 can\'t be published (HTTP 403: no).' });
  expect(inChinese(error)).toBe('h:1：无法发布“x” 1.0（HTTP 403: no）。');
  expect(inChinese(new Error('disk'))).toBe('disk');
});

it('has the words of a finding in the same language', () => {
  const inChinese = (name: string): string => {
    try {
      checkNewName(name, '/nowhere', { skills: [], broken: [], diagnostics: [] });
      return '';
    } catch (error) {
      return error instanceof SkilldeckError ? detailText('zh', error.detail, error.message).text : '';
    }
  };
  const how = '请使用 1 至 64 个小写字母、数字和单个连字符。';
  expect(inChinese('a--b')).toBe(`名称“a--b”有两个连续的连字符。${how}`);
  expect(inChinese('')).toBe(`名称为空。${how}`);
});

it('says in Chinese why the data folder cannot be used, and what to do about it', () => {
  const home = mkdtempSync(path.join(tmpdir(), 'skilldeck-'));
  const file = path.join(home, 'skilldeck.db');
  const inChinese = (work: () => unknown): string => {
    try {
      work();
      return '';
    } catch (error) {
      return errorText(menuWords('zh', 'en'), error);
    }
  };
  const fresh = `要从空数据库开始并保留旧文件：skilldeck doctor --repair --new --home '${home}'。`;
  mkdirSync(path.join(home, 'workspaces', 'a'), { recursive: true });
  const used = '但这个文件夹曾被使用：其中有 1 个对话的文件。未更改任何内容。';
  expect(inChinese(() => refuseLost(file))).toBe(`没有数据库 ${file}，${used}${fresh}`);
  const save = `要保存所有能读取的内容：skilldeck doctor --repair --home '${home}'。`;
  const damage = { because: 'damage-format', format: 9 } as const;
  expect(inChinese(() => refuseDamaged(file, damage))).toBe(
    `数据库 ${file} 已损坏（它的格式是 9）。没有向它写入任何内容。${save}${fresh}`,
  );
  const full = Object.assign(new Error('no'), { syscall: 'write', code: 'ENOSPC', path: '/x' });
  expect(
    inChinese(() => {
      throw ofTheDisk(full);
    }),
  ).toBe('磁盘拒绝写入：空间不足（ENOSPC，位于 /x）。');
  const settings = path.join(home, 'config.jsonc');
  writeFileSync(settings, '{ "model" "x" }');
  expect(inChinese(() => changeJsonc(settings, {}))).toBe(
    `设置未保存：${settings}:1:11：这里缺少冒号。请修正这个文件，然后重试。`,
  );
  rmSync(settings);
  mkdirSync(settings);
  expect(inChinese(() => changeJsonc(settings, {}))).toMatch(/：无法读取该文件（/);
  rmSync(home, { recursive: true });
});

const CODES =
  'bad-input not-supported skill-exists skill-broken skill-not-loaded file-changed session-busy message-not-found ' +
  'nothing-to-retry nothing-running compaction-not-found approval-not-found form-closed artifact-not-found ' +
  'file-not-found event-not-found skill-not-found config-invalid home-in-use home-unusable database-newer database-damaged';
const EXACT = new RegExp(`new SkilldeckError\\(\\s*'(${CODES.replaceAll(' ', '|')})'`);

/** Refusals that are English in every language, by file. */
const ENGLISH_ONLY: Readonly<Record<string, string>> = {
  'main/session/commands.ts': 'the form itself marks its fields first, in the language of the window',
};

it('knows a detail for every refusal of what a person entered or asked for', () => {
  const sources = path.join(import.meta.dirname, '..', '..');
  const found = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) =>
        /^(?:main|features)\b/.test(file) &&
        file.endsWith('.ts') &&
        !file.endsWith('.test.ts') &&
        !file.includes('test-kit'),
    )
    .filter((file) => EXACT.test(readFileSync(path.join(sources, file), 'utf8')));
  expect(found.map((file) => file.split(path.sep).join('/')).sort()).toEqual(Object.keys(ENGLISH_ONLY));
});
