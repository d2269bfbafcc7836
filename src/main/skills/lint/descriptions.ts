import { atField, lengthOf, loadFaults, short, textField } from './facts.ts';
import { type LintSkill, type RuleFinding, rule } from './types.ts';

export const descriptionEnglishOnly = rule('description-english-only', 'info', (skill) => {
  const words = ['description', 'when_to_use', 'when-to-use'].map((key) => textField(skill, key) ?? '').join(' ');
  if (!/[a-z]{3}/i.test(words) || /\p{Script=Han}/u.test(words)) return [];
  return [{ ...atField(skill, 'description'), code: 'description-english-only' }];
});

export const MAX_DESCRIPTION = 1024;

function tooLong(skill: LintSkill, field: 'description' | 'compatibility', most: number): readonly RuleFinding[] {
  const n = lengthOf((textField(skill, field) ?? '').trim());
  return n <= most ? [] : [{ ...atField(skill, field), code: `${field}-length`, figures: { n, most } }];
}

export const descriptionLength = rule('description-length', 'error', (skill) =>
  tooLong(skill, 'description', MAX_DESCRIPTION),
);

export const descriptionMissing = rule('description-missing', 'error', (skill) =>
  loadFaults(skill, 'description-missing'),
);

const TAG = /<\/?[a-z][\w:.-]{0,60}(?:\s[^<>]{0,200})?\/?>/i;

export const descriptionTags = rule('description-tags', 'warning', (skill) => {
  const [tag] = TAG.exec(textField(skill, 'description') ?? '') ?? [];
  if (tag === undefined) return [];
  return [{ ...atField(skill, 'description'), code: 'description-tags', figures: { tag: short(tag) } }];
});

const SAYS_WHEN =
  /\b(?:when(?:ever)?|if (?:the|a|an|you|they|someone)|use (?:it|this|for|to|in|as|(?:\w{1,20} )?(?:after|before|during|while))|used (?:for|to)|asks?|asked|mentions?|wants?|triggers?|for (?:any|tasks?|requests?|questions?))\b|当|時|时|用于|用來|适用|適用|如果|若|需要|触发|提到|场景/i;

export const descriptionVague = rule('description-vague', 'warning', (skill) => {
  const description = textField(skill, 'description')?.trim() ?? '';
  const whenToUse = textField(skill, 'when_to_use') ?? textField(skill, 'when-to-use') ?? '';
  if (description === '' || whenToUse.trim() !== '' || SAYS_WHEN.test(description)) return [];
  // Only a person loads it, by name.
  if (skill.loaded?.kind === 'ok' && skill.loaded.fields.modelInvocable === false) return [];
  return [{ ...atField(skill, 'description'), code: 'description-vague' }];
});

export const MAX_COMPATIBILITY = 500;

export const compatibilityLength = rule('compatibility-length', 'error', (skill) =>
  tooLong(skill, 'compatibility', MAX_COMPATIBILITY),
);
