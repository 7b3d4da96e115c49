import { expect, it } from 'vitest';
import type { Finding } from '../../src/platform/finding.ts';
import { html } from '../../src/platform/safe-text.ts';
import type { FetchedResponse } from '../../src/platform/ui-integrations/fetch-result.ts';
import { targets } from '../../src/platform/ui-integrations/targets.ts';
import { embed } from '../../src/views/preview.ts';
import { screenPage, screenStyle } from '../../src/views/screen-page.ts';

const results: readonly Finding['state'][] = ['passed', 'failed', 'warning', 'skipped'];

it('no style of another part of the page applies to a note about a view', () => {
  for (const result of results) {
    const rules = screenStyle.split('\n').filter(line => new RegExp(`\\.${result}[\\s:{,.]`).test(line));
    expect(
      rules.every(rule => rule.startsWith('.notes ')),
      `${result}: ${rules}`,
    ).toBe(true);
  }
});

it('the placeholder of a target without views has its own class', () => {
  const [current] = targets;
  if (!current) throw new Error('no target');
  const none = html`<p>Nothing is registered.</p>`;
  const empty = { subtitle: '', targets: [], context: [], views: [], place: '' };
  const page = screenPage({ ...empty, title: 'Sandbox', current, none });
  const [, name = ''] = /<div class="(\w+)"><p>Nothing is registered/.exec(page) ?? [];
  expect(results).not.toContain(name);
  expect(screenStyle).toContain(`\n.${name}{`);
});

const attachment = 'Content-Disposition: attachment, which browsers download';
it.each<[status: number, headers: Record<string, string[]>, state: string, title: string]>([
  [101, {}, 'unsure', 'The view responds with 101'],
  [200, { 'content-disposition': ['attachment'] }, 'blank', `200, with ${attachment}`],
  [204, {}, 'blank', '204, with an empty body'],
  [302, { 'x-frame-options': ['DENY'] }, 'unsure', '302, a redirect'],
])('a view that responds with %i is not reported as shown', async (status, headers, state, title) => {
  const body = new Uint8Array(status === 200 ? 1 : 0);
  const never = { incomplete: undefined, receivedAt: 0, certificateEnds: undefined };
  const response: FetchedResponse = { kind: 'response', status, headers, body, ...never };
  const probe = { now: () => 0, fetch: async () => response };
  const view = { sourceUrl: 'https://views.example/', sourceType: 'public', context: [] };
  expect(await embed(view, probe, 'http://127.0.0.1:1')).toMatchObject({ state, title });
});
