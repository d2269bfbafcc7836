/** Progress for the waiting user, all on stderr: stdout is for the result. */

/** @param {string} text */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/**
 * Says what begins and, while it lasts, how far it is: in place on a terminal, every ten seconds in a log.
 * @template T
 * @param {string} text
 * @param {() => Promise<T>} work
 * @param {() => string} [progress]
 * @returns {Promise<T>}
 */
export async function during(text, work, progress = () => '') {
  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1000);
  const terminal = process.stderr.isTTY === true;
  const line = () => [`  ${seconds()} s`, progress()].filter(Boolean).join(', ');
  say(`${text} …`);
  const timer = setInterval(
    () => {
      if (terminal) process.stderr.write(`\r\x1b[K${line()}`);
      else say(line());
    },
    terminal ? 500 : 10_000,
  );
  try {
    return await work();
  } finally {
    clearInterval(timer);
    if (terminal) process.stderr.write('\r\x1b[K');
    say(`  took ${seconds()} s`);
  }
}

/** An expected failure: its message is all that a person needs. */
export class Stop extends Error {}

/**
 * Runs a script's main function: a `Stop` is one clear message and status 1, anything else shows its stack.
 * The status is set, not forced: what is still on its way to stdout arrives.
 * @param {() => Promise<number>} main
 */
export async function runScript(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    say(
      error instanceof Stop ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error),
    );
    process.exitCode = 1;
  }
}
