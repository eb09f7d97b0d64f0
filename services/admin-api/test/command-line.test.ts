import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from '@signet/db'
import { Decrypter } from 'age-encryption'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ageIdentity, ageRecipient } from './support/age.ts'
import { type CommandLine, startCommandLine } from './support/command-line.ts'
import { bcryptOfPassword } from './support/samples.ts'
import { ownProject } from './support/things.ts'
import { startWorld, type World } from './support/world.ts'

const folder = mkdtempSync(join(tmpdir(), 'signet-'))
const file = join(folder, 'signet.yaml')

let world: World
let signet: CommandLine['signet']
let succeeded: CommandLine['succeeded']
let killedAt: CommandLine['killedAt']
beforeAll(async () => {
  world = await startWorld()
  ;({ signet, succeeded, killedAt } = await startCommandLine(world, { GOOGLE_SECRET: 'secret-of-google' }))
})
afterAll(() => world?.close())

async function pendingApproval(): Promise<string> {
  const read = async () =>
    (await world.database.rows<{ id: string }>(sql`SELECT id FROM agent_approvals`))[0]?.id
  await expect.poll(read, { timeout: 60_000 }).toBeDefined()
  return (await read()) ?? ''
}

const shop = `# The shop.
version: 1
project:
  displayName: Shop
groups:
  engineering: {}
providers:
  google:
    catalogueId: google
    clientId: g.example
    clientSecret: { secretFrom: env:GOOGLE_SECRET }
applications:
  Web shop: # the only one
    grantTypes: [authorization_code, refresh_token]
    redirectUris: [https://shop.example/callback]
    tokenEndpointAuthMethod: client_secret_basic
`

test('a file is planned, applied, refused after a change of the project, planned again and promoted', async () => {
  const staging = await ownProject(world)
  const at = ['--project', staging.projectId, '--file', file]
  writeFileSync(file, shop)

  const planned = await signet(['plan', ...at, '--out', join(folder, 'plan.json')])
  expect(planned, planned.err).toMatchObject({ code: 2 })
  expect(planned.out).toContain('+ applications/Web shop')
  expect(planned.out).toContain('3 to create, 1 to update, 0 to delete.')
  expect(planned.out).not.toContain('\u001b[')

  await world.ok(world.people.super, 'project_update', { ...staging, displayName: 'Bazaar' })
  const drifted = await signet(['apply', ...at, '--plan', join(folder, 'plan.json')])
  expect(drifted.code).toBe(1)
  expect(drifted.err).toContain('409 plan_outdated')
  expect(drifted.out).toContain('displayName: "Bazaar" -> "Shop"')

  expect((await signet(['apply', ...at])).err).toContain('Use --yes')
  expect(await succeeded('apply', ...at, '--yes')).toContain('Applied 4 changes.')
  expect(await succeeded('plan', ...at)).toBe('No changes.\n')

  await world.ok(world.people.super, 'project_update', { ...staging, displayName: 'Store' })
  await succeeded('pull', ...at)
  const pulled = readFileSync(file, 'utf8')
  expect(pulled).toContain('# The shop.')
  expect(pulled).toContain('# the only one')
  expect(pulled).toContain('displayName: Store')
  expect(pulled).toContain('secretFrom: env:GOOGLE_SECRET')

  const production = await ownProject(world)
  await world.ok(world.people.super, 'federation_provider_create', {
    ...production,
    id: 'google',
    catalogueId: 'google',
    clientId: 'of-production',
    clientSecret: 'secret-of-production',
  })
  expect((await signet(['diff', staging.projectId, production.projectId])).code).toBe(2)
  await succeeded('promote', staging.projectId, production.projectId, '--yes')
  const { file: promoted } = await world.ok(world.people.super, 'project_file_get', production)
  const { file: source } = await world.ok(world.people.super, 'project_file_get', staging)
  expect(promoted).toEqual({
    ...source,
    project: { ...(source.project as object), name: expect.any(String) },
  })
}, 240_000)

test('an operation is called by its name, with options and with a confirmation', async () => {
  const { projectId } = await ownProject(world)
  const created = JSON.parse(
    await succeeded('call', 'project_group_create', '--project-id', projectId, '--display-name', 'sales'),
  )
  const gone = ['call', 'project_group_delete', '--project-id', projectId, '--group-id', created.id]
  const asked = await signet(gone)
  expect(asked).toMatchObject({ code: 1, err: expect.stringContaining('Use --yes') })
  await succeeded(...gone, '--yes')
  expect(JSON.parse(await succeeded('api', 'GET', `/projects/${projectId}/groups`))).toEqual({ groups: [] })
  const wrong = await signet(['call', 'client_create', '--project-id', projectId])
  expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('400 invalid_request') })
  expect(await succeeded('audit', 'tail', '--project', projectId, '--json')).toContain('group.delete')
}, 240_000)

test('users are checked before the first one is written, imported, and skipped by a repeated import', async () => {
  const { projectId } = await ownProject(world)
  await world.ok(world.people.super, 'project_group_create', { projectId, displayName: 'engineering' })
  const path = join(folder, 'users.ndjson')
  const lines = [
    {
      email: 'ada@example.com',
      emailVerified: true,
      passwordHash: bcryptOfPassword,
      groups: ['engineering'],
    },
    { email: 'bob@example.com', passwordHash: 'plaintext' },
  ]
  writeFileSync(path, lines.map((line) => JSON.stringify(line)).join('\n'))
  const command = ['users', 'import', path, '--from', 'ndjson', '--project', projectId]
  const refused = await signet(command)
  expect(refused).toMatchObject({ code: 1, out: '2 checked: 1 created, 0 updated, 0 skipped, 1 refused.\n' })
  expect(refused.err).toContain('Line 2, bob@example.com: refused, passwordHash')
  expect((await world.ok(world.people.super, 'project_user_list', { projectId })).users).toEqual([])
  expect(await succeeded(...command, '--skip-refused')).toBe(
    '2 imported: 1 created, 0 updated, 0 skipped, 1 refused.\n',
  )
  expect(await succeeded(...command, '--skip-refused')).toBe(
    '2 imported: 0 created, 0 updated, 1 skipped, 1 refused.\n',
  )
  const { users } = await world.ok(world.people.super, 'project_user_list', { projectId })
  expect(users).toMatchObject([
    { email: 'ada@example.com', verified: true, groups: [{ displayName: 'engineering' }] },
  ])
}, 240_000)

test('mistakes of exports are refused with their line and field, and nothing is imported', async () => {
  const { projectId } = await ownProject(world)
  const path = join(folder, 'mistakes.ndjson')
  const groups = Array.from({ length: 10_000 }, (_, index) => `group ${index}`)
  const lines = [
    { email: 'ada@example.com' },
    { email: 'Ada@Example.com' },
    { email: 'eve@example.com', groups },
    { email: 'no address' },
    { email: 'bob@example.com', emailVerified: 'yes' },
  ]
  writeFileSync(path, `\ufeff${lines.map((line) => `${JSON.stringify(line)}\r\n`).join('')}`)
  const refused = await signet(['users', 'import', path, '--from', 'ndjson', '--project', projectId])
  expect(refused).toMatchObject({ code: 1, out: '5 checked: 1 created, 0 updated, 0 skipped, 4 refused.\n' })
  for (const [line, reason] of [
    ['Line 2, Ada@Example.com', 'the request has another user with this name'],
    ['Line 3, eve@example.com', 'groups'],
    ['Line 4, no address', 'email'],
    ['Line 5, bob@example.com', 'emailVerified'],
  ])
    expect(refused.err).toContain(`${line}: refused, ${reason}`)
  expect((await world.ok(world.people.super, 'project_user_list', { projectId })).users).toEqual([])
}, 240_000)

test('a project is exported into a folder, and its file and users are imported into another project', async () => {
  const [from, to] = [await ownProject(world), await ownProject(world)]
  await world.ok(world.people.super, 'project_group_create', { ...from, displayName: 'staff' })
  const user = {
    email: 'ada@example.com',
    subject: '8f14e45f-ceea-467a-9575-2f5f3c3f3f3f',
    groups: ['staff'],
  }
  await world.ok(world.people.super, 'project_user_import', { ...from, users: [user] })
  const out = join(folder, 'exported')
  expect((await signet(['export', from.projectId, '--out', out])).err).toContain('1 users')
  const users = join(out, 'users.ndjson')
  expect(statSync(users).mode & 0o777).toBe(0o600)
  await succeeded('apply', '--project', to.projectId, '--file', join(out, 'signet.yaml'), '--yes')
  await succeeded('users', 'import', users, '--from', 'ndjson', '--project', to.projectId)
  const lines = await succeeded('users', 'export', '--project', to.projectId)
  expect(lines).toBe(readFileSync(users, 'utf8'))
  expect(JSON.parse(lines)).toMatchObject(user)
}, 240_000)

test('an export with hashes waits for an approval after a fresh sign-in, and is encrypted', async () => {
  const { projectId } = await ownProject(world)
  const users = [{ email: 'ada@example.com', passwordHash: bcryptOfPassword }]
  await world.ok(world.people.super, 'project_user_import', { projectId, users })
  const encrypted = join(folder, 'users.ndjson.age')
  const command = ['users', 'export', '--project', projectId, '--recipient', ageRecipient, '--out', encrypted]
  expect((await signet(command)).err).toContain('fresh_sign_in_required')
  await world.database.run(sql`UPDATE agent_clients SET approval = 'ask', approval_for = '{exposes}'`)
  const waiting = signet([...command, '--wait', '120'])
  const id = await pendingApproval()
  const person = await world.signIn(world.people.super)
  expect(await world.refused(person, 'approval_approve', { approvalId: id })).toMatchObject({
    code: 'fresh_sign_in_required',
  })
  await world.database.run(sql`UPDATE console_sessions SET authenticated_at = now()`)
  await world.ok(person, 'approval_approve', { approvalId: id })
  const done = await waiting
  expect(done, done.err).toMatchObject({ code: 0 })
  const decrypter = new Decrypter()
  decrypter.addIdentity(ageIdentity)
  const text = await decrypter.decrypt(readFileSync(encrypted), 'text')
  expect(JSON.parse(text)).toMatchObject(users[0] ?? {})
  await world.database.run(sql`DELETE FROM agent_approvals`)
}, 240_000)

test('an import that is killed in the middle is continued by the same command, with a report for each user', async () => {
  const { projectId } = await ownProject(world)
  const path = join(folder, 'many.ndjson')
  const emails = Array.from({ length: 1_200 }, (_, index) => `many${index}@example.com`)
  writeFileSync(path, emails.map((email) => JSON.stringify({ email })).join('\n'))
  const report = join(folder, 'report.ndjson')
  const args = ['users', 'import', path, '--from', 'ndjson', '--project', projectId, '--report', report]
  await killedAt('Imported 500', args)
  const done = await succeeded(...args)
  expect(done).toMatch(/^1200 imported: \d+ created, 0 updated, \d+ skipped, 0 refused\.\n$/)
  const results = readFileSync(report, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { user: number; email: string; result: string })
  expect(results.map(({ email }) => email)).toEqual(emails)
  expect(results.filter(({ result }) => result === 'skipped').length).toBeGreaterThanOrEqual(500)
  const { totalResults } = await world.ok(world.people.super, 'project_user_list', { projectId })
  expect(totalResults).toBe(1_200)
}, 240_000)

test('a call that an administrator approves waits, and is made after the approval', async () => {
  const { projectId } = await ownProject(world)
  await world.database.run(sql`UPDATE agent_clients SET approval = 'ask', approval_for = '{raises}'`)
  writeFileSync(file, 'version: 1\ngroups: { sales: {} }\n')
  const waiting = signet(['apply', '--project', projectId, '--file', file, '--yes', '--wait', '120'])
  const id = await pendingApproval()
  await world.ok(await world.signIn(world.people.super), 'approval_approve', { approvalId: id })
  const done = await waiting
  expect(done, done.err).toMatchObject({ code: 0 })
  expect(done.err).toContain(`/admin/approvals/${id}`)
}, 240_000)

test('a command without a login and a command without an instance say how to continue', async () => {
  const without = { SIGNET_TOKEN: '', SIGNET_CREDENTIALS_FILE: join(folder, 'none.json') }
  expect((await signet(['keys', '--project', 'prj_x'], without)).err).toContain('signet login --url')
  expect((await signet(['keys', '--project', 'prj_x'], { SIGNET_URL: '' })).err).toContain('SIGNET_URL')
}, 120_000)

test('the audit is exported with every entry once, also when a page ends between entries of one time', async () => {
  const { projectId } = await ownProject(world)
  await world.database.run(sql`
    INSERT INTO audit_entries (id, at, actor, action, target_type, target_id, target_scope, project_id)
    SELECT 'aud_' || lpad(n::text, 26, '0'), date_trunc('hour', now()) - (n / 450) * interval '1 second', 'usr_01m8dest3xf26b7tpxh53rpebp', 'client.update', 'Client', 'app_01m8dest3xf26b7tpxh53rpebp',
      'instance', ${projectId} FROM generate_series(1, 900) n`)
  const text = await succeeded('audit', 'export', '--project', projectId)
  const ids = text
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { id: string }).id)
  const ofTest = ids.filter((id) => /^aud_\d{26}$/.test(id))
  expect(ofTest).toHaveLength(900)
  expect(new Set(ids).size).toBe(ids.length)
})

test('the doctor names a missing issuer, and the clock, the login and the rights that are right', async () => {
  const { code, out } = await signet(['doctor'])
  expect(code).toBe(1)
  expect(out).toMatch(/^wrong issuer: .* answered 404 for its metadata/m)
  expect(out).toContain('ok    clock: agrees with the instance')
  expect(out).toContain('ok    login: a token is available')
  expect(out).toMatch(/^ok {4}rights: acts for .*, a super administrator$/m)
})

test('applications are listed, and the address of a project in the console is printed', async () => {
  const { projectId } = await ownProject(world)
  await world.ok(world.people.super, 'client_create', {
    projectId,
    clientName: 'Web shop',
    grantTypes: ['client_credentials'],
    tokenEndpointAuthMethod: 'client_secret_basic',
  })
  expect(await succeeded('apps', '--project', projectId)).toMatch(
    /^app_\w+ {2}Web shop {2}client_secret_basic {2}client_credentials$/m,
  )
  expect(await succeeded('open', '--print', '--project', projectId)).toMatch(
    new RegExp(`^http://.*/admin/projects/${projectId}$`, 'm'),
  )
})
