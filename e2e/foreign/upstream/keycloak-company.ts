import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, Page } from 'playwright'
import { freePort } from '../../support/stack.ts'
import { launchBrowser } from '../browser.ts'
import { type Instance, startInstance } from '../instance.ts'
import { keycloakName, keycloakToolchain, startKeycloak } from '../keycloak-server.ts'
import type { Suite } from '../suite.ts'
import {
  type Company,
  connectCompany,
  mapping,
  openProvider,
  type SignedIn,
  signInAtCompany,
} from './company.ts'

const password = 'correct horse of Keycloak'
const [member, other] = ['grace', 'joan']

const userOf = (username: string, more: object = {}) => ({
  username,
  email: `${username}@company.example`,
  emailVerified: true,
  enabled: true,
  firstName: username,
  lastName: 'Hopper',
  credentials: [{ type: 'password', value: password }],
  ...more,
})

const mapper = (name: string, protocolMapper: string, claim: string) => ({
  name,
  protocol: 'openid-connect',
  protocolMapper,
  config: {
    'claim.name': claim,
    'id.token.claim': 'true',
    'full.path': 'false',
    multivalued: 'true',
    'jsonType.label': 'String',
  },
})

/** Uses assertions in place of a secret (RFC 7523), and one kind of logout signal. */
function clientOf({ registration }: Company) {
  const { clientId, redirectUri, keySetUri, logoutUri, signal } = registration
  const channel = signal === 'acceptsFrontChannelLogout' ? 'frontchannel' : 'backchannel'
  return {
    clientId,
    redirectUris: [redirectUri],
    standardFlowEnabled: true,
    clientAuthenticatorType: 'client-jwt',
    frontchannelLogout: channel === 'frontchannel',
    attributes: {
      'use.jwks.url': 'true',
      'jwks.url': keySetUri,
      'pkce.code.challenge.method': 'S256',
      [`${channel}.logout.url`]: logoutUri,
      [`${channel}.logout.session.required`]: 'true',
      'post.logout.redirect.uris': '+',
    },
    protocolMappers: [
      mapper('groups', 'oidc-group-membership-mapper', 'groups'),
      mapper('roles', 'oidc-usermodel-realm-role-mapper', 'realm_access.roles'),
    ],
  }
}

const realmOf = (companies: readonly Company[]) => ({
  clients: companies.map(clientOf),
  groups: [{ name: mapping.group }],
  roles: { realm: [{ name: mapping.role }] },
  users: [userOf(member, { groups: [`/${mapping.group}`], realmRoles: [mapping.role] }), userOf(other)],
})

const as =
  (username: string) =>
  async (page: Page): Promise<void> => {
    await page.locator('#username').fill(username)
    await page.locator('#password').fill(password)
    await page.locator('#kc-login').click()
  }

interface Run {
  readonly instance: Instance
  readonly browser: Browser
  readonly realm: string
}

/** Milliseconds from the sign-out at the provider to the end of the session. */
const bound = 20_000

async function expectSignedOut({ isSignedIn }: SignedIn): Promise<void> {
  const begun = Date.now()
  while (await isSignedIn()) {
    if (Date.now() - begun > bound) throw new Error('The session did not end with that of the provider.')
    await wait(100)
  }
}

async function checkMapping({ instance, browser }: Run, company: Company): Promise<void> {
  for (const [username, isMember] of [
    [member, true],
    [other, false],
  ] as const) {
    const { userId, context } = await signInAtCompany(browser, company, as(username))
    await context.close()
    const user = await instance.get(`/projects/${company.projectId}/users/${userId}`)
    const groups = (user.groups as { readonly displayName: string }[]).map(({ displayName }) => displayName)
    const roles = (user.claims as { readonly roles?: readonly string[] })[mapping.claim as 'roles'] ?? []
    if (groups.includes(mapping.localGroup) !== isMember || roles.includes(mapping.role) !== isMember)
      throw new Error(`${username} has the groups ${groups.join()} and the roles ${roles.join()}.`)
  }
}

/** Keycloak ends the session here by its signal. */
async function checkSignal({ browser, realm }: Run, company: Company): Promise<void> {
  const signedIn = await signInAtCompany(browser, company, as(member))
  const stays = await signInAtCompany(browser, company, as(other))
  if (!(await signedIn.isSignedIn())) throw new Error('The sign-in left no session.')
  await signedIn.page.goto(`${realm}/protocol/openid-connect/logout`)
  await signedIn.page.locator('#kc-logout').click()
  await expectSignedOut(signedIn)
  if (!(await stays.isSignedIn())) throw new Error('The session of another user ended too.')
  await signedIn.context.close()
  await stays.context.close()
}

/** The link of the last page opens the sign-out at Keycloak. */
async function checkSignOut({ browser }: Run, company: Company): Promise<void> {
  const { page, context } = await signInAtCompany(browser, company, as(member))
  await page.goto(`${company.issuer}/session/end`)
  await page.getByRole('button', { name: 'Sign out' }).first().click()
  await page.getByRole('link', { name: 'Sign out of Company too' }).click()
  await page.getByRole('heading', { name: 'You are logged out' }).waitFor()
  await page.goto(company.application.signInUrl)
  await page.getByText('Continue with Company').click()
  await page.locator('#username').waitFor()
  await context.close()
}

/** Milliseconds. An answer of a provider is trusted for 30 seconds. */
const trusted = 31_000

/** A stopped provider is explained at a new sign-in, and ends no session. */
async function checkStopped({ browser }: Run, company: Company, stop: () => Promise<void>): Promise<void> {
  const signedIn = await signInAtCompany(browser, company, as(member))
  await stop()
  await wait(trusted)
  const { page, context } = await openProvider(browser, company)
  await page.getByText('Company could not sign you in right now').waitFor()
  if (!(await signedIn.isSignedIn())) throw new Error('The session ended with the provider.')
  await context.close()
  await signedIn.context.close()
}

/**
 * One realm serves both kinds of logout.
 * @returns a line about the result
 */
async function checkAll(run: Run, place: Parameters<typeof startKeycloak>[0]): Promise<string> {
  const { instance, realm } = run
  const connect = (signal: Company['registration']['signal']) =>
    connectCompany(instance, { issuer: realm, signal })
  const back = await connect('acceptsBackChannelLogout')
  const front = await connect('acceptsFrontChannelLogout')
  const { stop } = await startKeycloak(place, realmOf([back, front]))
  const checks: readonly (readonly [string, () => Promise<void>])[] = [
    ['groups and roles', () => checkMapping(run, back)],
    ['back-channel logout', () => checkSignal(run, back)],
    ['front-channel logout', () => checkSignal(run, front)],
    ['sign-out at the provider', () => checkSignOut(run, back)],
    ['stopped provider', () => checkStopped(run, back, stop)],
  ]
  try {
    for (const [name, check] of checks)
      await check().catch(async (error: unknown) => {
        const stored = await Promise.all([back, front].map(({ path }) => instance.get(path)))
        const failures = JSON.stringify(stored.map(({ lastFailure }) => lastFailure))
        throw new Error(`${keycloakName}, ${name}: ${String(error)}\nStored failures: ${failures}`)
      })
    return `${keycloakName} with assertions: ${checks.map(([name]) => name).join(', ')} passed`
  } finally {
    await stop()
    for (const { application } of [back, front]) await application.close()
  }
}

export const keycloakCompany: Suite = {
  name: 'upstream-company',
  toolchain: keycloakToolchain,
  async run({ folder, tools }) {
    const port = await freePort()
    const instance = await startInstance({ SIGNET_EGRESS_ALLOW: `localhost:${port}` })
    const browser = await launchBrowser()
    const realm = `http://localhost:${port}/realms/company`
    try {
      return await checkAll({ instance, browser, realm }, { folder, tools, port })
    } finally {
      await browser.close()
      await instance.stop()
    }
  },
}
