/** Environments, each with settings, agents, models and skills. */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { environmentNameSchema, environmentsViewSchema } from '../environments.ts';
import { nothing, procedure } from './procedure.ts';

export const environmentsContract = {
  list: procedure.input(nothing).output(environmentsViewSchema),
  /** The whole of it, again at every change. */
  watch: procedure.input(nothing).output(eventIterator(environmentsViewSchema)),
  create: procedure.input(z.object({ name: environmentNameSchema })).output(environmentsViewSchema),
  /** Copies everything in `from`: settings, agents, models and skills. */
  copy: procedure
    .input(z.object({ from: environmentNameSchema, name: environmentNameSchema }))
    .output(environmentsViewSchema),
  /** New sessions get it; those that are there keep theirs. */
  switch: procedure.input(z.object({ name: environmentNameSchema })).output(environmentsViewSchema),
  /** Into the trash, for 30 days; never the one that the app is in. */
  remove: procedure.input(z.object({ name: environmentNameSchema })).output(z.object({ entry: z.string() })),
  /** `what`: an entry of the trash, or the name of an environment in it. */
  restore: procedure.input(z.object({ what: environmentNameSchema })).output(environmentsViewSchema),
};
