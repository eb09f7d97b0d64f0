import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import type { Browser } from 'playwright'
import { apiScope, audience, type Place, type Values } from './application.ts'
import { confirmDevice, userClaims, walkInBrowser } from './browser-walk.ts'
import type { Example } from './example.ts'
import { type RunningProgram, untilAnswered, untilPrinted } from './process.ts'

interface Run extends Place {
  readonly browser: Browser
  readonly values: Values
  start(more?: Values): RunningProgram
}

type WalkOfKind = (run: Run, example: Example) => Promise<string>

async function createUser({ instance, projectId }: Place) {
  const user = { email: `${crypto.randomUUID()}@customer.example`, password: 'another horse and battery' }
  const { id } = await instance.post(`/projects/${projectId}/users`, { ...user, claims: userClaims })
  await instance.post(`/projects/${projectId}/users/${id}/verified`, {})
  return user
}

async function walkOf(run: Run, { startPath }: Pick<Example, 'startPath'>) {
  const { browser, issuer, values } = run
  const origin = values.ORIGIN ?? ''
  return { browser, issuer, origin, start: `${origin}${startPath}`, user: await createUser(run) }
}

const inBrowser: WalkOfKind = async (run, example) => {
  const walk = await walkOf(run, example)
  const program = run.start()
  try {
    await untilAnswered(walk.origin, program)
    return await walkInBrowser(walk, example).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${program.output().slice(-3000)}`)
    })
  } finally {
    await program.stop()
  }
}

const device: WalkOfKind = async (run, example) => {
  const program = run.start()
  try {
    const [address] = await untilPrinted(/https?:\/\/\S+user_code=[\w-]+/, program)
    await confirmDevice(await walkOf(run, example), address)
    await untilPrinted(/Hello, Grace Hopper/, program)
    await program.finished()
    return 'name'
  } finally {
    await program.stop()
  }
}

async function startApi(issuer: string) {
  const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`))
  const server = createServer(async (request, response) => {
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
    const verified = await jwtVerify(token, keys, { issuer, audience }).catch(() => null)
    response.statusCode = verified ? 200 : 401
    response.end(String(verified?.payload.scope ?? 'refused'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() }
}

const machine: WalkOfKind = async ({ issuer, start }) => {
  const api = await startApi(issuer)
  const program = start({ API_URL: api.url })
  try {
    const output = await program.finished()
    if (!output.includes('200') || !output.includes(apiScope))
      throw new Error(`The API refused the token:\n${output}`)
    return 'call of an API'
  } finally {
    await program.stop()
    api.stop()
  }
}

async function obtainToken({ ISSUER, CLIENT_ID, CLIENT_SECRET }: Values, scope: string): Promise<string> {
  const answer = await fetch(`${ISSUER}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${CLIENT_ID}:${CLIENT_SECRET}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope }),
  })
  const { access_token: token } = (await answer.json()) as { readonly access_token?: string }
  if (!token) throw new Error(`The machine got no token: ${answer.status}.`)
  return token
}

const api: WalkOfKind = async ({ values, start }) => {
  const program = start()
  const origin = values.ORIGIN ?? ''
  const statusOf = async (token?: string) =>
    (await fetch(origin, { headers: token ? { authorization: `Bearer ${token}` } : {} })).status
  try {
    await untilAnswered(origin, program)
    const token = await obtainToken(values, apiScope)
    const statuses = [
      await statusOf(),
      await statusOf(`${token.slice(0, -8)}AAAAAAAA`),
      await statusOf(token),
    ]
    if (`${statuses}` !== '401,401,200')
      throw new Error(
        `The API answered ${statuses} instead of 401,401,200.\n${program.output().slice(-3000)}`,
      )
    return 'valid and invalid tokens'
  } finally {
    await program.stop()
  }
}

export const walks: Readonly<Record<Example['kind'], WalkOfKind>> = {
  web: inBrowser,
  browser: inBrowser,
  native: inBrowser,
  machine,
  device,
  api,
}
