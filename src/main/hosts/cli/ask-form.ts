/** A form at the terminal: one field after another, each checked at once, with what is known as the answer of a bare Enter. */
import { checkAnswers, isListValue, rankOption } from '../../../shared/forms/form-check.ts';
import { faultText, notUsedText, valueText } from '../../../shared/forms/form-words.ts';
import {
  type Form,
  type FormAnswers,
  type FormField,
  type FormListItem,
  type FormOption,
  type FormReply,
  type FormValue,
  isBlank,
  todayHere,
} from '../../../shared/forms/forms.ts';
import { typedDay } from '../../../shared/forms/typed-values.ts';
import { type CommandContext, type Interrupts, isYes, question } from './command.ts';
import { visible } from './text/print.ts';

/** Options listed by number; of more one is found by typing. */
const LISTED = 12;
/** Names shown where what was typed fits several. */
const ALIKE = 5;

/** Max consecutive empty lines for a required field: no one is typing. */
const MOST_EMPTY = 3;

/** The person wants none of it, or is no longer there. */
class Left extends Error {
  override readonly name = 'Left';
}

/** Undefined where the person left: an interrupt, or the end of the input. Never throws. */
export async function askForm(
  context: CommandContext,
  form: Form,
  interrupts: Interrupts,
): Promise<Omit<FormReply, 'callId'> | undefined> {
  const { words, note, language } = context;
  note('');
  note(visible(form.title));
  if (form.message !== undefined) note(visible(form.message));
  const notUsed = notUsedText(form, language.startsWith('zh') ? 'zh' : 'en');
  if (notUsed !== '') note(visible(notUsed));
  note(words.forms.how);
  try {
    const answers: FormAnswers = {};
    const asking: Asking = { context, interrupts, form, answers };
    let wantsMore: boolean | undefined;
    for (const field of form.fields) {
      if (field.more) wantsMore ??= await wantsMoreFields(asking, form);
      const known = form.values[field.name];
      const value = field.more && !wantsMore ? known : await askField(asking, field, known);
      if (value !== undefined) answers[field.name] = value;
    }
    return { outcome: 'submitted', answers };
  } catch (error) {
    if (!(error instanceof Left)) throw error;
    return error.message === 'skipped' ? { outcome: 'skipped', answers: {} } : undefined;
  }
}

interface Asking {
  readonly context: CommandContext;
  readonly interrupts: Interrupts;
  readonly form: Pick<Form, 'fields' | 'language'>;
  /** Those given so far: a field may depend on another. */
  readonly answers: FormAnswers;
}

/** Fields that few people need are asked for only on request; what is known of them is listed. */
async function wantsMoreFields(asking: Asking, { fields, values, language }: Form): Promise<boolean> {
  const { words } = asking.context;
  const known = fields
    .filter(({ more, name }) => more && values[name] !== undefined)
    .map((field) => visible(`${field.label}: ${valueText(field, values[field.name] ?? '', language)}`));
  return isYes(await ask(asking, words.forms.moreFields(known)));
}

async function askField(
  asking: Asking,
  field: FormField,
  known: FormValue | undefined,
): Promise<FormValue | undefined> {
  if (field.kind === 'list') return askList(asking, field, isListValue(known) ? known : []);
  const { context, form, answers } = asking;
  const { words, note, language } = context;
  const options = field.options ?? [];
  if (options.length > 0 && options.length <= LISTED) {
    for (const [index, option] of options.entries()) note(`  ${index + 1}. ${visible(option.label)}`);
  }
  const suggestion = known === undefined ? '' : valueText(field, known, form.language);
  const { formPatterns } = await import('../../../shared/text/foreign-pattern.ts');
  for (let empty = 0; ; ) {
    const text = await ask(
      asking,
      words.forms.field(visible(field.label), hintOf(field, context), visible(suggestion)),
    );
    const value = text === '' ? known : text === '-' ? undefined : readValue(field, text);
    if (typeof value === 'object' && !Array.isArray(value)) {
      note(
        `${words.forms.which} ${value.alike.map(({ label, code }) => visible(`${label}${code ? ` ${code}` : ''}`)).join(', ')}`,
      );
      continue;
    }
    const fault = checkAnswers(
      form,
      { ...answers, ...(value === undefined ? {} : { [field.name]: value }) },
      { today: todayHere(), matches: formPatterns() },
    )[field.name];
    if (fault === undefined) return isBlank(value) ? undefined : value;
    empty = text === '' ? empty + 1 : 0;
    if (empty === MOST_EMPTY) throw new Left('gone');
    note(faultText(fault, language.startsWith('zh') ? 'zh' : 'en'));
  }
}

async function askList(asking: Asking, field: FormField, known: readonly FormListItem[]): Promise<FormListItem[]> {
  const { context, interrupts, form } = asking;
  const { words, note } = context;
  const { fields = [], minItems = 0, maxItems = 50, itemLabel = words.forms.entry } = field;
  const items: FormListItem[] = [];
  for (;;) {
    if (items.length >= Math.max(minItems, known.length)) {
      if (items.length >= maxItems) return items;
      const more = await ask(asking, words.forms.another(visible(itemLabel)));
      if (!isYes(more)) return items;
    }
    note(words.forms.item(visible(itemLabel), items.length + 1));
    const item: FormListItem = {};
    for (const inner of fields) {
      const before = known[items.length]?.[inner.name] ?? inner.initial;
      const value = await askField(
        { context, interrupts, form: { fields, language: form.language }, answers: item },
        inner,
        before,
      );
      if (value !== undefined && !Array.isArray(value)) item[inner.name] = value;
    }
    items.push(item);
  }
}

/** @throws Left */
async function ask({ context, interrupts }: Asking, text: string): Promise<string> {
  const { stdin } = context.deps.terminal;
  if (interrupts.signal.aborted) throw new Left('gone');
  const answer = await question(context.deps.terminal, text, interrupts);
  const said = answer.trim();
  if (said === '/skip') throw new Left('skipped');
  if (said === '' && (interrupts.signal.aborted || ('readableEnded' in stdin && stdin.readableEnded === true)))
    throw new Left('gone');
  return said;
}

function hintOf({ kind, required, hint, options = [] }: FormField, { words }: CommandContext): string {
  const shape =
    kind === 'date' || kind === 'date-time'
      ? words.forms.date
      : kind === 'yes-no'
        ? words.forms.yesNo
        : kind === 'choices'
          ? words.forms.several
          : options.length > LISTED
            ? words.forms.typeToFind
            : '';
  return [required ? words.forms.required : '', shape, visible(hint ?? '')]
    .filter((one) => one !== '')
    .join(words.forms.between);
}

interface Unclear {
  readonly alike: readonly FormOption[];
}

/** Passes on a value that does not fit the field's kind: the check reports what is wrong. */
function readValue(field: FormField, text: string): FormValue | Unclear {
  switch (field.kind) {
    case 'number':
      return Number.isFinite(Number(text)) ? Number(text) : text;
    case 'yes-no':
      return isYes(text) ? true : /^(?:n|no|否|不)$/i.test(text) ? false : text;
    case 'choice':
    case 'search':
      return optionFrom(field.options ?? [], text);
    case 'choices':
      return text.split(/[,，、\s]+/).map((part) => {
        const one = optionFrom(field.options ?? [], part);
        return typeof one === 'string' ? one : part;
      });
    case 'date':
      return typedDay(text, todayHere());
    default:
      return text;
  }
}

function optionFrom(options: readonly FormOption[], text: string): string | Unclear {
  const number = options.length <= LISTED && /^\d+$/.test(text) ? options[Number(text) - 1] : undefined;
  if (number !== undefined) return number.value;
  const ranked = options
    .map((option) => ({ option, rank: rankOption(option, text) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank);
  const [best, next] = ranked;
  if (best === undefined) return text;
  if (next === undefined || next.rank < best.rank) return best.option.value;
  const same = (option: FormOption) =>
    [option.label, option.also, option.code].some((one) => one?.toLowerCase() === text.toLowerCase());
  const exact = ranked.filter(({ option }) => same(option));
  if (exact.length === 1 && exact[0] !== undefined) return exact[0].option.value;
  return { alike: ranked.slice(0, ALIKE).map(({ option }) => option) };
}
