import { fork } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { basic, challenge, opaqueResource, redirectUri, resource } from './prepare.ts'
import type { Target } from './target.ts'

export interface Ceiling extends Target {
  close(): void
}

export async function startCeiling(): Promise<Ceiling> {
  const issuer = 'http://localhost:9'
  const [clientId, clientSecret] = ['bench', 'bench-secret-of-forty-three-characters-long']
  const jwks = { keys: keys() }
  const setup = { issuer, clientId, clientSecret, resource, opaqueResource, redirectUri, challenge, jwks }
  const child = fork(new URL('./memory-provider.ts', import.meta.url), {
    env: { ...process.env, NODE_ENV: 'production', BENCH_SETUP: JSON.stringify(setup) },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    silent: true,
  })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)))
    child.once('exit', (code) => reject(new Error(`the ceiling ended with ${code}`)))
  })
  return {
    name: 'memory',
    pid: child.pid ?? 0,
    port,
    host: 'localhost:9',
    path: '',
    authorization: basic(clientId, clientSecret),
    async stock(kind, count) {
      const response = await fetch(`http://127.0.0.1:${port}/stock?kind=${kind}&count=${count}`)
      return (await response.json()) as string[]
    },
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
