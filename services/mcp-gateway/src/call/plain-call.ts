import type { IncomingHttpHeaders } from 'node:http'
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server'

/** The form of nearly every client, without members that need the library. */
export interface PlainCall {
  readonly id: string | number
  readonly name: string
  readonly args: Record<string, unknown>
  readonly isModern: boolean
}

type Members = Readonly<Record<string, unknown>>

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const hasOnly = (value: Members, ...names: string[]): boolean =>
  Object.keys(value).every((name) => names.includes(name))

const modernRevision = '2026-07-28'
const legacyRevisions: readonly unknown[] = ['2025-11-25', '2025-06-18', '2025-03-26']
const ownKeys = 'io.modelcontextprotocol/'

/** Returns null when the library must decide (decision 53). Accepts only forms for which the library has the same response. */
export function plainCallOf(headers: IncomingHttpHeaders, body: unknown): PlainCall | null {
  const { accept = '', 'content-type': type, 'mcp-session-id': session } = headers
  if (type !== 'application/json' || session !== undefined) return null
  if (!accept.includes('application/json') || !accept.includes('text/event-stream')) return null
  if (!isMembers(body) || !hasOnly(body, 'jsonrpc', 'id', 'method', 'params')) return null
  const { jsonrpc, id, method, params } = body
  if (jsonrpc !== '2.0' || method !== 'tools/call' || !isId(id)) return null
  if (!isMembers(params) || !hasOnly(params, 'name', 'arguments', '_meta')) return null
  const { name, arguments: args = {}, _meta: meta = {} } = params
  if (typeof name !== 'string' || !isMembers(args) || !isMembers(meta)) return null
  const isModern = isModernCall(headers, name, meta)
  return isModern || isLegacyCall(headers, meta) ? { id, name, args: { ...args }, isModern } : null
}

const isId = (id: unknown): id is string | number => typeof id === 'string' || Number.isSafeInteger(id)

/** A call of the revision of 2026-07-28 contains the client and its capabilities, and its headers repeat the message. */
function isModernCall(headers: IncomingHttpHeaders, name: string, meta: Members): boolean {
  const {
    [PROTOCOL_VERSION_META_KEY]: revision,
    [CLIENT_INFO_META_KEY]: client,
    [CLIENT_CAPABILITIES_META_KEY]: capabilities,
    ...more
  } = meta
  return (
    revision === modernRevision &&
    headers['mcp-protocol-version'] === modernRevision &&
    headers['mcp-method'] === 'tools/call' &&
    headers['mcp-name'] === name &&
    isMembers(client) &&
    hasOnly(client, 'name', 'version', 'title') &&
    Object.values(client).every((text) => typeof text === 'string') &&
    typeof client.name === 'string' &&
    typeof client.version === 'string' &&
    isMembers(capabilities) &&
    hasOnly(capabilities) &&
    hasOnly(more)
  )
}

const isLegacyCall = (headers: IncomingHttpHeaders, meta: Members): boolean =>
  legacyRevisions.includes(headers['mcp-protocol-version']) &&
  headers['mcp-method'] === undefined &&
  headers['mcp-name'] === undefined &&
  !('progressToken' in meta) &&
  !Object.keys(meta).some((key) => key.startsWith(ownKeys))
