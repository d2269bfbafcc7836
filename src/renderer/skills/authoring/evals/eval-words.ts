import type { EvalRequest } from '../../../../shared/contract/evals.ts';
import type { Graded } from '../../../../shared/evals/benchmark.ts';
import type { Translate } from '../../../i18n/index.ts';

/** Name of a configuration: `with_skill MODEL` where several models are compared. */
export function sideName(
  t: Translate,
  name: string,
  request: Pick<EvalRequest, 'skill' | 'against' | 'unsaved'>,
): string {
  const [, side = name, model] = /^(with_skill|without_skill|against)(?: (.+))?$/.exec(name) ?? [];
  const { skill, against = '', unsaved } = request;
  const words = {
    with_skill: unsaved === undefined ? t('evals.sides.with') : t('evals.sides.draft'),
    without_skill: t('evals.sides.without'),
    against: comparedWith(t, skill, against),
  }[side];
  return model === undefined ? (words ?? name) : t('evals.sides.model', { side: words ?? name, model });
}

function comparedWith(t: Translate, skill: string, against: string): string {
  if (against === skill) return t('evals.sides.saved');
  // Hash in `metadata.version`: the first characters are enough to tell two apart.
  if (/^[0-9a-f]{12}$/.test(against)) return t('evals.sides.version', { hash: against.slice(0, 7) });
  if (/^\d{4}-\d\d-\d\dT[\dZ-]+-[0-9a-f]{8}$/.test(against)) return t('evals.sides.replaced');
  return t('evals.sides.against', { what: against });
}

/** The author's sentence, or the check's in the person's language. */
export const expectationText = (t: Translate, { text, check }: Pick<Graded, 'text' | 'check'>): string =>
  check === undefined ? text : t(`evals.checks.${check.code}`, check.values);
