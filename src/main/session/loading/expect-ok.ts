import { z } from 'zod';
import { ERROR_CODES, type ErrorCode, SkilldeckError } from '../../../shared/errors.ts';
import type { ToolResult } from '../../agent/ports.ts';

const codeSchema = z.object({ code: z.enum(ERROR_CODES) });
const figuresSchema = z.object({ figures: z.record(z.string(), z.number()) });

interface Refused {
  readonly code: ErrorCode;
  readonly message: string;
  readonly figures: Readonly<Record<string, number>> | undefined;
}

/** A result that is not ok, as an expected failure. */
export const refusalIn = ({ content, data }: Pick<ToolResult, 'content' | 'data'>): Refused => ({
  code: codeSchema.safeParse(data).data?.code ?? 'bad-input',
  message: content,
  figures: figuresSchema.safeParse(data).data?.figures,
});

/** A refused request of the person is an expected failure. @throws SkilldeckError */
export function expectOk(result: Pick<ToolResult, 'ok' | 'content' | 'data'>): void {
  if (result.ok) return;
  const { code, message, figures } = refusalIn(result);
  throw new SkilldeckError(code, message, { figures });
}
