import { styleText } from 'node:util';

type TextStyle = 'bold' | 'dim' | 'gray' | 'red' | 'green' | 'yellow' | 'blue' | 'cyan';

/** Text with an ANSI style if color is enabled. Whether the stream supports colors has been decided before. */
export const styledText = (isColored: boolean, style: TextStyle, text: string): string =>
  isColored && text !== '' ? styleText(style, text, { validateStream: false }) : text;
