/**
 * The person's own patterns over a session's texts, in a thread of its own: one that backtracks for ever then blocks
 * nobody and can be ended. A program of its own in the build (`pattern-worker.js`).
 */
import { parentPort, workerData } from 'node:worker_threads';

export interface PatternJob {
  readonly patterns: readonly { readonly source: string; readonly flags: string }[];
  readonly texts: readonly string[];
}

/** In `text` of the job, by its place there; `found` are pairs: from, to. */
export interface PatternFinding {
  readonly text: number;
  readonly found: readonly number[];
}

const { patterns, texts } = workerData as PatternJob;
/** From here on the time is the patterns': the start of a thread is not. */
parentPort?.postMessage('ready');
/** One message a pattern: the last that came tells which one did not end. */
for (const { source, flags } of patterns) {
  const pattern = new RegExp(source, flags);
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
