/** A form and its answers as words: what the model is told, and what stands where no form can be drawn. */
import type { FaultCode, FormFaults } from './form-check.ts';
import type { Form, FormField, FormLanguage, FormListItem, FormReply, FormValue } from './forms.ts';
import { isBlank } from './forms.ts';

const WORDS = {
  en: {
    colon: ': ',
    comma: ', ',
    yes: 'yes',
    no: 'no',
    skipped: (title: string) => `(I skipped the form “${title}”.)`,
  },
  zh: { colon: '：', comma: '、', yes: '是', no: '否', skipped: (title: string) => `（我跳过了表单“${title}”。）` },
} as const;

/**
 * The person's message: plain words in the form's language, one line a field that was filled in. The model reads this
 * and nothing else.
 */
export function replyText(form: Form, { outcome, answers }: Pick<FormReply, 'outcome' | 'answers'>): string {
  const words = WORDS[form.language];
  if (outcome === 'skipped') return words.skipped(form.title);
  const lines = form.fields.flatMap((field) => {
    const value = answers[field.name];
    return isBlank(value) || value === undefined
      ? []
      : [`- ${field.label}${words.colon}${valueText(field, value, form.language)}`];
  });
  return [`${form.title}${words.colon.trimEnd()}`, ...lines].join('\n');
}

/** A value as a person reads it: an option's name with its code, yes or no. */
export function valueText(field: FormField, value: FormValue, language: FormLanguage): string {
  const words = WORDS[language];
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (!Array.isArray(value)) return optionText(field, String(value));
  return value
    .map((one) => (typeof one === 'string' ? optionText(field, one) : itemText(field, one, language)))
    .join(words.comma);
}

function itemText(field: FormField, item: FormListItem, language: FormLanguage): string {
  const parts = (field.fields ?? []).flatMap((inner) => {
    const value = item[inner.name];
    return isBlank(value) || value === undefined ? [] : [valueText(inner, value, language)];
  });
  const [first = '', ...rest] = parts;
  if (rest.length === 0) return first;
  return language === 'zh' ? `${first}（${rest.join('，')}）` : `${first} (${rest.join(', ')})`;
}

function optionText(field: FormField, value: string): string {
  const option = field.options?.find((one) => one.value === value);
  if (option === undefined) return value;
  return option.code === undefined ? option.label : `${option.label} (${option.code})`;
}

const FAULTS: Readonly<Record<FormLanguage, Readonly<Record<FaultCode, string>>>> = {
  en: {
    required: 'Please fill this in.',
    'wrong-type': 'This is not the kind of answer that is asked for.',
    'too-short': 'At least {} characters are needed.',
    'too-long': 'At most {} characters fit.',
    pattern: 'This does not have the right form. {}',
    email: 'Enter an e-mail address such as name@example.com.',
    date: 'Enter a date as year-month-day, such as 2027-03-12.',
    'date-time': 'Enter a date and a time.',
    'too-early': 'The earliest day is {}.',
    'too-late': 'The latest day is {}.',
    'before-other': 'This is before “{}”.',
    'same-as-other': 'This is the same as “{}”.',
    number: 'Enter a number.',
    whole: 'Enter a whole number.',
    'too-small': 'The least is {}.',
    'too-big': 'The most is {}.',
    step: 'Only steps of {} are possible.',
    'not-an-option': 'Choose one from the list.',
    'too-few': 'At least {} needed.',
    'too-many': 'At most {} possible.',
    twice: 'Each can be chosen only once.',
  },
  zh: {
    required: '请填写这一项。',
    'wrong-type': '填写的内容类型不对。',
    'too-short': '至少需要 {} 个字符。',
    'too-long': '最多 {} 个字符。',
    pattern: '格式不对。{}',
    email: '请填写邮箱地址，例如 name@example.com。',
    date: '请按“年-月-日”填写日期，例如 2027-03-12。',
    'date-time': '请填写日期和时间。',
    'too-early': '最早可选 {}。',
    'too-late': '最晚可选 {}。',
    'before-other': '不能早于“{}”。',
    'same-as-other': '不能与“{}”相同。',
    number: '请填写数字。',
    whole: '请填写整数。',
    'too-small': '最小为 {}。',
    'too-big': '最大为 {}。',
    step: '只能按 {} 递增。',
    'not-an-option': '请从列表中选择。',
    'too-few': '至少需要 {} 项。',
    'too-many': '最多 {} 项。',
    twice: '每一项只能选一次。',
  },
};

/** What is wrong with a field, in one sentence that says what would fit. */
export function faultText({ code, limit = '' }: FormFaults[string], language: FormLanguage): string {
  return FAULTS[language][code].replace('{}', String(limit)).trim();
}
