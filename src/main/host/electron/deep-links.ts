/** Links to the app. Whatever a link contains, it only fills in the message box. */
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
 * Call before the app is ready: macOS delivers the link that started it as early as it can.
 * @param onPrompt a new conversation with these words in its box; called only after `deliver`.
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

/** Registers the installed app for links; if Electron's own program runs it, only Windows takes the entry too. */
function register([, entry]: readonly string[]): void {
  if (app.isPackaged) app.setAsDefaultProtocolClient(DEEP_LINK_SCHEME);
  else if (process.platform === 'win32' && entry !== undefined)
    app.setAsDefaultProtocolClient(DEEP_LINK_SCHEME, process.execPath, [path.resolve(entry)]);
}
