import { natsAuthorization } from '@signet/events/permissions'

/** Variable of nats-server's configuration: `ADMIN_API_PASSWORD`. */
export const passwordVariable = (user: string): string =>
  `${user.toUpperCase().replaceAll('-', '_')}_PASSWORD`

const configuration = (...lines: string[]): string =>
  [
    '# Generated from packages/events/src/permissions.ts and infra/nats/forms.ts.',
    '# passwords.conf next to this file has a line for each user, such as AUTH_PASSWORD: "…".',
    'include ./passwords.conf',
    '',
    ...lines,
    natsAuthorization((user) => `$${passwordVariable(user)}`),
  ].join('\n')

export const natsForms = {
  'infra/compose/nats.conf': configuration('jetstream { store_dir: "/data" }', ''),
  'infra/systemd/nats.conf': configuration(
    'listen: "127.0.0.1:4223"',
    'jetstream { store_dir: "/var/lib/signet-nats" }',
    '',
  ),
  // Contains only the users, for a NATS of the operator.
  'infra/charts/signet/nats.conf': configuration(),
} as const
