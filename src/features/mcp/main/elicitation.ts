/** A server's question to the person: the same form as `ask_user` shows, or a page to open. Others wrote it, so it is bounded. */
import type { ElicitRequest, ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import type { ApprovalAnswer } from '../../../main/agent/ports.ts';
import { visible } from '../../../main/lib/text.ts';
import type { ApprovalDetail } from '../../../shared/events.ts';
import { checkAnswers } from '../../../shared/forms/form-check.ts';
import { compileFields } from '../../../shared/forms/form-schema.ts';
import { answersSchema, type Form, todayHere } from '../../../shared/forms/forms.ts';

/** Characters of one text. */
const LONGEST = 1_000;
/** Characters of a form as JSON: each question is logged. */
const LARGEST = 64 * 1024;
const FORMATS: readonly unknown[] = ['email', 'date', 'date-time'];

type Node = Readonly<Record<string, unknown>>;
type Named = readonly { readonly const: unknown; readonly title: unknown }[] | undefined;

const short = (text: unknown): string => visible(String(text)).slice(0, LONGEST);

/** Undefined for one that is not put to a person: it asks for a secret, or for what no form has. */
export function questionOf(server: string, params: ElicitRequest['params']): ApprovalDetail | undefined {
  const message = short(params.message);
  const detail = { needsPerson: true };
  if (params.mode === 'url') {
    const url = /^https?:\S+$/.test(params.url) ? params.url : '';
    return url === '' || url.length > LONGEST ? undefined : { ...detail, asks: { server, message, url: visible(url) } };
  }
  const { properties, required = [] } = params.requestedSchema;
  const nodes = Object.entries(properties).map(([name, node]) => [name, plain(name, { ...node })] as const);
  const language = /\p{Script=Han}/u.test(message) ? 'zh' : 'en';
  const compiled = compileFields({ properties: Object.fromEntries(nodes), required }, { language });
  const given = nodes.flatMap(([name, node]) => (node.default === undefined ? [] : [[name, node.default]]));
  const values = answersSchema.safeParse(Object.fromEntries(given)).data ?? {};
  if ('faults' in compiled || nodes.some(([name]) => name.length > 100)) return undefined;
  const head = { kind: 'form', version: 1, language, title: server, message } as const;
  const form: Form = { ...head, fields: [...compiled.fields], values };
  return JSON.stringify(form).length > LARGEST ? undefined : { ...detail, asks: { server, message, form } };
}

/** In the words of forms: options with their names, and no format that only a program reads. */
function plain(name: string, { enum: values, enumNames, oneOf, anyOf, items, format, ...rest }: Node): Node {
  const names = (enumNames ?? values) as readonly unknown[];
  const named = (values as readonly unknown[] | undefined)?.map((one, at) => ({ const: one, title: names[at] ?? one }));
  const options = named ?? ((oneOf ?? anyOf) as Named);
  return {
    ...rest,
    title: short(rest.title ?? name),
    ...(rest.description === undefined ? {} : { description: short(rest.description) }),
    ...(options && { oneOf: options.map((one) => ({ const: one.const, title: short(one.title) })) }),
    ...(items === undefined ? {} : { items: plain('', items as Node) }),
    ...(FORMATS.includes(format) ? { format } : {}),
  };
}

/** Without a person: declined. Cancelled: they stopped the run, or wrote something else. */
export function resultOf({ asks }: ApprovalDetail, answer: ApprovalAnswer, stopped: boolean): ElicitResult {
  if (stopped || (typeof answer === 'object' && 'words' in answer)) return { action: 'cancel' };
  if (answer === 'denied' || answer === 'unasked') return { action: 'decline' };
  if (asks?.form === undefined) return { action: 'accept' };
  if (typeof answer !== 'object') return { action: 'decline' };
  const content = answer.answers as NonNullable<ElicitResult['content']>;
  const strange = Object.keys(content).some((name) => !asks.form?.fields.some((field) => field.name === name));
  const faults = checkAnswers(asks.form, answer.answers, { today: todayHere(), matches: () => true });
  return Object.keys(faults).length === 0 && !strange ? { action: 'accept', content } : { action: 'cancel' };
}
