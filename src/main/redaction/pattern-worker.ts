/**
 * Applies the user's own patterns to a session's texts in a thread: a pattern that backtracks forever then blocks
 * nothing else and can be ended. A separate program in the build (`pattern-worker.js`).
 */
import { parentPort, workerData } from 'node:worker_threads';

export interface PatternJob {
  readonly patterns: readonly { readonly source: string; readonly flags: string }[];
  readonly texts: readonly string[];
}

/** `text` is an index into the job's texts; `found` holds pairs: from, to. */
export interface PatternFinding {
  readonly text: number;
  readonly found: readonly number[];
}

const { patterns, texts } = workerData as PatternJob;
/** Starts the patterns' time, without the start of the thread. */
parentPort?.postMessage('ready');
/** One message per pattern: the last one received shows which did not end. */
for (const { source, flags } of patterns) {
  const pattern = new RegExp(source, flags);
  // Empty text can take for ever, too.
  if (pattern.test('')) parentPort?.postMessage('empty');
  const findings: PatternFinding[] = [];
  for (const [index, text] of texts.entries()) {
    const found: number[] = [];
    for (const match of text.matchAll(pattern)) {
      if (match[0] !== '') found.push(match.index, match.index + match[0].length);
    }
    if (found.length > 0) findings.push({ text: index, found });
  }
  parentPort?.postMessage(findings);
}
