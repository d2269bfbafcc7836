import {
  archive,
  author,
  evals,
  files,
  firstRun,
  forms,
  gauge,
  improving,
  judging,
  mcp,
  parts,
  publishing,
  reminders,
  repositories,
  settings,
  skills,
  terminal,
  timeline,
  tryOut,
  updates,
} from '../../../features-words.en.ts';
import { details } from './details.ts';
import { event } from './event.ts';
import { evidence } from './evidence.ts';
import { failures, refusals, remedies } from './failures.ts';
import { findings } from './findings.ts';
import { flights } from './flights.ts';
import { lint } from './lint.ts';

/** Words of views that come when they are first shown. */
export const rest = {
  archive,
  author,
  /** Words that each kind of card brings. */
  cards: { flights },
  details,
  evals,
  event,
  evidence,
  failures,
  files,
  findings,
  firstRun,
  forms,
  gauge,
  improving,
  judging,
  lint,
  mcp,
  parts,
  publishing,
  refusals,
  remedies,
  reminders,
  repositories,
  settings,
  skills,
  terminal,
  timeline,
  updates,
  tryOut,
};
