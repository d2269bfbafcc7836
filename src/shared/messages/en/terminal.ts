/** Typing into a running program, and what ended one. */
export const terminal = {
  asks: 'The program is asking you',
  asksHidden: 'The program is asking for something secret',
  hiddenNote: 'What you type goes to the program alone. It is not shown, not kept and not given to the model.',
  visibleNote: 'What you type goes to the program. It is kept with the conversation, and the model can read it.',
  answer: 'Your answer',
  send: 'Send',
  pressEnter: 'Press Enter',
  type: 'Type into the terminal',
  /** In place of what a script printed. */
  removed: 'What was printed here was removed when this conversation’s files were cleaned, on {{date}}.',
  leave: 'Leave the terminal',
  typing: 'Your keys go to the program. Press Esc twice to leave.',
  limit: {
    time: 'Ran out of time and was ended',
    idle: 'Ended: nothing was printed or typed for too long',
    cpu: 'Ended: it used more computing time than a run may',
    memory: 'Ended: it needed more memory than a run may',
    processes: 'Met the limit of programs at a time',
    'file-size': 'Met the limit for the size of a file',
    'workspace-size': 'Ended: its folder grew larger than it may',
    'workspace-files': 'Ended: it made more files than it may',
    'workspace-depth': 'Ended: its folders are nested too deep',
    output: 'Ended: it printed more than a run may',
  },
};
