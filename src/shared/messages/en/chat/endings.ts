export const end = {
  details: 'Details',
  errorTitle: 'The answer couldn’t be completed',
  maxIterations: 'Skilldeck stopped after {{count}} steps, the limit for one message, before it finished.',
  stopped: 'You stopped here.',
  branched: 'Branched here, mid-run. Everything up to this point is included.',
  interrupted: 'Interrupted: Skilldeck closed while it was working. Everything up to this point is saved.',
  refused: 'Stopped because the last step was declined.',
  retry: 'Try again',
  continue: 'Continue',
  continueText: 'Please continue where you left off.',
  settings: 'Open model settings',
  remedy: {
    unreachable: 'Check that the model server is running and that you are online.',
    timeout: 'The model took too long to answer. Try again.',
    stalled: 'The model stopped responding halfway. Try again.',
    tooLarge: 'The answer was too large and was cut off. Ask for less at a time.',
    tooLong: 'The model hit its output limit while still reasoning. Raise the limit in Settings.',
    loop: 'The model kept repeating the same call. Tell it what to do instead, or choose another model.',
    rateLimited: 'The provider is busy or your quota is used up. Wait a moment and try again.',
    serverError: 'The provider reports a problem on its side. Try again later.',
    unauthorized: 'The provider rejected the key. Check it in Settings.',
    notFound: 'This model or address doesn’t exist. Check both in Settings.',
    badRequest: 'The model rejected the request. Try another model.',
    contextTooLong:
      'The conversation no longer fits this model’s context window. Unload a skill, or start a new conversation.',
    contextFull: 'The context window is full. Unload a skill on the right, or start a new conversation.',
    redirected:
      'The address redirects to another server, and Skilldeck doesn’t follow redirects. Check it in Settings.',
    notAStream: 'The address didn’t answer like a model. Check it in Settings.',
    cutOff: 'The connection dropped mid-answer. Try again.',
    contentFilter: 'The provider’s content filter blocked this.',
    other: 'Try again. If that doesn’t help, check the model in Settings.',
  },
};

export const retrying = {
  line: 'The model didn’t answer ({{reason}}). Retrying in {{seconds}} s…',
  now: 'The model didn’t answer ({{reason}}). Retrying…',
  reason: {
    unreachable: 'not reachable',
    timeout: 'too slow',
    stalled: 'stopped responding',
    rateLimited: 'busy',
    serverError: 'a problem on its side',
    cutOff: 'connection cut',
    other: 'a temporary problem',
  },
};
