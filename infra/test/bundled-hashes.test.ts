import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { root } from '../local/repository.ts'

test('the bundled password worker verifies a bcrypt hash and an argon2id hash', async () => {
  const outdir = mkdtempSync(join(tmpdir(), 'signet-worker-'))
  await build({
    entryPoints: [join(root, 'packages/secrets/src/password.worker.ts')],
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    loader: { '.node': 'copy' },
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'\nconst require = __createRequire(import.meta.url)",
    },
    logLevel: 'error',
  })
  const worker = new Worker(join(outdir, 'password.worker.mjs'), { workerData: { nice: 0 } })
  const verify = (password: string, hash: string) =>
    new Promise((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.postMessage({ password, hash, parameters: {} })
    })
  const bcrypt = '$2b$10$N9qo8uLOickgx2ZMRZoMye7hLCKuEIm4BcKHuoCJsBy/5Q0NErxWS'
  const argon2 = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await verify('correct horse', bcrypt)).toEqual({ value: true })
  expect(await verify('another horse', bcrypt)).toEqual({ value: false })
  expect(await verify('password', argon2)).toEqual({ value: true })
  await worker.terminate()
}, 60_000)
