import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startServer } from '../server.ts'
import { copyProgram, runProgram } from '../suite.ts'
import type { Application, Registration } from './application.ts'

/** Environment variables of Spring Boot. The registration has the name `signet`. */
const settings = (port: number, { issuer, clientId, clientSecret }: Registration) => ({
  SERVER_PORT: String(port),
  SERVER_ADDRESS: '127.0.0.1',
  SPRING_SECURITY_OAUTH2_CLIENT_PROVIDER_SIGNET_ISSUER_URI: issuer,
  SPRING_SECURITY_OAUTH2_CLIENT_REGISTRATION_SIGNET_CLIENT_ID: clientId,
  SPRING_SECURITY_OAUTH2_CLIENT_REGISTRATION_SIGNET_CLIENT_SECRET: clientSecret,
  SPRING_SECURITY_OAUTH2_CLIENT_REGISTRATION_SIGNET_SCOPE: 'openid,profile,email',
})

export const spring: Application = {
  name: 'Spring Boot 3.5',
  toolchain: ['java', 'mvn'],
  addresses: ({ origin, secured }) => ({
    redirectUri: `${origin}/login/oauth2/code/signet`,
    backchannelLogoutUri: `${secured}/logout/connect/back-channel/signet`,
  }),
  async start({ folder, port }, registration) {
    const origin = `http://localhost:${port}`
    const sources = join(folder, 'src/main/java/example')
    await mkdir(sources, { recursive: true })
    await copyProgram('spring/pom.xml', join(folder, 'pom.xml'))
    await copyProgram('spring/Application.java', join(sources, 'Application.java'))
    await runProgram('mvn', ['-q', '-B', 'package'], { folder })
    const { stop } = await startServer({
      command: 'java',
      args: ['-Xmx256m', '-jar', 'target/application.jar'],
      environment: settings(port, registration),
      probe: `${origin}/ready`,
      folder,
    })
    return {
      stop,
      async signIn(page, signIn) {
        await page.goto(origin)
        await signIn()
        await page.getByText('signed in', { exact: true }).waitFor()
      },
      isSignedIn: async (page) => (await page.request.get(origin, { maxRedirects: 0 })).ok(),
    }
  },
}
