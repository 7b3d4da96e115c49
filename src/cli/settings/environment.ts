/**
 * Environment variables that are not in the table of `settings.ts`: secrets that are never a flag, folders, and common
 * conventions such as NO_COLOR. Help and the reference are generated from this list.
 */
export const otherVariables = [
  ['HOTELCTL_PROFILE', 'the profile to use; --profile takes precedence'],
  ['HOTELCTL_CLIENT_SECRET', 'the client secret; never a flag'],
  ['HOTELCTL_ACCESS_TOKEN', 'an access token to use'],
  ['HOTELCTL_REFRESH_TOKEN', 'a refresh token; hotelctl then stores no tokens'],
  ['HOTELCTL_REFRESH_TOKEN_FILE', 'the file that contains the refresh token'],
  ['HOTELCTL_STORE_KEY_FILE', 'the key that encrypts the credential store `file`'],
  ['CREDENTIALS_DIRECTORY', "systemd's credentials; hotelctl-key in it is the key of the store `file`"],
  ['HOTELCTL_CONFIG_DIR', 'the folder of the profile file'],
  ['HOTELCTL_STATE_DIR', 'the folder of journal, locks, caches and the credential file'],
  ['HOTELCTL_SMTP_PASSWORD', 'the password of the mail server; never a flag'],
  [
    'HOTELCTL_AS_OF',
    'the date and time that relative dates are based on, instead of now (set by `schedule run`)',
  ],
  ['HOTELCTL_JOB_LOCK', 'the lock that the command of a job holds (set by `schedule run`)'],
  [
    'HOTELCTL_DATABASE_URL',
    'the database of `sync postgres`, instead of PGHOST and related variables; never a flag',
  ],
  [
    'AWS_PROFILE, AWS_REGION, AWS_ENDPOINT_URL_S3 ...',
    'credentials, region and server of s3:// addresses, as in every program of AWS',
  ],
  [
    'HOTELCTL_S3_ENCRYPTION',
    'encryption of objects in S3: AES256, aws:kms or the ARN of a KMS key (default: that of the bucket)',
  ],
  ['HOTELCTL_SHARD', 'the shard of `sync`, such as 3/16; --shard takes precedence'],
  ['HOTELCTL_SHARDS', 'the number of shards, with JOB_COMPLETION_INDEX of a Kubernetes Indexed Job'],
  ['BROWSER', 'the browser command, which is run with the URL as its only argument'],
  ['HTTPS_PROXY, HTTP_PROXY, NO_PROXY', 'the proxy for requests to the platform, and its exceptions'],
  ['NODE_EXTRA_CA_CERTS', 'a PEM file with additional certificate authorities to trust'],
  ['HOTELCTL_NO_ANIMATION', 'set to 1 for plain text without bars, symbols or animation, for screen readers'],
  ['NO_COLOR, FORCE_COLOR', 'no color; color even without a terminal'],
  ['TZ', 'the time zone of "today" where the property\'s is unknown'],
] as const;
