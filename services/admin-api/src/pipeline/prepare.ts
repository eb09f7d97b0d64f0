import type { AnyWrite, PreparedChange } from '../implement.ts'
import type { WithContext, WithInput } from './call.ts'

export const prepare = async ({
  handler,
  context,
  input,
}: { readonly handler: AnyWrite } & WithContext & WithInput): Promise<{
  readonly prepared: PreparedChange
}> => ({
  prepared: await handler.prepare(context, input),
})
