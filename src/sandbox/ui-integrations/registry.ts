import type { Random } from '../../base/context.ts';
import type { Registration } from '../../platform/ui-integrations/registration.ts';

export interface Registered extends Registration {
  readonly id: string;
  readonly target: string;
  readonly code: string;
}

export type Registry = ReturnType<typeof makeRegistry>;

/** The UI integrations of the sandbox's account, in the order of creation, kept as long as it runs. */
export function makeRegistry(random: Pick<Random, 'bytes'>) {
  const integrations = new Map<string, Registered>();
  const all = (): readonly Registered[] => [...integrations.values()];
  const at = (target: string) => all().filter(integration => integration.target === target);
  return {
    all,
    at,
    find: (target: string, id: string) => at(target).find(integration => integration.id === id),
    add(target: string, { code = target, ...fields }: Registration): Registered {
      // Eight capital letters, like the platform's ids.
      const id = String.fromCharCode(...random.bytes(8).map(byte => 65 + (byte % 26)));
      const added = { id, target, code, ...fields };
      integrations.set(id, added);
      return added;
    },
    replace: (integration: Registered) => void integrations.set(integration.id, integration),
    remove: (id: string) => void integrations.delete(id),
    /**
     * Why a registration conflicts with the others of its target: several are allowed if their URLs and codes differ
     * (platform.md, rule 4). `self` is the one that it replaces.
     */
    conflicts(target: string, { sourceUrl, code }: Registration, self?: Registered): readonly string[] {
      const others = at(target).filter(other => other.id !== self?.id);
      const ownCode = self?.code ?? code ?? target;
      const problems: string[] = [];
      if (others.some(other => other.code === ownCode)) {
        problems.push(`code ${ownCode} is taken by another integration of ${target}`);
      }
      if (others.some(other => other.sourceUrl === sourceUrl)) {
        problems.push(`sourceUrl is that of another integration of ${target}`);
      }
      return problems;
    },
  };
}
