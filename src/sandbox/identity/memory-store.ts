import type { Adapter, AdapterPayload } from 'oidc-provider';

/**
 * What the identity host remembers (sessions, codes, tokens, grants), for as long as it runs. The library's own
 * in-memory store forgets the oldest of 1000 records and warns on the console; this one does neither.
 */
export function makeMemoryStore(): (model: string) => Adapter {
  const models = new Map<string, Map<string, AdapterPayload>>();
  return model => {
    const records = models.get(model) ?? new Map<string, AdapterPayload>();
    models.set(model, records);
    const findWhere = async (matches: (payload: AdapterPayload) => boolean) =>
      [...records.values()].find(matches);
    return {
      // Lifetimes are in the payloads, and the library checks them itself.
      upsert: async (id, payload) => void records.set(id, payload),
      find: async id => records.get(id),
      findByUid: uid => findWhere(payload => payload.uid === uid),
      findByUserCode: userCode => findWhere(payload => payload.userCode === userCode),
      consume: async id => {
        const payload = records.get(id);
        if (payload) payload.consumed = Math.floor(Date.now() / 1000);
      },
      destroy: async id => void records.delete(id),
      revokeByGrantId: async grantId => {
        for (const [id, payload] of records) if (payload.grantId === grantId) records.delete(id);
      },
    };
  };
}
