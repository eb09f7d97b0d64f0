import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from '@signet/db'
import { createRelyingParty, FormBrowser, fetchVia, isPage } from '@signet/testkit'
import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CommandLine, startCommandLine } from './support/command-line.ts'
import { type Console, startConsole } from './support/console.ts'
import { signIn as signInAdministrator } from './support/people.ts'
import { application, ownProject } from './support/things.ts'

const redirectUri = application.redirectUris[0] ?? ''
const api = 'https://orders.example/v1'
const email = 'ada@example.com'
const password = 'correct horse battery staple'

interface Instance {
  readonly stack: Console
  readonly line: CommandLine
}

let from: Instance
let to: Instance
const startInstance = async (): Promise<Instance> => {
  const stack = await startConsole()
  return { stack, line: await startCommandLine(stack.world) }
}
beforeAll(async () => {
  ;[from, to] = await Promise.all([startInstance(), startInstance()])
  await from.stack.world.database.run(
    sql`UPDATE agent_clients SET approval = 'ask', approval_for = '{exposes}'`,
  )
})
afterAll(async () => {
  await from?.stack.close()
  await to?.stack.close()
})

/** Approves the exports of the command, after a fresh sign-in, until it has ended. */
async function approving<Result>(command: Promise<Result>): Promise<Result> {
  const { world } = from.stack
  let isRunning = true
  const ended = command.finally(() => {
    isRunning = false
  })
  const person = await signInAdministrator(world, world.people.super.accountId, {
    authenticatedAt: new Date(),
  })
  while (isRunning) {
    const pending = await world.database.rows<{ id: string }>(
      sql`SELECT id FROM agent_approvals WHERE status = 'pending'`,
    )
    for (const { id } of pending) await world.call(person, 'approval_approve', { approvalId: id })
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  return ended
}

async function makeShop() {
  const { world } = from.stack
  const { projectId } = await ownProject(world)
  const call = world.people.super
  await world.ok(call, 'resource_declare', { projectId, identifier: api, name: 'Orders', scopes: ['read'] })
  const { clientId, clientSecret } = await world.ok(call, 'client_create', {
    projectId,
    ...application,
    clientName: 'Shop',
    requireConsent: false,
  })
  const { id: userId } = await world.ok(call, 'project_user_create', { projectId, email, password })
  const { id: groupId } = await world.ok(call, 'project_group_create', { projectId, displayName: 'Staff' })
  await world.ok(call, 'project_group_member_add', { projectId, groupId, userIds: [userId] })
  const { issuer } = await world.ok(call, 'project_get', { projectId })
  return { projectId, clientId, clientSecret: clientSecret ?? '', userId, issuer: issuer ?? '' }
}

async function makeTarget() {
  const { world } = to.stack
  const { projectId } = await ownProject(world)
  const { issuer } = await world.ok(world.people.super, 'project_get', { projectId })
  return { projectId, issuer: issuer ?? '' }
}

type Shop = Awaited<ReturnType<typeof makeShop>>

async function signIn({ stack }: Instance, issuer: string, { clientId, clientSecret }: Shop) {
  const { address } = stack.auth
  const rp = await createRelyingParty({ issuer, clientId, clientSecret, redirectUri, address })
  const browser = new FormBrowser(address, redirectUri)
  const { url, redeem } = await rp.begin({ scope: 'openid read', resource: api })
  let at = await browser.open(url)
  if (isPage(at)) at = await browser.submit(at, '/login', { login: email, password })
  if (isPage(at)) throw new Error(at.html)
  const { id_token: idToken = '', access_token: accessToken } = await redeem(at.arrivedAt)
  return { idToken, accessToken, sub: decodeJwt(idToken).sub }
}

const keysOf = async ({ stack }: Instance, issuer: string): Promise<JSONWebKeySet> =>
  (await (await fetchVia(stack.auth.address)(`${issuer}/jwks`)).json()) as JSONWebKeySet

const verified = async (token: string, keys: JSONWebKeySet, issuer: string) =>
  (await jwtVerify(token, createLocalJWKSet(keys), { issuer })).payload.sub

const moveArgs = (shop: Shop, target: { readonly projectId: string }, folder: string): string[] => [
  ...['project', 'move', shop.projectId, '--to', to.line.url, '--to-project', target.projectId],
  ...['--out', folder, '--yes', '--wait', '120'],
]
const tokens = () => ({ SIGNET_TO_TOKEN: to.line.token })
const newFolder = () => mkdtempSync(join(tmpdir(), 'signet-move-'))

test('a project moves: old secrets, passwords and subjects work at the new issuer, and each key set verifies the tokens of both', async () => {
  const [shop, target, folder] = [await makeShop(), await makeTarget(), newFolder()]
  const before = await signIn(from, shop.issuer, shop)
  expect(before.sub).toBe(shop.userId)
  const moved = await approving(from.line.signet(moveArgs(shop, target, folder), tokens()))
  expect(moved, moved.err).toMatchObject({ code: 0 })
  expect(moved.out).toContain('Applications: 1 created, 0 skipped.')
  expect(moved.out).toContain('Users: 1 created, 0 skipped, 0 refused.')
  expect(moved.err).toContain('End: sessions, refresh tokens, consents')

  const after = await signIn(to, target.issuer, shop)
  expect(after.sub).toBe(before.sub)
  const [oldKeys, newKeys] = [await keysOf(from, shop.issuer), await keysOf(to, target.issuer)]
  for (const token of [before.idToken, before.accessToken])
    expect(await verified(token, newKeys, shop.issuer)).toBe(shop.userId)
  for (const token of [after.idToken, after.accessToken])
    expect(await verified(token, oldKeys, target.issuer)).toBe(shop.userId)
  expect(JSON.stringify([oldKeys, newKeys])).not.toMatch(/"(d|p|q|k)":/)

  // A key of the other issuer verifies nothing at this instance itself.
  const info = await fetchVia(to.stack.auth.address)(`${target.issuer}/me`, {
    headers: { authorization: `Bearer ${before.accessToken}` },
  })
  expect(info.status).toBe(401)

  const [name = ''] = readdirSync(folder)
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  const archive = readFileSync(join(folder, name), 'latin1')
  for (const secret of [email, shop.clientId, 'argon2id']) {
    expect(archive).not.toContain(secret)
    expect(Buffer.from(archive, 'base64').toString('latin1')).not.toContain(secret)
  }

  // The source stays in use, and a repeated command changes nothing.
  expect((await signIn(from, shop.issuer, shop)).sub).toBe(shop.userId)
  const again = await approving(from.line.signet(moveArgs(shop, target, folder), tokens()))
  expect(again.out, again.err).toContain('Users: 0 created, 1 skipped, 0 refused.')
}, 300_000)

test('a finished move ends the sessions of the former address, which serves only its keys and names the new issuer', async () => {
  const [shop, target, folder] = [await makeShop(), await makeTarget(), newFolder()]
  const before = await signIn(from, shop.issuer, shop)
  const args = [...moveArgs(shop, target, folder), '--finish']
  const moved = await approving(from.line.signet(args, tokens()))
  expect(moved, moved.err).toMatchObject({ code: 0 })
  const send = fetchVia(from.stack.auth.address)
  for (const path of ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server']) {
    const response = await send(`${shop.issuer}${path}`)
    expect(response.status).toBe(410)
    expect(await response.json()).toMatchObject({ error: 'issuer_moved', issuer: target.issuer })
  }
  const token = { method: 'POST', body: new URLSearchParams({ grant_type: 'client_credentials' }) }
  expect((await send(`${shop.issuer}/token`, token)).status).toBe(404)
  for (const path of ['/auth', '/me', '/account'])
    expect((await send(`${shop.issuer}${path}`)).status).toBe(404)
  const sessions = await from.stack.world.database.rows(
    sql`SELECT 1 FROM oidc_sessions WHERE project_id = ${shop.projectId} AND account_id = ${shop.userId}`,
  )
  expect(sessions).toEqual([])
  expect(await verified(before.idToken, await keysOf(from, shop.issuer), shop.issuer)).toBe(shop.userId)
  expect((await signIn(to, target.issuer, shop)).sub).toBe(shop.userId)
  const reopened = { projectId: shop.projectId, issuer: target.issuer, finished: false }
  const { world } = from.stack
  await world.ok(world.people.super, 'project_move_set', reopened)
  expect((await signIn(from, shop.issuer, shop)).sub).toBe(shop.userId)
}, 300_000)

test.each(['1 of 5', '2 of 5', '4 of 5', 'Checked part 1', 'Imported part 1', '5 of 5'])(
  'a move that is killed at "%s" is continued by the same command with the same result',
  async (text) => {
    const [shop, target, folder] = [await makeShop(), await makeTarget(), newFolder()]
    const args = moveArgs(shop, target, folder)
    await approving(from.line.killedAt(text, args, tokens()))
    const done = await approving(from.line.signet(args, tokens()))
    expect(done, done.err).toMatchObject({ code: 0 })
    const { world } = to.stack
    const { users } = await world.ok(world.people.super, 'project_user_list', { projectId: target.projectId })
    expect(users).toMatchObject([{ id: shop.userId, email, groups: [{ displayName: 'Staff' }] }])
    expect((await signIn(to, target.issuer, shop)).sub).toBe(shop.userId)
    expect(Object.keys(await fileOf(to, target.projectId))).toEqual(
      Object.keys(await fileOf(from, shop.projectId)),
    )
  },
  300_000,
)

const fileOf = async ({ stack: { world } }: Instance, projectId: string) =>
  (await world.ok(world.people.super, 'project_file_get', { projectId })).file as object
