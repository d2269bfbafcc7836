/** Newer versions of the installed desktop app. */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { nothing, procedure } from './procedure.ts';

const UPDATE_STATUSES = ['idle', 'checking', 'current', 'available', 'downloading', 'ready', 'failed'] as const;
/**
 * `list`: the server gives no list of versions; `download`: it broke off; `damaged`: the file is not the announced one;
 * `unsigned`: not by this app's publisher.
 */
const UPDATE_FAILURES = ['list', 'download', 'damaged', 'unsigned'] as const;
export type UpdateFailure = (typeof UPDATE_FAILURES)[number];

const updateStateSchema = z.object({
  /** `self`: installed on quit; `package`: the person installs the downloaded package. */
  way: z.enum(['self', 'package']),
  /** Host that is asked. */
  server: z.string(),
  status: z.enum(UPDATE_STATUSES),
  /** Newer than this one; with `available`, `downloading`, `ready` and a failed download. */
  version: z.string().optional(),
  /** Plain text. */
  notes: z.string().optional(),
  /** 0 to 100, while it downloads. */
  percent: z.int().optional(),
  failure: z.enum(UPDATE_FAILURES).optional(),
  /** ISO 8601: the last answer of the server. */
  checkedAt: z.string().optional(),
  /** A version that did not start and was replaced with the one before it. */
  undone: z.string().optional(),
});
export type UpdateState = z.infer<typeof updateStateSchema>;

/** Only in an installed desktop app whose `app.info` says `updates`; elsewhere `not-supported`. */
export const updatesContract = {
  watch: procedure.input(nothing).output(eventIterator(updateStateSchema)),
  /** Ends with the answer of the server. */
  check: procedure.input(nothing).output(nothing),
  /** Begins; the stream tells the rest. */
  download: procedure.input(nothing).output(nothing),
  /** Closes the app, installs, and starts the new version; or shows the downloaded package. */
  install: procedure.input(nothing).output(nothing),
  undoneSeen: procedure.input(nothing).output(nothing),
};
