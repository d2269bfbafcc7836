/** The features' words in Chinese. */
export { archive } from './features/archive/words.zh.ts';
export { author } from './features/authoring/words.zh.ts';
export { bookings, reminders } from './features/bookings/words.zh.ts';
export { chat, forms } from './features/chat/words.zh.ts';
export { gauge, map, parts, request, timeline } from './features/context/words.zh.ts';
export { evals, improving, tryOut } from './features/evals/words.zh.ts';
export { files } from './features/files/words.zh.ts';
export { firstRun } from './features/first-run/words.zh.ts';
export { judging } from './features/judging/words.zh.ts';
export { mcp } from './features/mcp/words.zh.ts';
export { publishing, repositories } from './features/repositories/words.zh.ts';
export { library, review } from './features/review/words.zh.ts';
export { settings } from './features/settings/words.zh.ts';
export { skills } from './features/skills/words.zh.ts';
export { terminal } from './features/terminal/words.zh.ts';
export { updates } from './features/updates/words.zh.ts';
