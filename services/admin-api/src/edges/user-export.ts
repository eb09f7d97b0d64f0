import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { operations, userExportPath } from '@signet/contracts'
import { refuse } from '@signet/runtime'
import type { FastifyInstance } from 'fastify'
import type { Administrator } from '../caller.ts'
import type { Deps, HandlerDeps } from '../deps.ts'
import { authorize, authorizeCaller } from '../pipeline/authorize.ts'
import type { Entrance, TransportRequest } from '../pipeline/call.ts'
import { findProject } from '../pipeline/find-project.ts'
import { enter } from '../pipeline/index.ts'
import { archiveLines } from '../project-moves/archive-lines.ts'
import { encrypterFor } from '../user-exports/encrypt.ts'
import { exportLines } from '../user-exports/lines.ts'
import { type ExportPermission, openPermission } from '../user-exports/permission.ts'

/** Concurrent downloads of one process: each holds a page of users and an open response. */
const maxDownloads = 4

const operation = operations.project_user_export

/** Sends users as NDJSON, page by page, to the caller whom `project_user_export` permitted it. */
export function addUserExport(app: FastifyInstance, deps: Deps, entrance: Entrance): void {
  let downloads = 0
  app.post(userExportPath, { config: { limiter: 'own' } }, async (request, reply) => {
    const caller = await enter({ deps, entrance, request })
    authorizeCaller({ operation, caller })
    if (!caller) return refuse('unauthenticated')
    const permission = openPermission(deps.vault, caller, exportIn(request.body))
    const handlerDeps = await depsFor({ deps, entrance, request }, caller, permission)
    if (downloads >= maxDownloads) refuse('unavailable', { detail: 'Other exports run.', retryAfter: 10 })
    downloads += 1
    const file = await fileOf(handlerDeps, permission).catch((error: unknown) => {
      downloads -= 1
      throw error
    })
    file.once('close', () => {
      downloads -= 1
    })
    const name =
      permission.recipient === null
        ? 'users.ndjson'
        : permission.applications
          ? 'project.archive'
          : 'users.ndjson.age'
    return reply
      .headers({ 'cache-control': 'no-store', 'content-disposition': `attachment; filename="${name}"` })
      .type(
        permission.recipient === null ? 'application/x-ndjson; charset=utf-8' : 'application/octet-stream',
      )
      .send(file)
  })
}

function exportIn(body: unknown): string {
  const value = typeof body === 'object' && body !== null ? Reflect.get(body, 'export') : undefined
  if (typeof value !== 'string' || value.length > 16_384)
    return refuse('invalid_request', { errors: [{ path: 'export', message: 'is required' }] })
  return value
}

/** The rights of the caller may have ended after the permission. */
async function depsFor(
  { deps, entrance, request }: Pick<TransportRequest, 'deps' | 'entrance' | 'request'>,
  caller: Administrator,
  { projectId, recipient }: ExportPermission,
): Promise<HandlerDeps> {
  const input = { projectId }
  const found = await findProject({ deps, operation, input })
  const settings = await entrance.settings.current()
  const { context } = authorize({ deps, request, operation, caller, input, settings, ...found })
  if (recipient !== null && !caller.superAdministrator) refuse('forbidden')
  return context.deps
}

async function fileOf(
  deps: HandlerDeps,
  { projectId, recipient, applications }: ExportPermission,
): Promise<Readable> {
  const { database, vault } = deps
  const source = { database, vault, projectId, withSecrets: recipient !== null }
  if (applications && recipient !== null)
    return Readable.from(archiveLines(deps, source, await encrypterFor(recipient)), { objectMode: false })
  const lines = Readable.from(exportLines(source), { objectMode: false })
  if (recipient === null) return lines
  const encrypter = await encrypterFor(recipient)
  const plain = Readable.toWeb(lines) as unknown as ReadableStream<Uint8Array>
  return Readable.fromWeb((await encrypter.encrypt(plain)) as unknown as WebStream)
}
