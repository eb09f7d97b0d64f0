import { readSignInState, returnAllowances, takeAllowances } from '@signet/accounts'
import { operations } from '@signet/contracts'
import { firstLocale } from '@signet/i18n'
import { testMessage, writeLetter } from '@signet/mail'
import { implement } from '../../implement.ts'
import { administratorsProject } from '../administrators/read.ts'
import { deliver, refuseTooSoon, refuseUnsent, requireMail } from './read.ts'

const allowances = (accountId: string) => [{ bucket: 'mail test', key: accountId, max: 5, seconds: 60 }]

/** The refusal contains the reply of the mail server. */
export const smtp_settings_test = implement(operations.smtp_settings_test, {
  async prepare({ deps, caller }) {
    await requireMail(deps.database)
    return { target: { id: 'smtp', detail: { email: caller.email } } }
  },

  async apply({ sql: tx }, { caller }) {
    refuseTooSoon(await takeAllowances(tx, allowances(caller.accountId)))
    return { email: caller.email }
  },

  async after({ deps, caller }, { language }, _prepared, answer) {
    const message = testMessage({ instance: deps.config.SIGNET_BASE_URL })
    const { id } = await administratorsProject(deps.database)
    const own = await readSignInState(deps.database, id, caller.accountId)
    const letter = writeLetter({
      to: caller.email,
      language: language ?? firstLocale(...(own?.languages ?? [])),
      message,
    })
    refuseUnsent(
      caller,
      await deliver(deps, letter, (tx) => returnAllowances(tx, allowances(caller.accountId))),
    )
    return answer
  },
})
