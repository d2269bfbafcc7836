import { example, skillMd } from '../example.ts';
import { type Source, scriptSources, skillSource } from '../sources.ts';
import type { LintSkill, Rule } from '../types.ts';

const CARRIAGE_RETURN = /\r\n?/g;
const sources = (skill: LintSkill): readonly Source[] =>
  [skillSource(skill), ...scriptSources(skill)].filter(({ text }) => text.includes('\r'));

export const lineEndings: Rule = {
  id: 'line-endings',
  severity: 'warning',
  bad: { files: { 'SKILL.md': skillMd().replaceAll('\n', '\r\n') } },
  good: example(),
  check: (skill) =>
    sources(skill).map((source) => {
      const offset = source.text.indexOf('\r');
      const isStart = source.file !== undefined && source.text.startsWith('#!');
      return {
        ...source.at(offset),
        severity: isStart ? 'error' : 'warning',
        code: isStart ? 'line-endings-start' : 'line-endings',
      };
    }),
  fix: {
    changes: (skill) =>
      sources(skill).map(({ text, file }) => ({
        kind: 'write',
        file: file?.absolute ?? skill.file,
        before: text,
        after: text.replace(CARRIAGE_RETURN, '\n'),
      })),
  },
};
