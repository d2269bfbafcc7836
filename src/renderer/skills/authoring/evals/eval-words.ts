import type { EvalRequest } from '../../../../shared/contract/evals.ts';
import type { Graded } from '../../../../shared/evals/benchmark.ts';
import type { Translate } from '../../../i18n/index.ts';

/** What a configuration is called: `with_skill MODEL` where several models are compared. */
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
    against: against === skill ? t('evals.sides.saved') : t('evals.sides.against', { what: against }),
  }[side];
  return model === undefined ? (words ?? name) : t('evals.sides.model', { side: words ?? name, model });
}

/** The author's sentence, or the check's in the person's language. */
export const expectationText = (t: Translate, { text, check }: Pick<Graded, 'text' | 'check'>): string =>
  check === undefined ? text : t(`evals.checks.${check.code}`, check.values);
