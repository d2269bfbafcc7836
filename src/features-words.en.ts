/** The features' words in English. */
export { archive } from './features/archive/words.en.ts';
export { author } from './features/authoring/words.en.ts';
export { bookings, reminders } from './features/bookings/words.en.ts';
export { chat, forms } from './features/chat/words.en.ts';
export { gauge, map, parts, request, timeline } from './features/context/words.en.ts';
export { evals, improving, tryOut } from './features/evals/words.en.ts';
export { files } from './features/files/words.en.ts';
export { firstRun } from './features/first-run/words.en.ts';
export { judging } from './features/judging/words.en.ts';
export { mcp } from './features/mcp/words.en.ts';
export { publishing, repositories } from './features/repositories/words.en.ts';
export { library, review } from './features/review/words.en.ts';
export { settings } from './features/settings/words.en.ts';
export { skills } from './features/skills/words.en.ts';
export { terminal } from './features/terminal/words.en.ts';
export { updates } from './features/updates/words.en.ts';
