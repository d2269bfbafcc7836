import type { CatalogEntry } from '../../../shared/events.ts';
import type { Section } from './types.ts';

/** No skills, no catalog. */
export function catalogPart(catalog: readonly CatalogEntry[], text: string): Section[] {
  if (catalog.length === 0) return [];
  return [
    {
      kind: 'catalog',
      label: `${catalog.length} skills`,
      reason: 'name and description of each skill, so that the model can choose',
      text,
    },
  ];
}
