import { crc32, inflateRawSync } from 'node:zlib';

/** The parts of a workbook by path, with the right checksums, read with the directory at the end of the ZIP file. */
export function workbookParts(bytes: Buffer): ReadonlyMap<string, string> {
  const end = bytes.lastIndexOf('PK\u0005\u0006');
  const parts = new Map<string, string>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [name = 0, extra = 0, comment = 0] = [28, 30, 32].map(place => bytes.readUInt16LE(at + place));
    const [size = 0, local = 0] = [20, 42].map(place => bytes.readUInt32LE(at + place));
    const method = bytes.readUInt16LE(at + 10);
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
  const strings = parts.get('xl/sharedStrings.xml') ?? '';
  const shared = Array.from(strings.matchAll(/<si>(.*?)<\/si>/gs), ([, inner = '']) => plain(inner));
  const styles = parts.get('xl/styles.xml') ?? '';
  const codes = new Map<string, string>();
  for (const [, id = '', code = ''] of styles.matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g))
    codes.set(id, plain(code));
  const [used = ''] = /<cellXfs.*?<\/cellXfs>/s.exec(styles) ?? [];
  const ids = Array.from(used.matchAll(/<xf [^>]*numFmtId="(\d+)"/g), ([, id = '']) => id);
  const sheets = (parts.get('xl/workbook.xml') ?? '').matchAll(/<sheet name="([^"]*)"/g);
  return Array.from(sheets, ([, name = ''], index) => {
    const xml = parts.get(`xl/worksheets/sheet${index + 1}.xml`) ?? '';
    const cells = new Map<string, string>();
    const formats = new Map<string, string>();
    const formulas = new Map<string, string>();
    const places = /<c r="([A-Z]+\d+)"([^>]*)>(.*?)<\/c>/gs;
    for (const [, place = '', attributes = '', inner = ''] of xml.matchAll(places)) {
      const value = /<v>(.*?)<\/v>/s.exec(inner)?.[1] ?? plain(inner);
      cells.set(place, attributes.includes('t="s"') ? (shared[Number(value)] ?? '') : plain(value));
      const format = codes.get(ids[Number(/ s="(\d+)"/.exec(attributes)?.[1])] ?? '');
      if (format !== undefined) formats.set(place, format);
      const formula = /<f>(.*?)<\/f>/s.exec(inner)?.[1];
      if (formula !== undefined) formulas.set(place, plain(formula));
    }
    return { name: plain(name), cells, formats, formulas };
  });
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
