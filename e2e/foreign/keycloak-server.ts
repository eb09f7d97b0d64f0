import { existsSync } from 'node:fs'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { installZip } from './install.ts'
import { startServer } from './server.ts'
import { runProgram } from './suite.ts'

const artifact = 'org.keycloak:keycloak-quarkus-dist:26.7.3'

export const keycloakToolchain = ['java', 'mvn', 'unzip'] as const
export const keycloakVersion = artifact.split(':').at(-1) ?? ''
export const keycloakName = 'Keycloak 26.7'

/** Keycloak 26.7 accepts these runtimes of Java, as the packages of Debian and of Adoptium install them. */
const runtimes = ['/usr/lib/jvm/temurin-25-jdk-amd64', '/usr/lib/jvm/java-21-openjdk-amd64']

/** PEM files; the server requests a certificate of its clients. */
export interface TlsFiles {
  readonly certificate: string
  readonly key: string
  readonly clientAuthority: string
}

interface Place {
  readonly folder: string
  readonly tools: string
  readonly port: number
}

/**
 * The copy imports a realm at its first start.
 * @returns its command and its environment
 */
export async function buildKeycloak(
  { folder, tools }: Omit<Place, 'port'>,
  realm: string,
  options: readonly string[] = [],
) {
  const home = join(folder, 'keycloak')
  await cp(await installZip(tools, artifact), home, { recursive: true })
  await mkdir(join(home, 'data/import'), { recursive: true })
  await writeFile(join(home, 'data/import/realm.json'), realm)
  const runtime = runtimes.find((one) => existsSync(one))
  const environment = { ...(runtime && { JAVA_HOME: runtime }), JAVA_OPTS_APPEND: '-Xmx512m' }
  const command = join(home, 'bin/kc.sh')
  await runProgram(command, ['build', '--db=dev-file', '--cache=local', ...options], { folder, environment })
  return { command, environment }
}

export const plainArgs = (port: number) => [
  '--http-enabled=true',
  '--http-host=127.0.0.1',
  `--http-port=${port}`,
]

const tlsArgs = (port: number, { certificate, key, clientAuthority }: TlsFiles) => [
  '--http-host=127.0.0.1',
  `--https-port=${port}`,
  `--https-certificate-file=${certificate}`,
  `--https-certificate-key-file=${key}`,
  `--truststore-paths=${clientAuthority}`,
]

/**
 * Uses the embedded database and an imported realm with the name `company`, over http, or with TLS and requested certificates of
 * clients.
 * @returns the issuer of the realm
 */
export async function startKeycloak({ folder, tools, port }: Place, realm: object, tls?: TlsFiles) {
  const imported = JSON.stringify({ realm: 'company', enabled: true, sslRequired: 'none', ...realm })
  const { command, environment } = await buildKeycloak(
    { folder, tools },
    imported,
    tls ? ['--https-client-auth=request'] : [],
  )
  const origin = `${tls ? 'https' : 'http'}://localhost:${port}`
  const issuer = `${origin}/realms/company`
  const { stop } = await startServer({
    command,
    args: [
      'start',
      '--optimized',
      '--import-realm',
      ...(tls ? tlsArgs(port, tls) : plainArgs(port)),
      `--hostname=${origin}`,
    ],
    environment,
    probe: `${issuer}/.well-known/openid-configuration`,
    folder,
  })
  return { issuer, stop }
}
