import * as z from 'zod'
import { limits } from '../limits.ts'

const Uri = z.string().min(1).max(limits.uriCharacters)
const { resources, scopes, seconds } = limits.assertionAudiences

/** RFC 6749 3.3. */
const scopeToken = /^[\x21\x23-\x5b\x5d-\x7e]+$/

/** An authorization server for which an application gets identity assertions (ID-JAG) about its users. */
export const AssertionAudience = z
  .strictObject({
    issuer: Uri.describe('Issuer URL of the receiving authorization server.'),
    clientId: z.string().min(1).max(limits.uriCharacters).describe('The application at this server.'),
    resources: z
      .array(Uri)
      .min(1)
      .max(resources)
      .optional()
      .describe('The APIs that an assertion may name; without it, any.'),
    scopes: z
      .array(z.string().max(200).regex(scopeToken, 'must be one scope'))
      .min(1)
      .max(scopes)
      .optional()
      .describe('Maximum scopes of an assertion; without it, any.'),
    seconds: z.int().min(seconds.min).max(seconds.max).optional().describe('Lifetime; default 300.'),
  })
  .describe('Assertions are issued for sign-ins of users at this application.')
export type AssertionAudience = z.input<typeof AssertionAudience>
