import { sql } from '@signet/db'
import type { Page } from '@signet/testkit'
import { TOTP } from 'otpauth'
import type { Auth } from './harness.ts'

/** The key on the enrolment page, in base32; empty on another page. */
export const keyOn = ({ html }: Pick<Page, 'html'>): string =>
  /class="shown-code key">([^<]*)</.exec(html)?.[1]?.replaceAll(' ', '') ?? ''

/**
 * @param steps difference from the present time step. A code of the previous step is rejected when the next step begins before the
 * request arrives, so a test uses 0 and 1.
 */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Makes the code of the present time step acceptable again, as it is a minute after the enrolment. */
export const enrolledEarlier = ({ database }: Auth, accountId: string): Promise<unknown> =>
  database.run(sql`UPDATE accounts SET totp_last_step = totp_last_step - 2 WHERE id = ${accountId}`)
