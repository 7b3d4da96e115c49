import { findDefinition } from '../command.ts';
import type { OpenInvocation } from '../invocation.ts';
import type { Candidate, ValueRequest } from './complete.ts';

/**
 * Values that are known only on this machine, for completion: from the profile file and from cached lists. Never sends
 * a request, and any error results in no suggestions: completion never prints errors.
 */
export async function knownValues(open: OpenInvocation, request: ValueRequest): Promise<Candidate[]> {
  try {
    // A value that the shell would interpret is not offered: it came from the platform and would become part of a
    // command line.
    return (await valuesOf(open, request)).filter(([value]) => /^[\w.@+-]+$/.test(value));
  } catch {
    return [];
  }
}

async function valuesOf(
  open: OpenInvocation,
  { command, path, name, given, operands }: ValueRequest,
): Promise<Candidate[]> {
  if (name === '--columns') {
    const columns = (await findDefinition(command)?.columns?.(given['--view'])) ?? [];
    return columns.map(({ name: column }) => [column, 'column']);
  }
  const invocation = await open(
    {
      color: false,
      animation: false,
      input: false,
      errorFormat: 'text',
      ...(given['--profile'] ? { profile: given['--profile'] } : {}),
    },
    { mayBeNew: true },
  );
  if (name === '--profile' || (path.startsWith('profile ') && path !== 'profile add')) {
    return [...invocation.profiles.profiles].map(([profile, { baseUrl }]) => [profile, baseUrl ?? 'profile']);
  }
  if (name === '--property') {
    const { knownProperties } = await import('./known-lists.ts');
    return (await knownProperties(invocation)).map(property => [property.id, property.name]);
  }
  if (path.startsWith('ui-integration ') && name === 'id') {
    const { knownIntegrations } = await import('./known-lists.ts');
    return (await knownIntegrations(invocation))
      .filter(({ target }) => target === operands[0])
      .map(({ id, label }) => [id, label || 'UI integration']);
  }
  return [];
}
