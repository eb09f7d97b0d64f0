import * as z from 'zod'
import { limits } from '../limits.ts'

const hasNoFragmentOrUser = (value: string): boolean => {
  const url = URL.parse(value)
  return !url || (!url.hash && !url.username && !url.password)
}

/** Https, or http at a pair of SIGNET_EGRESS_ALLOW in development. */
export const HookUrl = z
  .string()
  .min(1)
  .max(limits.uriCharacters)
  .refine(
    (value) => ['https:', 'http:'].includes(URL.parse(value)?.protocol ?? ''),
    'must be an https address',
  )
  .refine(hasNoFragmentOrUser, 'must have no user, password or fragment')
