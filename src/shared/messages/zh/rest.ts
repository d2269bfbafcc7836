import { flights } from '../../cards/flights/messages/zh.ts';
import { archive } from './archive.ts';
import { author } from './author.ts';
import { details } from './details.ts';
import { evals } from './evals.ts';
import { event } from './event.ts';
import { evidence } from './evidence.ts';
import { failures } from './failures.ts';
import { files } from './files.ts';
import { findings } from './findings.ts';
import { firstRun } from './first-run.ts';
import { forms } from './forms.ts';
import { gauge } from './gauge.ts';
import { improving } from './improving.ts';
import { judging } from './judging.ts';
import { lint } from './lint.ts';
import { mcp } from './mcp.ts';
import { parts } from './parts.ts';
import { publishing } from './publishing.ts';
import { refusals } from './refusals.ts';
import { remedies } from './remedies.ts';
import { reminders } from './reminders.ts';
import { repositories } from './repositories.ts';
import { settings } from './settings.ts';
import { skills } from './skills.ts';
import { terminal } from './terminal.ts';
import { timeline } from './timeline.ts';
import { tryOut } from './try-out.ts';
import { updates } from './updates.ts';

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
