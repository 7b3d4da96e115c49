import type { Chart } from '../chart/chart.ts';
import { widthOf } from '../text-width.ts';
import { markup } from './markup.ts';

/** A drawing in its frame. */
interface Drawn {
  readonly chart: Chart;
  /** Unique in the page. */
  readonly id: string;
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly string[];
  /** The description of the drawing, for screen readers. */
  readonly description: string;
  /** The caption below the drawing. */
  readonly caption?: string;
}

/** An SVG image with a name and a description for screen readers, under a visible heading. */
export function figure({ chart, id, width, height, shapes, description, caption }: Drawn): string {
  const heading = `${chart.title}${chart.unit && `, ${chart.unit}`}`;
  const further = chart.further > 0 ? `${String(chart.further)} more in the table` : '';
  const below = [caption, further].filter(Boolean).join('; ');
  return [
    `<figure class="${chart.kind}"><h3>${markup(heading)}</h3>${legendMarkup(chart)}`,
    `<svg viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${id}-title ${id}-desc">`,
    `<title id="${id}-title">${markup(heading)}</title><desc id="${id}-desc">${markup(description)}. The table has every number.</desc>`,
    ...shapes,
    `</svg>${below && `<figcaption>${markup(below)}</figcaption>`}</figure>`,
  ].join('\n');
}

/** The two lines or bars of a chart with two series, each with its name. */
function legendMarkup({ series, kind }: Chart): string {
  if (!series) return '';
  const signs = series.map((name, index) => {
    const side = index === 0 ? '' : ' versus';
    const shape =
      kind === 'days'
        ? `<path class="line${side}" d="M0 5H20"/>`
        : `<rect class="bar${side}" y="${index === 0 ? 0 : 3}" width="20" height="${index === 0 ? 10 : 5}"/>`;
    return `<span><svg viewBox="0 0 20 10" width="20" height="10" aria-hidden="true">${shape}</svg>${markup(name)}</span>`;
  });
  return `<p class="legend">${signs.join('')}</p>`;
}

/** A coordinate in a drawing: two decimals are finer than any screen. */
export const place = (value: number): string => String(Math.round(value * 100) / 100);

/** The maximum width of a text with 11 unit letters; wide capitals are rare in the names that are drawn. */
export const textWidth = (text: string): number => widthOf(text) * 6.8;
