import {
  type OperationName,
  operations,
  type Problem,
  placementOf,
  signingAlgorithms,
} from '@signet/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connection, upstream } from './support/directories.ts'
import { ownProject, plan } from './support/things.ts'
import { withValue } from './support/with-value.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

interface Field {
  readonly field: string
  readonly accepted: readonly unknown[]
  readonly rejected: readonly unknown[]
}

const text = (characters: number): string => 'x'.repeat(characters)
const items = <Item>(count: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => item(index))
/** Returns a domain of 253 characters, or of more. */
const domain = (index: number, last = 61): string =>
  [String(index).padStart(63, 'd'), text(63), text(63), text(last)].join('.')

const inOwnProject = async () => ({ world, ...(await ownProject(world)) })

async function providerWithId(id: string) {
  const { projectId } = await ownProject(world)
  const { people } = world
  const made = await world.ok(people.super, 'federation_provider_create', { projectId, ...upstream(), id })
  return { projectId, providerId: made.id }
}

const inputs = {
  federation_provider_create: async () => ({ ...(await ownProject(world)), ...upstream() }),
  provisioning_connection_create: async () => ({
    ...(await providerWithId(text(32))),
    displayName: 'Directory',
    correlation: { claim: 'sub', attribute: 'externalId' },
    threshold: { count: 5, windowSeconds: 600 },
  }),
  provisioning_credential_issue: async () => ({
    ...(await connection(await inOwnProject())),
    kind: 'static_token',
  }),
  plan_create: async () => plan(),
  project_key_generate: async () => ({ ...(await ownProject(world)), alg: 'ES256' }),
  project_key_rotate: async () => ({ ...(await ownProject(world)), alg: 'ES256' }),
} satisfies Partial<Record<OperationName, () => Promise<object>>>
type Name = keyof typeof inputs

const count = { accepted: [0, 1, null], rejected: [-1, 1.5, '1'] }
const flag = { accepted: [true, false], rejected: ['yes', null] }
const algorithms = { field: 'alg', accepted: signingAlgorithms, rejected: ['HS256', 'none', 'ES256K', ''] }

const fields: Readonly<Record<Name, readonly Field[]>> = {
  federation_provider_create: [
    { field: 'id', accepted: ['i', text(32)], rejected: ['', text(33)] },
    { field: 'displayName', accepted: ['N', text(100)], rejected: ['', text(101)] },
    { field: 'clientId', accepted: ['c'], rejected: ['', undefined] },
    { field: 'issuer', accepted: ['https://idp.example.com'], rejected: [''] },
    { field: 'clientSecret', accepted: ['s'], rejected: [''] },
    { field: 'tenant', accepted: [undefined], rejected: [''] },
    { field: 'teamId', accepted: [undefined], rejected: [''] },
    { field: 'keyId', accepted: [undefined], rejected: [''] },
    { field: 'signingKey', accepted: [undefined], rejected: [''] },
    {
      field: 'scopes',
      accepted: [[], items(50, (index) => `s${index}`), [text(200)]],
      rejected: [items(51, (index) => `s${index}`), [text(201)], ['']],
    },
    { field: 'provisioning', accepted: ['jit', 'existing_only'], rejected: ['none'] },
    {
      field: 'allowedEmailDomains',
      accepted: [[], items(100, (index) => domain(index))],
      rejected: [items(101, (index) => `d${index}.example`), [domain(0, 62)], ['']],
    },
  ],
  provisioning_connection_create: [
    { field: 'displayName', accepted: ['N', text(100)], rejected: ['', text(101)] },
    { field: 'providerId', accepted: [text(32)], rejected: ['', text(33), undefined] },
    { field: 'correlation.claim', accepted: ['c', text(64)], rejected: ['', text(65)] },
    { field: 'correlation.attribute', accepted: ['externalId', 'userName'], rejected: ['email', ''] },
    { field: 'emailTrust', accepted: ['trusted', 'untrusted'], rejected: ['yes', true] },
    { field: 'threshold', accepted: [null], rejected: [5, {}] },
    { field: 'threshold.count', accepted: [1, 100_000], rejected: [0, 100_001, 1.5] },
    { field: 'threshold.windowSeconds', accepted: [300, 604_800], rejected: [299, 604_801] },
    { field: 'directory', accepted: ['entra', 'okta', 'generic'], rejected: ['other'] },
  ],
  provisioning_credential_issue: [
    { field: 'kind', accepted: ['secret', 'static_token'], rejected: ['oauth', 'password', undefined] },
    { field: 'lifetimeDays', accepted: [90, 365], rejected: [0, 91, 366, null] },
    { field: 'overlap', accepted: [true, false], rejected: ['yes', null] },
  ],
  plan_create: [
    { field: 'id', accepted: [text(40), 'a-1'], rejected: ['', text(41), 'Upper', 'under_score'] },
    { field: 'name', accepted: ['N', text(80)], rejected: ['', text(81)] },
    { field: 'limits.monthlyActiveUsers', ...count },
    { field: 'limits.projectsPerAdministrator', ...count },
    { field: 'limits.applicationsPerProject', ...count },
    { field: 'limits.apisPerProject', ...count },
    { field: 'features.enterpriseSignIn', ...flag },
    { field: 'features.customSlug', ...flag },
    { field: 'features.customDomain', ...flag },
    { field: 'features.other', accepted: [undefined], rejected: [true] },
  ],
  project_key_generate: [algorithms],
  project_key_rotate: [algorithms],
}

const rows = Object.entries(fields).flatMap(([name, listed]) =>
  listed.map((field) => ({ name: name as Name, ...field })),
)

describe.each(rows)('the field $field of $name:', ({ name, field, accepted, rejected }) => {
  test('the field accepts its values and rejects all others with its path', async () => {
    const call = async (value: unknown) => {
      const input = withValue(await inputs[name](), field.split('.'), value)
      return world.call(world.people.super, name, { ...input })
    }
    for (const value of accepted) {
      const { status, text } = await call(value)
      expect(status, `${JSON.stringify(value)}: ${text}`).toBe(placementOf(operations[name]).successStatus)
    }
    for (const value of rejected) {
      const { status, body, text } = await call(value)
      expect([400, 422], `${JSON.stringify(value)}: ${text}`).toContain(status)
      const paths = ((body as Problem).errors ?? []).map(({ path }) => path)
      expect(
        paths.some((path) => path.startsWith(field)),
        text,
      ).toBe(true)
    }
  })
})
