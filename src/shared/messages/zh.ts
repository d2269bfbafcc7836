import { flights } from '../cards/flights/messages/zh.ts';
import type { en } from './en.ts';
import type { Words } from './types.ts';
import { app } from './zh/app.ts';
import { author } from './zh/author.ts';
import { bookings } from './zh/bookings.ts';
import { chat } from './zh/chat.ts';
import { common } from './zh/common.ts';
import { errors } from './zh/errors.ts';
import { evals } from './zh/evals.ts';
import { event } from './zh/event.ts';
import { evidence } from './zh/evidence.ts';
import { failures } from './zh/failures.ts';
import { files } from './zh/files.ts';
import { findings } from './zh/findings.ts';
import { firstRun } from './zh/first-run.ts';
import { forms } from './zh/forms.ts';
import { gauge } from './zh/gauge.ts';
import { home } from './zh/home.ts';
import { library } from './zh/library.ts';
import { lint } from './zh/lint.ts';
import { map } from './zh/map.ts';
import { mcp } from './zh/mcp.ts';
import { parts } from './zh/parts.ts';
import { refusals } from './zh/refusals.ts';
import { remedies } from './zh/remedies.ts';
import { repositories } from './zh/repositories.ts';
import { request } from './zh/request.ts';
import { review } from './zh/review.ts';
import { sessions } from './zh/sessions.ts';
import { settings } from './zh/settings.ts';
import { skills } from './zh/skills.ts';
import { terminal } from './zh/terminal.ts';
import { timeline } from './zh/timeline.ts';

export const zh: Words<typeof en> = {
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
