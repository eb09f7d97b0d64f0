import { existsSync } from 'node:fs'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { installZip } from './install.ts'
import { startServer } from './server.ts'
import { runProgram } from './suite.ts'

const artifact = 'org.keycloak:keycloak-quarkus-dist:26.7.3'

/** Programs that an installation from Maven Central needs. */
export const keycloakToolchain = ['java', 'mvn', 'unzip'] as const
/** Version of the distribution. */
export const keycloakVersion = artifact.split(':').at(-1) ?? ''
export const keycloakName = 'Keycloak 26.7'

/** Runtimes of Java that Keycloak 26.7 accepts, as the packages of Debian and of Adoptium install them. */
const runtimes = ['/usr/lib/jvm/temurin-25-jdk-amd64', '/usr/lib/jvm/java-21-openjdk-amd64']

interface Place {
  readonly folder: string
  readonly tools: string
  readonly port: number
}

/** Builds a copy of Keycloak that imports a realm at its first start. @returns its command and its environment */
export async function buildKeycloak({ folder, tools }: Omit<Place, 'port'>, realm: string) {
  const home = join(folder, 'keycloak')
  await cp(await installZip(tools, artifact), home, { recursive: true })
  await mkdir(join(home, 'data/import'), { recursive: true })
  await writeFile(join(home, 'data/import/realm.json'), realm)
  const runtime = runtimes.find((one) => existsSync(one))
  const environment = { ...(runtime && { JAVA_HOME: runtime }), JAVA_OPTS_APPEND: '-Xmx512m' }
  const command = join(home, 'bin/kc.sh')
  await runProgram(command, ['build', '--db=dev-file', '--cache=local'], { folder, environment })
  return { command, environment }
}

/** Starts Keycloak with its embedded database and an imported realm with the name `company`. @returns the issuer of the realm */
export async function startKeycloak({ folder, tools, port }: Place, realm: object) {
  const imported = JSON.stringify({ realm: 'company', enabled: true, sslRequired: 'none', ...realm })
  const { command, environment } = await buildKeycloak({ folder, tools }, imported)
  const issuer = `http://localhost:${port}/realms/company`
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
  return { issuer, stop }
}
