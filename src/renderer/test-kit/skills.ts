import type { SkillView } from '../../shared/contract.ts';
import { CATALOG, DIAGNOSTICS } from './sessions.ts';

const sizes: Readonly<Record<string, { catalog: number; instructions: number }>> = {
  'book-flight': { catalog: 97, instructions: 1_874 },
  'expense-report': { catalog: 64, instructions: 2_310 },
  'meeting-notes': { catalog: 88, instructions: 940 },
  'weather-briefing': { catalog: 59, instructions: 9_412 },
};

const REFERENCES: Readonly<Record<string, SkillView['references']>> = {
  'book-flight': [
    { path: 'reference.md', bytes: 5_120, tokens: 1_316 },
    { path: 'forms.md', bytes: 1_980, tokens: 508 },
    { path: 'references/api.md', bytes: 8_300, tokens: null },
  ],
  'expense-report': [{ path: 'references/categories.md', bytes: 2_400, tokens: 620 }],
};

export const SKILLS: readonly SkillView[] = CATALOG.map((entry) => ({
  id: entry.id,
  name: entry.name,
  description: entry.description,
  source: entry.source,
  path: entry.path,
  tokens: sizes[entry.id] ?? { catalog: 60, instructions: 800 },
  references: REFERENCES[entry.id] ?? [],
  scripts:
    entry.id === 'book-flight'
      ? [{ path: 'scripts/search_flights.py', runWith: 'uv run scripts/search_flights.py' }]
      : [],
  diagnostics: DIAGNOSTICS.filter((diagnostic) => diagnostic.skill === entry.id),
}));
