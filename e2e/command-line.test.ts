import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from './support/fixtures.ts'
import { signInAt } from './support/sign-in.ts'
import { administrator } from './support/world.ts'

const main = new URL('../apps/cli/src/main.ts', import.meta.url).pathname

/** `onNote` gets the text of stderr while the command runs. */
function signet(args: readonly string[], env: NodeJS.ProcessEnv, onNote: (text: string) => void = () => {}) {
  return new Promise<{ code: number | null; out: string; err: string }>((resolve, reject) => {
    const { PATH, NODE_COMPILE_CACHE } = process.env
    const child = spawn(process.execPath, [main, ...args], { env: { PATH, NODE_COMPILE_CACHE, ...env } })
    const text = { out: '', err: '' }
    child.stdout.on('data', (data) => {
      text.out += data
    })
    child.stderr.on('data', (data) => {
      text.err += data
      onNote(text.err)
    })
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, ...text }))
  })
}

test('an administrator signs the command line in with a code, and applies a file', async ({
  api,
  page: consolePage,
  newVisitor,
  world,
}) => {
  test.setTimeout(240_000)
  await api.put('/settings', { 'mcp.enabled': true })
  const folder = mkdtempSync(join(tmpdir(), 'signet-'))
  const credentials = join(folder, 'credentials.json')
  const env = {
    SIGNET_URL: world.baseUrl,
    SIGNET_CREDENTIALS_FILE: credentials,
    SIGNET_PROJECT: world.arranged.projectId,
  }

  const opened = Promise.withResolvers<string>()
  const login = signet(['login'], env, (text) => {
    const address = /Open (\S+)/.exec(text)?.[1]
    if (address) opened.resolve(address)
  })
  const page = await newVisitor()
  await page.goto(await opened.promise)
  await page.locator('button[name="confirm"]').click()
  await signInAt(page, administrator)
  await page.locator('button[value="yes"], button[form="consent"]').first().click()
  const signedIn = await login
  expect(signedIn.code, signedIn.err).toBe(0)
  expect(statSync(credentials).mode & 0o777).toBe(0o600)

  const who = await signet(['call', 'whoami'], env)
  expect(who.code, who.err).toBe(0)
  expect(JSON.parse(who.out)).toMatchObject({ email: administrator.email })
  writeFileSync(join(folder, 'signet.yaml'), 'version: 1\nproject: { displayName: Of a file }\n')
  const applied = await signet(['apply', '--yes', '--file', join(folder, 'signet.yaml')], env)
  expect(applied.code, applied.err).toBe(0)
  expect((await signet(['plan', '--file', join(folder, 'signet.yaml')], env)).out).toBe('No changes.\n')

  await test.step('an approval of a file shows its changes as a difference', async () => {
    const harmful = 'version: 1\nproject: { registrationOpen: true, passkeys: preferred }\n'
    writeFileSync(join(folder, 'signet.yaml'), harmful)
    const asked = await signet(['apply', '--yes', '--file', join(folder, 'signet.yaml')], env)
    const address = /approves it at (\S+)/.exec(asked.err)?.[1]
    expect(address, asked.err).toBeDefined()
    await consolePage.goto(address ?? '')
    const plan = consolePage.getByRole('region', { name: 'Plan' })
    await plan.getByText('0 to create, 1 to change, 0 to delete').waitFor()
    await expect(plan.getByRole('definition').filter({ hasText: 'preferred' })).toContainText('After')
    await consolePage.getByRole('button', { name: 'Refuse…' }).click()
    await consolePage.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click()
    await consolePage.getByText('Refused. The agent was notified.').waitFor()
  })
})

test('a machine with its own key plans a file, and has no scope beyond those of its entry', async ({
  api,
  world,
}) => {
  test.setTimeout(240_000)
  const { id: actsFor } = await api.get<{ id: string }>('/me')
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const marks = { kid: 'm1', alg: 'ES256', use: 'sig' }
  const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), ...marks }] }
  const machine = {
    clientId: 'deploy',
    name: 'Deploy',
    jwks,
    actsFor,
    scopes: ['admin:read'],
    approval: 'self',
  }
  await api.post('/mcp/clients', machine)
  const folder = mkdtempSync(join(tmpdir(), 'signet-'))
  const key = join(folder, 'key.json')
  writeFileSync(key, JSON.stringify({ ...privateKey.export({ format: 'jwk' }), ...marks }))
  const env = {
    SIGNET_URL: world.baseUrl,
    SIGNET_PROJECT: world.arranged.projectId,
    SIGNET_CLIENT_ID: 'deploy',
    SIGNET_CLIENT_KEY_FILE: key,
    SIGNET_CREDENTIALS_FILE: join(folder, 'credentials.json'),
  }
  const login = await signet(['login', '--machine'], env)
  expect(login.code, login.err).toBe(0)
  const file = join(folder, 'signet.yaml')
  expect((await signet(['pull', '--file', file], env)).code).toBe(0)
  expect((await signet(['plan', '--file', file], env)).out).toBe('No changes.\n')
  writeFileSync(file, 'version: 1\nproject: { displayName: Of a machine }\n')
  const refused = await signet(['apply', '--yes', '--file', file], env)
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('403 insufficient_scope') })
  expect(existsSync(env.SIGNET_CREDENTIALS_FILE)).toBe(false)
})

test('a service account of a team signs the command line in with its own key and rotates it', async ({
  api,
  world,
}) => {
  test.setTimeout(240_000)
  const { id: teamId } = await api.post<{ id: string }>('/teams', { name: 'Automation' })
  const folder = mkdtempSync(join(tmpdir(), 'signet-'))
  const makeKey = (kid: string) => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const marks = { kid, alg: 'ES256', use: 'sig' }
    const path = join(folder, `${kid}.json`)
    writeFileSync(path, JSON.stringify({ ...privateKey.export({ format: 'jwk' }), ...marks }))
    return { path, publicKey: { ...publicKey.export({ format: 'jwk' }), ...marks } }
  }
  const [first, second] = [makeKey('first'), makeKey('second')]
  const { id } = await api.post<{ id: string }>(`/teams/${teamId}/service-accounts`, {
    name: 'Deploy',
    role: 'member',
    keys: [first.publicKey],
  })
  const envWith = (path: string) => ({
    SIGNET_URL: world.baseUrl,
    SIGNET_CLIENT_ID: id,
    SIGNET_CLIENT_KEY_FILE: path,
    SIGNET_CREDENTIALS_FILE: join(folder, 'credentials.json'),
  })
  const login = await signet(['login', '--machine'], envWith(first.path))
  expect(login.code, login.err).toBe(0)
  const project = JSON.stringify({ name: 'Of a script', teamId })
  const created = await signet(['api', 'POST', '/projects', '--data', project], envWith(first.path))
  expect(created.code, created.out).toBe(0)
  const key = JSON.stringify({ key: second.publicKey })
  const rotated = await signet(
    ['api', 'POST', '/service-accounts/self/keys', '--data', key],
    envWith(first.path),
  )
  expect(rotated.code, rotated.out).toBe(0)
  const again = await signet(['call', 'whoami'], envWith(second.path))
  expect(again.code, again.err).toBe(0)
  expect(JSON.parse(again.out)).toMatchObject({ id, superAdministrator: false })
})
