/**
 * The files of a skill as schemas, for editors (`npm run schemas`). They ask for what lint asks for; loading is more
 * lenient. The limits are the rules' own.
 */
import { z } from 'zod';
import { ARGUMENT_STYLES } from '../../../shared/events.ts';
import { MAX_DESCRIPTION as MAX_TOOL_DESCRIPTION, MAX_TOOLS, RUNNABLE, TOOL_NAME } from '../tools-file.ts';
import { MAX_COMPATIBILITY, MAX_DESCRIPTION } from './descriptions.ts';
import { CHARACTERS, MAX_NAME } from './names.ts';

const listOrText = (words: string) =>
  z.union([z.string(), z.array(z.string())]).meta({ description: `${words} A list, or one text with commas.` });

/** Fields of other clients are allowed. */
export const skillFileSchema = z.looseObject({
  name: z
    .string()
    .min(1)
    .max(MAX_NAME)
    .regex(CHARACTERS)
    .regex(/^(?!-)(?!.*--).*(?<!-)$/)
    .meta({ description: "The skill's id: small letters, digits and single hyphens; the name of its folder." }),
  description: z
    .string()
    .min(1)
    .max(MAX_DESCRIPTION)
    .meta({ description: 'What the skill does and when to use it. The model decides by this alone.' }),
  when_to_use: z.string().optional().meta({ description: 'Requests for which the skill is meant.' }),
  tags: listOrText('Words to find the skill by.').optional(),
  'disable-model-invocation': z.boolean().optional().meta({ description: 'True: only the person loads it, as /name.' }),
  'user-invocable': z.boolean().optional().meta({ description: 'False: it cannot be called as /name.' }),
  license: z.string().optional(),
  compatibility: z
    .string()
    .min(1)
    .max(MAX_COMPATIBILITY)
    .optional()
    .meta({ description: 'What the skill needs: programs, a system, network access.' }),
  metadata: z
    .record(z.string(), z.union([z.string(), z.array(z.string()), z.record(z.string(), z.unknown())]))
    .optional()
    .meta({ description: 'Facts by name, such as `version`, `confirm` (scripts that need approval), `activity`.' }),
  'allowed-tools': listOrText('Tools that the skill uses without asking.').optional(),
});

const toolSchema = z.strictObject({
  name: z.string().regex(TOOL_NAME),
  description: z.string().min(1).max(MAX_TOOL_DESCRIPTION).meta({ description: 'What the tool does, for the model.' }),
  parameters: z
    .looseObject({ type: z.literal('object').optional(), properties: z.record(z.string(), z.unknown()).optional() })
    .nullish()
    .meta({ description: 'JSON Schema of an object: the arguments.' }),
  script: z
    .string()
    .regex(new RegExp(RUNNABLE.source))
    .regex(/^(?!\/)(?![A-Za-z]:)(?!(?:.*\/)?\.\.(?:\/|$))/)
    .meta({ description: "The program, relative to the skill's folder." }),
  pass: z.enum(ARGUMENT_STYLES).optional().meta({ description: 'How the script gets the arguments.' }),
});
const tools = z.array(toolSchema).max(MAX_TOOLS);

export const toolsFileSchema = z.union([tools, z.object({ tools })]);
