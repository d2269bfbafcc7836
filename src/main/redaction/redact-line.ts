/** A stored event without what is removed, and the words by which a log says that it is not the one that was written. */
import type { RedactionCount } from './finds.ts';
import type { Redactor } from './redactor.ts';

/** Keeps the fields that identify an event; searches all others. Searches a row that is not JSON as plain text. */
export function redactLine(line: string, redactor: Redactor): string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    return redactor.text(line);
  }
  if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed)) {
    return JSON.stringify(redactor.value(parsed));
  }
  // The link to the original line would confirm a guess at what was removed.
  const { v, seq, at, session, prev: _prev, type, ...body } = parsed as Record<string, unknown>;
  redactor.at(typeof seq === 'number' ? seq : 0);
  const looked = type === 'model-responded' ? withoutOpaque(body, redactor) : body;
  return JSON.stringify({ v, seq, at, session, type, ...(redactor.value(looked) as object) });
}

/** Encrypted reasoning, signatures and the like may hold anything that was said: what cannot be looked through stays here. */
function withoutOpaque(body: Record<string, unknown>, redactor: Redactor): Record<string, unknown> {
  const { opaque, toolCalls, ...rest } = body;
  const calls = Array.isArray(toolCalls) ? toolCalls.map((call) => withoutExtra(call, redactor)) : toolCalls;
  const kept = opaque === undefined || (saysAnything(opaque) && !redactor.keepsOpaque()) ? {} : { opaque };
  return { ...rest, ...(calls === undefined ? {} : { toolCalls: calls }), ...kept };
}

/** Field names alone reveal nothing: their content may be the reasoning, which can be searched. */
function saysAnything(value: unknown): boolean {
  if (value === null || typeof value === 'boolean') return false;
  return typeof value === 'object' ? Object.values(value).some(saysAnything) : value !== '';
}

function withoutExtra(call: unknown, redactor: Redactor): unknown {
  if (call === null || typeof call !== 'object' || !('extra' in call)) return call;
  if (!saysAnything(call.extra) || redactor.keepsOpaque()) return call;
  const { extra: _extra, ...rest } = call;
  return rest;
}

/** Says in the log's first line that it is no longer the one that was written: `sessions verify` looks for it. */
export function markRedacted(line: string, count: RedactionCount): string {
  try {
    return JSON.stringify({ ...(JSON.parse(line) as object), redacted: count });
  } catch {
    return line;
  }
}

/** True if a log's first line says that it was redacted. */
export function isRedacted(line: string | undefined): boolean {
  try {
    const parsed: unknown = JSON.parse(line ?? '');
    return parsed !== null && typeof parsed === 'object' && Object.hasOwn(parsed, 'redacted');
  } catch {
    return false;
  }
}
