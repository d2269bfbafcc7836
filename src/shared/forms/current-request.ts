/**
 * The user's current request, in the facts of a skill's request form: filled in, answered, or searched for.
 * Read from the session alone, so that every host and every past moment shows the same.
 */
import { cardHeadSchema } from '../cards/card.ts';
import { parseCard } from '../cards/registry.ts';
import type { CallView, SessionState } from '../session-state.ts';
import { knownValues } from './form-values.ts';
import {
  type ChangedFact,
  type Form,
  type FormAnswers,
  type FormField,
  formIn,
  isBlank,
  replacedFields,
} from './forms.ts';

export type Facts = Readonly<Record<string, unknown>>;

export interface CurrentRequest {
  readonly skill: string;
  /** Form that was shown; undefined before any was: then the skill's folder has it. */
  readonly form: Form | undefined;
  /** Values of fields, as the form or the search's own card gives them; fitted by `requestValues`. */
  readonly facts: Facts;
  readonly unused: readonly string[];
  readonly unclear: readonly string[];
  /** The call whose form waits for an answer. */
  readonly waiting: string | undefined;
}

/** Undefined where nothing is asked for, and after it was done: a record such as a booking ends a request. */
export function currentRequest({ messages, calls, catalog }: SessionState): CurrentRequest | undefined {
  let request: CurrentRequest | undefined;
  for (const message of messages) {
    if (message.role === 'user') {
      const { form: reply } = message;
      const isAnswer = reply !== undefined && reply.callId === request?.waiting;
      if (request === undefined) continue;
      request =
        isAnswer && reply.outcome === 'submitted'
          ? { ...request, facts: reply.answers, unused: [], unclear: [], waiting: undefined }
          : { ...changed(request, message.fact), waiting: undefined };
    }
    if (message.role !== 'tool') continue;
    const call = Object.hasOwn(calls, message.callId) ? calls[message.callId] : undefined;
    if (request !== undefined) request = changed(request, call?.approval?.fact);
    const form = formIn(call?.data);
    if (form?.request === true && form.id !== undefined) {
      const { values, unused = [], unclear = [] } = form;
      request = { skill: form.id.split('/')[0] ?? '', form, facts: values, unused, unclear, waiting: message.callId };
      continue;
    }
    const head = cardHeadSchema.safeParse(call?.data);
    if (!head.success || call === undefined) continue;
    if (endsRequest(call)) request = undefined;
    else if (isFacts(head.data.query)) request = searched(request, head.data.query, skillOf(call, catalog));
  }
  return request;
}

/** One that was removed stays in the facts as null, so that the name of a day in a search does not bring it back. */
function changed(request: CurrentRequest, fact: ChangedFact | undefined): CurrentRequest {
  if (fact === undefined) return request;
  const unclear = request.unclear.filter((name) => name !== fact.field);
  return { ...request, facts: { ...request.facts, [fact.field]: fact.value }, unclear };
}

const isFacts = (value: unknown): value is Facts =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A run that asked for an approval and made a record. */
const endsRequest = (call: CallView): boolean =>
  call.approval?.decision !== undefined && call.status === 'done' && (parseCard(call.data)?.records.length ?? 0) > 0;

/** By the path of the script that ran. */
const skillOf = ({ script, arguments: json }: CallView, catalog: SessionState['catalog']): string | undefined =>
  catalog.find(({ id }) => [script?.command, json].some((text) => text?.split(/[/\\]/).includes(id)))?.id;

function searched(
  before: CurrentRequest | undefined,
  query: Facts,
  skill: string | undefined,
): CurrentRequest | undefined {
  const owner = skill ?? before?.skill;
  if (owner === undefined) return before;
  const known = before?.skill === owner ? before : undefined;
  const facts = { ...known?.facts, ...query };
  const isAnswered = known?.waiting === undefined;
  return {
    skill: owner,
    form: known?.form,
    facts,
    unused: isAnswered ? [] : known.unused,
    unclear: isAnswered ? [] : known.unclear,
    waiting: undefined,
  };
}

/** A search may name a day by the field's name and "Date". */
export const factOf = (facts: Facts, name: string): unknown =>
  Object.hasOwn(facts, name) ? facts[name] : facts[`${name}Date`];

const asScalars = (own: unknown): readonly unknown[] =>
  isFacts(own) ? [own.cityCode, own.code, own.city, own.cityZh, own.name] : [own];

/** Items with a place as its city's code. */
const asItems = (own: unknown): unknown =>
  !Array.isArray(own)
    ? own
    : own.map((item: unknown) =>
        isFacts(item)
          ? Object.fromEntries(
              Object.entries(item).map(([key, value]) => [key, asScalars(value).find((one) => one !== undefined)]),
            )
          : item,
      );

/** A search may name a day by the field's name and "Date", and a place by an object with its code and names. */
export function requestValues(fields: readonly FormField[], facts: Facts): FormAnswers {
  const given = fields.flatMap(({ name, kind }) => {
    const own = factOf(facts, name);
    const listed =
      kind === 'text' && Array.isArray(own) ? [own.join(', ')] : kind === 'list' ? [asItems(own)] : asScalars(own);
    return [[name, listed] as const];
  });
  const values: FormAnswers = {};
  const replaced = replacedFields(fields, facts);
  for (const field of fields) {
    if (replaced.includes(field.name)) continue;
    for (const one of given.find(([name]) => name === field.name)?.[1] ?? []) {
      const { initial: _default, ...bare } = field;
      const fitted = knownValues([bare], { [field.name]: one }).values[field.name];
      if (isBlank(fitted) || fitted === undefined) continue;
      values[field.name] = fitted;
      break;
    }
  }
  return values;
}
