interface DataOptions {
  /** Returns another random password at each call. */
  password(): string
  readonly natsConfiguration: string
  /** 32 bytes, base64url. */
  readonly secretKey: string
}

const natsUsers = ['auth', 'admin-api', 'scim', 'operator']

const secret = (name: string, stringData: Readonly<Record<string, string>>) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name },
  stringData,
})

/**
 * A deployment of one pod that mounts its secret at /etc/data, with its service. A pod without a request of processor time gets
 * nearly none while other programs use all cores, and services wait for it until their deadline.
 */
function server(name: string, port: number, cpu: string, container: object): object[] {
  const labels = { app: name }
  const template = {
    metadata: { labels },
    spec: {
      containers: [
        {
          name,
          imagePullPolicy: 'IfNotPresent',
          ports: [{ containerPort: port }],
          resources: { requests: { cpu } },
          readinessProbe: { tcpSocket: { port }, periodSeconds: 2 },
          volumeMounts: [{ name: 'data', mountPath: '/etc/data' }],
          ...container,
        },
      ],
      volumes: [{ name: 'data', secret: { secretName: `${name}-files` } }],
    },
  }
  return [
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name },
      spec: { replicas: 1, selector: { matchLabels: labels }, template },
    },
    { apiVersion: 'v1', kind: 'Service', metadata: { name }, spec: { selector: labels, ports: [{ port }] } },
  ]
}

export function dataServices({ password, natsConfiguration, secretKey }: DataOptions): object[] {
  const owner = password()
  const passwords = Object.fromEntries(natsUsers.map((user) => [user, password()]))
  const lines = natsUsers.map(
    (user) => `${user.toUpperCase().replace('-', '_')}_PASSWORD: "${passwords[user]}"\n`,
  )
  const address = (user: string, secretOfUser: string) =>
    `postgresql://${user}:${secretOfUser}@postgres:5432/signet`
  const postgres = {
    image: process.env.SIGNET_POSTGRES_IMAGE ?? 'postgres:18',
    env: [
      { name: 'POSTGRES_USER', value: 'signet' },
      { name: 'POSTGRES_DB', value: 'signet' },
      { name: 'POSTGRES_PASSWORD_FILE', value: '/etc/data/password' },
    ],
  }
  const nats = {
    image: process.env.SIGNET_NATS_IMAGE ?? 'nats:2.12',
    args: ['--jetstream', '--store_dir', '/tmp/jetstream', '--config', '/etc/data/nats.conf'],
  }
  return [
    secret('postgres-files', { password: owner }),
    secret('nats-files', { 'nats.conf': natsConfiguration, 'passwords.conf': lines.join('') }),
    secret('signet', {
      'database-owner-url': address('signet', owner),
      'database-url': address('signet_services', password()),
      'secret-keys': `first:${secretKey}`,
      ...Object.fromEntries(['auth', 'admin-api', 'scim'].map((user) => [`nats-${user}`, passwords[user]])),
    }),
    ...server('postgres', 5432, '500m', postgres),
    ...server('nats', 4222, '50m', nats),
  ]
}
