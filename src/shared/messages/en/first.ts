import { bookings, chat, library, map, request, review } from '../../../features-words.en.ts';
import { errors, values } from './failures.ts';
import { sessions } from './sessions.ts';
import { app, common, home } from './window.ts';

/** Words that the window needs before anything can be seen. */
export const first = { app, bookings, chat, common, errors, home, library, map, request, review, sessions, values };
