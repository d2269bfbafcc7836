import { z } from 'zod';
import { ERROR_CODES, SkilldeckError } from '../../../shared/errors.ts';
import type { ToolResult } from '../../agent/ports.ts';

const codeSchema = z.object({ code: z.enum(ERROR_CODES) });
const figuresSchema = z.object({ figures: z.record(z.string(), z.number()) });

/** What the person asked for and was refused is an expected failure. @throws SkilldeckError */
export function expectOk({ ok, content, data }: Pick<ToolResult, 'ok' | 'content' | 'data'>): void {
  if (ok) return;
  const code = codeSchema.safeParse(data).data?.code ?? 'bad-input';
  throw new SkilldeckError(code, content, { figures: figuresSchema.safeParse(data).data?.figures });
}
