import { useEffect, useState } from 'react';
import type { TerminalRecording } from '../../../shared/terminal.ts';
import { useActions } from '../../store/index.ts';

/** Undefined until it is there. */
export function useRecording(callId: string): TerminalRecording | 'none' | undefined {
  const { readRecording } = useActions();
  const [recording, setRecording] = useState<TerminalRecording | 'none'>();
  useEffect(() => {
    let wanted = true;
    void readRecording(callId).then((found) => {
      if (wanted) setRecording(found ?? 'none');
    });
    return () => {
      wanted = false;
    };
  }, [callId, readRecording]);
  return recording;
}
