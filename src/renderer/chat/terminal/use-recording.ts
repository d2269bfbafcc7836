import { useEffect, useState } from 'react';
import type { TerminalRecording } from '../../../shared/terminal.ts';
import { unlessGone } from '../../shared/unless-gone.ts';
import { useActions } from '../../store/index.ts';

/** Undefined until it is there. */
export function useRecording(callId: string): TerminalRecording | 'none' | undefined {
  const { readRecording } = useActions();
  const [recording, setRecording] = useState<TerminalRecording | 'none'>();
  useEffect(() => unlessGone(readRecording(callId), (found) => setRecording(found ?? 'none')), [callId, readRecording]);
  return recording;
}
