/**
 * The platform's screens around a view: frames of each target's size, the appended context, and the reason why a frame
 * stays blank. The sandbox's dashboard shows its registered integrations, `ui-integration preview` a single URL.
 */
import { isRedirect, isSuccess } from '../../base/http-status.ts';
import type { Finding } from '../../platform/finding.ts';
import { withContext } from '../../platform/ui-integrations/context-parameters.ts';
import type { FetchResult } from '../../platform/ui-integrations/fetch-result.ts';
import { framingOf } from '../../platform/ui-integrations/framing.ts';
import { redirectWords, shownOrigin } from '../../platform/ui-integrations/https-url.ts';
import { isPrivate } from '../../platform/ui-integrations/source-type.ts';
import { viewFindings } from '../../platform/ui-integrations/view-findings.ts';
import { runSuiteOf, type ViewProbe } from '../run-suite.ts';

interface EmbeddedView {
  readonly sourceUrl: string;
  readonly sourceType: string;
  readonly context: readonly (readonly [name: string, value: string])[];
}

interface Embedding {
  /** `unsure` if only a person looking at the browser can decide. */
  readonly state: 'shown' | 'blank' | 'unsure';
  /** The state in a few words. */
  readonly title: string;
  /** How to fix it; empty if there is nothing to fix. */
  readonly fix: string;
  /** The URL for the frame, for the page only: it may contain a secret. */
  readonly src?: string;
  /** The destination of the frame's URL, safe to show. */
  readonly shown: string;
  readonly notes: readonly Finding[];
}

/**
 * The URL that the platform would load in the frame, and how a browser would react.
 * @param origin origin of the page that contains the frame
 */
export async function embed(view: EmbeddedView, probe: ViewProbe, origin: string): Promise<Embedding> {
  const suite = isPrivate(view.sourceType) ? await runSuiteOf(view, probe) : undefined;
  if (suite?.failure) {
    return {
      state: 'blank',
      title: `The private URL fails check ${suite.failure.number}: ${suite.failure.found}`,
      fix: suite.failure.fix ?? '',
      shown: shownOrigin(view.sourceUrl),
      notes: suite.checks,
    };
  }
  const publicUrl = suite?.publicUrl ?? view.sourceUrl;
  const src = withContext(publicUrl, view.context);
  const fetched = await probe.fetch(src);
  return {
    ...verdict(publicUrl, fetched, origin),
    src,
    shown: shownOrigin(publicUrl),
    notes: [...(suite?.checks ?? []), ...viewFindings(publicUrl, fetched)],
  };
}

type Verdict = Pick<Embedding, 'state' | 'title' | 'fix'>;

function verdict(publicUrl: string, fetched: FetchResult, origin: string): Verdict {
  if (fetched.kind === 'failure') {
    const { message, fix, blocked } = fetched;
    return blocked ? { state: 'unsure', title: message, fix } : { state: 'blank', title: message, fix };
  }
  const framing = framingOf(fetched, publicUrl);
  if (framing.by === 'no one') {
    return {
      state: 'blank',
      title: `Blank on the platform too: ${framing.header}`,
      fix: "send Content-Security-Policy: frame-ancestors with the origin of the platform's screens, and no X-Frame-Options",
    };
  }
  if (!framing.allows(origin)) {
    return {
      state: 'blank',
      title: `Blank here: ${framing.header}`,
      fix: `this page is ${origin}, which is not in the list; on the platform the view shows if its screens' origin is`,
    };
  }
  const { status } = fetched;
  if (isRedirect(status)) {
    return {
      state: 'unsure',
      title: `${status}, a redirect${redirectWords(fetched)}`,
      fix: 'its target may refuse the frame, and the context may be lost',
    };
  }
  if (!isSuccess(status)) {
    return {
      state: 'unsure',
      title: `The view responds with ${status}`,
      fix: 'the frame shows the page of this error, or stays blank',
    };
  }
  return { state: 'shown', title: 'Shown', fix: '' };
}
