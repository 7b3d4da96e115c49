import { createHash } from 'node:crypto';
import { UsageError } from '../../base/errors.ts';

/** One of several machines that share the properties; `index` counts from 1. */
interface Shard {
  readonly index: number;
  readonly count: number;
}

/**
 * The shard of this process: `--shard I/N`, else HOTELCTL_SHARD, else the JOB_COMPLETION_INDEX of a Kubernetes Indexed Job
 * (which counts from 0) with HOTELCTL_SHARDS; else all properties. Throws UsageError.
 */
export function shardOf(flag: string | undefined, env: Readonly<Record<string, string | undefined>>): Shard {
  const named = flag ?? (env['HOTELCTL_SHARD'] || undefined);
  if (named !== undefined) return parseShard(flag === undefined ? 'HOTELCTL_SHARD' : '--shard', named);
  const [index, count] = [env['JOB_COMPLETION_INDEX'] || undefined, env['HOTELCTL_SHARDS'] || undefined];
  if (count === undefined) return { index: 1, count: 1 };
  if (index === undefined || !/^\d{1,5}$/.test(index)) {
    throw new UsageError('HOTELCTL_SHARDS needs JOB_COMPLETION_INDEX, which is not set to a number', {
      hint: 'set HOTELCTL_SHARD=1/16, or run it in a Kubernetes Indexed Job',
    });
  }
  return parseShard('JOB_COMPLETION_INDEX and HOTELCTL_SHARDS', `${Number(index) + 1}/${count}`);
}

function parseShard(origin: string, text: string): Shard {
  const [, index, count] = /^(\d{1,5})\/(\d{1,5})$/.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  if (index !== undefined && shard.index >= 1 && shard.index <= shard.count) return shard;
  throw new UsageError(`${origin} must be a shard from 1/N to N/N`, { hint: 'for example --shard 1/16' });
}

/** Whether a property belongs to the shard: by a hash of its id, the same on every machine and in every version. */
export const isInShard = (property: string, { index, count }: Shard): boolean =>
  createHash('sha256').update(property).digest().readUInt32BE(0) % count === index - 1;
