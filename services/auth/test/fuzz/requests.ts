import { createFuzz, encodeParameters, type Fuzz, type FuzzedRequest, headerText } from '@signet/testkit'
import { endpoints } from '../../src/http/endpoints.ts'
import { insideProvider } from '../support/inside-provider.ts'

/** Valid values, so that malformed ones next to them reach more code. */
export interface Known {
  readonly issuer: string
  readonly parameters: Readonly<Record<string, readonly string[]>>
  readonly authorizations: readonly string[]
  readonly cookies: readonly string[]
  readonly uids: readonly string[]
  readonly clientIds: readonly string[]
}

interface Lists {
  readonly parameters: readonly string[]
  readonly metadata: readonly string[]
}

const otherParameters = [
  ...['claims', 'resource', 'authorization_details', 'dpop_jkt', 'web_message_uri'],
  ...['client_notification_token', 'login_hint_token', 'binding_message', 'user_code', 'request_context'],
  ...[
    'requested_expiry',
    'client_secret',
    'client_assertion',
    'client_assertion_type',
    'token',
    'token_type_hint',
  ],
  ...[
    'post_logout_redirect_uri',
    'logout_hint',
    'xsrf',
    'logout',
    'confirm',
    'abort',
    'posted',
    'access_token',
  ],
  ...[
    'login',
    'password',
    'email',
    'name',
    'code',
    'state',
    'ref',
    'error',
    'link',
    'answer',
    'accountId',
    'scope',
  ],
]

/** Reads the lists of oidc-provider, so that parameters of a new version are included. */
export async function readLists(): Promise<Lists> {
  const [{ default: authorization }, grants, attributes] = await Promise.all([
    insideProvider<{ default: string[] }>('consts/param_list.js'),
    insideProvider<Record<string, { parameters?: Iterable<string> }>>('actions/grants/index.js'),
    insideProvider<{ RECOGNIZED_METADATA: string[] }>('consts/client_attributes.js'),
  ])
  const ofGrants = Object.values(grants).flatMap(({ parameters }) => [...(parameters ?? [])])
  return {
    parameters: [...new Set([...authorization, ...ofGrants, ...otherParameters, 'grant_type'])].sort(),
    metadata: [...attributes.RECOGNIZED_METADATA].sort(),
  }
}

export function requestOf(seed: number, lists: Lists, knowns: readonly Known[]): FuzzedRequest {
  const fuzz = createFuzz(seed)
  const known = fuzz.pick(knowns)
  const { path, methods } = fuzz.pick(endpoints)
  const method = fuzz.pick(methods)
  const { host, pathname } = new URL(known.issuer)
  const parameters = parametersOf(fuzz, lists, known)
  const query = method === 'GET' || fuzz.chance(0.1) ? `?${encodeParameters(fuzz, parameters)}` : ''
  const target = `${pathname.replace(/\/$/, '')}${filled(fuzz, path, known)}${query.slice(0, 7_000)}`
  const headers = { host, ...headersOf(fuzz, known) }
  if (method === 'GET' || method === 'HEAD') return { method, target, headers }
  const isJson = /^\/(?:reg|global)/.test(path) ? fuzz.chance(0.95) : fuzz.chance(0.05)
  const body = isJson ? jsonOf(fuzz, lists) : encodeParameters(fuzz, parameters)
  const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded'
  return {
    method,
    target,
    headers: { ...headers, 'content-type': fuzz.chance(0.97) ? type : headerText(fuzz.text()) },
    body,
  }
}

function filled(fuzz: Fuzz, path: string, { uids, clientIds }: Known): string {
  const values: Record<string, readonly string[]> = {
    uid: uids,
    step: [
      'login',
      'consent',
      'register',
      'forgotten',
      'verification',
      'again',
      'authenticator',
      'abort',
      'x',
    ],
    clientId: clientIds,
    providerId: ['google', 'constructor'],
  }
  return path.replace(/:(\w+)/g, (_parameter, name: string) => fuzz.pick(values[name] ?? ['x']))
}

function parametersOf(fuzz: Fuzz, { parameters }: Lists, known: Known): [string, string][] {
  // Usually the required parameters are valid and only a few others are not.
  const right = fuzz.chance(0.8)
    ? Object.entries(known.parameters).flatMap(([name, values]): [string, string][] =>
        fuzz.chance(0.9) ? [[name, fuzz.pick(values)]] : [],
      )
    : []
  const wrong = Array.from({ length: 1 + fuzz.below(3) }, (): [string, string] => [
    fuzz.chance(0.95) ? fuzz.pick(parameters) : fuzz.text(),
    fuzz.text(),
  ])
  const names = new Set(wrong.map(([name]) => name))
  const kept = fuzz.chance(0.9) ? right.filter(([name]) => !names.has(name)) : right
  return [...kept, ...wrong]
}

function headersOf(fuzz: Fuzz, { authorizations, cookies }: Known): Record<string, string> {
  const headers: Record<string, string> = { accept: fuzz.pick(['text/html', 'application/json', '*/*']) }
  if (fuzz.chance(0.4))
    headers.authorization = fuzz.chance(0.8)
      ? fuzz.pick(authorizations)
      : headerText(`${fuzz.pick(['Bearer', 'DPoP', 'Basic', ''])} ${fuzz.text()}`)
  if (fuzz.chance(0.4))
    headers.cookie = fuzz.chance(0.7)
      ? fuzz.pick(cookies)
      : headerText(`_session_x=${fuzz.text()}; _link=${fuzz.text()}`)
  if (fuzz.chance(0.1)) headers.dpop = headerText(fuzz.text())
  if (fuzz.chance(0.1)) headers.origin = headerText(fuzz.text())
  if (fuzz.chance(0.05)) headers['accept-language'] = headerText(fuzz.text())
  return headers
}

function jsonOf(fuzz: Fuzz, { metadata }: Lists): string {
  if (fuzz.chance(0.1)) return fuzz.json()
  const members = ['"redirect_uris":["https://rp.example/callback"]']
  for (let count = 1 + fuzz.below(4); count > 0; count -= 1)
    members.push(`${JSON.stringify(fuzz.chance(0.95) ? fuzz.pick(metadata) : fuzz.text())}:${fuzz.json()}`)
  if (fuzz.chance(0.1)) members.push(`"sub_id":${fuzz.json()}`)
  return `{${fuzz.chance(0.9) ? members.join(',') : members.slice(1).join(',')}}`
}
