import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startServer } from '../server.ts'
import type { Application, Place, Registration } from './application.ts'

const modules = '/usr/lib/apache2/modules'
const loaded = ['mpm_event', 'authz_core', 'authz_user', 'authn_core', 'dir', 'auth_openidc']

const configuration = ({ folder, port }: Place, { issuer, clientId, clientSecret }: Registration) => `
ServerRoot ${folder}
ServerName localhost
Listen 127.0.0.1:${port}
PidFile ${folder}/apache.pid
User www-data
Group www-data
ErrorLog ${folder}/error.log
${loaded.map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`).join('\n')}
DocumentRoot ${folder}/pages
OIDCProviderMetadataURL ${issuer}/.well-known/openid-configuration
OIDCClientID ${clientId}
OIDCClientSecret ${clientSecret}
OIDCRedirectURI http://localhost:${port}/redirect
OIDCCryptoPassphrase ${randomBytes(24).toString('hex')}
OIDCPKCEMethod S256
OIDCSessionType server-cache
OIDCInfoHook iat exp
<Location />
  AuthType openid-connect
  Require valid-user
</Location>
<Location /public>
  Require all granted
</Location>
`

/** The session and the recorded logouts are in shared memory. */
export const modAuthOpenidc: Application = {
  name: 'mod_auth_openidc',
  toolchain: ['apache2'],
  addresses: ({ origin, secured }) => ({
    redirectUri: `${origin}/redirect`,
    backchannelLogoutUri: `${secured}/redirect?logout=backchannel`,
  }),
  async start(place, registration) {
    const { folder, port } = place
    const origin = `http://localhost:${port}`
    await mkdir(join(folder, 'pages/public'), { recursive: true })
    await writeFile(join(folder, 'pages/index.html'), 'signed in')
    await writeFile(join(folder, 'pages/public/index.html'), 'ready')
    await writeFile(join(folder, 'apache.conf'), configuration(place, registration))
    const { stop } = await startServer({
      command: 'apache2',
      args: ['-D', 'FOREGROUND', '-f', join(folder, 'apache.conf')],
      probe: `${origin}/public/index.html`,
      folder,
    })
    return {
      stop,
      async signIn(page, signIn) {
        await page.goto(`${origin}/index.html`)
        await signIn()
        await page.getByText('signed in', { exact: true }).waitFor()
      },
      isSignedIn: async (page) => (await page.request.get(`${origin}/redirect?info=json`)).ok(),
    }
  },
}
