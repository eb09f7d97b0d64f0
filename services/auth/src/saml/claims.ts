import { attributeOf, childrenOf, textOf, type XmlElement } from '@signet/federation/saml'
import { parseAnswer } from '../upstream/provider-answers.ts'
import { untrusted } from './structure.ts'

type Value = string | readonly string[]

const oasis = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
const microsoft = 'http://schemas.microsoft.com'

/** Names by claim, in the order of preference. */
const names: Readonly<Record<string, readonly string[]>> = {
  email: [
    'email',
    'mail',
    'emailAddress',
    `${oasis}/emailaddress`,
    'urn:oid:0.9.2342.19200300.100.1.3',
    'urn:oid:1.2.840.113549.1.9.1',
  ],
  name: [
    'name',
    'displayName',
    'cn',
    `${microsoft}/identity/claims/displayname`,
    'urn:oid:2.16.840.1.113730.3.1.241',
  ],
  given_name: ['given_name', 'givenName', 'firstName', `${oasis}/givenname`, 'urn:oid:2.5.4.42'],
  family_name: ['family_name', 'sn', 'surname', 'lastName', `${oasis}/surname`, 'urn:oid:2.5.4.4'],
  groups: [
    'groups',
    'memberOf',
    `${microsoft}/ws/2008/06/identity/claims/groups`,
    'http://schemas.xmlsoap.org/claims/Group',
    'urn:oid:1.3.6.1.4.1.5923.1.5.1.1',
  ],
}

const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const transientFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'

/**
 * Includes each attribute by its name, and the claims of OpenID Connect that the usual names state.
 * @throws UpstreamProblem for a subject without a stable name
 */
export function claimsOf(assertion: XmlElement, issuer: string) {
  const { subject, format } = subjectOf(assertion)
  const attributes = attributesOf(assertion)
  const [statement] = childrenOf(assertion, 'assertion', 'AuthnStatement')
  const instant = Date.parse(attributeOf(statement, 'AuthnInstant') ?? '')
  const session = attributeOf(statement, 'SessionIndex')
  return parseAnswer('assertion', {
    ...(format === emailFormat ? { email: subject } : {}),
    ...standardClaims(attributes),
    ...attributes,
    iss: issuer,
    sub: subject,
    sid: session || null,
    auth_time: Number.isNaN(instant) ? null : Math.floor(instant / 1_000),
  })
}

function subjectOf(assertion: XmlElement): { readonly subject: string; readonly format: string | null } {
  const [subject] = childrenOf(assertion, 'assertion', 'Subject')
  const [nameId, second] = subject ? childrenOf(subject, 'assertion', 'NameID') : []
  if (!nameId || second || textOf(nameId) === '')
    throw untrusted('its assertion does not name the user (NameID)')
  const format = attributeOf(nameId, 'Format')
  if (format === transientFormat)
    throw untrusted(
      'the NameID is transient, which names the user for one session only. Choose a persistent format at the provider',
    )
  return { subject: textOf(nameId), format }
}

function attributesOf(assertion: XmlElement): Record<string, Value> {
  const found = new Map<string, string[]>()
  const attributes = childrenOf(assertion, 'assertion', 'AttributeStatement').flatMap((statement) =>
    childrenOf(statement, 'assertion', 'Attribute'),
  )
  for (const attribute of attributes) {
    const name = attributeOf(attribute, 'Name') ?? ''
    const values = childrenOf(attribute, 'assertion', 'AttributeValue').map(textOf)
    found.set(name, [...(found.get(name) ?? []), ...values])
  }
  return Object.fromEntries(
    [...found].flatMap(([name, values]): [string, Value][] => {
      const [first, second] = values
      return first === undefined ? [] : [[name, second === undefined ? first : values]]
    }),
  )
}

const standardClaims = (attributes: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(names).flatMap(([claim, given]): [string, Value][] => {
      const name = given.find((one) => Object.hasOwn(attributes, one))
      const value = name === undefined ? undefined : attributes[name]
      return value === undefined ? [] : [[claim, value]]
    }),
  )
