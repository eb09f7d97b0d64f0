import { effectsOf, type OperationName, operations, placementOf } from '@signet/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operationNames } from '../src/domains/index.ts'
import { effectsOfChange } from './support/column-effects.ts'
import { provider } from './support/directories.ts'
import { type RowChange, recordRowChanges } from './support/row-changes.ts'
import { samples } from './support/samples.ts'
import { administrator, client, inProject, nothing, type Place, resource, user } from './support/things.ts'
import { startWorld, type World } from './support/world.ts'
import { WrittenTables } from './support/written-tables.ts'

let world: World
let changes: Awaited<ReturnType<typeof recordRowChanges>>
beforeAll(async () => {
  world = await startWorld()
  changes = await recordRowChanges(world.database)
})
afterAll(() => world?.close())

const home = (): Place => ({ world, projectId: world.project, teamId: world.team })

/** Need an instance before its set-up, or a caller without a session. Tests of the contract cover them. */
const ownTests: readonly OperationName[] = [
  'setup',
  'invitation_get',
  'invitation_accept',
  'service_account_key_rotate',
]
const changing = operationNames.filter(
  (name) =>
    !ownTests.includes(name) &&
    placementOf(operations[name]).method !== 'GET' &&
    operations[name].kind !== 'read',
)

const tables = new WrittenTables()

type SampleInput = Readonly<Record<string, unknown>>

async function written(name: OperationName, input: SampleInput) {
  const person = await world.signIn(world.people.super)
  await changes()
  const since = await tables.begin(world.database)
  const { confirm: _confirm, expect: _expect, ...bare } = input
  const first = await world.call(person, name, input)
  // The first call returned a preview; the second call makes the change.
  const preview = first.body as { expect?: object; consequences?: unknown; changes?: unknown } | null
  const isPreview = first.status < 300 && preview?.consequences !== undefined
  const reply = isPreview
    ? await world.call(person, name, { ...bare, confirm: true, expect: preview?.expect })
    : first
  expect(reply.status, reply.text).toBeLessThan(300)
  const rows = await changes()
  await tables.note(world.database, since, name, rows)
  return {
    rows,
    found: [...new Set(rows.filter((row) => !isOfNewProject(row, rows)).flatMap(effectsOfChange))],
  }
}

/** The key set of a new project affects no application, so only the row of the project counts. */
function isOfNewProject({ table, after }: RowChange, rows: readonly RowChange[]): boolean {
  const made = rows.filter((row) => row.table === 'projects' && !row.before).map((row) => row.after?.id)
  return table !== 'projects' && made.includes(after?.project_id ?? after?.key_set_id)
}

describe('declared effects:', () => {
  test.each(changing)(
    'the declared effects of %s cover every row and column that it writes',
    async (name) => {
      const sample = samples[name] as (place: Place) => Promise<SampleInput>
      const input = await sample(home())
      const { found } = await written(name, input)
      const declared = effectsOf(operations[name], input, { ofAdministrators: false })
      expect(declared).toEqual(expect.arrayContaining(found))
    },
  )

  const updates: [OperationName, (place: Place) => Promise<SampleInput>, SampleInput][] = [
    ['project_user_update', user, { active: false }],
    ['project_user_update', user, { claims: { role: 'admin' } }],
    ['project_user_update', user, { profile: { displayName: 'Ada' } }],
    ['project_update', inProject, { name: 'Renamed' }],
    ['project_update', inProject, { registrationOpen: true }],
    ['project_update', inProject, { registrationOpen: false }],
    ['project_update', inProject, { verificationMethod: 'code' }],
    ['project_update', inProject, { totpRequired: true }],
    ['project_update', inProject, { totpRequired: false }],
    ['project_update', inProject, { primaryColor: '#112233', language: 'ru' }],
    ['project_create', newProject, { registrationOpen: true }],
    ['project_create', newProject, { totpRequired: true }],
    ['client_update', client, { clientName: 'Renamed', primaryColor: '#112233' }],
    ['client_update', client, { redirectUris: ['https://elsewhere.example/callback'] }],
    ['client_update', client, { tokenEndpointAuthMethod: 'none' }],
    ['client_update', client, { corsOrigins: ['https://elsewhere.example'] }],
    ['client_update', client, { requireConsent: false }],
    ['federation_provider_update', provider, { emailTrusted: true }],
    ['federation_provider_update', provider, { enabled: false }],
    ['federation_provider_update', provider, { allowedEmailDomains: ['elsewhere.example'] }],
    ['admin_update', administrator, { active: false }],
    ['resource_update', resource, { name: 'Renamed' }],
    ['resource_update', resource, { scopes: ['orders.everything'] }],
    ['settings_update', nothing, { 'pkce.required': false }],
    ['settings_update', nothing, { 'registration.enabled': true }],
    ['client_update', client, { policyUri: 'https://elsewhere.example/policy' }],
  ]

  test.each(updates)(
    'the declared effects of %s with %3$o cover the columns that these fields write',
    async (name, of, fields) => {
      const input = { ...(await of(home())), ...fields }
      const { rows, found } = await written(name, input)
      expect(rows).not.toEqual([])
      const declared = effectsOf(operations[name], input, { ofAdministrators: false })
      expect(declared).toEqual(expect.arrayContaining(found))
    },
  )
})

let made = 0
async function newProject({ teamId }: Place): Promise<SampleInput> {
  made += 1
  return { name: 'Another', slug: `effects-${made}`, teamId }
}

test('only these operations write tables of accounts, teams, credentials and links, each with an audit entry', async () => {
  const printed = `${tables.print()}\n`
  expect(printed).not.toContain('no entry')
  await expect(printed).toMatchFileSnapshot('written-tables.txt')
})
