import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../context.ts';
import { requireProgram } from '../system/prerequisites.ts';

const folders = temporaryFolder();
const created = new Map<string, ReturnType<typeof createCertificate>>();

/**
 * A self-signed certificate for a host name or an address, created by openssl once for each; `file` and `keyFile` are the
 * paths.
 */
export function certificateFor(name: string, days?: [from: string, to: string]) {
  const known = created.get(`${name} ${days}`) ?? createCertificate(name, days);
  created.set(`${name} ${days}`, known);
  return known;
}

function createCertificate(name: string, days: [from: string, to: string] | undefined) {
  requireProgram('openssl', 'openssl');
  const folder = mkdtempSync(join(folders, 'certificate-'));
  const file = join(folder, 'certificate.pem');
  const keyFile = join(folder, 'key.pem');
  const alternative = /^[\d.]+$/.test(name) ? `IP:${name}` : `DNS:${name}`;
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=${alternative}`];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', keyFile];
  if (days) {
    // `req -x509` of Debian 12 can't create a certificate of the past, `x509` with explicit dates can.
    const [from, to] = days;
    const config = join(folder, 'ca.cnf');
    writeFileSync(join(folder, 'index.txt'), '');
    writeFileSync(
      config,
      `[ca]\ndefault_ca=d\n[d]\ndatabase=${folder}/index.txt\nnew_certs_dir=${folder}\nrand_serial=yes\ndefault_md=sha256\npolicy=p\ncopy_extensions=copy\n[p]\ncommonName=supplied\n`,
    );
    const request = join(folder, 'request.pem');
    openssl('req', '-new', ...key, ...subject, '-out', request);
    const signed = ['-selfsign', '-keyfile', keyFile, '-in', request, '-startdate', from, '-enddate', to];
    openssl('ca', '-batch', '-config', config, ...signed, '-notext', '-out', file);
  } else {
    openssl('req', '-x509', ...key, ...subject, '-days', '2', '-out', file);
  }
  return { file, cert: readFileSync(file, 'utf8'), key: readFileSync(keyFile, 'utf8'), keyFile };
}

const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
