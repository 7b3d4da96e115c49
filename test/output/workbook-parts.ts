import { crc32, inflateRawSync } from 'node:zlib';

/** The parts of a workbook by path, with the right checksums, read with the directory at the end of the ZIP file. */
export function workbookParts(bytes: Buffer): ReadonlyMap<string, string> {
  const end = bytes.lastIndexOf('PK\u0005\u0006');
  const parts = new Map<string, string>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [name, extra, comment] = [28, 30, 32].map(place => bytes.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ];
    const [method, size, local] = [
      bytes.readUInt16LE(at + 10),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt32LE(at + 42),
    ];
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const packed = bytes.subarray(start, start + size);
    const path = bytes.toString('utf8', at + 46, at + 46 + name);
    const part = method === 0 ? packed : inflateRawSync(packed);
    if (crc32(part) !== bytes.readUInt32LE(at + 16)) throw new Error(`${path} has another checksum`);
    parts.set(path, part.toString('utf8'));
    at += 46 + name + extra + comment;
  }
  return parts;
}

export interface WorkbookSheet {
  readonly name: string;
  /** The text of each cell as it is stored, by its place: `A1`. Formulas show their computed value. */
  readonly cells: ReadonlyMap<string, string>;
  /** The number format of each cell that has one. */
  readonly formats: ReadonlyMap<string, string>;
  /** The formulas by place. */
  readonly formulas: ReadonlyMap<string, string>;
}

/** The sheets of a workbook in their order. */
export function workbookSheets(bytes: Buffer): readonly WorkbookSheet[] {
  const parts = workbookParts(bytes);
  const shared = [...(parts.get('xl/sharedStrings.xml') ?? '').matchAll(/<si>(.*?)<\/si>/gs)].map(
    ([, inner = '']) => plain(inner),
  );
  const styles = parts.get('xl/styles.xml') ?? '';
  const codes = new Map(
    [...styles.matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code = '']) => [
      id,
      plain(code),
    ]),
  );
  const used = [
    ...(/<cellXfs.*?<\/cellXfs>/s.exec(styles)?.[0] ?? '').matchAll(/<xf [^>]*numFmtId="(\d+)"/g),
  ];
  const formatOf = (style: string | undefined) => codes.get(used[Number(style)]?.[1]);
  return [...(parts.get('xl/workbook.xml') ?? '').matchAll(/<sheet name="([^"]*)"/g)].map(
    ([, name = ''], index) => {
      const [cells, formats, formulas] = [0, 1, 2].map(() => new Map<string, string>()) as [
        Map<string, string>,
        Map<string, string>,
        Map<string, string>,
      ];
      const xml = parts.get(`xl/worksheets/sheet${index + 1}.xml`) ?? '';
      for (const [, place = '', attributes = '', inner = ''] of xml.matchAll(
        /<c r="([A-Z]+\d+)"([^>]*)>(.*?)<\/c>/gs,
      )) {
        const value = /<v>(.*?)<\/v>/s.exec(inner)?.[1] ?? plain(inner);
        cells.set(place, attributes.includes('t="s"') ? (shared[Number(value)] ?? '') : plain(value));
        const format = formatOf(/ s="(\d+)"/.exec(attributes)?.[1]);
        if (format !== undefined) formats.set(place, format);
        const formula = /<f>(.*?)<\/f>/s.exec(inner)?.[1];
        if (formula !== undefined) formulas.set(place, plain(formula));
      }
      return { name: plain(name), cells, formats, formulas };
    },
  );
}

const plain = (markup: string) => unescaped(markup.replace(/<[^>]+>/g, ''));

/** The text of XML without tags. */
export const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replaceAll('&amp;', '&');
