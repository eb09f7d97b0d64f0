import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startServer } from '../server.ts'
import type { Place, UpstreamProvider } from './provider.ts'

/** User of the module `Demo`, whose password is its name. */
const user = { name: 'dwho', email: 'dwho@badwolf.org' }

/** Files of the package of Debian. */
const installed = {
  configuration: '/var/lib/lemonldap-ng/conf/lmConf-1.json',
  portal: '/usr/share/lemonldap-ng/portal',
}

/** Claims are attributes of the module `Demo`. */
const relyingParty = (callback: string, secret: string) => ({
  oidcRPMetaDataOptions: {
    signet: {
      oidcRPMetaDataOptionsClientID: 'signet',
      oidcRPMetaDataOptionsClientSecret: secret,
      oidcRPMetaDataOptionsRedirectUris: callback,
      oidcRPMetaDataOptionsIDTokenSignAlg: 'RS256',
      oidcRPMetaDataOptionsBypassConsent: 1,
    },
  },
  oidcRPMetaDataExportedVars: { signet: { email: 'mail', name: 'cn', preferred_username: 'uid' } },
})

function keys(): object {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return {
    oidcServicePrivateKeySig: privateKey,
    oidcServicePublicKeySig: publicKey,
    oidcServiceKeyIdSig: 'one',
  }
}

async function prepareFiles({ folder, port, callback }: Place, secret: string): Promise<string> {
  const portal = `http://localhost:${port}/`
  const sessions = { Directory: join(folder, 'sessions'), LockDirectory: join(folder, 'sessions/lock') }
  const persistent = { Directory: join(folder, 'psessions'), LockDirectory: join(folder, 'psessions/lock') }
  for (const name of ['conf', 'cache', sessions.LockDirectory, persistent.LockDirectory])
    await mkdir(name.startsWith('/') ? name : join(folder, name), { recursive: true })
  const stock = JSON.parse(await readFile(installed.configuration, 'utf8')) as Record<string, object>
  const configuration = {
    ...stock,
    ...keys(),
    ...relyingParty(callback, secret),
    portal,
    domain: 'localhost',
    issuerDBOpenIDConnectActivation: 1,
    oidcServiceMetaDataIssuer: portal.slice(0, -1),
    oidcServiceAllowAuthorizationCodeFlow: 1,
    globalStorageOptions: { ...stock.globalStorageOptions, ...sessions },
    persistentStorageOptions: { ...stock.persistentStorageOptions, ...persistent },
    localSessionStorageOptions: { ...stock.localSessionStorageOptions, cache_root: join(folder, 'cache') },
  }
  await writeFile(join(folder, 'conf/lmConf-1.json'), JSON.stringify(configuration))
  await writeFile(
    join(folder, 'lemonldap-ng.ini'),
    `[all]
logLevel = warn
[configuration]
type = File
dirName = ${join(folder, 'conf')}
localStorage = Cache::FileCache
localStorageOptions = { 'namespace' => 'config', 'default_expires_in' => 600, 'cache_root' => '${join(folder, 'cache')}', 'cache_depth' => 3 }
[portal]
staticPrefix = /static
templateDir = ${installed.portal}/templates
languages = en
`,
  )
  const program = join(folder, 'portal.psgi')
  await writeFile(
    program,
    `use Plack::Builder;
use Lemonldap::NG::Portal;
builder {
  enable 'Static', path => qr{^/static/}, root => '${installed.portal}/htdocs';
  Lemonldap::NG::Portal->run({});
};
`,
  )
  return program
}

/** Written in Perl; decodes no percent-encoding in HTTP Basic credentials. */
export const lemonldap: UpstreamProvider = {
  name: 'LemonLDAP::NG',
  toolchain: ['perl', 'plackup'],
  async start(place) {
    const { folder, port } = place
    const clientSecret = `a-secret-with-hyphens-${randomBytes(12).toString('hex')}`
    const issuer = `http://localhost:${port}`
    const program = await prepareFiles(place, clientSecret)
    const { stop } = await startServer({
      command: 'plackup',
      args: ['--host', '127.0.0.1', '--port', String(port), program],
      environment: { LLNG_DEFAULTCONFFILE: join(folder, 'lemonldap-ng.ini') },
      probe: `${issuer}/.well-known/openid-configuration`,
      folder,
    })
    return {
      fields: { issuer, clientId: 'signet', clientSecret },
      email: user.email,
      stop,
      async signIn(page) {
        await page.locator('input[name="user"]').fill(user.name)
        await page.locator('input[name="password"]').fill(user.name)
        await page.locator('input[name="password"]').press('Enter')
      },
    }
  },
}
