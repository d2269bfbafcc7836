/** Puts what a server answered besides text into out/ of the session's workspace, where it becomes artifacts. */

import { placesOf, resolvePath, writableTarget } from '../file-tools/workspace-paths.ts';
import { putContent } from '../file-tools/write-file.ts';
import { artifactEvents } from '../shell/artifact-events.ts';
import type { ToolContext } from '../types.ts';

/** @returns what could not be kept, in words. @throws ToolFailure */
export async function keepFiles(
  files: readonly { readonly name: string; readonly bytes: Uint8Array }[],
  context: ToolContext,
): Promise<readonly string[]> {
  if (files.length === 0) return [];
  const places = await placesOf(context);
  for (const { name, bytes } of files) {
    const target = await writableTarget(resolvePath(`out/${name}`, places), places);
    await putContent(target, bytes).finally(() => target.folder.close());
  }
  const { host, runner, secrets } = context;
  const collected = await runner.collect(host.sessionId, host.state().artifacts, await secrets?.values());
  host.append(...artifactEvents(collected.files, context.callId));
  return collected.notes;
}
