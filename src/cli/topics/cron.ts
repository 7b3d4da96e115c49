import type { Topic } from './topic.ts';

export const cronTopic: Topic = {
  name: 'cron',
  summary: 'unattended exports: sign-in, crontab, what to do on failure',
  blocks: [
    {
      text:
        'Sign in once as the user that the job runs as. Where there is no keychain, the tokens go to a file of their ' +
        "owner's alone, or a refresh token comes from the environment.",
    },
    { example: 'hotelctl login --credential-store file\nhotelctl auth check' },
    { heading: 'The crontab' },
    {
      example: [
        'MAILTO=revenue@hotel.example',
        'HOTELCTL_CREDENTIAL_STORE=file',
        "15 6 1 * * hotelctl reports room-nights -q --all-properties --period last-month --output '{report}-{property}-{period}.csv'",
      ].join('\n'),
    },
    {
      text:
        '-q keeps notes away, so that cron has something to mail only when a job fails. Files are replaced as a whole. Many jobs ' +
        "may start at the same minute: one of them renews an expired token, the others use it. Cron's environment is " +
        'HOME, LOGNAME, PATH, SHELL and PWD: write the whole path of hotelctl where PATH does not have it.',
    },
    {
      terms: [
        ['exit 0', 'the files are there; an empty report is a success too'],
        ['exit 3', 'somebody has to run `hotelctl login`, or the keychain is out of reach'],
        ['exit 5', 'temporary: the next run may do it'],
        ['exit 7', 'several requests, some failed: what succeeded is written'],
        ['exit 8', 'the disk is full, or the folder may not be written: the old files are intact'],
      ],
    },
    { text: '`hotelctl help exit-codes` has them all.' },
  ],
};
