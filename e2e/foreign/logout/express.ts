import { join } from 'node:path'
import { installNpm } from '../install.ts'
import { startServer } from '../server.ts'
import { copyProgram, runProgram } from '../suite.ts'
import type { Application } from './application.ts'

const packages = ['express@5', 'express-openid-connect@3.4.0']

export const expressOpenIdConnect: Application = {
  name: 'express-openid-connect 3.4',
  toolchain: ['npm'],
  addresses: ({ origin, secured }) => ({
    redirectUri: `${origin}/callback`,
    backchannelLogoutUri: `${secured}/backchannel-logout`,
  }),
  async start({ folder, tools, port }, { issuer, clientId, clientSecret }) {
    const origin = `http://localhost:${port}`
    const modules = join(await installNpm(tools, 'express', packages), '..')
    await runProgram('ln', ['-s', modules, 'node_modules'], { folder })
    await copyProgram('express_app.mjs', join(folder, 'app.mjs'))
    const { stop } = await startServer({
      command: process.execPath,
      args: ['app.mjs'],
      environment: { PORT: String(port), ISSUER: issuer, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret },
      probe: origin,
      folder,
    })
    return {
      stop,
      async signIn(page, signIn) {
        await page.goto(`${origin}/login`)
        await signIn()
        await page.getByText('signed in', { exact: true }).waitFor()
      },
      isSignedIn: async (page) => (await (await page.request.get(origin)).text()) === 'signed in',
    }
  },
}
