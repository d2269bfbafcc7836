/** Turns a found folder into the data the catalog keeps. */
import type { Diagnostic } from '../../../shared/events.ts';
import { hasInvisible } from '../../../shared/text/invisible.ts';
import { type Finding, findingOf } from '../front-matter/fields.ts';
import { faultFinding, readSeenSkillHead, readSkillHead } from '../front-matter/skill-file.ts';
import type { BrokenSkill, SkillFields, SkillRoot, SkillSummary } from '../types.ts';
import { type FoundSkill, LIKELY_FILE } from './discover.ts';

export type KnownSkill = SkillSummary | BrokenSkill;

const notAFile = () => ({ kind: 'broken', findings: [faultFinding('not-a-file')] }) as const;
const NO_DIAGNOSTICS: readonly Diagnostic[] = [];

export interface ReadSkill {
  readonly skill: KnownSkill;
  readonly diagnostics: readonly Diagnostic[];
}

/** No text twice: this is what the catalog weighs. */
const toSummary = (
  { id, dir, file }: FoundSkill,
  fields: SkillFields,
  source: SkillRoot['source'],
  root: string,
): SkillSummary => ({ ...fields, id, name: fields.name === id ? id : fields.name, source, root, dir, file });

export function readFound(found: FoundSkill, source: SkillRoot['source'], root: string): ReadSkill {
  const { id, dir, file, special, regular } = found;
  // A separate string: opening flattens it, and the stored path need not be flattened.
  const seenFile = dir + LIKELY_FILE;
  const toDiagnostic = (finding: Finding): Diagnostic => ({ ...finding, file, skill: id });
  const head = !regular ? notAFile() : special ? readSkillHead(root, file) : readSeenSkillHead(root, seenFile);
  // Line breaks and direction marks in an id would forge lines of the catalog.
  const isUsable = !hasInvisible(id);
  if (isUsable && head.kind === 'ok' && head.findings.length === 0) {
    return { skill: toSummary(found, head.fields, source, root), diagnostics: NO_DIAGNOSTICS };
  }
  const nameFinding = findingOf('error', 'folder-name', {
    code: 'folder-name',
    figures: { name: JSON.stringify(id) },
  });
  const diagnostics = [...(isUsable ? [] : [nameFinding]), ...head.findings].map(toDiagnostic);
  if (isUsable && head.kind === 'ok') return { skill: toSummary(found, head.fields, source, root), diagnostics };
  const [reason = toDiagnostic(nameFinding)] = diagnostics;
  return { skill: { id, source, dir, file, reason }, diagnostics };
}
