import { expect, it } from 'vitest';
import type { Finding } from '../../src/platform/finding.ts';
import { html } from '../../src/platform/safe-text.ts';
import { targets } from '../../src/platform/ui-integrations/targets.ts';
import { embed } from '../../src/views/preview.ts';
import { screenPage, screenStyle } from '../../src/views/screen-page.ts';

const results: readonly Finding['state'][] = ['passed', 'failed', 'warning', 'skipped'];

it('no style of another part of the page applies to a note about a view', () => {
  for (const result of results) {
    const rules = screenStyle.split('\n').filter(line => new RegExp(`\\.${result}[\\s:{,.]`).test(line));
    expect(
      rules.filter(rule => !rule.startsWith('.notes ')),
      result,
    ).toEqual([]);
  }
});

it('the placeholder of a target without views has its own class', () => {
  const [current] = targets;
  if (!current) throw new Error('no target');
  const page = screenPage({
    title: 'Sandbox',
    subtitle: '',
    targets: [],
    current,
    context: [],
    views: [],
    none: html`<p>Nothing is registered.</p>`,
    place: '',
  });
  const [, name = ''] = /<div class="(\w+)"><p>Nothing is registered/.exec(page) ?? [];
  expect(results).not.toContain(name);
  expect(screenStyle).toContain(`\n.${name}{`);
});

it.each([
  [101, 'unsure', 'The view responds with 101'],
  [200, 'blank', '200, with Content-Disposition: attachment, which browsers download'],
  [204, 'blank', '204, with an empty body'],
  [302, 'unsure', '302, a redirect'],
])('a view that responds with %i is not reported as shown', async (status, state, title) => {
  const probe = {
    now: () => 0,
    fetch: async () =>
      ({
        kind: 'response',
        status,
        headers:
          { 302: { 'x-frame-options': ['DENY'] }, 200: { 'content-disposition': ['attachment'] } }[status] ??
          {},
        body: new Uint8Array(status === 200 ? 1 : 0),
        incomplete: undefined,
        receivedAt: 0,
        certificateEnds: undefined,
      }) as const,
  };
  const view = { sourceUrl: 'https://views.example/', sourceType: 'public', context: [] };
  expect(await embed(view, probe, 'http://127.0.0.1:1')).toMatchObject({ state, title });
});
