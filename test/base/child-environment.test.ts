import { describe, expect, it } from 'vitest';
import { environmentWithoutSecrets } from '../../src/base/secrets.ts';

describe('the environment of other programs', () => {
  it('has no secrets', () => {
    const names =
      `HOTELCTL_ACCESS_TOKEN HOTELCTL_SMTP_PASSWORD HOTELCTL_DATABASE_URL HOTELCTL_HEARTBEAT PGPASSWORD PGPASSFILE
      PGSERVICEFILE GITHUB_TOKEN npm_config__authToken AWS_SECRET_ACCESS_KEY AWS_ACCESS_KEY_ID MYSQL_PWD DB_PASS GITHUB_PAT
      SMTP_PASSWORD STRIPE_API_KEY OPENAI_APIKEY SSH_PASSPHRASE GOOGLE_APPLICATION_CREDENTIALS CREDENTIALS_DIRECTORY
      SENTRY_DSN DATABASE_URL DATABASE_URI REDIS_URL CLIENT_SECRET MONGO_URL MONGODB_URI DSN PASS PWD_TOKEN`.split(
        /\s+/,
      );
    expect(environmentWithoutSecrets(Object.fromEntries(names.map(name => [name, 'secret'])))).toEqual({});
  });

  it('keeps what a desktop needs', () => {
    const desktop = {
      PATH: '/usr/bin',
      HOME: '/home/a@b',
      PWD: '/home/a',
      OLDPWD: '/home',
      DISPLAY: ':0',
      WAYLAND_DISPLAY: 'wayland-0',
      XAUTHORITY: '/home/a/.Xauthority',
      XDG_RUNTIME_DIR: '/run/user/1000',
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus',
      SSH_AUTH_SOCK: '/run/user/1000/ssh',
      GNOME_KEYRING_CONTROL: '/run/user/1000/keyring',
      SSH_ASKPASS: '/usr/bin/askpass',
      LANG: 'de_DE.UTF-8',
      WSL_DISTRO_NAME: 'Debian',
      GTK_IM_MODULE: 'ibus',
      MOZ_ENABLE_WAYLAND: '1',
      QT_ACCESSIBILITY: '1',
      HTTPS_PROXY: 'http://proxy.example:3128',
      SystemRoot: 'C:\\Windows',
      PAGER: 'less',
      COMPASS: 'north',
      XPGA: '1',
      MY_HOTELCTL_PAGE: '1',
      DATABASE_URLS: 'none',
    };
    expect(environmentWithoutSecrets({ ...desktop, UNSET: undefined })).toStrictEqual(desktop);
  });

  it('has proxies without their user and password', () => {
    const env = { HTTPS_PROXY: 'http://user:pass%40word@proxy.example:3128', https_proxy: 'http://user@p/' };
    expect(environmentWithoutSecrets(env)).toEqual({
      HTTPS_PROXY: 'http://proxy.example:3128',
      https_proxy: 'http://p/',
    });
  });
});
