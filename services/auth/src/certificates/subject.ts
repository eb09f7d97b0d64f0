import type { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'

/** Node's notation, by the metadata member (RFC 8705 2.1.2). */
const alternativeNames: Readonly<Record<string, string>> = {
  tls_client_auth_san_dns: 'DNS',
  tls_client_auth_san_uri: 'URI',
  tls_client_auth_san_ip: 'IP Address',
  tls_client_auth_san_email: 'email',
}

export function subjectMatches(certificate: X509Certificate, property: string, expected: string): boolean {
  if (property === 'tls_client_auth_subject_dn') return isSameName(certificate.subject, expected)
  const kind = alternativeNames[property]
  if (!kind) return false
  return namesOf(certificate.subjectAltName ?? '').some(
    ([type, value]) => type === kind && isSameAlternative(kind, value, expected),
  )
}

function isSameAlternative(kind: string, value: string, expected: string): boolean {
  if (kind === 'DNS') return value.toLowerCase() === expected.toLowerCase()
  if (kind === 'IP Address') return isIP(expected) !== 0 && plainAddress(value) === plainAddress(expected)
  return value === expected
}

/** Normalizes IPv6 as in URLs. */
const plainAddress = (address: string): string =>
  isIP(address) === 6 ? new URL(`http://[${address}]/`).hostname : address

/** Node quotes a value with a comma or quote as JSON, so no value can contain a second pair. */
function namesOf(text: string): [type: string, value: string][] {
  return [...text.matchAll(/(?:^|, )([A-Za-z ]+):("(?:[^"\\]|\\.)*"|[^,"]*)/g)].map(
    ([, type = '', value = '']) => [type, value.startsWith('"') ? String(JSON.parse(value)) : value],
  )
}

/** Node lists the parts from the root, one per line; RFC 4514 writes them in reverse order. */
function isSameName(subject: string, expected: string): boolean {
  const parts = subject.split('\n').map(normalPart)
  const wanted = partsOf(expected).map(normalPart).reverse()
  return parts.length === wanted.length && parts.every((part, index) => part === wanted[index])
}

/** RFC 4514 3: commas that are not escaped separate the parts. */
const partsOf = (name: string): string[] => name.split(/(?<!\\), */)

/** Writes the type in capitals and the value without escapes. */
function normalPart(part: string): string {
  const equals = part.indexOf('=')
  const value = part.slice(equals + 1).replace(/\\(["+,;<>=\\# ])/g, '$1')
  return `${part.slice(0, equals).trim().toUpperCase()}=${value}`
}
