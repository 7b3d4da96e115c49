type Environment = Readonly<Record<string, string | undefined>>;

/** hotelctl's own variables, those of Postgres, and names that say that the value is a secret. */
const secretNames =
  /^(HOTELCTL_|PG[A-Z])|TOKEN|PASSW|PASSPHRASE|SECRET|CREDENTIAL|API_?KEY|(^|_)(KEY|PAT|PWD|PASS|DSN)$|_KEY_|(DATABASE|MONGO\w*|REDIS|AMQP)_UR[IL]$/i;

/** OLDPWD and PWD are folders, which programs need. */
const folderNames = /^(OLD)?PWD$/;

/**
 * The environment of a program that is not hotelctl: a browser, or the command of a scheduler. It keeps what a desktop
 * needs (display, session bus, folders, language, proxies), without secrets and without the user and password of URLs.
 */
export const environmentWithoutSecrets = (env: Environment): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value === undefined || (secretNames.test(name) && !folderNames.test(name))
        ? []
        : [[name, value.replace(/(\w:\/\/)[^/?#\s]*@/g, '$1')]],
    ),
  );
