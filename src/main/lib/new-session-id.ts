import { randomInt } from 'node:crypto';

/** No letters that are read as one another. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const RANDOM_LETTERS = 8;

/** The day and eight random letters: sorts by day, can be typed, and does not collide (31⁸ a day). */
export function newSessionId(now: Date = new Date()): string {
  const day = now.toISOString().slice(0, 10).replaceAll('-', '');
  const random = Array.from({ length: RANDOM_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]);
  return `${day}-${random.join('')}`;
}
