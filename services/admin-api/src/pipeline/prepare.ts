import type { AnyWrite, PreparedChange } from '../implement.ts'
import type { WithContext, WithInput } from './call.ts'

/** Runs `prepare` of the handler, which reads the target and refuses invalid changes. */
export const prepare = async ({
  handler,
  context,
  input,
}: { readonly handler: AnyWrite } & WithContext & WithInput): Promise<{
  readonly prepared: PreparedChange
}> => ({
  prepared: await handler.prepare(context, input),
})
