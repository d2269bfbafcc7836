import { flights } from '../cards/flights/messages/en.ts';
import { app } from './en/app.ts';
import { author } from './en/author.ts';
import { bookings } from './en/bookings.ts';
import { chat } from './en/chat.ts';
import { common } from './en/common.ts';
import { errors } from './en/errors.ts';
import { evals } from './en/evals.ts';
import { event } from './en/event.ts';
import { evidence } from './en/evidence.ts';
import { failures } from './en/failures.ts';
import { files } from './en/files.ts';
import { findings } from './en/findings.ts';
import { firstRun } from './en/first-run.ts';
import { forms } from './en/forms.ts';
import { gauge } from './en/gauge.ts';
import { home } from './en/home.ts';
import { library } from './en/library.ts';
import { lint } from './en/lint.ts';
import { map } from './en/map.ts';
import { mcp } from './en/mcp.ts';
import { parts } from './en/parts.ts';
import { refusals } from './en/refusals.ts';
import { remedies } from './en/remedies.ts';
import { repositories } from './en/repositories.ts';
import { request } from './en/request.ts';
import { review } from './en/review.ts';
import { sessions } from './en/sessions.ts';
import { settings } from './en/settings.ts';
import { skills } from './en/skills.ts';
import { terminal } from './en/terminal.ts';
import { timeline } from './en/timeline.ts';

/** One file per view. A key here that another language lacks is a compile error there. */
export const en = {
  bookings,
  /** What each kind of card brings. */
  cards: { flights },
  files,
  failures,
  findings,
  refusals,
  firstRun,
  forms,
  request,
  common,
  app,
  author,
  chat,
  errors,
  evals,
  event,
  evidence,
  remedies,
  review,
  sessions,
  gauge,
  home,
  library,
  lint,
  map,
  mcp,
  repositories,
  parts,
  skills,
  timeline,
  settings,
  terminal,
};
