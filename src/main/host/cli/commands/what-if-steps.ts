/** `--what-if STEP`, read before anything is opened. */
import type { WhatIf } from '../../../../shared/context-views.ts';
import { DIALECTS, PLACEMENTS } from '../../../../shared/events.ts';
import type { CliWords } from '../../../../shared/messages/en/cli.ts';
import { UsageError } from '../exit-status.ts';

/** Allowed forms, listed when one is wrong. */
const FORMS = [
  'load=SKILL',
  'unload=SKILL',
  'reference=SKILL/PATH',
  'unload-reference=SKILL/PATH',
  'compact',
  `dialect=${DIALECTS.join('|')}`,
  `placement=${PLACEMENTS.join('|')}`,
  'model=ID',
  'max-context=TOKENS',
];

/** @throws UsageError with the list of steps there are. */
export function readWhatIf(given: readonly string[], { views }: Pick<CliWords, 'views'>): WhatIf[] {
  return given.map((step) => {
    const read = readStep(step);
    if (read === undefined) throw new UsageError(views.usage.whatIf(step, FORMS));
    return read;
  });
}

function readStep(given: string): WhatIf | undefined {
  if (given === 'compact') return { do: 'compact' };
  const at = given.indexOf('=');
  const value = given.slice(at + 1);
  if (at < 0 || value === '') return undefined;
  switch (given.slice(0, at)) {
    case 'load':
      return { do: 'load', skill: value };
    case 'unload':
      return { do: 'unload', skill: value };
    case 'reference':
      return withReference('load-reference', value);
    case 'unload-reference':
      return withReference('unload-reference', value);
    case 'model':
      return { do: 'model', model: value };
    case 'dialect': {
      const dialect = DIALECTS.find((one) => one === value);
      return dialect === undefined ? undefined : { do: 'dialect', dialect };
    }
    case 'placement': {
      const placement = PLACEMENTS.find((one) => one === value);
      return placement === undefined ? undefined : { do: 'placement', placement };
    }
    case 'max-context': {
      const tokens = /^[1-9]\d{0,14}$/.test(value) ? Number(value) : undefined;
      return tokens === undefined ? undefined : { do: 'max-context', tokens };
    }
    default:
      return undefined;
  }
}

/** `book-flight/references/api.md`: a skill's id has no slash. */
function withReference(what: 'load-reference' | 'unload-reference', value: string): WhatIf | undefined {
  const slash = value.indexOf('/');
  if (slash < 1 || slash === value.length - 1) return undefined;
  return { do: what, skill: value.slice(0, slash), path: value.slice(slash + 1) };
}
