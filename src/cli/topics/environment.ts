import { otherVariables } from '../settings/environment.ts';
import { settingDefinitions } from '../settings/settings.ts';
import type { Topic } from './topic.ts';

export const environmentTopic: Topic = {
  name: 'environment',
  summary: 'settings, and the environment variables that hotelctl reads',
  blocks: [
    {
      text: 'A flag overrides the environment, the environment overrides the profile, and the profile overrides the default.',
    },
    { heading: 'Settings' },
    {
      terms: settingDefinitions.map(
        ({ environment, summary, flag, fallback }) =>
          [
            environment,
            `${summary}; ${flag.split(' ')[0]}${fallback ? `; default ${fallback}` : ''}`,
          ] as const,
      ),
    },
    {
      text:
        'With HOTELCTL_BASE_URL, HOTELCTL_AUTH_URL, HOTELCTL_INTEGRATION_URL, HOTELCTL_CLIENT_ID and ' +
        'HOTELCTL_CLIENT_SECRET set, no profile is needed. Hosts use HTTPS; plain HTTP is accepted only for loopback ' +
        'addresses.',
    },
    { heading: 'Secrets, folders and the system' },
    { terms: otherVariables },
  ],
};
