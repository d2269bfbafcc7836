import * as features from '../../../features-words.en.ts';
import { details } from './details.ts';
import { event } from './event.ts';
import { evidence } from './evidence.ts';
import { failures, refusals, remedies } from './failures.ts';
import { findings } from './findings.ts';
import { flights } from './flights.ts';
import { lint } from './lint.ts';

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
