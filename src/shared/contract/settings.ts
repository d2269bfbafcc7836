/** The person's settings, and the test of a model. */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { priceSchema } from '../context-views.ts';
import { failureFields, WIRES } from '../events.ts';
import { abilitiesSchema, modelOptionsSchema } from '../models/model-options.ts';
import { modelTableSchema } from '../models/model-row.ts';
import { limitSettingsSchema } from '../settings/limits.ts';
import { configShape } from '../settings/schema.ts';
import { nothing, procedure } from './procedure.ts';

export { GLOBAL_SHORTCUTS, LANGUAGES, THEMES, UPDATE_CHANNELS, UPDATE_CHOICES } from '../settings/schema.ts';

const { language, theme, view, baseUrl, model, approve, commands, prices, timeout } = configShape;
const { network, welcomed, notify, missedSkills, keepRunning, globalShortcut, updates, updateChannel } = configShape;

/** Settings that the screen may change, of `SETTINGS`. */
const settingsSchema = z.object({
  language,
  theme,
  view,
  baseUrl,
  model,
  /** Model request options, replaced together: an omitted option takes its default. */
  modelOptions: modelOptionsSchema,
  limits: limitSettingsSchema,
  approve,
  commands,
  prices,
  network,
  welcomed,
  notify,
  missedSkills,
  keepRunning,
  globalShortcut,
  updates,
  updateChannel,
});
export type Settings = z.infer<typeof settingsSchema>;

const settingsViewSchema = settingsSchema.extend({
  /** Absent until it was chosen. */
  view: view.optional(),
  /** Absent until the person was asked. */
  updates: updates.optional(),
  /** That the app is in. */
  environment: z.string(),
  /** A key is stored; its value never leaves the core. */
  hasKey: z.boolean(),
  /** Storage of the key, shown to the user: `os` or `file` (with a warning). */
  keyStore: z.enum(['os', 'file', 'environment']),
  demo: z.boolean(),
  /** The day on which the table of models was last checked. */
  modelTable: z.string(),
  /** The app's own prices, which `prices` goes over. */
  knownPrices: prices,
  /** Seconds for a whole run of the command line; only from `config.jsonc`. */
  timeout: timeout.optional(),
  /** A proxy without its password. */
  network: network.optional(),
});
export type SettingsView = z.infer<typeof settingsViewSchema>;

const modelTestSchema = z.object({
  ok: z.boolean(),
  /** `ok`, or what is wrong, from `MODEL_TEST_CODES`. */
  code: z.string(),
  /** In English; `reason` and `figures` say it in either language (`failureReason`). */
  message: z.string(),
  ...failureFields,
  wire: z.enum(WIRES),
  /** Steps tried, in order (`MODEL_TEST_STEPS`); on failure the last one failed. */
  steps: z.array(
    z.object({
      name: z.string(),
      ok: z.boolean(),
      code: z.string().optional(),
      message: z.string().optional(),
      ...failureFields,
    }),
  ),
  /** Reported by the endpoint; absent if it does not report them. */
  limits: abilitiesSchema.extend({
    /** Optional fields that it refused in a conversation of the last day. */
    refuses: z.array(z.string()).optional(),
  }),
  /** Proxy that was used, without its password. */
  proxy: z.string().optional(),
  /** Wire to choose, for `other-wire`. */
  otherWire: z.enum(WIRES).optional(),
  models: z.array(z.string()),
  ms: z.number(),
});
export type ModelTest = z.infer<typeof modelTestSchema>;

export const namedModelSchema = abilitiesSchema.extend({
  name: z.string(),
  model: z.string(),
  baseUrl: z.string().optional(),
  prices: priceSchema.optional(),
});

const modelListSchema = z.object({
  endpoint: z.string(),
  model: z.string(),
  /** Entries of `models.jsonc`. */
  named: z.array(namedModelSchema),
  /** Models listed by the endpoint; `error` in English, with `reason` and `figures`, if it gives no list. */
  offered: z.array(abilitiesSchema.extend({ id: z.string() })),
  error: z.string().optional(),
  ...failureFields,
  table: modelTableSchema,
});
export type ModelList = z.infer<typeof modelListSchema>;

export const settingsContract = {
  get: procedure.input(nothing).output(settingsViewSchema),
  watch: procedure.input(nothing).output(eventIterator(settingsViewSchema)),
  /** `apiKey`: a new key, or '' to forget it. */
  set: procedure
    .input(settingsSchema.partial().extend({ apiKey: z.string().max(10_000).optional() }))
    .output(settingsViewSchema),
  /** Tests the values of a form; without `baseUrl`, the settings. A header of `null` means the stored value. */
  testModel: procedure
    .input(
      z.object({
        baseUrl: z.string().optional(),
        model: z.string().optional(),
        apiKey: z.string().optional(),
        modelOptions: modelOptionsSchema.optional(),
      }),
    )
    .output(modelTestSchema),
  /** Lists named models, known models, and those of the current endpoint. */
  models: procedure.input(nothing).output(modelListSchema),
};
