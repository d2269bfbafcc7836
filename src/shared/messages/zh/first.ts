import * as features from '../../../features-words.zh.ts';
import { errors, values } from './failures.ts';
import { app, common, home, sessions } from './window.ts';

/** Words that the window needs before anything can be seen. */
export const first = {
  app,
  common,
  errors,
  home,
  sessions,
  values,
  bookings: features.bookings,
  chat: features.chat,
  library: features.library,
  map: features.map,
  request: features.request,
  review: features.review,
  watches: features.watches,
};
