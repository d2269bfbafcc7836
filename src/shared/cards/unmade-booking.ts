/** Claims of a booking that no run made, found in the words of an answer. */
import type { Message, SessionState } from '../session-state.ts';
import { operationsOf } from '../tool-operations.ts';
import { parseCard } from './registry.ts';

const REFERENCE = String.raw`[（(“"'*:：\s#]*(?=[A-Z\d]*[A-Z])[A-Z\d]{5,10}(?![A-Za-z\d])`;
const CLAIM = new RegExp(
  [
    String.raw`\b(?:[Ii]s|[Aa]re|[Hh]as been|[Hh]ave been|[Hh]ave|[Ii]'ve|[Ss]uccessfully|[Aa]ll) (?:now |been |just |successfully |all )*booked\b`,
    String.raw`\b(?:[Bb]ooking|[Rr]eservation|[Tt]icket)s? (?:is |are |has been |have been )?(?:now )?(?:confirmed|complete[d]?|successful|issued)\b`,
    String.raw`\b(?:[Bb]ooking|[Rr]eservation|[Cc]onfirmation|[Rr]eference)(?: [Rr]eference| [Nn]umber| [Cc]ode)?(?: is)?${REFERENCE}`,
    `预订成功|订票成功|出票成功|已经?(?:成功)?(?:[为帮给]?[您你])?(?:成功)?(?:预订|订好|订妥|订了|出票)`,
    String.raw`(?:订单号|预订号|订座编号|确认号)(?:是|为)?${REFERENCE}`,
  ].join('|'),
);
/** Sentences of what is not so, or not yet. */
const OPEN =
  /[?？]|\b(?:not|nothing|no|once|if|when|after|until|will|would|can|could|shall|should|before|already|example)\b|n't\b|没|未|尚|不|如果|之前|还|例如|若/i;
const BOOKS = /\bbook(?:s|ing|ings)?\b|\breserv\w+|预订|预定|订票/i;

/** True if `answer` says that something was booked where a skill books by cards, and no run has made it. */
export function claimsUnmade(
  { catalog, calls, messages }: Pick<SessionState, 'catalog' | 'calls' | 'messages'>,
  { seq, text }: Extract<Message, { role: 'assistant' }>,
): boolean {
  const claims = text.split(/(?<=[.!?。！？\n])/).filter((sentence) => CLAIM.test(sentence) && !OPEN.test(sentence));
  if (claims.length === 0 || !catalog.some(({ description }) => BOOKS.test(description))) return false;
  const before = messages.filter((message) => message.seq < seq);
  const runs = before.flatMap((message) => (message.role === 'tool' && message.ok ? [message] : []));
  // A tool of another kind may have booked.
  if (runs.some(({ name }) => operationsOf(name).length === 0)) return false;
  const references = claims
    .flatMap((sentence) => sentence.match(/(?<![A-Za-z\d])[A-Z\d]{5,10}(?![A-Za-z\d])/g) ?? [])
    .filter((one) => !/^[A-Z\d]{2}\d{2,4}$/.test(one));
  if (references.length > 0)
    return !before.some((message) => {
      const said = message.role === 'tool' ? message.content : message.role === 'user' ? message.text : '';
      return references.some((one) => said.includes(one));
    });
  const records = ({ callId }: { readonly callId: string }) =>
    Object.hasOwn(calls, callId) ? (parseCard(calls[callId]?.data)?.records.length ?? 0) : 0;
  return !runs.some((run) => records(run) > 0);
}
