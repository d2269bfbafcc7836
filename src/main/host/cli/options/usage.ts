/** Commander's complaints as one line: what is wrong, and what to do. */
import type { CommanderError } from 'commander';
import type { CliWords } from '../../../../shared/messages/en/cli.ts';

/** @param path of the command as typed: `skilldeck skills show`. */
export function usageLine(error: CommanderError, path: string, { usage }: CliWords): string {
  const quoted = /'([^']*)'/.exec(error.message)?.[1] ?? '';
  const meant = /Did you mean (?:one of )?([^?]*)\?/.exec(error.message)?.[1];
  const complaint = () => {
    switch (error.code) {
      case 'commander.unknownOption':
        return usage.unknownOption(quoted.replace(/=.*$/s, ''));
      case 'commander.unknownCommand':
        return usage.unknownCommand(quoted);
      case 'commander.missingArgument':
        return usage.missingArgument(quoted);
      case 'commander.optionMissingArgument':
        return usage.optionMissingArgument(quoted);
      case 'commander.excessArguments':
        return path.endsWith(' run') ? usage.excessArguments : usage.excessPlain;
      default:
        return error.message.replace(/^error: /, '').replace(/\s+/g, ' ');
    }
  };
  return `${complaint()}${meant === undefined ? '' : ` → ${meant}?`} ${usage.try(path)}`;
}
