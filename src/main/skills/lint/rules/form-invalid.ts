import { compileFields } from '../../../../shared/forms/form-schema.ts';
import { FORMS_FILE, formBlocks, parseOptions } from '../../../../shared/forms/skill-forms.ts';
import { patternFault } from '../../../../shared/text/foreign-pattern.ts';
import { example } from '../example.ts';
import type { LintSkill, Rule } from '../types.ts';

const FENCE = '```';
const BODY = { body: '# Filling forms\n\nAsk for the file by the form in `forms.md`, then fill it.\n' };
const formsMd = (field: string): string =>
  `# Forms\n\n${FENCE}json form\n{ "id": "file", "title": "The form", "fields": { "type": "object", "properties": { "file": ${field} } } }\n${FENCE}\n`;

export const formInvalid: Rule = {
  id: 'form-invalid',
  severity: 'error',
  bad: example(BODY, { 'forms.md': formsMd('{ "type": "string", "format": "pdf" }') }),
  good: example(BODY, { 'forms.md': formsMd('{ "type": "string", "title": { "en": "File", "zh": "文件" } }') }),
  check: (skill) => {
    const file = skill.files.find(({ path }) => path.toLowerCase() === FORMS_FILE);
    if (file?.content.kind !== 'text') return [];
    return formBlocks(file.content.text).flatMap(({ line, form, fault }) => {
      const faults = form === undefined ? [fault ?? ''] : faultsOf(form.fields, skill);
      return faults.map((one) => ({
        file: file.absolute,
        line,
        column: 1,
        code: 'form-invalid' as const,
        figures: { detail: one },
      }));
    });
  },
};

function faultsOf(fields: unknown, { files }: LintSkill): readonly string[] {
  const compiled = compileFields(fields, {
    language: 'en',
    patternFault,
    optionsFrom(path) {
      const found = files.find((file) => file.path === path);
      if (found?.content.kind === 'text') return parseOptions(found.content.text, path, 'en');
      return `there is no readable file "${path}" in the skill's folder`;
    },
  });
  return 'faults' in compiled ? compiled.faults : [];
}
