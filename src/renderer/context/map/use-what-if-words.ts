import { useMemo } from 'react';
import type { WhatIf, WhatIfResult } from '../../../shared/context-views.ts';
import { remedyFor } from '../../../shared/messages/failure.ts';
import { useFormat, useLanguage, useT } from '../../i18n/index.ts';
import { signedTokens } from '../../shared/signed-tokens.ts';
import { refusalIn } from '../../store/index.ts';

export interface WhatIfWords {
  readonly stepOf: (step: WhatIf) => string;
  /** Reason why a step would be refused, in the person's language. */
  readonly refusalOf: (step: WhatIfResult['steps'][number]) => string;
  readonly signed: (tokens: number) => string;
}

export function useWhatIfWords(): WhatIfWords {
  const t = useT();
  const format = useFormat();
  const language = useLanguage();
  return useMemo<WhatIfWords>(
    () => ({
      stepOf(step) {
        switch (step.do) {
          case 'load':
          case 'unload':
            return t(`map.whatIf.step.${step.do}`, { skill: step.skill });
          case 'load-reference':
          case 'unload-reference':
            return t(`map.whatIf.step.${step.do}`, { path: step.path });
          case 'compact':
            return t('map.whatIf.step.compact');
          case 'dialect':
            return t('map.whatIf.step.dialect', { dialect: step.dialect });
          case 'placement':
            return t('map.whatIf.step.placement', { placement: t(`gauge.placement.${step.placement}`) });
          case 'model':
            return t('map.whatIf.step.model', { model: step.model });
          default:
            return t('map.whatIf.step.max-context', { n: format.tokens(step.tokens) });
        }
      },
      refusalOf({ message, code, figures }) {
        const refusal = refusalIn({ code, figures });
        if (refusal.code === undefined) return message;
        return t('map.whatIf.refusal', {
          what: t(`errors.${refusal.code}`),
          remedy: remedyFor(language, refusal.code, refusal.figures),
        });
      },
      signed: (tokens) => signedTokens(format, tokens),
    }),
    [t, format, language],
  );
}
