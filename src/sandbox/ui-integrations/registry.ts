import type { Random } from '../../base/context.ts';
import type { Registration } from '../../platform/ui-integrations/registration.ts';

export interface Registered extends Registration {
  readonly id: string;
  readonly target: string;
  readonly code: string;
}

/** The UI integrations of the sandbox's account, in the order of creation, kept as long as it runs. */
export interface Registry {
  all(): readonly Registered[];
  at(target: string): readonly Registered[];
  find(target: string, id: string): Registered | undefined;
  add(target: string, registration: Registration): Registered;
  replace(integration: Registered): void;
  remove(id: string): void;
  /** Why a registration conflicts with the others of its target; `self` is the one that it replaces. */
  conflicts(target: string, registration: Registration, self?: Registered): readonly string[];
}

export function makeRegistry(random: Pick<Random, 'bytes'>): Registry {
  const integrations = new Map<string, Registered>();
  const all = () => [...integrations.values()];
  const at = (target: string) => all().filter(integration => integration.target === target);
  return {
    all,
    at,
    find: (target, id) => at(target).find(integration => integration.id === id),
    add(target, registration) {
      const { code = target, ...fields } = registration;
      const added = { id: newId(random), target, code, ...fields };
      integrations.set(added.id, added);
      return added;
    },
    replace: integration => void integrations.set(integration.id, integration),
    remove: id => void integrations.delete(id),
    // platform.md, rule 4: several for one target if their URLs and codes differ.
    conflicts(target, { sourceUrl, code }, self) {
      const others = at(target).filter(other => other.id !== self?.id);
      const ownCode = self?.code ?? code ?? target;
      return [
        ...(others.some(other => other.code === ownCode)
          ? [`code ${ownCode} is taken by another integration of ${target}`]
          : []),
        ...(others.some(other => other.sourceUrl === sourceUrl)
          ? [`sourceUrl is that of another integration of ${target}`]
          : []),
      ];
    },
  };
}

/** Eight capital letters, like the platform's ids. */
const newId = (random: Pick<Random, 'bytes'>): string =>
  [...random.bytes(8)].map(byte => String.fromCharCode(65 + (byte % 26))).join('');
