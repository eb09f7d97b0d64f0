import type { ChangeOutcome, SubjectNames } from '@signet/provisioning'
import type { FastifyRequest } from 'fastify'
import { isObject } from '../schemas/scim-object.ts'

const maxAddresses = 10

/** Reads a body, or the values of a PATCH. */
export function namesInBody(body: unknown): SubjectNames {
  const parts = [body, ...valuesInPatch(body)].filter(isObject)
  const text = (name: string) => parts.map((part) => part[name]).find(isName)
  const [userName, displayName, externalId] = [text('userName'), text('displayName'), text('externalId')]
  return {
    ...(userName === undefined ? {} : { userName }),
    ...(displayName === undefined ? {} : { displayName }),
    ...(externalId === undefined ? {} : { externalId }),
    addresses: parts.flatMap(({ emails }) => addressesIn(emails)).slice(0, maxAddresses),
  }
}

/** A value with a path becomes an object of its own. */
function valuesInPatch(body: unknown): unknown[] {
  const operations = isObject(body) ? (body.Operations ?? body.operations) : undefined
  if (!Array.isArray(operations)) return []
  return operations
    .slice(0, 100)
    .filter(isObject)
    .map(({ path, value }) => (typeof path === 'string' ? { [path]: value } : value))
}

function addressesIn(emails: unknown): string[] {
  const values: unknown[] = Array.isArray(emails) ? emails.slice(0, maxAddresses) : [emails]
  return values.map((email) => (isObject(email) ? email.value : email)).filter(isName)
}

const isName = (text: unknown): text is string =>
  typeof text === 'string' && text !== '' && text.length <= 256 && text.isWellFormed()

export function namesInRequest({ body, query }: Pick<FastifyRequest, 'body' | 'query'>): string[] {
  const { addresses, ...names } = namesInBody(body)
  const filter = isObject(query) && typeof query.filter === 'string' ? query.filter.slice(0, 2048) : ''
  const sought = [
    ...filter.matchAll(
      /(?:userName|externalId|displayName|emails(?:\[[^\]"]*"[^"\]]*"\])?(?:\.value)?) eq "([^"\\]{1,256})"/gi,
    ),
  ]
  return [...Object.values(names), ...addresses, ...sought.map(([, name]) => name)].filter(isName)
}

const kinds: readonly (readonly [string, ChangeOutcome['kind']])[] = [
  ['/Users', 'user'],
  ['/Groups', 'group'],
]

/** Null for a request that changes no user or group. */
export function changedKind(method: string, route: string): ChangeOutcome['kind'] | null {
  const isChange = ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method)
  const kind = kinds.find(([endpoint]) => route === endpoint || route === `${endpoint}/:id`)
  return isChange ? (kind?.[1] ?? null) : null
}
