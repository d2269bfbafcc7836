export const reminders = {
  allow: 'Remind me on this computer',
  allowHint: 'Shows a notification when check-in opens and when it’s time to leave for the airport.',
  on: 'Reminders are on while Skilldeck is running.',
  denied: 'This browser blocks notifications from this page. Change that next to the address bar.',
} as const;
