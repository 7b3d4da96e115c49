import { shellWords } from '../base/text.ts';
import { version } from '../base/version.ts';
import airflowTemplate from './definitions/airflow-dag.py?raw';
import githubTemplate from './definitions/github-workflow.yml?raw';
import kubernetesTemplate from './definitions/kubernetes-cron-job.yml?raw';
import { fillDefinition } from './definitions.ts';
import { cronFields, type Recurrence } from './recurrence.ts';

/**
 * Definitions for machines that keep no state between two runs: GitHub Actions, Kubernetes and Airflow. They run the
 * command itself at the job's times; without a history, missed runs cannot be made up.
 */
export interface HostedJob {
  readonly job: string;
  readonly recurrence: Recurrence;
  /** The command line after `hotelctl`, with the flags of its delivery. */
  readonly command: readonly string[];
  /** Settings that are no secrets, by environment variable. */
  readonly environment: Readonly<Record<string, string>>;
  /** The variables that contain secrets; each definition reads them from its system's secret store. */
  readonly secrets: readonly string[];
  /** The files that the command writes, as patterns. */
  readonly files: readonly string[];
  /** Of the times: that of the machine on which the job is added. */
  readonly timeZone: string;
  /** How often a failed run is repeated. */
  readonly retries: number;
}

/** The release of the action by its commit, as in the template: a tag can be moved to other code. */
const uploadArtifact = 'actions/upload-artifact@ea165f8d65b6e75b540449e92b4886f43607fa02 # v4.6.2';

/** GitHub reads the times as UTC. Only the step that runs hotelctl has the secrets. */
export const githubWorkflow = ({ job, recurrence, command, environment, secrets, files }: HostedJob) =>
  fillDefinition(githubTemplate, {
    name: text(`hotelctl ${job}`),
    cron: text(cronFields(recurrence)),
    version,
    command: githubText(shellWords(['hotelctl', ...command], 'linux')),
    variables: [
      ...Object.entries(environment).map(([name, value]) => `${name}: ${githubText(value)}`),
      ...secrets.map(name => `${name}: \${{ secrets.${name} }}`),
    ],
    upload:
      files.length === 0
        ? []
        : [
            '# Anyone who can read the repository can download these files.',
            `- uses: ${uploadArtifact}`,
            '  with:',
            `    name: ${text(job)}`,
            `    path: ${githubText(files.join('\n'))}`,
            '    if-no-files-found: error',
            '    retention-days: 7',
          ],
  });

/** GitHub replaces expressions in every text of a workflow; this expression is the text that begins one. */
const githubText = (value: string): string => text(value.replaceAll('${{', `\${{ '\${{' }}`));

/**
 * A CronJob of the image that the Dockerfile builds. Its root file system is read-only: the state is in `/tmp`, and
 * `/exports` is a volume claim.
 */
export const kubernetesCronJob = ({ job, recurrence, command, ...rest }: HostedJob) =>
  fillDefinition(kubernetesTemplate, {
    name: text(`hotelctl-${job}`),
    cron: text(cronFields(recurrence)),
    timeZone: text(rest.timeZone),
    retries: String(rest.retries),
    version,
    words: command.map(kubernetesText).join(', '),
    variables: [
      ...Object.entries(rest.environment).map(
        ([name, value]) => `- { name: ${name}, value: ${kubernetesText(value)} }`,
      ),
      ...rest.secrets.flatMap(name => [
        `- name: ${name}`,
        `  valueFrom: { secretKeyRef: { name: hotelctl, key: ${name} } }`,
      ]),
    ],
  });

/** Kubernetes replaces `$(NAME)` in arguments and variables, and reads two dollar signs as one. */
const kubernetesText = (value: string): string => text(value.replaceAll('$', '$$$$'));

/** A DAG with one BashOperator; the connection's secrets come from Airflow's own variables. */
export const airflowDag = ({ job, recurrence, command, ...rest }: HostedJob) =>
  fillDefinition(airflowTemplate, {
    name: text(`hotelctl_${job.replaceAll('-', '_')}`),
    cron: text(cronFields(recurrence)),
    timeZone: text(rest.timeZone),
    retries: String(rest.retries),
    command: airflowText(shellWords(['hotelctl', ...command], 'linux')),
    variables: [
      ...Object.entries(rest.environment).map(([name, value]) => `${text(name)}: ${airflowText(value)},`),
      ...rest.secrets.map(name => `${text(name)}: "{{ var.value.${name} }}",`),
    ],
  });

/** Airflow reads its texts as Jinja templates, and as the name of a template if they end like a script. */
const airflowText = (value: string): string =>
  /\{[{%#]|[\r\n]|\.(sh|bash)$/.test(value)
    ? text(`{{ ${text(value).replaceAll('{', '\\x7b').replaceAll('}', '\\x7d')} }}`)
    : text(value);

/** A string that YAML and Python read in the same way: whatever is not printable ASCII is a number. */
const text = (value: string): string =>
  `"${value.replace(/[\\"]|[^ -~]/gu, character => {
    const point = character.codePointAt(0) ?? 0;
    if (point === 0x22 || point === 0x5c) return `\\${character}`;
    const [letter, digits] = point > 0xffff ? ['U', 8] : point > 0xff ? ['u', 4] : ['x', 2];
    return `\\${letter}${point.toString(16).padStart(digits as number, '0')}`;
  })}"`;
