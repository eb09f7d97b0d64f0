import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startServer } from '../server.ts'
import type { Place, UpstreamProvider } from './provider.ts'

const user = { username: 'grace', password: 'correct horse of Glewlwyd', email: 'grace@company.example' }
/** The schema of the package creates the account. */
const administrator = { username: 'admin', password: 'password' }

/** Files of the package of Debian. */
const installed = {
  schema: '/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3',
  pages: '/usr/share/glewlwyd/webapp',
  texts: '/usr/share/glewlwyd/templates/config.json',
  modules: '/usr/lib/glewlwyd',
}

const configuration = (folder: string, port: number) => `
port=${port}
bind_address="127.0.0.1"
external_url="http://localhost:${port}"
login_url="login.html"
api_prefix="api"
static_files_path="${join(folder, 'pages')}/"
log_mode="console"
log_level="INFO"
cookie_secure=0
session_key="GLEWLWYD2_SESSION_ID"
admin_scope="g_admin"
profile_scope="g_profile"
user_module_path="${installed.modules}/user"
client_module_path="${installed.modules}/client"
user_auth_scheme_module_path="${installed.modules}/scheme"
plugin_module_path="${installed.modules}/plugin"
hash_algorithm="SHA512"
database={ type="sqlite3"; path="${join(folder, 'glewlwyd.db')}"; };
static_files_mime_types=(
  { extension=".html"; mime_type="text/html"; },
  { extension=".js"; mime_type="application/javascript"; },
  { extension=".css"; mime_type="text/css"; },
  { extension=".json"; mime_type="application/json"; }
);
`

/** Codes with PKCE; name and address are claims of their scopes. */
function openIdSettings(issuer: string): object {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return {
    iss: issuer,
    'jwt-type': 'rsa',
    'jwt-key-size': '256',
    key: privateKey,
    cert: publicKey,
    'access-token-duration': 3600,
    'refresh-token-duration': 86_400,
    'code-duration': 600,
    'auth-type-code-enabled': true,
    'auth-type-id-token-enabled': true,
    'allowed-scope': ['openid', 'email', 'profile'],
    'name-claim': 'on-demand',
    'name-claim-scope': ['profile'],
    'email-claim': 'on-demand',
    'email-claim-scope': ['email'],
    'scope-claim': 'no',
    'subject-type': 'public',
    'jwks-show': true,
    'pkce-allowed': true,
  }
}

async function prepareFiles({ folder, port }: Place): Promise<string> {
  const database = new DatabaseSync(join(folder, 'glewlwyd.db'))
  database.exec(await readFile(installed.schema, 'utf8'))
  database.close()
  const pages = join(folder, 'pages')
  await cp(installed.pages, pages, {
    recursive: true,
    dereference: true,
    filter: (file) => !file.endsWith('/config.json'),
  })
  await cp(installed.texts, join(pages, 'config.json'))
  const file = join(folder, 'glewlwyd.conf')
  await writeFile(file, configuration(folder, port))
  return file
}

async function administrate(api: string) {
  const headers = { 'content-type': 'application/json' }
  const signIn = { method: 'POST', headers, body: JSON.stringify(administrator) }
  const { headers: answered } = await fetch(`${api}/auth/`, signIn)
  const cookie = answered
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  return async (path: string, body: object) => {
    const call = { method: 'POST', headers: { ...headers, cookie }, body: JSON.stringify(body) }
    const response = await fetch(`${api}${path}`, call)
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  }
}

/** Written in C; decodes no percent-encoding in HTTP Basic credentials. */
export const glewlwyd: UpstreamProvider = {
  name: 'glewlwyd',
  toolchain: ['glewlwyd'],
  async start(place) {
    const { folder, port, callback } = place
    const api = `http://localhost:${port}/api`
    const issuer = `${api}/oidc`
    const clientSecret = `a-secret-with-hyphens-${randomBytes(12).toString('hex')}`
    const file = await prepareFiles(place)
    const { stop } = await startServer({
      command: 'glewlwyd',
      args: [`--config-file=${file}`],
      probe: `http://localhost:${port}/login.html`,
      folder,
    })
    const create = await administrate(api)
    const plugin = {
      module: 'oidc',
      name: 'oidc',
      display_name: 'OpenID',
      parameters: openIdSettings(issuer),
    }
    await create('/mod/plugin/', plugin)
    for (const name of ['email', 'profile'])
      await create('/scope/', { name, display_name: name, password_required: false, scheme: {} })
    await create('/user/', {
      ...user,
      name: 'Grace Hopper',
      scope: ['openid', 'email', 'profile', 'g_profile'],
      enabled: true,
    })
    await create('/client/?source=database', {
      client_id: 'signet',
      name: 'Signet',
      confidential: true,
      enabled: true,
      client_secret: clientSecret,
      redirect_uri: [callback],
      authorization_type: ['code'],
      token_endpoint_auth_method: ['client_secret_basic'],
      scope: [],
    })
    return {
      fields: { issuer, clientId: 'signet', clientSecret },
      email: user.email,
      stop,
      async signIn(page) {
        await page.locator('#username').fill(user.username)
        await page.locator('#password').fill(user.password)
        await page.locator('#loginbut').click()
        const grant = page.getByRole('button', { name: 'Grant access' })
        await grant
          .or(page.getByRole('button', { name: 'Continue' }))
          .first()
          .waitFor()
        if (await grant.isVisible()) {
          await page.locator('#grant-profile').check()
          await page.locator('#grant-email').check()
          await grant.click()
          await grant.waitFor({ state: 'hidden' })
        }
        await page.getByRole('button', { name: 'Continue' }).click()
      },
    }
  },
}
