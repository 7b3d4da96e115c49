import { describe, expect, it } from 'vitest';
import { TemporaryError } from '../../../src/base/errors.ts';
import { describeItem } from '../../../src/base/item-outcome.ts';
import { outcomeMail } from '../../../src/jobs/delivery/mail-channel.ts';
import { closeOutcome, writtenFile } from './outcome.ts';

describe('the mail of a run', () => {
  it('has the same facts as text and as HTML', () => {
    const figures = [['Room nights', '31']] as const;
    const file = writtenFile('october.csv', 'x');
    const mail = outcomeMail({ ...closeOutcome, figures, files: [file] }, 100);
    expect(mail.subject).toBe('hotelctl close: done');
    expect(mail.text).toBe(
      [
        'hotelctl close: done',
        '',
        'Property     MUC',
        'Period       last-month (2026-10-01 to 2026-10-31)',
        'Room nights  31',
        'Rows         31',
        'File         october.csv',
        'Job          close',
        'Command      hotelctl reports revenues --property MUC --period last-month',
        'Machine      desk',
        'Started      2026-11-01 06:00:00 UTC',
        'Ended        2026-11-01 06:01:00 UTC',
        '',
      ].join('\n'),
    );
    expect(mail.html).toContain('Room nights</th><td>31</td>');
    expect(mail.attachments).toEqual([{ name: 'october.csv', path: file.path, bytes: 1 }]);
  });

  it('of a failure says first what went wrong, what to do and what happens next, and attaches nothing', () => {
    const mail = outcomeMail(
      {
        ...closeOutcome,
        exitCode: 4,
        error: 'forbidden <b>',
        hint: 'ask for the scope reports.read',
        next: 'given up after 1 attempt; it is repeated at 2026-11-02 06:00',
        files: [writtenFile('half.csv', 'x')],
        rows: null,
        trackingIds: ['T-1'],
      },
      100,
    );
    expect(mail.subject).toBe('FAILED: hotelctl close (exit code 4)');
    expect(mail.text.split('\n').slice(2, 6)).toEqual([
      'Error        forbidden <b>',
      'What to do   ask for the scope reports.read',
      'Next         given up after 1 attempt; it is repeated at 2026-11-02 06:00',
      'Property     MUC',
    ]);
    expect(mail.text).toContain('Tracking id  T-1');
    expect(mail.text).toContain('Machine      desk');
    expect(mail.html).toContain('forbidden &lt;b&gt;');
    expect(mail.attachments).toEqual([]);
  });

  it('of a page that lacks a hotel is the page with its files; without a page it names the hotels, with the files of the others', () => {
    const items = [
      describeItem('MUC'),
      describeItem('TYO', new TemporaryError('the platform responded with 503', { hint: '' })),
    ];
    const page = {
      subject: '1 of 2 hotels',
      html: '<body>MUC</body>',
      text: 'MUC',
      figures: '',
      isPart: false,
    };
    const partial = {
      ...closeOutcome,
      exitCode: 7,
      items,
      files: [writtenFile('brief.html', 'x')],
      next: 'repeated',
    };
    const sent = outcomeMail({ ...partial, page }, 100);
    expect([sent.subject, sent.text, sent.attachments.length]).toEqual([
      '1 of 2 hotels',
      'MUC\nNext: repeated\n',
      1,
    ]);
    const facts = outcomeMail(partial, 100);
    expect(facts.subject).toBe('FAILED: hotelctl close (exit code 7)');
    expect(facts.text).toMatch(
      /^Hotels +1 of 2\nFailed +TYO: the platform responded with 503 \(1 attempt\)$/m,
    );
    expect(facts.attachments.map(({ name }) => name)).toEqual(['brief.html']);
    const going = outcomeMail({ ...closeOutcome, exitCode: 5, stage: 'failing' }, 100);
    expect(going.subject).toBe('FAILING: hotelctl close (exit code 5), still repeated');
    expect(outcomeMail({ ...closeOutcome, stage: 'recovered' }, 100).subject).toBe(
      'RECOVERED: hotelctl close',
    );
  });

  it('of a page with open checks is the page with its file, and the error', () => {
    const page = { subject: 'MUC: 1 check is open', html: '<body>R2</body>', text: 'R2', figures: '' };
    const failed = { ...closeOutcome, exitCode: 10, error: '1 check open: MUC: R2', hint: 'accept it' };
    const sent = outcomeMail({ ...failed, page, files: [writtenFile('close.html', 'x')] }, 100);
    expect([sent.subject, sent.text, sent.attachments.length]).toEqual([
      'MUC: 1 check is open',
      'R2\nError: 1 check open: MUC: R2\nWhat to do: accept it\n',
      1,
    ]);
    expect(sent.html).toContain('Error: 1 check open: MUC: R2');
    expect(outcomeMail(failed, 100).subject).toBe('FAILED: hotelctl close (exit code 10)');
  });

  it('names the files that do not fit, with their sizes, and attaches the others', () => {
    const files = [
      { path: '/srv/a.csv', bytes: 60, sha256: '' },
      { path: '/srv/large.csv', bytes: 83_000_000, sha256: '' },
      { path: '/srv/b.csv', bytes: 60, sha256: '' },
      { path: '/srv/c.csv', bytes: 40, sha256: '' },
    ];
    const mail = outcomeMail({ ...closeOutcome, files }, 100);
    expect(mail.attachments.map(({ name }) => name)).toEqual(['a.csv', 'c.csv']);
    expect(mail.text).toContain('File      /srv/large.csv (83.0 MB, too large to attach)\n');
    expect(mail.text).toContain('File      /srv/b.csv (0.0 MB, too large to attach)\n');
    // So are warnings for which there is no space.
    const warnings = Array.from({ length: 22 }, (_, index) => `H${index}: not complete`);
    expect(outcomeMail({ ...closeOutcome, warnings }, 100).text).toMatch(
      /^Warning +H19.*\nWarning +2 more$/m,
    );
  });
});
