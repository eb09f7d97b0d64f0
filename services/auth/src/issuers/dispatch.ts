import type { IncomingMessage, ServerResponse } from 'node:http'
import type { StoredSettings } from '@signet/contracts'
import { type Executor, RowMissing, sql, Unavailable, UnstorableText } from '@signet/db'
import { discardBody, headerOf, problemOfTarget } from '@signet/http'
import { clientAddress, noteRequest, rateLimitOrigin } from '@signet/runtime'
import { type Located, locate } from '@signet/tenancy'
import { errors } from 'oidc-provider'
import type { Deps } from '../core/deps.ts'
import { BodyTooLarge, type RequestWithBody, readBody, refuseDeclared } from '../http/body.ts'
import { sendDocument } from '../http/documents.ts'
import { bodyBytes, type Endpoint, endpointAt } from '../http/endpoints.ts'
import type { RequestLimits } from '../http/rate-limits.ts'
import { sendPlain } from '../pages/problem/plain.ts'
import { registersAgent } from '../provider/agent-registration.ts'
import { RequestState, runRequest } from '../request/state.ts'
import { withoutDuplicates } from './cookies.ts'
import type { ImmediateDocuments } from './immediate-documents.ts'
import type { Issuer } from './issuer.ts'
import { readMovedIssuer, sendMoved } from './moved.ts'
import type { IssuerPool } from './pool.ts'
import { type PublicResource, publicResourceAt } from './public-resources.ts'
import type { RecentDocuments } from './recent-documents.ts'
import type { RootDispatch } from './root.ts'
import type { VersionKey, VersionReader } from './versions.ts'

type Request = RequestWithBody & { originalUrl?: string }

const documentPaths = new Set([
  '/jwks',
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
])

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD'

const isDocument = (request: IncomingMessage, url: string): boolean =>
  isRead(request) && documentPaths.has(url)

interface Parts {
  readonly deps: Deps
  readonly pool: IssuerPool
  readonly versions: VersionReader
  readonly root: RootDispatch
  readonly limits: RequestLimits
  readonly recent: RecentDocuments
  readonly immediate: ImmediateDocuments
}

export function createDispatch({
  deps,
  pool,
  versions,
  root,
  limits,
  recent,
  immediate,
}: Parts): (request: Request, response: ServerResponse) => Promise<void> {
  const base = new URL(deps.config.SIGNET_BASE_URL)
  const baseHost = base.host
  /** Settings of the last request's issuer, for requests without one. */
  let latest: StoredSettings | undefined
  const isBusy = async ({ url }: Located, request: Request, response: ServerResponse, settings = latest) => {
    if (!settings) return false
    const isPlain = request.maxBodyBytes === undefined
    const address = () => rateLimitOrigin(request, deps.config.SIGNET_PROXY_HOPS, settings)
    const wait = await limits.take(settings, { url, request, isPlain, address })
    if (wait > 0) sendPlain(request, response, 'busy', { retryAfter: wait })
    return wait > 0
  }

  return async (request, response) => {
    const target = request.url ?? '/'
    const problem = problemOfTarget(target)
    if (problem) return sendPlain(request, response, problem === 'malformed' ? 'refused' : 'notFound')
    const located = locate(headerOf(request, 'host') ?? '', target, baseHost)
    const endpoint = endpointAt(pathOf(located.url))
    if (endpoint?.methods.includes(request.method ?? '') && !target.includes('%00'))
      return answer(endpoint, located, request, response)
    if (await isBusy(located, request, response)) return
    const resource = isRead(request) ? publicResourceAt(deps, located) : undefined
    if (resource) return sendResource(resource, located, request, response)
    if (!endpoint) return sendPlain(request, response, 'notFound')
    noteRequest({ route: endpoint.path })
    return target.includes('%00')
      ? sendPlain(request, response, 'refused')
      : refuseMethod(request, response, endpoint)
  }

  /** Counts a request without an issuer under the latest settings. */
  async function answer(
    endpoint: Endpoint,
    located: Located,
    request: Request,
    response: ServerResponse,
  ): Promise<void> {
    noteRequest({ route: endpoint.path })
    request.maxBodyBytes = endpoint.maxBytes ?? bodyBytes.usual
    // oidc-provider sends an error page to a program that repeats the Accept header of its browser.
    if (endpoint.isForPrograms && request.headers.accept?.includes('text/html'))
      request.headers.accept = 'application/json'
    let isCounted = false
    try {
      refuseDeclared(request)
      // A chunked body has no declared length: it is read to its limit first.
      if (request.headers['transfer-encoding'] !== undefined) await readBody(request)
      const issuer = await find(request, located)
      isCounted = true
      if (await isBusy(located, request, response, issuer?.settings)) return
      if (!issuer) return await answerMissing(located, request, response)
      latest = issuer.settings
      noteRequest({ project: issuer.project.id })
      if (issuer.project.move?.finished)
        return answerMoved(issuer, issuer.project.move.issuer, located, request, response)
      await serve(deps, issuer, located, request, response)
    } catch (error) {
      if (!isCounted && (await isBusy(located, request, response))) return
      await failed(error, located, request, response)
    } finally {
      if (latest) limits.noteOutcome(latest, request, response.statusCode)
    }
  }

  /** Discovery names the present issuer of a moved project. */
  async function answerMissing(
    { address, url }: Located,
    request: Request,
    response: ServerResponse,
  ): Promise<void> {
    const isDiscovery = isDocument(request, url) && url !== '/jwks'
    const moved = isDiscovery && (await readMovedIssuer(deps.database, address, deps.config.SIGNET_BASE_URL))
    if (moved) sendMoved(response, moved)
    else sendPlain(request, response, 'notFound')
  }

  /** A project that moved to another instance serves only its keys. */
  function answerMoved(
    { documents }: Issuer,
    moved: string,
    { url }: Located,
    request: Request,
    response: ServerResponse,
  ): void {
    const keys = isRead(request) && url === '/jwks' ? documents.get(url) : undefined
    if (keys) sendDocument(request, response, keys)
    else if (isDocument(request, url)) sendMoved(response, moved)
    else sendPlain(request, response, 'notFound')
  }

  async function sendResource(
    resource: PublicResource,
    located: Located,
    request: Request,
    response: ServerResponse,
  ): Promise<void> {
    noteRequest({ route: resource.route })
    try {
      if (!(await resource.send(response))) sendPlain(request, response, 'notFound')
    } catch (error) {
      await failed(error, located, request, response)
    }
  }

  async function failed(
    error: unknown,
    located: Located,
    request: Request,
    response: ServerResponse,
  ): Promise<void> {
    if (response.headersSent) return void response.destroy()
    if (error instanceof BodyTooLarge) {
      await discardBody(request)
      sendPlain(request, response, 'tooLarge', { description: error.message })
      return
    }
    if (error instanceof UnstorableText || error instanceof errors.OIDCProviderError) {
      sendPlain(request, response, 'refused')
      return
    }
    // The project was destroyed after its version was read.
    if (error instanceof RowMissing) {
      sendPlain(request, response, 'notFound')
      return
    }
    if (!(error instanceof Unavailable))
      deps.faults.capture(error, {
        route: 'dispatch',
        status: 503,
        surface: 'oauth',
        origin: clientAddress(request, deps.config.SIGNET_PROXY_HOPS),
      })
    if (error instanceof Unavailable) noteRequest({ cause: `database ${error.reason}` })
    const document = error instanceof Unavailable ? recent.document(located) : undefined
    if (document) sendDocument(request, response, document)
    else sendPlain(request, response, 'unavailable')
  }

  async function find(request: Request, located: Located): Promise<Issuer | null> {
    const { address, url } = located
    const key: VersionKey =
      address.form === 'root' ? { form: 'id', projectId: await rootProject(request, url) } : address
    const version = await (isDocument(request, url)
      ? versions.readForDocument(key, recent.document(located) !== undefined)
      : versions.read(key))
    if (!version) return null
    if (!version.hostReached && (address.form === 'subdomain' || address.form === 'host'))
      await noteReached(deps.database, version.projectId)
    const issuer = await pool.at(version)
    recent.note(address, issuer)
    if (isDocument(request, url)) immediate.note(request, located)
    return address.form === 'root' ? issuerOfRegistration(request, url, issuer) : issuer
  }

  /** An agent registers at the administrators' issuer. The strict rate limit has counted it. */
  async function issuerOfRegistration(request: Request, url: string, issuer: Issuer): Promise<Issuer> {
    if (request.method !== 'POST' || pathOf(url) !== '/reg') return issuer
    if (!registersAgent(issuer.settings, await readBody(request))) return issuer
    const version = await versions.read({ form: 'id', projectId: root.administratorsProjectId })
    return version ? pool.at(version) : issuer
  }

  async function rootProject(request: Request, url: string): Promise<string> {
    const parsed = new URL(url, base)
    dropDuplicates(request)
    const body = request.method === 'POST' ? await readBody(request) : null
    return root.projectOf(request, parsed, body && new URLSearchParams(body.toString()))
  }
}

async function serve(
  deps: Deps,
  issuer: Issuer,
  { url }: Located,
  request: Request,
  response: ServerResponse,
): Promise<void> {
  const document = isRead(request) ? issuer.documents.get(url) : undefined
  if (document) return sendDocument(request, response, document)
  dropDuplicates(request)
  // Overrides scheme and host of the request.
  request.headers['x-forwarded-host'] = issuer.host
  request.headers['x-forwarded-proto'] = issuer.scheme
  request.originalUrl = `${issuer.mountPath}${url}`
  request.url = url
  if (isDocument(request, url)) response.setHeader('cache-control', 'public, max-age=30')
  await runRequest(new RequestState(deps.artifacts, issuer.project.id), () =>
    issuer.callback(request, response),
  )
}

const pathOf = (url: string): string => {
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}

function refuseMethod(request: Request, response: ServerResponse, { methods }: Endpoint): void {
  response.setHeader('allow', methods.join(', '))
  sendPlain(request, response, 'wrongMethod')
}

function dropDuplicates({ headers }: Request): void {
  if (headers.cookie) headers.cookie = withoutDuplicates(headers.cookie)
}

const noteReached = (executor: Executor, projectId: string) =>
  executor.run(
    sql`UPDATE projects SET host_reached_at = now() WHERE id = ${projectId} AND host_reached_at IS NULL`,
  )
