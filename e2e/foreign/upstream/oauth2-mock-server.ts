import { join } from 'node:path'
import { installNpm } from '../install.ts'
import { startServer } from '../server.ts'
import type { UpstreamProvider } from './provider.ts'

/** Has no sign-in page: it signs in one user, `johndoe`, and supplies no email address. */
export const oauth2MockServer: UpstreamProvider = {
  name: 'oauth2-mock-server 9.3',
  toolchain: ['npm'],
  async start({ tools, folder, port }) {
    const programs = await installNpm(tools, 'oauth2-mock-server', ['oauth2-mock-server@9.3.0'])
    const issuer = `http://localhost:${port}`
    const { stop } = await startServer({
      command: process.execPath,
      args: [join(programs, 'oauth2-mock-server'), '-a', 'localhost', '-p', String(port)],
      probe: `${issuer}/.well-known/openid-configuration`,
      folder,
    })
    const signIn = async () => undefined
    const fields = { issuer, clientId: 'signet', clientSecret: 'a-secret-with-hyphens' }
    return { fields, email: '', signIn, stop }
  },
}
