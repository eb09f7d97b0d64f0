import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { basic, resource } from './prepare.ts'

export interface Ceiling {
  readonly pid: number
  readonly port: number
  readonly host: string
  readonly authorization: string
  readonly refreshTokens: readonly string[]
  close(): void
}

/** Starts the in-memory provider as a process of its own, with the same algorithms as a project of Signet has. */
export async function startCeiling(refreshTokens: number): Promise<Ceiling> {
  const issuer = 'http://localhost:9'
  const [clientId, clientSecret] = ['bench', 'bench-secret-of-forty-three-characters-long']
  const setup = { issuer, clientId, clientSecret, resource, refreshTokens, jwks: { keys: keys() } }
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', new URL('./memory-provider.ts', import.meta.url).pathname],
    {
      env: { ...process.env, NODE_ENV: 'production', BENCH_SETUP: JSON.stringify(setup) },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  const { port, tokens } = await new Promise<{ port: number; tokens: string[] }>((resolve, reject) => {
    let printed = ''
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      if (printed.endsWith('}\n')) resolve(JSON.parse(printed.slice(printed.lastIndexOf('{"port"'))))
    })
    child.once('exit', (code) => reject(new Error(`the ceiling ended with ${code}`)))
  })
  return {
    pid: child.pid ?? 0,
    port,
    host: 'localhost:9',
    authorization: basic(clientId, clientSecret),
    refreshTokens: tokens,
    close: () => void child.kill(),
  }
}

function keys(): Record<string, unknown>[] {
  const pairs = [
    { alg: 'EdDSA', pair: generateKeyPairSync('ed25519') },
    { alg: 'ES256', pair: generateKeyPairSync('ec', { namedCurve: 'P-256' }) },
    { alg: 'RS256', pair: generateKeyPairSync('rsa', { modulusLength: 2048 }) },
  ]
  return pairs.map(({ alg, pair }) => ({
    ...pair.privateKey.export({ format: 'jwk' }),
    alg,
    use: 'sig',
    kid: alg,
  }))
}
