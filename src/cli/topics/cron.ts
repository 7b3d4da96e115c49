import type { Topic } from './topic.ts';

export const cronTopic: Topic = {
  name: 'cron',
  summary: 'unattended exports: sign-in, crontab, what to do on failure',
  blocks: [
    {
      text:
        'Sign in once as the user that the job runs as. On a machine without a keychain, store the tokens in a file that ' +
        'only its owner can read, or pass a refresh token in the environment.',
    },
    { example: 'hotelctl login --credential-store file\nhotelctl auth check' },
    { heading: 'The crontab' },
    {
      example: [
        'MAILTO=revenue@hotel.example',
        'HOTELCTL_CREDENTIAL_STORE=file',
        "15 6 1 * * /usr/local/bin/hotelctl reports room-nights -q --all-properties --period last-month --output '/home/hotel/exports/{report}-{property}-{period}.csv'",
      ].join('\n'),
    },
    {
      text:
        '-q suppresses notes, so cron sends mail only when a job fails. Files are replaced atomically. Many jobs may start in ' +
        'the same minute: one of them refreshes an expired token, and the others use it. Cron sets only HOME, LOGNAME, ' +
        'PATH, SHELL and PWD: use full paths for hotelctl and for the files, and add the folder of node to PATH.',
    },
    {
      terms: [
        ['exit 0', 'the files are written; an empty report is a success too'],
        ['exit 3', 'run `hotelctl login` again, or the keychain is not accessible'],
        ['exit 5', 'temporary: the next run may succeed'],
        ['exit 7', 'some of several requests failed; the others are written'],
        ['exit 8', 'the disk is full, or the folder is not writable: the old files are unchanged'],
      ],
    },
    { text: '`hotelctl help exit-codes` lists all of them.' },
  ],
};
