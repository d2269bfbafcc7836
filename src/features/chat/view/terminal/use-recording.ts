import { useEffect, useState } from 'react';
import { unlessGone } from '../../../../renderer/shared/failures.tsx';
import { useActions } from '../../../../renderer/store/index.ts';
import type { TerminalRecording } from '../../../../shared/terminal.ts';

/** Undefined until it is there. */
export function useRecording(callId: string): TerminalRecording | 'none' | undefined {
  const { readRecording } = useActions();
  const [recording, setRecording] = useState<TerminalRecording | 'none'>();
  useEffect(() => unlessGone(readRecording(callId), (found) => setRecording(found ?? 'none')), [callId, readRecording]);
  return recording;
}
