import path from 'node:path';
import { placesOf, realReadable, resolvePath } from '../file-tools/workspace-paths.ts';
import { ToolFailure } from '../tool-failure.ts';
import type { SkillWorkshop, ToolContext } from '../types.ts';

/** An id, or the absolute path of a folder that may be read. @throws ToolFailure */
export async function whichSkill(given: string, context: ToolContext): Promise<string> {
  if (!/[\\/]/.test(given)) return given;
  const places = await placesOf(context);
  const real = await realReadable(resolvePath(given, places), places);
  return path.basename(real).toLowerCase() === 'skill.md' ? path.dirname(real) : real;
}

/** @throws ToolFailure */
export async function workshopOf({ workshop }: ToolContext): Promise<SkillWorkshop> {
  const open = await workshop?.();
  if (open === undefined) throw new ToolFailure('Skills cannot be tried here.');
  return open;
}
