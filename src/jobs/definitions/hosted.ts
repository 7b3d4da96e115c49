import { shellWords } from '../../base/shell-words.ts';
import { cronFields, type Recurrence } from '../recurrence.ts';

/**
 * Definitions for machines that keep no state between two runs: GitHub Actions, Kubernetes and Airflow. They run the
 * command itself at the job's times; without a history, missed runs cannot be made up.
 */
interface HostedJob {
  readonly job: string;
  readonly recurrence: Recurrence;
  /** The command line after `hotelctl`. */
  readonly command: readonly string[];
  /** Settings that are no secrets, by environment variable. */
  readonly environment: Readonly<Record<string, string>>;
}

/** The variables that contain secrets; each definition reads them from its system's secret store. */
const secretVariables = ['HOTELCTL_CLIENT_SECRET', 'HOTELCTL_REFRESH_TOKEN'] as const;

/** GitHub reads the times as UTC. */
export function githubWorkflow({ job, recurrence, command, environment }: HostedJob): string {
  return yaml([
    `name: ${text(`hotelctl ${job}`)}`,
    'on:',
    '  schedule:',
    '    # In UTC.',
    `    - cron: ${text(cronFields(recurrence))}`,
    '  workflow_dispatch: {}',
    'jobs:',
    '  run:',
    '    runs-on: ubuntu-latest',
    '    env:',
    '      HOTELCTL_CREDENTIAL_STORE: env',
    ...Object.entries(environment).map(([name, value]) => `      ${name}: ${text(value)}`),
    ...secretVariables.map(name => `      ${name}: \${{ secrets.${name} }}`),
    '    steps:',
    '      - uses: actions/setup-node@v4',
    '        with:',
    '          node-version: 24',
    '      - run: npm install --global hotelctl',
    `      - run: ${text(shellWords(['hotelctl', ...command]))}`,
  ]);
}

/** A CronJob; the secret `hotelctl` contains the variables of `secretVariables`. */
export function kubernetesCronJob({ job, recurrence, command, environment }: HostedJob): string {
  return yaml([
    'apiVersion: batch/v1',
    'kind: CronJob',
    'metadata:',
    `  name: ${text(`hotelctl-${job}`)}`,
    'spec:',
    `  schedule: ${text(cronFields(recurrence))}`,
    '  concurrencyPolicy: Forbid',
    '  jobTemplate:',
    '    spec:',
    '      backoffLimit: 3',
    '      template:',
    '        spec:',
    '          restartPolicy: Never',
    '          containers:',
    '            - name: hotelctl',
    '              image: hotelctl:latest',
    `              args: [${command.map(text).join(', ')}]`,
    '              env:',
    '                - name: HOTELCTL_CREDENTIAL_STORE',
    '                  value: env',
    ...Object.entries(environment).flatMap(([name, value]) => [
      `                - name: ${name}`,
      `                  value: ${text(value)}`,
    ]),
    '              envFrom:',
    '                - secretRef:',
    '                    name: hotelctl',
    '              securityContext:',
    '                runAsNonRoot: true',
    '                readOnlyRootFilesystem: true',
    '                allowPrivilegeEscalation: false',
  ]);
}

/** A DAG with one BashOperator; the connection's secrets come from Airflow's own variables. */
export function airflowDag({ job, recurrence, command, environment }: HostedJob): string {
  const variables = { HOTELCTL_CREDENTIAL_STORE: 'env', ...environment };
  return yaml([
    'from datetime import timedelta',
    '',
    'import pendulum',
    'from airflow import DAG',
    'from airflow.operators.bash import BashOperator',
    '',
    'with DAG(',
    `    dag_id=${text(`hotelctl_${job.replaceAll('-', '_')}`)},`,
    `    schedule=${text(cronFields(recurrence))},`,
    '    start_date=pendulum.datetime(2026, 1, 1),',
    '    catchup=False,',
    ') as dag:',
    '    BashOperator(',
    '        task_id="run",',
    `        bash_command=${text(shellWords(['hotelctl', ...command]))},`,
    '        env={',
    ...Object.entries(variables).map(([name, value]) => `            ${text(name)}: ${text(value)},`),
    ...secretVariables.map(name => `            ${text(name)}: "{{ var.value.${name} }}",`),
    '        },',
    '        append_env=True,',
    '        retries=3,',
    '        retry_delay=timedelta(minutes=5),',
    '    )',
  ]);
}

/** A string that YAML, JSON and Python read in the same way. */
const text = (value: string): string => JSON.stringify(value);

const yaml = (lines: readonly string[]) => `${lines.join('\n')}\n`;
