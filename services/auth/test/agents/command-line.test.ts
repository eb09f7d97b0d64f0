import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mainFile } from '@signet/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ForAgents, startForAgents } from './connecting.ts'
import { permitMachine } from './machines.ts'
import { startTrustedIssuer, type TrustedIssuer } from './trusted-issuer.ts'

const main = mainFile('cli')
const subject = 'repo:acme/infra:ref:refs/heads/main'
const credentials = join(mkdtempSync(join(tmpdir(), 'signet-')), 'credentials.json')

let trusted: TrustedIssuer
let instance: ForAgents
let clientId: string
let jobs: Server
const requested: { audience: string | null; authorization: string | undefined }[] = []

beforeAll(async () => {
  trusted = await startTrustedIssuer()
  instance = await startForAgents([trusted.pair])
  clientId = await permitMachine(instance, { workload: { issuer: trusted.issuer, subject } })
  // The endpoint of a job of GitHub Actions, as its documentation describes it.
  jobs = createServer(async ({ url = '/', headers }, response) => {
    const audience = new URL(url, 'http://localhost').searchParams.get('audience')
    requested.push({ audience, authorization: headers.authorization })
    const value = await trusted.sign({ sub: subject, aud: audience })
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ value }))
  })
  await new Promise<void>((resolve) => jobs.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await instance?.auth.close()
  trusted?.close()
  jobs?.close()
})

/** Sends requests to the address of the instance to the port of this test, with its host, as an edge does. */
const edge = (): string =>
  `data:text/javascript,${encodeURIComponent(`
  import { request } from 'node:http'
  const { fetch } = globalThis
  globalThis.fetch = (address, init = {}) => {
    const url = new URL(address)
    if (url.origin !== '${instance.auth.baseUrl}') return fetch(address, init)
    const { headers, method } = new Request(url, init)
    const options = { host: '127.0.0.1', port: ${instance.auth.address.port}, path: url.pathname, method }
    return new Promise((resolve, reject) => {
      const sent = request({ ...options, headers: { ...Object.fromEntries(headers), host: url.host } }, async (answer) => {
        resolve(new Response(await new Response(answer).text(), { status: answer.statusCode }))
      })
      sent.once('error', reject).end(init.body?.toString())
    })
  }`)}`

function login(env: NodeJS.ProcessEnv): Promise<{ code: number | null; err: string }> {
  const child = spawn(process.execPath, ['--import', edge(), main, 'login', '--machine'], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      SIGNET_URL: instance.auth.baseUrl,
      SIGNET_CLIENT_ID: clientId,
      SIGNET_CREDENTIALS_FILE: credentials,
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let err = ''
  child.stderr.on('data', (data) => {
    err += data
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, err }))
  })
}

const usual = () => ({ sub: subject, aud: instance.auth.baseUrl })

describe('logins of a CI job on the command line:', () => {
  it('a job with an OpenID token is signed in, stores nothing, and cannot use the token again', async () => {
    const SIGNET_ID_TOKEN = await trusted.sign(usual())
    const first = await login({ SIGNET_ID_TOKEN })
    expect(first, first.err).toMatchObject({ code: 0 })
    expect(existsSync(credentials)).toBe(false)
    const second = await login({ SIGNET_ID_TOKEN })
    expect(second).toMatchObject({ code: 1, err: expect.stringContaining('The machine was refused') })
  })

  it('a job of GitHub requests a token for the issuer, and is signed in', async () => {
    const { port } = jobs.address() as AddressInfo
    const signedIn = await login({
      ACTIONS_ID_TOKEN_REQUEST_URL: `http://127.0.0.1:${port}/token?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of-the-job',
    })
    expect(signedIn, signedIn.err).toMatchObject({ code: 0 })
    expect(requested).toEqual([{ audience: instance.auth.baseUrl, authorization: 'bearer of-the-job' }])
  })

  it.each<[string, Record<string, unknown>]>([
    ['of another branch', { sub: 'repo:acme/infra:ref:refs/heads/other' }],
    ['for another audience', { aud: 'https://other.example' }],
    ['that has expired', { iat: 1_600_000_000, exp: 1_600_000_300 }],
  ])('a job with a token %s is refused', async (_what, claims) => {
    const refused = await login({ SIGNET_ID_TOKEN: await trusted.sign({ ...usual(), ...claims }) })
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('The machine was refused') })
  })

  it('a job without a key and without a token fails with the variables that it needs', async () => {
    expect(await login({})).toMatchObject({ code: 1, err: expect.stringContaining('SIGNET_ID_TOKEN') })
  })
})
