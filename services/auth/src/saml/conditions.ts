import { attributeOf, childrenOf, textOf, type XmlElement } from '@signet/federation/saml'
import { clockTolerance, type ServiceProvider } from './service-provider.ts'
import { untrusted } from './structure.ts'

export interface Expectations extends ServiceProvider {
  /** Entity ID of the identity provider. */
  readonly issuer: string | null
  readonly requestId: string
}

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

const shown = (value: string | null): string =>
  value === null || value === '' ? 'absent' : value.slice(0, 300)

function requireEqual(name: string, value: string | null, expected: string | null): void {
  if (value !== expected) throw untrusted(`${name} is ${shown(value)}, expected ${shown(expected)}`)
}

/** Rejects a time beyond the tolerance. */
function requireTime(name: string, value: string | null, side: 'past' | 'future'): void {
  if (value === null) return
  const seconds = (Date.parse(value) - Date.now()) / 1_000
  if (Number.isNaN(seconds)) throw untrusted(`${name} is no time`)
  const wrong = side === 'past' ? seconds <= -clockTolerance : seconds > clockTolerance
  if (wrong)
    throw untrusted(
      `${name} is ${Math.round(Math.abs(seconds))} seconds in the ${side}; compare the clocks of both servers`,
    )
}

/**
 * SAML 2.0 Profiles, section 4.1.4.2, except the status.
 * @throws UpstreamProblem, which names the condition, the value and the expected one
 */
export function checkResponse(root: XmlElement, { acsUrl, issuer, requestId }: Expectations): void {
  const answered = attributeOf(root, 'InResponseTo')
  if (answered === null)
    throw untrusted('it answers no request (InResponseTo). Sign-ins must begin here, not at the provider')
  if (answered !== requestId) throw untrusted('InResponseTo names another request than that of this sign-in')
  const destination = attributeOf(root, 'Destination')
  if (destination !== null) requireEqual('Destination', destination, acsUrl)
  const [named] = childrenOf(root, 'assertion', 'Issuer')
  if (named) requireEqual('Issuer of the response', textOf(named), issuer)
}

/**
 * Validates issuer, subject confirmation, conditions and times.
 * @throws UpstreamProblem, which names the condition, the value and the expected one
 */
export function checkAssertion(assertion: XmlElement, expected: Expectations): void {
  const [issuer] = childrenOf(assertion, 'assertion', 'Issuer')
  requireEqual('Issuer', textOf(issuer), expected.issuer)
  requireTime('IssueInstant', attributeOf(assertion, 'IssueInstant'), 'future')
  checkConfirmation(assertion, expected)
  checkConditions(assertion, expected)
  const [statement, second] = childrenOf(assertion, 'assertion', 'AuthnStatement')
  if (!statement || second) throw untrusted('its assertion does not have one AuthnStatement')
  requireTime('SessionNotOnOrAfter', attributeOf(statement, 'SessionNotOnOrAfter'), 'past')
}

function checkConfirmation(assertion: XmlElement, { acsUrl, requestId }: Expectations): void {
  const [subject] = childrenOf(assertion, 'assertion', 'Subject')
  const confirmations = subject ? childrenOf(subject, 'assertion', 'SubjectConfirmation') : []
  const [confirmation, second] = confirmations.filter((one) => attributeOf(one, 'Method') === bearer)
  if (!confirmation || second) throw untrusted('its assertion does not have one bearer confirmation')
  const [data] = childrenOf(confirmation, 'assertion', 'SubjectConfirmationData')
  requireEqual('Recipient', attributeOf(data, 'Recipient'), acsUrl)
  if (attributeOf(data, 'InResponseTo') !== requestId)
    throw untrusted('InResponseTo of its assertion names another request than that of this sign-in')
  const until = attributeOf(data, 'NotOnOrAfter')
  if (until === null) throw untrusted('its bearer confirmation has no NotOnOrAfter')
  requireTime('NotOnOrAfter of the confirmation', until, 'past')
  requireTime('NotBefore of the confirmation', attributeOf(data, 'NotBefore'), 'future')
}

function checkConditions(assertion: XmlElement, { entityId }: Expectations): void {
  const [conditions, second] = childrenOf(assertion, 'assertion', 'Conditions')
  if (!conditions || second) throw untrusted('its assertion does not have one Conditions element')
  requireTime('NotBefore', attributeOf(conditions, 'NotBefore'), 'future')
  requireTime('NotOnOrAfter', attributeOf(conditions, 'NotOnOrAfter'), 'past')
  const restrictions = childrenOf(conditions, 'assertion', 'AudienceRestriction').map((restriction) =>
    childrenOf(restriction, 'assertion', 'Audience').map(textOf),
  )
  if (restrictions.length === 0) throw untrusted(`Audience is absent, expected ${entityId}`)
  for (const audiences of restrictions)
    if (!audiences.includes(entityId)) requireEqual('Audience', audiences.join(', '), entityId)
}
