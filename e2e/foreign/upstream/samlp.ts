import { join } from 'node:path'
import { makeCertificate } from '@signet/testkit'
import { installNpm } from '../install.ts'
import { startServer } from '../server.ts'
import { copyProgram, runProgram } from '../suite.ts'
import type { UpstreamProvider } from './provider.ts'

/** Has no sign-in page; built on the library of Auth0. It signs the assertion and names the user by its id. */
export const samlp: UpstreamProvider = {
  name: 'samlp 8.0 (SAML)',
  protocol: 'saml',
  toolchain: ['npm'],
  async start({ tools, folder, port, callback }) {
    const modules = join(await installNpm(tools, 'samlp', ['express@5', 'samlp@8.0.0']), '..')
    await runProgram('ln', ['-s', modules, 'node_modules'], { folder })
    await copyProgram('saml_idp.mjs', join(folder, 'idp.mjs'))
    const { key, pem } = makeCertificate({ subject: [['CN', 'samlp']], rsaBits: 2_048 })
    const metadataUrl = `http://localhost:${port}/metadata`
    const { stop } = await startServer({
      command: process.execPath,
      args: ['idp.mjs'],
      environment: { PORT: String(port), KEY: key, CERT: pem, ACS: callback },
      probe: metadataUrl,
      folder,
    })
    return { fields: { metadataUrl }, email: 'hedy@company.example', signIn: async () => undefined, stop }
  },
}
