import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from '@signet/db'
import { bumpProject } from '@signet/tenancy'
import { createRelyingParty, FormBrowser } from '@signet/testkit'
import { decodeJwt, type JWTPayload } from 'jose'
import { type Auth, makeClient, makeProject, redirectUri } from './harness.ts'
import { pageOf } from './journey.ts'

export interface Asked {
  readonly body: string
  readonly claims: JWTPayload & { readonly login?: string; readonly password?: string }
}

type Handler = (asked: Asked, response: ServerResponse) => void | Promise<void>

export const sendJson = (response: ServerResponse, body: unknown): void =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** The users of the system move to Signet. It sends 404 until a test sets another handler. */
export async function startOldSystem() {
  const asked: Asked[] = []
  let handler: Handler = (_asked, response) => void response.writeHead(404).end()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const received = { body, claims: decodeJwt(body) as Asked['claims'] }
    asked.push(received)
    await handler(received, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const pair = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    pair,
    url: `http://${pair}/signet`,
    asked,
    handle(next: Handler): void {
      asked.length = 0
      handler = next
    },
    close(): void {
      server.closeAllConnections()
      server.close()
    },
  }
}

export type OldSystem = Awaited<ReturnType<typeof startOldSystem>>

export async function setHook({ database }: Auth, projectId: string, url: string | null): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.run(sql`DELETE FROM migration_hooks WHERE project_id = ${projectId}`)
    if (url !== null)
      await tx.run(sql`INSERT INTO migration_hooks (project_id, url) VALUES (${projectId}, ${url})`)
    await bumpProject(tx, projectId)
  })
}

export const migratingProject = async (auth: Auth, url: string) =>
  migrating(auth, await makeProject(auth), url)

export async function migrating(
  auth: Auth,
  project: { readonly id: string; readonly issuer: string },
  url: string,
) {
  const client = await makeClient(auth, { projectId: project.id, requireConsent: false })
  await setHook(auth, project.id, url)
  const options = { issuer: project.issuer, ...client, redirectUri, address: auth.address }
  const open = async () => {
    const browser = new FormBrowser(auth.address, redirectUri)
    const page = pageOf(await browser.open((await (await createRelyingParty(options)).begin()).url))
    return async (login: string, password: string) => {
      const started = performance.now()
      const result = await browser.submit(page, '/login', { login, password })
      return { result, milliseconds: performance.now() - started }
    }
  }
  return {
    ...project,
    client,
    open,
    signIn: async (login: string, password: string) => (await open())(login, password),
    accounts: () =>
      auth.database.rows<{
        id: string
        email: string
        username: string | null
        verified: boolean
        given: boolean
        hash: string | null
        claims: object
        profile: object
      }>(sql`
        SELECT id, email, username, email_verified AS verified, password_given AS given, password_hash AS hash, claims, profile
        FROM accounts WHERE project_id = ${project.id} ORDER BY created_at`),
    counts: async () =>
      (
        await auth.database.rows<{
          created: number
          refused: number
          failed: number
          skipped: number
          reason: string | null
        }>(sql`
          SELECT created, refused, failed, skipped, last_failure AS reason FROM migration_hooks
          WHERE project_id = ${project.id}`)
      )[0],
  }
}
