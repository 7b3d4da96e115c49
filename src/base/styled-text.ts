import { styleText } from 'node:util';

export type TextStyle = 'bold' | 'dim' | 'gray' | 'red' | 'green' | 'yellow' | 'blue' | 'cyan';

/** Text with an ANSI style if colour is enabled. Whether the stream supports colours has been decided before. */
export const styledText = (isColoured: boolean, style: TextStyle, text: string): string =>
  isColoured && text !== '' ? styleText(style, text, { validateStream: false }) : text;
