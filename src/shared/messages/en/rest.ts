import * as features from '../../../features-words.en.ts';
import { details } from './details.ts';
import { event, evidence } from './event.ts';
import { failures, refusals, remedies } from './failures.ts';
import { findings, lint } from './findings.ts';
import { first } from './first.ts';
import { flights } from './flights.ts';

/** Words of views that come when they are first shown; `cards` has those of each kind. */
export const rest = {
  ...features,
  cards: { flights },
  details,
  event,
  evidence,
  failures,
  findings,
  lint,
  refusals,
  remedies,
};

/** One file per view. A key here that another language lacks is a compile error there. */
export const en = { ...first, ...rest };
