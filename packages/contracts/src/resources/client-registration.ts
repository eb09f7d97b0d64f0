import * as z from 'zod'
import { Timestamp } from '../values.ts'

/** `token`: only with an initial access token (RFC 7591 1.2). */
const RegistrationMode = z.enum(['off', 'token', 'open'])
const DocumentMode = z.enum(['off', 'on'])

const hostName = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?::\d{1,5})?$/

export const clientRegistrationSettings = {
  registration: RegistrationMode.nullable().describe(
    'Whether applications register themselves (RFC 7591); null: the default.',
  ),
  documents: DocumentMode.nullable().describe(
    'Whether a client id may be the address of a metadata document; null: the default.',
  ),
  documentHosts: z
    .array(z.string().max(253).regex(hostName, 'must be a host name in lower case'))
    .max(100)
    .describe('Hosts of the accepted metadata documents; empty: every host.'),
} as const

export const ClientRegistration = z.strictObject({
  ...clientRegistrationSettings,
  registrationInForce: RegistrationMode,
  documentsInForce: DocumentMode,
  registrationEndpoint: z
    .string()
    .nullable()
    .describe('Address of the registration; null without an issuer.'),
  tokens: z.int().describe('Valid initial access tokens.'),
})

export const RegistrationToken = z.strictObject({
  token: z.string().describe('Initial access token, shown once. It registers applications until it expires.'),
  expiresAt: Timestamp,
})
