/** Makes a tool of a zod schema and a function, with arguments read and faults named once for all of them. */
import { z } from 'zod';
import { messageOf } from '../../shared/errors.ts';
import type { SkillList } from '../../shared/skills/skill-list.ts';
import { type ReadyCall, type Tool, type ToolContext, ToolFailure } from './types.ts';
import { unknownFault, withAliases } from './unknown-arguments.ts';

export interface ToolSpec<Schema extends z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly group: Tool['group'];
  readonly schema: Schema;
  /** Other names under which models send a field: `[alias, field]`. */
  readonly aliases?: readonly (readonly [alias: string, field: string])[];
  /** Fields that other frameworks have and that can be said by those of this tool. */
  translate?(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  /** The schema checks a call; what it is offered as may depend on the skills that there are. */
  forList?(list: SkillList, parameters: Tool['parameters']): Partial<Pick<Tool, 'description' | 'parameters'>>;
  ready(args: z.infer<Schema>, context: ToolContext): ReadyCall;
}

/** A JSON Schema in which one field says more. */
export function withField(
  parameters: Tool['parameters'],
  field: string,
  more: Readonly<Record<string, unknown>>,
): Tool['parameters'] {
  const properties = (parameters.properties ?? {}) as Readonly<Record<string, object>>;
  return { ...parameters, properties: { ...properties, [field]: { ...properties[field], ...more } } };
}

interface FieldSchema {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly description?: string;
}

/** One line per field, from the schema that the model was given. */
export function describeFields(parameters: Readonly<Record<string, unknown>>): string {
  const properties = Object.entries((parameters.properties ?? {}) as Record<string, FieldSchema>);
  if (properties.length === 0) return 'It takes no fields: send {}.';
  const required = new Set((parameters.required ?? []) as readonly string[]);
  const lines = properties.map(([name, field]) => {
    const type =
      field.enum === undefined
        ? String(field.type ?? 'any')
        : field.enum.map((value) => JSON.stringify(value)).join(' | ');
    return `- ${name} (${type}, ${required.has(name) ? 'required' : 'optional'})${field.description === undefined ? '' : `: ${field.description}`}`;
  });
  return `Its fields:\n${lines.join('\n')}`;
}

function describeIssue(issue: z.core.$ZodIssue, value: unknown): string {
  const field = issue.path.length === 0 ? 'the arguments' : `"${issue.path.join('.')}"`;
  const missing =
    issue.path.length === 1 && typeof value === 'object' && value !== null && !(String(issue.path[0]) in value);
  return missing ? `${field} is missing` : `${field}: ${issue.message}`;
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parametersOf(schema: z.ZodObject): Tool['parameters'] {
  const { $schema: _dialect, ...parameters } = z.toJSONSchema(schema, { io: 'input' });
  return parameters;
}

export function defineTool<Schema extends z.ZodObject>(spec: ToolSpec<Schema>): Tool {
  let known: Tool['parameters'] | undefined;
  // Made when first asked for: a command that shows no tool to a model does without.
  const parameters = (): Tool['parameters'] => {
    known ??= parametersOf(spec.schema);
    return known;
  };
  const fail = (fault: string): never => {
    throw new ToolFailure(`Bad arguments for ${spec.name}: ${fault}. ${describeFields(parameters())}`);
  };
  return {
    name: spec.name,
    description: spec.description,
    group: spec.group,
    get parameters() {
      return parameters();
    },
    forList: spec.forList && ((list) => spec.forList?.(list, parameters()) ?? {}),
    ready(json, context) {
      let value: unknown;
      try {
        // Providers send nothing at all for a call without arguments.
        value = json.trim() === '' ? {} : JSON.parse(json);
      } catch (error) {
        return fail(`they are not valid JSON (${messageOf(error)})`);
      }
      const named = withAliases(value, parameters(), spec.aliases);
      const given = spec.translate !== undefined && isFields(named) ? spec.translate(named) : named;
      const unknown = unknownFault(given, parameters());
      if (unknown !== undefined) return fail(unknown);
      const parsed = spec.schema.safeParse(given);
      if (!parsed.success) return fail(parsed.error.issues.map((issue) => describeIssue(issue, given)).join('; '));
      return spec.ready(parsed.data, context);
    },
  };
}
