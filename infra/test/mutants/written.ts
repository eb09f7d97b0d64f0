import { accounts } from './accounts.ts'
import { administration } from './administration.ts'
import { claims } from './claims.ts'
import { credentials } from './credentials.ts'
import { domains } from './domains.ts'
import { federation } from './federation.ts'
import { mails } from './mails.ts'
import { migration } from './migration.ts'
import { movesBetweenInstances } from './moves.ts'
import type { Mutant } from './mutant.ts'
import { operator } from './operator.ts'
import { passkeys } from './passkeys.ts'
import { protocol } from './protocol.ts'
import { provisioning } from './provisioning.ts'
import { recoveryCodes } from './recovery-codes.ts'
import { undetected } from './undetected.ts'
import { userData } from './user-data.ts'

export const written: readonly Mutant[] = [
  ...accounts,
  ...administration,
  ...claims,
  ...credentials,
  ...domains,
  ...federation,
  ...mails,
  ...migration,
  ...movesBetweenInstances,
  ...operator,
  ...passkeys,
  ...recoveryCodes,
  ...undetected,
  ...protocol,
  ...provisioning,
  ...userData,
]
