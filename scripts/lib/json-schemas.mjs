/** JSON Schemas of the files that people write, for editors: made from the schemas that the program reads them with. */
import { z } from 'zod';
import { rubricFileSchema } from '../../src/features/judging/rubric.ts';
import { agentFields, modelFields } from '../../src/main/settings/models.ts';
import { skillFileSchema, toolsFileSchema } from '../../src/main/skills/lint/file-schemas.ts';
import { evalsFileSchema, triggersFileSchema } from '../../src/shared/evals.ts';
import { skillFormSchema } from '../../src/shared/forms/skill-forms.ts';
import { configShape, SETTINGS } from '../../src/shared/settings/schema.ts';

const settings = new Map(Object.entries(SETTINGS));

/** Every field may be left out; what it is, is said where the settings are declared. @param {Record<string, z.ZodType>} shape */
function optional(shape) {
  return z.strictObject({
    $schema: z.string().optional(),
    ...Object.fromEntries(
      Object.entries(shape).map(([name, schema]) => {
        const docs = settings.get(name)?.docs;
        return [name, docs === undefined ? schema.optional() : schema.optional().meta({ description: docs })];
      }),
    ),
  });
}

/** By name. @param {Record<string, z.ZodType>} fields */
const named = (fields) =>
  z.object({ $schema: z.string().optional() }).catchall(optional(fields).omit({ $schema: true }));

/** @type {Readonly<Record<string, { title: string, schema: z.ZodType }>>} */
const FILES = {
  skill: { title: 'Front matter of SKILL.md', schema: skillFileSchema },
  tools: { title: 'tools.yaml of a skill', schema: toolsFileSchema },
  forms: { title: 'A form in the forms.md of a skill', schema: skillFormSchema },
  config: { title: 'config.jsonc', schema: optional(configShape) },
  agents: { title: 'agents.jsonc', schema: named(agentFields) },
  models: { title: 'models.jsonc', schema: named(modelFields) },
  evals: { title: 'evals/evals.json of a skill', schema: evalsFileSchema },
  triggers: { title: 'evals/triggers.json of a skill', schema: triggersFileSchema },
  rubric: { title: 'rubrics/NAME.yaml of the data folder', schema: rubricFileSchema },
};

/** Each file of `schemas/` by its name, with its text. @returns {ReadonlyMap<string, string>} */
export function jsonSchemas() {
  return new Map(
    Object.entries(FILES).map(([name, { title, schema }]) => {
      // Draft 7 is what editors know; `input`: the file as written, before it is read.
      const made = z.toJSONSchema(schema, { target: 'draft-7', io: 'input', unrepresentable: 'any' });
      return [`${name}.schema.json`, `${JSON.stringify({ ...made, title }, null, 2)}\n`];
    }),
  );
}
