/** Links to the app. Whatever is in one, it only ever fills in the message box. */
import path from 'node:path';
import { app } from 'electron';
import { DEEP_LINK_SCHEME, promptOfLink } from '../../../shared/deep-link.ts';

/** The first link among a program's arguments. @param argv of this start, or of another one that left to us. */
const linkIn = (argv: readonly string[]): string | undefined => {
  for (const argument of argv) {
    const prompt = promptOfLink(argument);
    if (prompt !== undefined) return prompt;
  }
  return undefined;
};

/**
 * Before the app is ready: a Mac hands over the link that started it as soon as it can.
 * @param onPrompt a new conversation with these words in its box; called only once `deliver` was.
 */
export function receiveLinks(argv: readonly string[]): { deliver(onPrompt: (prompt: string) => void): void } {
  let waiting = linkIn(argv);
  let onPrompt: ((prompt: string) => void) | undefined;
  const take = (prompt: string | undefined) => {
    if (prompt === undefined) return;
    if (onPrompt === undefined) waiting = prompt;
    else onPrompt(prompt);
  };
  app.on('open-url', (event, url) => {
    event.preventDefault();
    take(promptOfLink(url));
  });
  app.on('second-instance', (_event, others) => take(linkIn(others)));
  return {
    deliver(given) {
      register(argv);
      onPrompt = given;
      take(waiting);
      waiting = undefined;
    },
  };
}

/** The system hands links to the installed app; run by Electron's own program, Windows alone can be told of the entry too. */
function register([, entry]: readonly string[]): void {
  if (app.isPackaged) app.setAsDefaultProtocolClient(DEEP_LINK_SCHEME);
  else if (process.platform === 'win32' && entry !== undefined)
    app.setAsDefaultProtocolClient(DEEP_LINK_SCHEME, process.execPath, [path.resolve(entry)]);
}
