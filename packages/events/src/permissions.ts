import {
  deliveries,
  patternOf,
  recordedFaults,
  type StreamName,
  streamNames,
  streamSubjects,
} from './names.ts'

/** Durable name; `*` matches every name. */
type ConsumerRef = readonly [stream: StreamName, consumer: string]

interface NatsUser {
  readonly consumes: readonly ConsumerRef[]
  readonly signals: readonly string[]
  /** Publishes the outbox and declares the streams. */
  readonly relays: boolean
}

const consumerOf = (event: keyof typeof deliveries): ConsumerRef => [
  deliveries[event].stream,
  deliveries[event].consumer,
]

export const natsUsers = {
  auth: { consumes: [consumerOf('logoutNotice'), consumerOf('cibaPing')], signals: [], relays: true },
  'admin-api': { consumes: [['FAULTS', '*']], signals: [patternOf(recordedFaults)], relays: true },
  scim: { consumes: [], signals: [], relays: true },
  /** Serves doctor, and db:after-restore, which replays the audit. */
  operator: { consumes: [['AUDIT', '*']], signals: [], relays: false },
} satisfies Record<string, NatsUser>

export type NatsUserName = keyof typeof natsUsers

interface Permissions {
  readonly publish: readonly string[]
  readonly subscribe: readonly string[]
}

/** Minimal subjects of a service (nats.js 2.29, JetStream API 1). */
function permissionsOf(name: NatsUserName): Permissions {
  const { consumes, signals, relays }: NatsUser = natsUsers[name]
  return {
    publish: [
      '$JS.API.INFO',
      '$JS.API.STREAM.NAMES',
      '$JS.API.STREAM.LIST',
      ...streamNames.map((stream) => `$JS.API.STREAM.INFO.${stream}`),
      ...(relays ? [...streamSubjects, ...keepingStreams] : []),
      ...consumes.flatMap(consuming),
      ...signals,
    ],
    subscribe: [`${inboxPrefix(name)}.>`, patternOf(recordedFaults)],
  }
}

/** Every service declares the streams when it connects, and moves the messages of replaced streams. */
const keepingStreams = [
  ...streamNames.flatMap((stream) => [`$JS.API.STREAM.CREATE.${stream}`, `$JS.API.STREAM.UPDATE.${stream}`]),
  ...['INFO', 'UPDATE', 'DELETE', 'MSG.GET'].map((verb) => `$JS.API.STREAM.${verb}.FAULT`),
]

const consuming = ([stream, consumer]: ConsumerRef): string[] => [
  `$JS.API.CONSUMER.CREATE.${stream}.${consumer === '*' ? '>' : `${consumer}.>`}`,
  `$JS.API.CONSUMER.CREATE.${stream}.${consumer}`,
  `$JS.API.CONSUMER.DURABLE.CREATE.${stream}.${consumer}`,
  `$JS.API.CONSUMER.INFO.${stream}.${consumer}`,
  `$JS.API.CONSUMER.MSG.NEXT.${stream}.${consumer}`,
  `$JS.ACK.${stream}.${consumer}.>`,
]

/** Each service has a prefix of its own, so that no other service can read the replies. */
export const inboxPrefix = (name: string): string => `_INBOX.${name.replaceAll(/[^\w-]/g, '-')}`

const quoted = (subjects: readonly string[]): string => subjects.map((one) => JSON.stringify(one)).join(', ')

/**
 * Admits only the services, each with its minimal subjects.
 * @param password returns the password in configuration syntax, such as `"…"` or the name of a variable
 */
export const natsAuthorization = (password: (name: NatsUserName) => string): string =>
  [
    'authorization {',
    '  users = [',
    ...(Object.keys(natsUsers) as NatsUserName[]).flatMap((name) => {
      const { publish, subscribe } = permissionsOf(name)
      return [
        `    { user: ${JSON.stringify(name)}, password: ${password(name)}, permissions: {`,
        `      publish: [${quoted(publish)}],`,
        `      subscribe: [${quoted(subscribe)}] } }`,
      ]
    }),
    '  ]',
    '}',
    '',
  ].join('\n')
