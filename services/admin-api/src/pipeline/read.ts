import type { AnyRead } from '../implement.ts'
import type { WithAnswer, WithContext, WithInput } from './call.ts'

export const read = async ({
  handler,
  context,
  input,
}: { readonly handler: AnyRead } & WithContext & WithInput): Promise<WithAnswer> => ({
  answer: await handler.read(context, input),
})
