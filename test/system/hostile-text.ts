/** Prefixes and contents of hostile text in the platform's fields. Used for every text field. */
export const formulaStarts = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(1)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '\r\n=1+1',
  ' =1+1',
  '  @SUM(1)',
  '\uff1d1+1',
  '\uff0b1+1',
  '\uff0d1+1',
  '\uff20SUM(1)',
  '"=1+1',
  '","=1+1',
  '";"=1+1',
  ';=1+1',
  ',=1+1',
  "'=1+1",
  '=HYPERLINK("http://127.0.0.1","x")',
  "=cmd|' /C calc'!A0",
  '\u00a0=1+1',
  '\ufeff=1+1',
  "-2+3+cmd|' /C calc'!D2",
];

/** ESC sequences, OSC 8 and 52, C1 in both spellings, bidirectional overrides, separators, BEL and DEL. */
export const terminalControls = [
  '\u001b[31mred',
  '\u001b]8;;http://127.0.0.1\u0007link\u001b]8;;\u0007',
  '\u001b]52;c;aGk=\u0007',
  '\u009b31m',
  '\u009d52;c;aGk=\u009c',
  '\u202eevil',
  '\u2066x\u2069',
  '\u200fx',
  '\u2028x',
  '\u0007',
  '\u007f',
  '\u0000',
  '\u008d',
  '\u0085',
];

/** Whether a stream contains anything that a terminal would interpret, except line feeds and progress. */
export const obeyed =
  /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;
