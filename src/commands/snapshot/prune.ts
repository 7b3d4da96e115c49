import { countText } from '../../base/count-text.ts';
import type { OpenInvocation } from '../../cli/invocation.ts';
import { writeRecords } from '../../cli/write-records.ts';
import { layersToRemove, parseKeepRule } from '../../reports/snapshots/prune-snapshots.ts';
import type { Layer } from '../../reports/snapshots/snapshot.ts';
import { removeLayer } from '../../reports/snapshots/snapshot-store.ts';
import type { PruneOptions } from './flags.ts';
import { layerColumns, layerRecord, layersByProperty } from './list.ts';

/** `hotelctl snapshot prune`: prints the layers that it removes. */
export async function pruneSnapshots(open: OpenInvocation, options: PruneOptions): Promise<void> {
  const rule = parseKeepRule(options.keep);
  const invocation = await open(options);
  const doomed: Layer[] = [];
  await writeRecords(invocation, options, { name: 'layers', columns: layerColumns }, async () => {
    for (const layers of await layersByProperty(invocation, options))
      doomed.push(...layersToRemove(layers, rule));
    return Promise.all(doomed.map(layerRecord));
  });
  if (options.dryRun) return invocation.note(`${countText(doomed.length, 'snapshot')} would be removed`);
  for (const layer of doomed) await removeLayer(layer);
  await invocation.note(`Removed ${countText(doomed.length, 'snapshot')}`);
}
