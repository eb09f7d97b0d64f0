import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { installZip } from '../install.ts'
import { runProgram } from '../suite.ts'
import { startServer, type UpstreamProvider } from './provider.ts'

const artifact = 'org.keycloak:keycloak-quarkus-dist:26.7.3'
const user = { username: 'grace', password: 'correct horse of Keycloak', email: 'grace@company.example' }

/** Runtimes of Java that Keycloak 26.7 accepts, as the packages of Debian and of Adoptium install them. */
const runtimes = ['/usr/lib/jvm/temurin-25-jdk-amd64', '/usr/lib/jvm/java-21-openjdk-amd64']

const realmOf = (callback: string, secret: string) => ({
  realm: 'company',
  enabled: true,
  sslRequired: 'none',
  clients: [
    {
      clientId: 'signet',
      secret,
      redirectUris: [callback],
      standardFlowEnabled: true,
      attributes: { 'pkce.code.challenge.method': 'S256' },
    },
  ],
  users: [
    {
      username: user.username,
      email: user.email,
      emailVerified: true,
      enabled: true,
      firstName: 'Grace',
      lastName: 'Hopper',
      credentials: [{ type: 'password', value: user.password }],
    },
  ],
})

/** Starts Keycloak with its embedded database and an imported realm. */
export const keycloak: UpstreamProvider = {
  name: 'Keycloak 26.7',
  toolchain: ['java', 'mvn', 'unzip'],
  async start({ tools, folder, port, callback }) {
    const secret = randomBytes(24).toString('base64url')
    const home = join(folder, 'keycloak')
    await cp(await installZip(tools, artifact), home, { recursive: true })
    await mkdir(join(home, 'data/import'), { recursive: true })
    await writeFile(join(home, 'data/import/realm.json'), JSON.stringify(realmOf(callback, secret)))
    const runtime = runtimes.find((one) => existsSync(one))
    const environment = { ...(runtime && { JAVA_HOME: runtime }), JAVA_OPTS_APPEND: '-Xmx512m' }
    const issuer = `http://localhost:${port}/realms/company`
    const command = join(home, 'bin/kc.sh')
    await runProgram(command, ['build', '--db=dev-file', '--cache=local'], { folder, environment })
    const { stop } = await startServer({
      command,
      args: [
        'start',
        '--optimized',
        '--import-realm',
        '--http-enabled=true',
        '--http-host=127.0.0.1',
        `--http-port=${port}`,
        `--hostname=http://localhost:${port}`,
      ],
      environment,
      probe: `${issuer}/.well-known/openid-configuration`,
      folder,
    })
    return {
      issuer,
      clientId: 'signet',
      clientSecret: secret,
      email: user.email,
      stop,
      async signIn(page) {
        await page.locator('#username').fill(user.username)
        await page.locator('#password').fill(user.password)
        await page.locator('#kc-login').click()
      },
    }
  },
}
