import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'
import * as z from 'zod'
import { useUnder } from '../issuers/under.ts'
import { entitledAccount } from '../provider-options/accounts.ts'
import type { OptionsContext } from '../provider-options/context.ts'
import { unitOfWork } from '../storage/unit-of-work.ts'
import { endSession } from './end-session.ts'

/** What the pages left of a sign-in. */
const Login = z.object({ accountId: z.string(), passwordSetAt: z.string().nullish() })

/** Where an authorization request goes on after its pages. */
const resumed = /^\/(?:auth|device)\/[\w-]{20,}$/

/**
 * Before a request goes on with who has just signed in, whoever else is signed in to this browser is signed out; and
 * whose account or password has changed since their page was answered is not signed in (T13, T17). Looked at here and
 * not where the page was answered: either may have happened since.
 */
export function addAccountSwitch(provider: Provider, context: OptionsContext): void {
  for (const segment of ['auth', 'device'])
    useUnder(provider, segment, async (plain, next) => {
      if (plain.method === 'GET' && resumed.test(plain.path))
        await admit(provider, context, plain as unknown as KoaContextWithOIDC)
      await next()
    })
}

async function admit(provider: Provider, context: OptionsContext, ctx: KoaContextWithOIDC): Promise<void> {
  const uid = ctx.cookies.get(`_resume_${context.project.id}`, { signed: true })
  const interaction = uid ? await provider.Interaction.find(uid) : undefined
  const login = Login.safeParse(interaction?.result?.login).data
  if (!interaction || !login) return
  const save = () => interaction.save(Math.max(1, interaction.exp - Math.floor(Date.now() / 1000)))
  const account = await entitledAccount(context, login.accountId)
  if (!account || (login.passwordSetAt !== undefined && login.passwordSetAt !== account.passwordSetAt)) {
    // Whoever it is signs in anew.
    interaction.result = {}
    await save()
    return
  }
  const { passwordSetAt } = account
  unitOfWork()?.add({ do: 'admit', model: 'Session', id: account.id, passwordSetAt })
  const session = await provider.Session.get(ctx)
  if (!session.accountId || session.accountId === account.id) return
  await endSession(provider, context, session, session.accountId)
  delete interaction.session
  await save()
}
