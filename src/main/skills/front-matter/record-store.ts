/** The store of a skill's records, and the card that shows one (`metadata.records`). docs/skills-cards.md */
import { type RecordStore, recordStoreSchema } from '../../../shared/cards/records.ts';
import type { FindingFacts } from '../../../shared/messages/finding.ts';
import { readYamlFields, type YamlValue } from './yaml.ts';

const plain = (value: YamlValue): unknown => (value instanceof Map ? Object.fromEntries(value) : value);

export function readRecordStore(text: string): RecordStore | { readonly fault: FindingFacts } {
  const { fields, problems } = readYamlFields(text);
  const [problem] = problems;
  if (problem !== undefined) return { fault: { code: problem.code, figures: problem.figures } };
  const parsed = recordStoreSchema.safeParse(
    Object.fromEntries([...fields].map(([key, { value }]) => [key, plain(value)])),
  );
  if (parsed.success) return parsed.data;
  const names = parsed.error.issues.map(({ path: [name] }) => `"${String(name)}"`);
  return { fault: { code: 'records-fields', figures: { fields: [...new Set(names)].join(', ') } } };
}
