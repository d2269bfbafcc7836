/** Typing into a running program, and what ended one. */
export const terminal = {
  asks: 'The program is asking you',
  asksHidden: 'The program is asking for a secret',
  hiddenNote: 'Your input goes only to the program. It isn’t shown, stored or sent to the model.',
  visibleNote: 'Your input goes to the program. It is stored with the conversation, and the model can read it.',
  answer: 'Your answer',
  send: 'Send',
  pressEnter: 'Press Enter',
  removed: 'Output removed when this conversation’s files were cleaned on {{date}}.',
  limit: {
    time: 'Killed: time limit reached',
    idle: 'Killed: no input or output for too long',
    cpu: 'Killed: CPU limit reached',
    memory: 'Killed: memory limit reached (scriptMemory in config.jsonc raises it)',
    processes: 'Process limit reached',
    'file-size': 'File size limit reached',
    'workspace-size': 'Killed: workspace size limit reached',
    'workspace-files': 'Killed: file count limit reached',
    'workspace-depth': 'Killed: folder depth limit reached',
    output: 'Killed: output limit reached',
  },
};
