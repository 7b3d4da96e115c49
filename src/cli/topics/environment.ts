import { otherVariables } from '../../settings/environment.ts';
import { settingDefinitions } from '../../settings/settings.ts';
import type { Topic } from './topic.ts';

export const environmentTopic: Topic = {
  name: 'environment',
  summary: 'settings and the variables of the environment that hotelctl reads',
  blocks: [
    {
      text: 'A flag wins over the environment, the environment over the profile, the profile over the default.',
    },
    { heading: 'Settings' },
    {
      terms: settingDefinitions.map(
        ({ environment, summary, flag, fallback }) =>
          [
            environment,
            `${summary}; ${flag.split(' ')[0]}${fallback ? `; without it ${fallback}` : ''}`,
          ] as const,
      ),
    },
    {
      text:
        'With HOTELCTL_BASE_URL, HOTELCTL_AUTH_URL, HOTELCTL_INTEGRATION_URL, HOTELCTL_CLIENT_ID and ' +
        'HOTELCTL_CLIENT_SECRET set, no profile is needed. Hosts are HTTPS; plain HTTP is accepted for loopback ' +
        'addresses alone.',
    },
    { heading: 'Secrets, folders and the world around' },
    { terms: otherVariables },
  ],
};
