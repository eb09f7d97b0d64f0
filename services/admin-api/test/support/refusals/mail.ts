import { sql } from '@signet/db'
import { type Case, refusedByMailServer, withMail, withoutMail } from '../attempts.ts'
import { newUnverified } from '../things.ts'
import type { Cases } from './index.ts'

const bySuper: Case = async ({ database }) => {
  await database.run(sql`DELETE FROM throttles WHERE bucket = 'mail test'`)
  return { input: {} }
}

const byUnverified: Case = async (world) => ({ person: await newUnverified(world), input: {} })

export const mail: Cases = {
  smtp_settings_test: {
    mail_not_configured: withoutMail(bySuper),
    mail_refused: refusedByMailServer(bySuper),
    sent_recently: withMail(async (world) => {
      for (let sent = 0; sent < 5; sent += 1) await world.call(world.people.super, 'smtp_settings_test', {})
      return { input: {} }
    }),
  },
  own_verification_send: {
    already_verified: withMail(async () => ({ input: {} })),
    mail_not_configured: withoutMail(byUnverified),
    mail_refused: refusedByMailServer(byUnverified),
    sent_recently: withMail(async (world) => {
      const person = await newUnverified(world)
      await world.ok(person, 'own_verification_send', {})
      return { person, input: {} }
    }),
  },
}
