import { afterEach, expect, it, vi } from 'vitest';
import { makeRealContext } from '../../src/start/real-context.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

it('the folders of hotelctl on Linux are those that SECURITY.md names', () => {
  const names = ['HOTELCTL_CONFIG_DIR', 'HOTELCTL_STATE_DIR', 'HOTELCTL_DATA_DIR'];
  vi.stubEnv('HOME', '/home/anna');
  for (const name of [...names, 'XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'XDG_DATA_HOME']) vi.stubEnv(name, '');
  expect(makeRealContext('/program').folders).toEqual({
    config: '/home/anna/.config/hotelctl',
    state: '/home/anna/.local/state/hotelctl',
    data: '/home/anna/.local/share/hotelctl',
  });
  vi.stubEnv('HOME', '');
  vi.spyOn(process.getBuiltinModule('node:os'), 'homedir').mockImplementationOnce(() => {
    throw new Error('uv_os_homedir returned ENOENT');
  });
  expect(makeRealContext('/program').folders.config).toBe('/.config/hotelctl');
  for (const name of names) vi.stubEnv(name, `/srv/${name}`);
  expect(makeRealContext('/program').folders).toEqual({
    config: '/srv/HOTELCTL_CONFIG_DIR',
    state: '/srv/HOTELCTL_STATE_DIR',
    data: '/srv/HOTELCTL_DATA_DIR',
  });
});
