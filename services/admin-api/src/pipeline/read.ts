import type { AnyRead } from '../implement.ts'
import type { Answered, InContext, Parsed } from './call.ts'

/** Runs a handler that changes nothing. */
export const read = async ({
  handler,
  context,
  input,
}: { readonly handler: AnyRead } & InContext & Parsed): Promise<Answered> => ({
  answer: await handler.read(context, input),
})
