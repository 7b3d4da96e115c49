/**
 * The platform's screens around a view: frames of each target's size, the context appended, and the reason where a
 * frame stays blank. The sandbox's dashboard shows what is registered with it, `ui-integration preview` one address.
 */
import { withContext } from '../../platform/integrations/context-parameters.ts';
import { framingOf } from '../../platform/integrations/framing.ts';
import { shownOrigin } from '../../platform/integrations/https-url.ts';
import { redirectTarget } from '../../platform/integrations/redirect.ts';
import type { Sighting } from '../../platform/integrations/sighting.ts';
import { isPrivate } from '../../platform/integrations/source-type.ts';
import { viewFindings } from '../../platform/integrations/view-findings.ts';
import { runSuiteOf, type ViewProbe } from '../run-suite.ts';

export interface View {
  readonly sourceUrl: string;
  readonly sourceType: string;
  readonly context: readonly (readonly [name: string, value: string])[];
}

/** `shown`, `blank`, or `unsure` where only the person in front of the browser can tell. */
export type EmbeddingState = 'shown' | 'blank' | 'unsure';

export interface Note {
  readonly result: 'good' | 'bad' | 'heed' | 'none';
  readonly name: string;
  readonly seen: string;
  readonly mend?: string;
}

export interface Embedding {
  readonly state: EmbeddingState;
  /** The state in a few words. */
  readonly title: string;
  /** What to do; empty where there is nothing to do. */
  readonly mend: string;
  /** The address for the frame, for the page alone: it may hold a secret. */
  readonly src?: string;
  /** Where the frame's address leads, as it may be shown. */
  readonly shown: string;
  readonly notes: readonly Note[];
}

/**
 * What the platform would put into the frame, and what a browser would make of it.
 * @param origin of the page that holds the frame
 */
export async function embed(view: View, probe: ViewProbe, origin: string): Promise<Embedding> {
  const suite = isPrivate(view.sourceType) ? await runSuiteOf(view, probe) : undefined;
  const suiteNotes: Note[] = (suite?.checks ?? []).map(({ result, name, seen, mend }) => ({
    result: result === 'passed' ? 'good' : result === 'failed' ? 'bad' : 'none',
    name,
    seen,
    ...(mend === undefined ? {} : { mend }),
  }));
  if (suite?.failure) {
    return {
      state: 'blank',
      title: `The private URL fails check ${suite.failure.number}: ${suite.failure.seen}`,
      mend: suite.failure.mend ?? '',
      shown: shownOrigin(view.sourceUrl),
      notes: suiteNotes,
    };
  }
  const publicUrl = suite?.publicUrl ?? view.sourceUrl;
  const src = withContext(publicUrl, view.context);
  const sighting = await probe.visit(src);
  const findings: Note[] = viewFindings(publicUrl, sighting).map(({ result, ...finding }) => ({
    ...finding,
    result: result === 'not reached' ? 'none' : result,
  }));
  return {
    ...verdict(publicUrl, sighting, origin),
    src,
    shown: shownOrigin(publicUrl),
    notes: [...suiteNotes, ...findings],
  };
}

type Verdict = Pick<Embedding, 'state' | 'title' | 'mend'>;

function verdict(publicUrl: string, sighting: Sighting, origin: string): Verdict {
  if (sighting.kind === 'failure') {
    const { words, mend, guarded } = sighting;
    return guarded ? { state: 'unsure', title: words, mend } : { state: 'blank', title: words, mend };
  }
  const framing = framingOf(sighting, publicUrl);
  if (framing.by === 'nobody') {
    return {
      state: 'blank',
      title: `Blank on the platform too: ${framing.header}`,
      mend: "send Content-Security-Policy: frame-ancestors with the origin of the platform's screens, and no X-Frame-Options",
    };
  }
  if (!framing.allows(origin)) {
    return {
      state: 'blank',
      title: `Blank here: ${framing.header}`,
      mend: `this page is ${origin}, which is not in the list; on the platform the view shows if its screens' origin is`,
    };
  }
  const { status } = sighting;
  if (status >= 300 && status < 400) {
    return {
      state: 'unsure',
      title: `${status}, a redirect${redirectTarget(sighting)}`,
      mend: 'where it leads may refuse the frame, and the context may be lost on the way',
    };
  }
  if (status >= 400) {
    return {
      state: 'unsure',
      title: `The view answers ${status}`,
      mend: 'the frame shows the page of this error',
    };
  }
  return { state: 'shown', title: 'Shown', mend: '' };
}
